/** Cloud Custodian about the same account: which resources does it call unused? */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment } from '../support/cliRun.ts';
import { CASES, TYPES, type Type } from './account.ts';
import type { Selected } from './case.ts';
import { pythonProgram, run } from './python.ts';
import type { World } from './world.ts';

/** https://pypi.org/project/c7n/, which does not ask for the other two although it needs them. */
export const CUSTODIAN = 'c7n==0.9.52';
const PACKAGES = [CUSTODIAN, 'argcomplete', 'tabulate'];

/** Its nearest words for the questions here. */
export const POLICIES = `policies:
${TYPES.map((type) => `  - name: ${type}\n    ${CASES[type].custodian.policy}`).join('\n')}
`;

/** Names, by resource type. */
export type SelectedNames = Readonly<Record<Type, ReadonlySet<string>>>;

export type Custodian =
  | { readonly kind: 'installed'; readonly path: string; unused(world: World): Promise<SelectedNames> }
  | { readonly kind: 'unavailable'; readonly why: string };

/** Installs it into a virtual environment where that is not done yet. */
export async function installCustodian(): Promise<Custodian> {
  const installed = await pythonProgram('c7n', 'custodian', PACKAGES);
  if (installed.kind === 'unavailable') return installed;
  return { ...installed, unused: (world) => unused(installed.path, world) };
}

async function unused(program: string, world: World): Promise<SelectedNames> {
  const folder = await mkdtemp(join(tmpdir(), 'holystone-custodian-'));
  try {
    const policies = join(folder, 'policies.yml');
    await writeFile(policies, POLICIES);
    const words = ['run', '--dryrun', '--cache-period', '0', '--region', 'us-east-1', '--output-dir', folder, policies];
    const env = { ...plainEnvironment(), HOME: folder, ...(await world.environment()) };
    await run(program, words, { env, timeout: 120_000 });
    const selected = TYPES.map(async (type) => [type, await names(folder, type)] as const);
    return Object.fromEntries(await Promise.all(selected)) as SelectedNames;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function names(folder: string, type: Type): Promise<ReadonlySet<string>> {
  const resources: Selected[] = JSON.parse(await readFile(join(folder, type, 'resources.json'), 'utf8'));
  const found = resources.map((resource) => String(CASES[type].custodian.nameOf(resource) ?? ''));
  // As in plans: those without a name are no cases.
  return new Set(found.filter((name) => name !== ''));
}
