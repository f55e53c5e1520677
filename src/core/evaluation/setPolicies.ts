import { LIGHT_STEP, type Stepwise } from '../common/steps.ts';
import type { Resource } from '../resource/resource.ts';
import type { BoundSetPolicy, Policy } from './policy.ts';
import type { Population } from './population.ts';
import type { Row } from './rule.ts';

interface SetQuestion<R extends Resource> {
  readonly subjects: readonly R[];
  /** `later`: the listing still runs, and the set policies keep nothing yet. */
  readonly population?: Population | 'later';
  readonly policy: Pick<Policy<R>, 'setPolicies'>;
}

/** The ids that set policies keep, each with the reasons. */
export type KeptBySet = ReadonlyMap<string, readonly string[]>;

/** `undefined` when there are set policies and no complete population to apply them to. */
export function* keepingBySetPolicies<R extends Resource>({
  subjects,
  policy,
  population,
}: SetQuestion<R>): Stepwise<KeptBySet | undefined> {
  const kept = new Map<string, string[]>();
  if (population === 'later') return kept;
  for (const setPolicy of policy.setPolicies) {
    const listed = population?.rows.get(setPolicy.name);
    if (!listed) return undefined;
    for (const rows of batchesOf(yield* familiesOf(setPolicy, listed, subjects))) {
      for (const [id, reason] of setPolicy.keep(rows)) {
        kept.set(id, [...(kept.get(id) ?? []), `${setPolicy.name}: ${reason}`]);
      }
      yield;
    }
  }
  return kept;
}

/** A subject that was read by id exists, even if the listing omits it (law 2), and its row replaces the listed one. */
function* familiesOf<R extends Resource>(
  setPolicy: BoundSetPolicy<R>,
  listed: readonly Row[],
  subjects: readonly R[],
): Stepwise<Iterable<readonly Row[]>> {
  /** By entry, then by family. */
  const entries = new Map<number | undefined, Map<string, Row[]>>();
  const ids = new Set<string>();
  const add = (row: Row) => {
    const families = entries.get(row.entry) ?? new Map<string, Row[]>();
    const family = families.get(row.family);
    if (family) family.push(row);
    else entries.set(row.entry, families.set(row.family, [row]));
  };
  let count = 0;
  for (const subject of subjects) {
    ids.add(subject.id);
    const row = setPolicy.row(subject);
    if (row) add(row);
    if (++count % LIGHT_STEP === 0) yield;
  }
  for (const row of listed) {
    if (!ids.has(row.id)) add(row);
    if (++count % LIGHT_STEP === 0) yield;
  }
  return [...entries.values()].flatMap((families) => [...families.values()]);
}

/** Rows in a step: their names are taken apart and sorted, 40 µs each. */
const COMPARED_IN_STEP = 500;

/** Whole families, with at least so many rows per batch if there are so many; a large family is still one step. */
function* batchesOf(families: Iterable<readonly Row[]>): Generator<readonly Row[]> {
  let batch: Row[] = [];
  for (const family of families) {
    for (const row of family) batch.push(row);
    if (batch.length < COMPARED_IN_STEP) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
