/**
 * In which order the due marks of a namespace are deleted; `requestsInOrder` ends where the requests begin. A delete pass
 * goes through these steps batch by batch, until nothing is due or its pace is reached:
 *
 *  due marks          their date has come (`lookAt`), and they do not wait for a next attempt
 *   │ firstWave       where the type has waves: those of the earliest one; the others wait until it is gone
 *   ▼
 *  in order           `compareTurns`: refused least often first, then oldest date first
 *   │ withTogether    `pace.batch` of them, and those that the provider deletes only together with one of them
 *   ▼
 *  checked again      those that still stand
 *   │ requestsInOrder the step before the deletion one by one; then deletions, `maxBatch` in each request
 *   ▼
 *  requests
 *
 * No due mark waits for ever: whatever the cloud refuses has one refusal more than before, and so goes behind every mark
 * that it has not refused so often. Types go in the order of their uses: a mark whose users still exist is `held`.
 * The store finds the first marks of this order by its indexes (state/redis/lua/due.lua). Pure.
 */
import { hasValidNotice, type Mark } from './mark.ts';
import type { Step } from './quarantine.ts';

/**
 * When a pass must look at the mark, ms: on its date or, once its deletion has begun, at once. The check of a begun
 * deletion does not wait for a date that a bounce has put off since.
 */
export function lookAt({ state, projectedDeletionAt, intent }: Mark): number {
  return state === 'deleting' ? Math.min(projectedDeletionAt, intent?.at ?? 0) : projectedDeletionAt;
}

/** How often the cloud refused the mark or asked to wait; that it calls the resource in use counts once. 0 = never. */
export function refusalsOf({ refusals = 0, inUse }: Pick<Mark, 'refusals' | 'inUse'>): number {
  return refusals + (inUse === undefined ? 0 : 1);
}

/** Negative when `a` goes first. */
export function compareTurns(a: Mark, b: Mark): number {
  return refusalsOf(a) - refusalsOf(b) || lookAt(a) - lookAt(b) || (a.id < b.id ? -1 : 1);
}

/** The due marks of a type with waves. */
export interface Waves {
  /** Those that may go now, in order. */
  readonly first: readonly Mark[];
  /** They wait until marks of an earlier wave are gone. */
  readonly later: readonly Mark[];
  /** One of those; absent = nothing delays a wave. */
  readonly behind?: Mark;
}

/**
 * Of the due marks, also those that wait for another attempt, the ones of the earliest wave. A mark that waits for users
 * of its own, or that has no notice, delays no wave.
 * @param wave of an id, see `Handler.wave`
 */
export function firstWave(
  due: readonly Mark[],
  now: number,
  { wave, isNoticeRequired }: { readonly wave: (id: string) => number; readonly isNoticeRequired: boolean },
): Waves {
  const delays = (mark: Mark) => {
    if (mark.state === 'deleting') return true;
    const isNotified = !isNoticeRequired || hasValidNotice(mark, now);
    return isNotified && !mark.unproven && (mark.waitsFor ?? []).length === 0;
  };
  let behind: Mark | undefined;
  for (const mark of due) if (delays(mark) && (!behind || wave(mark.id) < wave(behind.id))) behind = mark;
  const first: Mark[] = [];
  const later: Mark[] = [];
  for (const mark of due) {
    if ((mark.nextAttemptAt ?? 0) > now) continue;
    // A deletion that has begun is read again even while other marks wait.
    const isLater = behind && mark.state !== 'deleting' && wave(mark.id) > wave(behind.id);
    (isLater ? later : first).push(mark);
  }
  return { first: first.sort(compareTurns), later, ...(behind ? { behind } : {}) };
}

/** See `Handler.together`; it takes the identity of a mark. */
export type Together = (identity: string) => string | undefined;

/** The first marks of the order, and those of `others` that go together with one of them: `room` at most. */
export function withTogether(
  first: readonly Mark[],
  others: readonly Mark[],
  together: Together,
  room: number,
): readonly Mark[] {
  const known = new Set(first.map(({ id }) => id));
  const keys = new Set(first.map(({ identity }) => together(identity)));
  const joins = (mark: Mark) => {
    const key = together(mark.identity);
    return key !== undefined && keys.has(key) && !known.has(mark.id);
  };
  return [...first, ...others.filter(joins)].slice(0, room);
}

/** One request, or the step before a deletion, for these items. */
export interface OrderedRequest<T> {
  readonly step: Step;
  readonly items: readonly T[];
}

/** The requests for items that were checked again; marks with fewer refusals get the places of the day where these are few. */
export function requestsInOrder<T extends { readonly mark: Mark }>(
  items: readonly T[],
  {
    stepOf,
    maxBatch,
    together,
  }: { readonly stepOf: (mark: Mark) => Step; readonly maxBatch: number; readonly together: Together | undefined },
): readonly OrderedRequest<T>[] {
  const inOrder = [...items].sort((a, b) => compareTurns(a.mark, b.mark));
  const of = (step: Step) => inOrder.filter(({ mark }) => stepOf(mark) === step);
  const keyOf = ({ mark }: T) => together?.(mark.identity);
  return [
    ...of('quarantine').map((item) => ({ step: 'quarantine', items: [item] }) as const),
    ...batched(of('deletion'), maxBatch, keyOf).map((batch) => ({ step: 'deletion', items: batch }) as const),
  ];
}

/**
 * Batches of at most `maxBatch` items, in order. Items with the same key are in one batch, even if they are more: none of
 * them could be deleted without the others.
 */
function batched<T>(items: readonly T[], maxBatch: number, keyOf: (item: T) => string | undefined): readonly T[][] {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    const key = keyOf(item) ?? item;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  const batches: T[][] = [];
  for (const group of groups.values()) {
    const last = batches.at(-1);
    if (last !== undefined && last.length + group.length <= maxBatch) last.push(...group);
    else batches.push([...group]);
  }
  return batches;
}
