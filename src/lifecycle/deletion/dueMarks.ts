/** The due marks that a batch may take, read from the store; core/mark/deletionOrder.ts says in which order. */
import { firstWave, type Waves, withTogether } from '../../core/mark/deletionOrder.ts';
import { holdMark } from '../../core/mark/hold.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { isRestLater } from '../../core/mark/markPage.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import { applyOne, type DeletePass } from './deleteContext.ts';

const PAGE = 500;
/** Among so many of the first due marks the pass looks for those that go together. */
const LOOKED_THROUGH = 2_000;
/** How long until a mark of a later wave is looked at again, at most. */
const WAITS_MS = 5 * 60_000;

/**
 * The first due marks, and the due marks that go together with them.
 * @param limit how many of the first
 * @param room the most marks altogether: the rest of the pass's pace
 */
export async function dueTogether({ deps, wc }: DeletePass, limit: number, room: number): Promise<readonly Mark[]> {
  const now = deps.clock.now();
  const first = await deps.marks.due(wc.namespace, now, limit);
  const { together } = deps.handlerOf(typeOf(wc.namespace));
  if (first.length < limit || !first.some(({ identity }) => together?.(identity) !== undefined)) return first;
  const others = await deps.marks.due(wc.namespace, now, LOOKED_THROUGH);
  return withTogether(first, others, (identity) => together?.(identity), room);
}

/** `undefined` where the type has no waves. */
export async function wavesOf(pass: DeletePass): Promise<Waves | undefined> {
  const { deps, wc } = pass;
  const { wave } = deps.handlerOf(typeOf(wc.namespace));
  if (wave === undefined) return undefined;
  const now = deps.clock.now();
  return firstWave(await allDue(pass, now), now, { wave, isNoticeRequired: wc.notice.enabled });
}

/** Those that wait for another attempt are among them. */
async function allDue({ deps, wc }: DeletePass, now: number): Promise<readonly Mark[]> {
  const due: Mark[] = [];
  let cursor: string | undefined;
  do {
    const { marks, next } = await deps.marks.page(wc.namespace, cursor, PAGE);
    due.push(...marks.filter(({ state, projectedDeletionAt }) => state === 'deleting' || projectedDeletionAt <= now));
    cursor = isRestLater(marks, now) ? undefined : next;
  } while (cursor !== undefined);
  return due;
}

/** The marks name the things they wait for; this is no failed attempt. */
export async function deferLaterWaves(pass: DeletePass, { later, behind }: Waves): Promise<void> {
  if (!behind) return;
  const { deps, wc, counts } = pass;
  const nextAttemptAt = deps.clock.now() + Math.min(WAITS_MS, wc.everyMs.delete);
  const problem = `waits: after ${behind.id} and all others that go before it`;
  for (const mark of later) {
    counts.waiting = (counts.waiting ?? 0) + 1;
    await applyOne(pass, mark, holdMark(mark, nextAttemptAt, problem), 'deferred', problem);
  }
}
