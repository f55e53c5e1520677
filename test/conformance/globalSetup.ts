import setUp from '../support/globalSetup.ts';
import { cdkProgram } from './cdkProgram.ts';
import { DISTRIBUTION, GGCR, goProgram, HELM } from './goPrograms.ts';
import { controlPlane } from './kubernetes/realCluster.ts';
import { installMoto } from './moto.ts';

/** The programs that several suites use: two workers would download or build the same one, each in the other's way. */
export default async function setUpPeers(): Promise<void> {
  await setUp();
  const isNightly = process.env.HOLYSTONE_EXHAUSTIVE === 'true';
  await Promise.all([installMoto(), cdkProgram()]);
  for (const program of [HELM, DISTRIBUTION, GGCR]) await goProgram(program, isNightly);
  await controlPlane(process.env.HOLYSTONE_BUILD_CONTROL_PLANE === 'true');
}
