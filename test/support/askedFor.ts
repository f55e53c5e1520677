/** Policies that people ask for: an example's file in a world, and the verdicts of its plan after weeks of surveys. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { planNamespace } from '../../src/lifecycle/index.ts';
import { HOUR, type World, type WorldOptions } from './awsWorld.ts';

/** Ids of resources, or names of tags. */
export interface Seeded {
  readonly goes: readonly string[];
  readonly stays: readonly string[];
  /** What happens after the weeks, before the last day: a volume or an image is gone. */
  readonly later?: () => void;
  /** How long it is watched; default 35. */
  readonly days?: number;
}

interface ExampleFile {
  readonly cleanup: readonly object[];
  readonly accounts: readonly { readonly terraform?: object }[];
  readonly [key: string]: unknown;
}

/** examples/NAME.yaml, or one `cleanup` as people write it. */
export function policyOf(policy: string): ExampleFile {
  if (!/^[a-z-]+$/.test(policy)) return { accounts: [], ...(parse(policy) as { cleanup: readonly object[] }) };
  const path = fileURLToPath(new URL(`../../examples/${policy}.yaml`, import.meta.url));
  return parse(readFileSync(path, 'utf8')) as ExampleFile;
}

/** The policy as it is, for an account of the world instead of its own; a dry run. */
export function optionsOf(policy: string, account = 'test'): WorldOptions {
  const { cleanup, accounts, expiry, owner, window } = policyOf(policy);
  const top = Object.entries({ expiry, owner, window }).filter(([, value]) => value !== undefined);
  const terraform = accounts[0]?.terraform;
  return {
    dryRun: true,
    cleanup: JSON.stringify(cleanup.map((entry) => ({ ...entry, accounts: [account] }))),
    top: top.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join('\n'),
    ...(terraform && { account: `terraform: ${JSON.stringify(terraform)}` }),
  };
}

/** Surveys everything, lets weeks pass, and surveys a day longer. */
export async function observe(world: World, { later, days = 35 }: Pick<Seeded, 'later' | 'days'> = {}): Promise<void> {
  const namespaces = world.configuration.workConfigurations.map(({ namespace }) => namespace);
  const survey = async () => {
    for (const namespace of namespaces) await world.pass('mark', namespace);
  };
  await survey();
  await world.watched(days, ...namespaces);
  await survey();
  later?.();
  for (let hours = 0; hours <= 30; hours += 6) {
    await survey();
    world.clock.advance(6 * HOUR);
  }
}

/** The rows of the plan of every namespace. */
export async function rowsOf(world: World) {
  const rows = [];
  for (const wc of world.configuration.workConfigurations) {
    const { resources, problem } = await planNamespace(world.wired.deps, wc, new AbortController().signal);
    rows.push(...resources.map((row) => ({ ...row, problem })));
  }
  return rows;
}

/** What the plan says of what was seeded, in the shape of it; `by`: the column that the row names. */
export async function verdictsOf(world: World, { goes, stays }: Seeded, by: 'id' | 'name' = 'id') {
  const rows = await rowsOf(world);
  const of = (verdicts: readonly string[], seeded: readonly string[] = []) =>
    rows
      .filter((row) => verdicts.includes(row.verdict) && (seeded.length === 0 || seeded.includes(row[by] ?? '')))
      .map((row) => row[by])
      .toSorted();
  const why = rows.filter(
    (row) => goes.includes(row[by] ?? '') !== (row.verdict === 'candidate' || row.verdict === 'held'),
  );
  return {
    goes: of(['candidate', 'held']),
    stays: stays.length === 0 ? [] : of(['keep'], stays),
    // Empty; otherwise the failed test shows why.
    surprises: why.map((row) => ({ [row[by] ?? '']: row.verdict, reasons: row.reasons, problem: row.problem })),
  };
}

/** What it should say. */
export const expected = ({ goes, stays }: Seeded) => ({
  goes: goes.toSorted(),
  stays: stays.toSorted(),
  surprises: [],
});
