/** The future of a resource, in one sentence. Pure. */
import { hasValidNotice, type Mark } from '../../../core/mark/mark.ts';
import type { OptOut } from '../../../core/owner/optOut.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import { nothingHappensNowBecause } from '../../../core/policy/rollout.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { endsOf } from '../../../core/resource/ends.ts';
import { endWords } from '../../../core/text/endWords.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative, utcWords } from '../../page/dates.tsx';
import { resourceTexts } from '../texts/resource.ts';
import { sharedWords } from '../texts/words.ts';
import type { OverdueFacts } from './overdue.ts';

interface Known {
  readonly configuration: WorkConfiguration;
  readonly now: number;
  readonly control: ControlState;
  readonly facts?: Pick<OverdueFacts, 'passes'> | undefined;
  readonly state: { readonly mark: Mark | undefined; readonly optOuts: readonly OptOut[] };
}

/** Cautious: each sentence names the next condition, and none promises a deletion. */
export function fateOf({ configuration, now, control, state: { mark, optOuts }, facts }: Known): string {
  const fate = resourceTexts.fate(endWords[endsOf([configuration])]);
  const [keep] = optOuts;
  if (mark?.state === 'deleting') return fate.begun;
  if (keep) return fate.kept(timeOf(keep), shorten(keep.actor, 200));
  if (!mark) return facts?.passes.some(({ review }) => review) ? fate.reviewed : fate.unmarked;
  if (nothingHappensNowBecause(control, configuration) !== undefined) return fate.nothingDeleted;
  if (control.killed) return fate.killed;
  if (control.service === 'out') return fate.out;
  if (configuration.notice.enabled && !hasValidNotice(mark, now)) {
    return fate.notNotified;
  }
  const { projectedDeletionAt: at, nextAttemptAt = 0 } = mark;
  if (nextAttemptAt > now) return fate.deferred(relative(nextAttemptAt, now));
  if (at <= now) return fate.due(utcWords(at));
  return fate.planned(utcWords(at));
}

/** `forever`, `until Thursday 3 December 2026, 10:00 (UTC)` */
export function timeOf({ until }: Pick<OptOut, 'until'>): string {
  const words = sharedWords;
  return until === 'forever' ? words.forever : words.until(utcWords(until));
}
