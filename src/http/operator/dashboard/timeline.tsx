import type { Mark } from '../../../core/mark/mark.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { End } from '../../../core/resource/ends.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { resourceTexts } from '../texts/resource.ts';
import { sharedWords } from '../texts/words.ts';
import { EventReason } from './eventWords.tsx';

interface TimelineProps {
  /** Relative address of the first page. */
  readonly root: string;
  /** What happens to the resource. */
  readonly end: End;
  readonly entries: readonly AuditEntry[];
  readonly mark: Mark | undefined;
  readonly now: number;
}

const LONGEST = 500;

/** Oldest first; equal entries one after the other are one. The last line is the date that comes. */
export function Timeline({ root, end, entries, mark, now }: TimelineProps): Html {
  const { noHistory, history, due, unless } = resourceTexts;
  if (entries.length === 0 && !mark) return <p class="quiet">{noHistory}</p>;
  return (
    <ol class="timeline" aria-label={history}>
      {entries.map((entry) => (
        <Event root={root} end={end} entry={entry} now={now} />
      ))}
      {mark && mark.projectedDeletionAt > now && (
        <li>
          {shortTime(mark.projectedDeletionAt)} <strong>{due}</strong>{' '}
          <span class="quiet">{unless(relative(mark.projectedDeletionAt, now))}</span>
        </li>
      )}
    </ol>
  );
}

interface EventProps {
  readonly root: string;
  readonly end: End;
  readonly entry: AuditEntry;
  readonly now: number;
}

function Event({ root, end, entry, now }: EventProps): Html {
  const { at, lastAt, count, event, actor, requestId } = entry;
  const { times, by } = resourceTexts;
  const last = lastAt === undefined ? undefined : relative(lastAt, now);
  return (
    <li>
      {shortTime(at)} <strong>{shorten(sharedWords.event(event, end), 100)}</strong>{' '}
      {count === undefined ? '' : `${times(count, last)} `}
      <span class="quiet">{by(shorten(actor, LONGEST))}</span> <EventReason root={root} end={end} entry={entry} />{' '}
      {requestId !== undefined && <span class="id quiet">{requestId}</span>}
    </li>
  );
}
