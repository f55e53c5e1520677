/** The newest events of the fleet: of marks, messages, opt-outs, deletions and the control. */

import { changedParts } from '../../../core/policy/control.ts';
import type { FleetEvent } from '../../../core/ports/events.ts';
import { AUDIT_EVENTS, type AuditEvent } from '../../../core/resource/audit.ts';
import type { End } from '../../../core/resource/ends.ts';
import type { Html } from '../../../core/text/html.ts';
import { shellWord } from '../../../core/text/shell.ts';
import { shorten } from '../../../core/text/visible.ts';
import { shortTime } from '../../page/dates.tsx';
import { QuietLine, ScrollTable } from '../../page/layout.tsx';
import { sharedWords } from '../texts/words.ts';
import { EventReason, endOfEntry } from './eventWords.tsx';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { resourcePath } from './operatorParts.tsx';

/** One page of the fleet's events, with the filters in force. */
export interface ActivityView extends FrameState {
  /** Newest first. */
  readonly events: readonly FleetEvent[];
  /** The cursor of older events; `undefined` = there are none. */
  readonly next: string | undefined;
  /** Older events than the newest: nothing is added to them. */
  readonly isOlder: boolean;
  /** The filter by person; empty = every actor. */
  readonly actor: string;
  /** The filter by the whole name of a person; empty = every person. */
  readonly person: string;
  /** The filter by kind; `undefined` = every event. */
  readonly event: AuditEvent | undefined;
  /** The first and the last day, UTC: `2026-11-27`; `undefined` = no limit. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const LONGEST = 300;

/** Newest first; texts longer than 300 characters are cut. */
export function activityPage({ frame, events, next, isOlder, actor, person, event, from, to }: ActivityView): string {
  const filter = new URLSearchParams({
    ...(actor === '' ? {} : { actor }),
    ...(person === '' ? {} : { person }),
    ...(event === undefined ? {} : { event }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
  const older = new URLSearchParams(filter);
  if (next !== undefined) older.set('before', next);
  return consolePage({
    title: 'Activity',
    frame,
    here: 'Activity',
    json: `api/v1/events?${filter}`,
    command: `holystone history${optionsOf({ actor, person, event, from, to })}`,
    ...(isOlder ? {} : { isLive: true as const }),
    body: (
      <>
        <h1>Activity</h1>
        <form class="card filter" method="get" action="./activity" role="search" aria-label="Filter the events">
          <div>
            <label for="actor">Who</label>
            <input id="actor" name="actor" type="search" value={actor || person} autocomplete="off" />
          </div>
          <div>
            <label for="event">What</label>
            <select id="event" name="event">
              <option value="">all</option>
              {AUDIT_EVENTS.map((one) => (
                <option value={one} selected={one === event}>
                  {sharedWords.event(one, frame.ends)}
                </option>
              ))}
            </select>
          </div>
          <div>
            <label for="from">From (UTC)</label>
            <input id="from" name="from" type="date" value={from} />
          </div>
          <div>
            <label for="to">To, included</label>
            <input id="to" name="to" type="date" value={to} />
          </div>
          <div>
            <button class="main">Filter</button>
          </div>
        </form>
        {!isOlder && (
          <p class="quiet" role="status" data-tailing hidden>
            Live: new events appear at the top.
          </p>
        )}
        <div data-feed={isOlder ? undefined : `./api/v1/events/live?${filter}`}>
          <EventTable events={events} frame={frame} />
          {next !== undefined && (
            <p>
              <a rel="next" href={`./activity?${older}`}>
                Older
              </a>
            </p>
          )}
        </div>
        {isOlder && (
          <p>
            <a href={`./activity?${filter}`}>Newest</a>
          </p>
        )}
      </>
    ),
  });
}

/** The same filters in the command of the footer; without any it shows the newest events, as the page does. */
function optionsOf(filter: Pick<ActivityView, 'actor' | 'person' | 'event' | 'from' | 'to'>): string {
  const { actor, person, event, from, to } = filter;
  const options = Object.entries({ actor, person, event, from, to }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [` --${name} ${shellWord(value)}`],
  );
  return options.length === 0 ? ' --limit 100' : options.join('');
}

function EventTable({ events, frame }: Pick<ActivityView, 'events' | 'frame'>): Html {
  if (events.length === 0) return <p class="card quiet">No events here.</p>;
  return (
    <ScrollTable
      label="Events"
      caption="Newest first. Times are UTC. The log is the record; this is its newest part."
      columns={['When', 'What', 'Who', 'Where', 'Why']}
    >
      {events.map(({ entry }) => (
        <EventRow entry={entry} end={endOfEntry(frame, entry)} />
      ))}
    </ScrollTable>
  );
}

function EventRow({ entry, end }: Pick<FleetEvent, 'entry'> & { readonly end: End }): Html {
  const { at, event, actor, namespace, id, name = id, before, after } = entry;
  const { fleet } = sharedWords;
  const changed = event === 'control' && before !== undefined && after !== undefined;
  return (
    <tr>
      <td data-label="When">{shortTime(at)}</td>
      <td data-label="What">{shorten(sharedWords.event(event, end), 100)}</td>
      <td data-label="Who">{shorten(actor, LONGEST)}</td>
      <td data-label="Where">
        {id !== undefined && namespace !== 'fleet' ? (
          <a
            href={`./${resourcePath(namespace, id)}`}
            data-row
            aria-label={`${shorten(name ?? id, 100)}, ${shorten(id, 100)}: ${sharedWords.event(event, end)} ${new Date(at).toISOString()}`}
          >
            {shorten(name ?? id, 100)}
          </a>
        ) : undefined}
        {id !== undefined && name !== id && <QuietLine id>{shorten(id, 100)}</QuietLine>}
        <QuietLine id>{namespace === 'fleet' ? fleet : namespace}</QuietLine>
      </td>
      <td data-label="Why">
        <EventReason root="./" end={end} entry={entry} />
        {changed && <QuietLine>{shorten(changedParts(before, after), LONGEST)}</QuietLine>}
      </td>
    </tr>
  );
}
