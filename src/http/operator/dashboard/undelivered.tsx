/** Owners whose message the required transport refused: their resources are not deleted, and pile up. */
import { pluralize } from '../../../core/common/pluralize.ts';
import type { Html } from '../../../core/text/html.ts';
import { relative } from '../../page/dates.tsx';
import { Tag } from '../../page/layout.tsx';
import type { DatedNotice } from '../api/waitingNotices.ts';

/** The page shows this many; the API has all. */
const SHOWN = 20;

interface UndeliveredOwnersProps {
  readonly waiting: readonly DatedNotice[];
  readonly now: number;
}

/** `null` when no message is refused. */
export function UndeliveredOwners({ waiting, now }: UndeliveredOwnersProps): Html | null {
  const refused = waiting.filter((notice) => notice.refused !== undefined);
  if (refused.length === 0) return null;
  const left = refused.length - SHOWN;
  return (
    <>
      <h2 id="undelivered">Owners whom Holystone could not notify</h2>
      <p class="quiet">Holystone deletes none of their resources until they are notified.</p>
      <ul class="plain">
        {refused.slice(0, SHOWN).map((notice) => (
          <UndeliveredNotice notice={notice} now={now} />
        ))}
      </ul>
      {left > 0 && (
        <p>
          … and {left} more: <a href="./api/v1/notices/waiting">all of them</a>
        </p>
      )}
    </>
  );
}

function UndeliveredNotice({ notice, now }: { readonly notice: DatedNotice; readonly now: number }): Html | null {
  const { owner, resources, refused } = notice;
  if (!refused) return null;
  const { permanent, attempts, since, nextAttemptAt, problem } = refused;
  const next = nextAttemptAt <= now ? 'at the next tick' : relative(nextAttemptAt, now);
  return (
    <li class="card">
      <p>
        {permanent ? <Tag tone="bad">refused</Tag> : <Tag tone="warn">waiting</Tag>} <strong>{owner}</strong>{' '}
        {pluralize(resources, 'resource')}{' '}
        <span class="quiet">
          {pluralize(attempts, 'attempt')}, the first {relative(since, now)}, the next {next}
        </span>
      </p>
      <p>{problem}</p>
    </li>
  );
}
