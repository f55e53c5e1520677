/**
 * The order of deletions within a namespace, for types with `Handler.wave`: of the marks whose time has come, only those of
 * the earliest wave go; a later wave waits until all of it is gone. A mark that waits for users of its own, or that has no
 * notice, delays no wave.
 */
import { holdMark } from '../../core/mark/hold.ts';
import { hasValidNotice, type Mark } from '../../core/mark/mark.ts';
import { isRestLater } from '../../core/mark/markPage.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import { applyOne, type DeletePass } from './deleteContext.ts';

const PAGE = 500;
/** How long until a mark of a later wave is looked at again, at most. */
const WAITS_MS = 5 * 60_000;

/** The marks that could go now, oldest date first. */
export interface Waves {
  readonly first: readonly Mark[];
  /** Deferred until marks of an earlier wave are gone. */
  readonly later: readonly Mark[];
  /** One of those. */
  readonly behind?: Mark;
}

/** `undefined` where the order does not matter. */
export async function wavesOf(pass: DeletePass): Promise<Waves | undefined> {
  const { wave } = pass.deps.handlerOf(typeOf(pass.wc.namespace));
  if (wave === undefined) return undefined;
  const now = pass.deps.clock.now();
  const first: Mark[] = [];
  const later: Mark[] = [];
  let behind: Mark | undefined;
  const due = await dueMarks(pass, now);
  for (const mark of due) {
    if (delaysLaterWaves(pass, mark, now) && (!behind || wave(mark.id) < wave(behind.id))) behind = mark;
  }
  for (const mark of due) {
    if ((mark.nextAttemptAt ?? 0) > now) continue;
    // A deletion that has begun is read again even while other marks wait.
    const isLater = behind && mark.state !== 'deleting' && wave(mark.id) > wave(behind.id);
    (isLater ? later : first).push(mark);
  }
  return { first, later, ...(behind ? { behind } : {}) };
}

/** Those that wait for another attempt are among them. */
async function dueMarks({ deps, wc }: DeletePass, now: number): Promise<readonly Mark[]> {
  const due: Mark[] = [];
  let cursor: string | undefined;
  do {
    const { marks, next } = await deps.marks.page(wc.namespace, cursor, PAGE);
    due.push(...marks.filter(({ state, projectedDeletionAt }) => state === 'deleting' || projectedDeletionAt <= now));
    cursor = isRestLater(marks, now) ? undefined : next;
  } while (cursor !== undefined);
  return due;
}

function delaysLaterWaves({ wc }: DeletePass, mark: Mark, now: number): boolean {
  if (mark.state === 'deleting') return true;
  const isNotified = !wc.notice.enabled || hasValidNotice(mark, now);
  return isNotified && !mark.unproven && (mark.waitsFor ?? []).length === 0;
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
