import { afterAll, describe } from '@jest/globals';
import { startMoto } from './moto.ts';
import { scenarios } from './scenarios.ts';
import { openMoto, openSandbox } from './world.ts';

const moto = await startMoto();

describe('the sandbox', () => scenarios(openSandbox));

if (moto.kind === 'running') {
  describe('moto', () => scenarios(() => openMoto(moto)));
  afterAll(() => moto.stop());
} else {
  process.stderr.write(`moto is not available: its scenarios are skipped, not passed (${moto.why})\n`);
  describe.skip('moto', () => scenarios(openSandbox));
}
