/** What each program says of the account of one type. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment } from '../../support/cliRun.ts';
import { OWN, type Surveyed } from '../../support/graph/surveyed.ts';
import { run } from '../python.ts';
import { removedBy } from './awsNuke.ts';
import type { MoneyType, Selected } from './types.ts';

/** A resource of the account, the truth about it by construction, and who selects it. */
export interface Row {
  /** After the one thing that speaks of it. */
  readonly name: string;
  readonly isIdle: boolean;
  readonly holystone: boolean;
  readonly custodian: boolean;
  /** Absent: it did not run. */
  readonly awsNuke?: boolean;
  /** Absent: no criterion of the type. */
  readonly computeOptimizer?: boolean;
}

/** The paths of the other programs. */
export interface Programs {
  /** Absent: nothing of it is known, and it selects none. */
  readonly custodian?: string | undefined;
  readonly awsNuke?: string | undefined;
}

export async function observed(
  surveyed: Surveyed,
  of: MoneyType,
  { custodian, awsNuke }: Programs,
): Promise<readonly Row[]> {
  const { kind, users, criterion } = of;
  const graph = {
    nodes: ['plain' as const, ...users.map(() => 'plain' as const)],
    users: users.map((user, index) => ({ user, to: index + 1 })),
  };
  await kind.build(surveyed, graph);
  const { control } = surveyed.sandbox;
  of.beside?.(control);
  const { resources } = await surveyed.plan(kind.entry(graph, surveyed), { afresh: true });
  const candidates = new Set(resources.filter(({ verdict }) => verdict === 'candidate').map(({ id }) => id));
  const selected = custodian === undefined ? new Set() : await selectedBy(custodian, surveyed, of);
  const removed = awsNuke === undefined ? undefined : await removedBy(awsNuke, surveyed, of.type);
  const ids = [...kind.expected(graph).keys()].slice(0, graph.nodes.length);
  return ids.map((id, index) => {
    const user = users[index - 1];
    return {
      name: user?.name ?? 'nothing',
      isIdle: !user?.uses,
      holystone: candidates.has(id),
      custodian: selected.has(id),
      ...(removed && { awsNuke: removed.has(id) }),
      ...(criterion && { computeOptimizer: criterion.isIdle(control, id) }),
    };
  });
}

async function selectedBy(program: string, { sandbox }: Surveyed, of: MoneyType): Promise<ReadonlySet<unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'holystone-money-'));
  try {
    const file = join(folder, 'policies.yml');
    await writeFile(file, `policies:\n  - name: ${of.type}\n    ${of.policy}\n`);
    const key = sandbox.control.accounts()[0]?.accessKeys[0];
    const env = {
      ...plainEnvironment(),
      HOME: folder,
      AWS_ENDPOINT_URL: sandbox.url,
      AWS_ACCESS_KEY_ID: key?.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key?.secretAccessKey,
      AWS_DEFAULT_REGION: OWN.region,
    };
    const words = ['run', '--dryrun', '--cache-period', '0', '--region', OWN.region, '--output-dir', folder, file];
    await run(program, words, { env, timeout: 120_000 });
    const lines: Selected[] = JSON.parse(await readFile(join(folder, of.type, 'resources.json'), 'utf8'));
    const ids = lines.map((line) => of.idOf(line));
    return new Set(ids.filter((id) => ids.filter((other) => other === id).length >= (of.lines ?? 1)));
  } finally {
    await rm(folder, { recursive: true });
  }
}
