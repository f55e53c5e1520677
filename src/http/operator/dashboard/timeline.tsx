import { pluralize } from '../../../core/common/pluralize.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { eventWords, reasonWords } from './eventWords.ts';

interface TimelineProps {
  readonly entries: readonly AuditEntry[];
  readonly mark: Mark | undefined;
  readonly now: number;
}

const LONGEST = 500;

/** Oldest first; equal entries one after the other are one. The last line is the date that comes. */
export function Timeline({ entries, mark, now }: TimelineProps): Html {
  if (entries.length === 0 && !mark) return <p class="quiet">No history.</p>;
  return (
    <ol class="timeline" aria-label="History">
      {entries.map((entry) => (
        <Event entry={entry} now={now} />
      ))}
      {mark && mark.projectedDeletionAt > now && (
        <li>
          {shortTime(mark.projectedDeletionAt)} <strong>due</strong>{' '}
          <span class="quiet">{relative(mark.projectedDeletionAt, now)}, unless it is kept or used</span>
        </li>
      )}
    </ol>
  );
}

function Event({ entry, now }: { readonly entry: AuditEntry; readonly now: number }): Html {
  const { at, lastAt, count, event, actor, reason, requestId } = entry;
  return (
    <li>
      {shortTime(at)} <strong>{eventWords(event)}</strong>{' '}
      {count !== undefined && (
        <>
          {pluralize(count, 'time')}
          {lastAt === undefined ? '' : `, last ${relative(lastAt, now)}`}{' '}
        </>
      )}
      <span class="quiet">by {shorten(actor, LONGEST)}</span> {reasonWords(reason)}{' '}
      {requestId !== undefined && <span class="id quiet">{requestId}</span>}
    </li>
  );
}
