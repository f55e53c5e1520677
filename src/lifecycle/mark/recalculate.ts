/** Moves dates earlier on an operator's request: never before the end of the notice that the owners got (law 3). */
import { DAY_MS } from '../../core/common/duration.ts';
import { expediteMark, type Mark } from '../../core/mark/mark.ts';
import { endOfNotice } from '../../core/mark/retention.ts';
import { nothingHappensNowBecause } from '../../core/policy/rollout.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { LifecycleDeps } from '../pass/deps.ts';

/** A person's wish to have marks deleted sooner. */
export interface Recalculation {
  readonly namespace: Namespace;
  /** From now; whole, at least 1. */
  readonly seconds: number;
  /** How many marks, the oldest first; whole, at least 1. */
  readonly count: number;
  /** Only these marks, at most 500; absent = the oldest ones. */
  readonly ids?: readonly string[];
  readonly actor: string;
}

/** The result. Nothing was changed unless it is `recalculated`. */
export type Recalculated =
  /** `moved` of the `considered` oldest marks have an earlier date now; the others' notice does not end earlier. */
  | { readonly kind: 'recalculated'; readonly considered: number; readonly moved: number }
  | { readonly kind: 'invalid'; readonly field: 'seconds' | 'count'; readonly why: string }
  | { readonly kind: 'conflict'; readonly why: string };

type Deps = Pick<LifecycleDeps, 'marks' | 'clock' | 'control' | 'workConfigurationOf'>;

/** The longest duration that the configuration allows. */
const MAX_SECONDS = (3650 * DAY_MS) / 1000;
const MAX_COUNT = 100_000;
/** How often the write is tried again when another process changes the mark meanwhile. */
const ATTEMPTS = 5;

/** Takes no lock: each mark is compared and set, so a concurrent pass, opt-out or notice wins. */
export async function recalculate(deps: Deps, request: Recalculation): Promise<Recalculated> {
  const { namespace, seconds, count } = request;
  if (!isWhole(seconds, MAX_SECONDS)) return invalid('seconds', MAX_SECONDS);
  if (!isWhole(count, MAX_COUNT)) return invalid('count', MAX_COUNT);
  const wc = deps.workConfigurationOf(namespace);
  const why = wc
    ? nothingHappensNowBecause(await deps.control.read(), wc)
    : `${namespace} is not in the running configuration`;
  if (!wc || why !== undefined) return { kind: 'conflict', why: `no date was changed: ${why}` };
  const oldest = await (request.ids ? named(deps, namespace, request.ids) : oldestMarks(deps, namespace, count));
  let moved = 0;
  for (const mark of oldest) if (await expedite(deps, wc, request, mark)) moved++;
  return { kind: 'recalculated', considered: oldest.length, moved };
}

/** Zero, a negative number, a fraction and NaN never mean "at once" or "all". */
function isWhole(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= max;
}

function invalid(field: 'seconds' | 'count', max: number): Recalculated {
  return { kind: 'invalid', field, why: `must be a whole number from 1 to ${max}` };
}

async function named({ marks }: Deps, namespace: Namespace, ids: readonly string[]): Promise<readonly Mark[]> {
  return (await marks.getMany(namespace, ids)).filter(({ state }) => state !== 'deleting');
}

async function oldestMarks({ marks }: Deps, namespace: Namespace, count: number): Promise<readonly Mark[]> {
  let oldest = new Map<string, Mark>();
  for await (const page of marks.all(namespace)) {
    for (const mark of page) if (mark.state !== 'deleting') oldest.set(mark.id, mark);
    if (oldest.size > 2 * count) oldest = firstOf(oldest, count);
  }
  return [...firstOf(oldest, count).values()];
}

function firstOf(marks: ReadonlyMap<string, Mark>, count: number): Map<string, Mark> {
  const sorted = [...marks.values()].sort((a, b) => a.markedAt - b.markedAt || (a.id < b.id ? -1 : 1));
  return new Map(sorted.slice(0, count).map((mark) => [mark.id, mark]));
}

async function expedite(deps: Deps, wc: WorkConfiguration, request: Recalculation, seen: Mark): Promise<boolean> {
  const { namespace, seconds, actor } = request;
  const { id, generation } = seen;
  let before: Mark | undefined = seen;
  for (let attempt = 0; before?.generation === generation && attempt < ATTEMPTS; attempt++) {
    const at = deps.clock.now();
    const notBefore = endOfNotice(wc, before, at);
    const after = notBefore === undefined ? undefined : expediteMark(before, at + seconds * 1000, notBefore);
    if (!after) return false;
    const reason = `${datesOf(before)} → ${datesOf(after)}, recalculated to within ${seconds} s`;
    const audit = { at, namespace, id, event: 'recalculated', actor, reason, generation } as const;
    const [answer] = await deps.marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return true;
    before = await deps.marks.get(namespace, id);
  }
  return false;
}

function datesOf({ projectedDeletionAt }: Mark): string {
  return new Date(projectedDeletionAt).toISOString();
}
