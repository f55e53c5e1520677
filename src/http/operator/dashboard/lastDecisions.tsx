/** The last things that people decided, on the first page: what they kept, and how they changed the fleet. */
import { changedParts } from '../../../core/policy/control.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { End } from '../../../core/resource/ends.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { sharedWords } from '../texts/words.ts';
import { EventReason, endOfEntry } from './eventWords.tsx';
import type { Frame } from './frame.tsx';
import { resourcePath } from './operatorParts.tsx';

/** So many are shown; *Activity* has all. */
export const DECISIONS = 5;
const LONGEST = 100;

interface LastDecisions {
  /** In any order. */
  readonly entries: readonly AuditEntry[];
  readonly now: number;
  readonly frame: Pick<Frame, 'endOf'>;
}

/** The newest first. */
export function LastDecisions({ entries, now, frame }: LastDecisions): Html {
  const { title, none, all } = overviewTexts.decisions;
  const newest = entries.toSorted((a, b) => b.at - a.at).slice(0, DECISIONS);
  return (
    <section class="card" aria-labelledby="decisions-title">
      <h2 id="decisions-title">{title}</h2>
      {newest.length === 0 ? (
        <p class="quiet">{none}</p>
      ) : (
        <ul class="plain decisions">
          {newest.map((entry) => (
            <Decision entry={entry} now={now} end={endOfEntry(frame, entry)} />
          ))}
        </ul>
      )}
      <p>
        <a href="./activity">{all}</a>
      </p>
    </section>
  );
}

function Decision({ entry, now, end }: { readonly entry: AuditEntry; readonly now: number; readonly end: End }): Html {
  const { actor, at, event, before, after } = entry;
  const isChange = event === 'control' && before !== undefined && after !== undefined;
  return (
    <li>
      <strong>{shorten(actor, LONGEST)}</strong> <Decided entry={entry} end={end} />:{' '}
      <EventReason root="./" end={end} entry={entry} />
      {isChange && <> ({shorten(changedParts(before, after), LONGEST)})</>}{' '}
      <span class="quiet">{relative(at, now)}</span>
    </li>
  );
}

/** The resource, or the words of the event where it has none. */
function Decided({
  entry: { event, namespace, id, name = id },
  end,
}: {
  readonly entry: AuditEntry;
  readonly end: End;
}): Html {
  if (id === undefined || namespace === 'fleet') return <>{sharedWords.event(event, end)}</>;
  return <a href={`./${resourcePath(namespace, id)}`}>{shorten(name ?? id, LONGEST)}</a>;
}
