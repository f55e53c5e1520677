/** The last things that people decided, on the first page: what they kept, and how they changed the fleet. */
import { changedParts } from '../../../core/policy/control.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { sharedWords } from '../texts/words.ts';
import { EventReason } from './eventWords.tsx';
import { resourcePath } from './operatorParts.tsx';

/** So many are shown; *Activity* has all. */
export const DECISIONS = 5;
const LONGEST = 100;

interface LastDecisions {
  /** In any order. */
  readonly entries: readonly AuditEntry[];
  readonly now: number;
}

/** The newest first. */
export function LastDecisions({ entries, now }: LastDecisions): Html {
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
            <Decision entry={entry} now={now} />
          ))}
        </ul>
      )}
      <p>
        <a href="./activity">{all}</a>
      </p>
    </section>
  );
}

function Decision({ entry, now }: { readonly entry: AuditEntry; readonly now: number }): Html {
  const { actor, at, event, before, after } = entry;
  const isChange = event === 'control' && before !== undefined && after !== undefined;
  return (
    <li>
      <strong>{shorten(actor, LONGEST)}</strong> <Decided entry={entry} />: <EventReason root="./" entry={entry} />
      {isChange && <> ({shorten(changedParts(before, after), LONGEST)})</>}{' '}
      <span class="quiet">{relative(at, now)}</span>
    </li>
  );
}

/** The resource, or the words of the event where it has none. */
function Decided({ entry: { event, namespace, id, name = id } }: { readonly entry: AuditEntry }): Html {
  if (id === undefined || namespace === 'fleet') return <>{sharedWords.event(event)}</>;
  return <a href={`./${resourcePath(namespace, id)}`}>{shorten(name ?? id, LONGEST)}</a>;
}
