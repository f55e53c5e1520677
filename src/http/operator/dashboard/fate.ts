/** The future of a resource, in one sentence. Pure. */
import { hasValidNotice, type Mark } from '../../../core/mark/mark.ts';
import type { OptOut } from '../../../core/owner/optOut.ts';
import { controlForbids } from '../../../core/policy/control.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import { rolloutOf } from '../../../core/policy/rollout.ts';
import { isNotifyOnly } from '../../../core/policy/stage.ts';
import { deletesNothingBecause, type WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { inWords, relative } from '../../page/dates.tsx';

interface Known {
  readonly configuration: WorkConfiguration;
  readonly now: number;
  readonly control: ControlState;
  readonly state: { readonly mark: Mark | undefined; readonly optOuts: readonly OptOut[] };
}

/** Cautious: each sentence names the next condition, and none promises a deletion. */
export function fateOf({ configuration, now, control, state: { mark, optOuts } }: Known): string {
  const [keep] = optOuts;
  if (mark?.state === 'deleting') return 'Its deletion has begun; Holystone waits for the answer of the provider.';
  if (keep) return `It is kept ${keep.until === 'forever' ? 'forever' : `until ${inWords(keep.until, 'UTC')}`}.`;
  if (!mark) return 'It is not marked: Holystone deletes nothing without a mark.';
  const { stage } = rolloutOf(control, configuration);
  if (deletesNothingBecause(configuration) !== undefined || isNotifyOnly(stage)) {
    return 'It is marked, and nothing is deleted here.';
  }
  const stopped = controlForbids(control);
  if (stopped !== undefined) return `It is marked, and ${stopped}.`;
  if (configuration.notice.enabled && !hasValidNotice(mark, now)) {
    return 'It will not be deleted before its owner is notified and has had the whole time to answer.';
  }
  const { projectedDeletionAt: at, nextAttemptAt = 0 } = mark;
  if (nextAttemptAt > now) return `Its deletion is deferred; Holystone tries again ${relative(nextAttemptAt, now)}.`;
  if (at <= now) return `It is due since ${inWords(at, 'UTC')}; it is checked again before it is deleted.`;
  return `It will be deleted on ${inWords(at, 'UTC')}, unless a person keeps it or another resource uses it.`;
}
