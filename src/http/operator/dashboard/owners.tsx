/** Owners and their messages: the refused first, then those who wait for one, then all others. */
import type { KnownNotice } from '../../../core/notice/sentNotices.ts';
import type { Decisions } from '../../../core/ports/events.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { QuietLine, ScrollTable, Tag } from '../../page/layout.tsx';
import type { DatedNotice } from '../api/waitingNotices.ts';
import { ownersTexts } from '../texts/owners.ts';
import { sharedWords } from '../texts/words.ts';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { LastMessage, SendAgain } from './messageParts.tsx';
import { Address } from './operatorParts.tsx';
import { OwnersToFix, type ToFix } from './ownersToFix.tsx';

export const OWNERS_SHOWN = 100;
const LONGEST = 100;

/** The marks of one owner. */
export interface OwnerMarks {
  /** Absent: they have no owner. */
  readonly owner: string | undefined;
  readonly marked: number;
  /** With a notice that a transport accepted. */
  readonly notified: number;
  /** Absent: not known without reading the marks. */
  readonly namespaces?: readonly Namespace[];
  /** A month, in words; absent = unknown. */
  readonly saving: string | undefined;
}

/** An owner with marks, with a waiting message, or with both; `undefined` = no owner. */
export interface OwnerRow {
  readonly owner: string | undefined;
  readonly marks: OwnerMarks | undefined;
  readonly waiting: DatedNotice | undefined;
}

/** The link to the next page of owners. */
export interface NextOwners {
  /** Of the address of the next page. */
  readonly query: Readonly<Record<string, string>>;
  /** On all pages; absent = not known. */
  readonly total?: number;
}

/** Of the table of marks: `making` = it does not have all marks yet, `off` = the configuration switches it off. */
export type TableState = 'made' | 'making' | 'off' | 'tooMany';

/** One page of owners. Few marks are read anew for it; the figures of many come from the table. */
export interface OwnersView extends FrameState, ToFix {
  /** A part of an address; empty = every owner. */
  readonly q: string;
  /** The rows of this page. */
  readonly shown: readonly OwnerRow[];
  /** Absent on the last page. */
  readonly next?: NextOwners;
  /** The last message of the shown owners, as far as it is known. */
  readonly last: ReadonlyMap<string, KnownNotice>;
  /** By address; an owner without decisions is missing. */
  readonly decisions: ReadonlyMap<string, Decisions>;
  /** There are too many marks to read for a page. */
  readonly fromTable?: TableState;
}

/** Reads nothing: the whole state is in `view`. */
export function ownersPage(view: OwnersView): string {
  const { frame, q, shown, next, fromTable } = view;
  const { columns } = ownersTexts;
  return consolePage({
    title: ownersTexts.title,
    frame,
    here: 'Owners',
    json: 'api/v1/notices',
    command: q === '' ? 'holystone marks' : 'holystone marks --owner …',
    body: (
      <>
        <h1>{ownersTexts.title}</h1>
        <form class="card filter" method="get" action="./owners" role="search" aria-label={ownersTexts.findLabel}>
          <div>
            <label for="q">{ownersTexts.part}</label>
            <input id="q" name="q" type="search" value={q} autocomplete="off" />
          </div>
          <div>
            <button class="main">{ownersTexts.find}</button>
          </div>
        </form>
        {fromTable !== undefined && <p class="quiet">{ownersTexts.fromTable[fromTable]}</p>}
        {shown.length === 0 ? (
          <p class="card quiet">{next === undefined ? ownersTexts.none : ownersTexts.noneYet}</p>
        ) : (
          <ScrollTable
            label={ownersTexts.title}
            caption={ownersTexts.caption}
            columns={Object.values(columns)}
            numbers={[columns.marks, columns.notified]}
          >
            {shown.map((row) => (
              <Row row={row} view={view} />
            ))}
          </ScrollTable>
        )}
        {next !== undefined && (
          <p>
            <a rel="next" href={`./owners?${new URLSearchParams({ q, ...next.query })}`}>
              {next.total === undefined ? ownersTexts.nextPage : sharedWords.next(OWNERS_SHOWN, next.total)}
            </a>
          </p>
        )}
        <OwnersToFix {...view} />
      </>
    ),
  });
}

/** Of the owners that match: those whom no notice reached, those who wait, then the others; each by address. */
export function ownerRows({
  owners = [],
  waiting,
  q,
}: {
  readonly owners: readonly OwnerMarks[] | undefined;
  readonly waiting: readonly DatedNotice[];
  readonly q: string;
}): readonly OwnerRow[] {
  const byOwner = new Map<string | undefined, OwnerRow>(
    owners.map((marks) => [marks.owner?.toLowerCase(), { owner: marks.owner, marks, waiting: undefined }]),
  );
  for (const notice of waiting) {
    const key = notice.owner.toLowerCase();
    const known = byOwner.get(key);
    byOwner.set(key, { owner: notice.owner, marks: known?.marks, waiting: merged(known?.waiting, notice) });
  }
  const isMeant = ({ owner = '' }: OwnerRow) => owner.toLowerCase().includes(q.toLowerCase());
  const rank = ({ waiting: notice }: OwnerRow) => (notice?.refused ? 0 : notice ? 1 : 2);
  const name = ({ owner = '' }: OwnerRow) => owner;
  return [...byOwner.values()].filter(isMeant).toSorted((a, b) => rank(a) - rank(b) || (name(a) < name(b) ? -1 : 1));
}

/** One person under two spellings of one address has two outboxes, and one row. */
function merged(one: DatedNotice | undefined, other: DatedNotice): DatedNotice {
  if (one === undefined) return other;
  const first = one.refused || !other.refused ? one : other;
  const sentAt = Math.max(one.lastSentAt ?? 0, other.lastSentAt ?? 0);
  const times = [one.nextAt, other.nextAt].filter((at) => at !== undefined);
  return {
    ...first,
    resources: one.resources + other.resources,
    namespaces: [...new Set([...one.namespaces, ...other.namespaces])].sort(),
    ...(sentAt === 0 ? {} : { lastSentAt: sentAt }),
    nextAt: times.length === 0 ? undefined : Math.min(...times),
  };
}

function Row({ row, view }: { readonly row: OwnerRow; readonly view: OwnersView }): Html {
  const { owner, marks, waiting } = row;
  const { frame, now, last } = view;
  const { root } = frame;
  const { columns } = ownersTexts;
  const notice = owner === undefined ? undefined : last.get(owner);
  return (
    <tr>
      <td>
        {owner === undefined ? (
          <span class="quiet">{ownersTexts.noOwner}</span>
        ) : (
          <a href={`./marks?${new URLSearchParams({ owner })}`} data-row>
            <Address address={shorten(owner, LONGEST)} />
          </a>
        )}
      </td>
      <td class="number" data-label={columns.marks}>
        {marks?.marked ?? '–'}
      </td>
      <td class="number" data-label={columns.notified}>
        {marks?.notified ?? '–'}
      </td>
      <td data-label={columns.saving}>{marks?.saving ?? <span class="quiet">–</span>}</td>
      <td data-label={columns.last}>
        {notice ? (
          <LastMessage notice={notice} now={now} root={root} />
        ) : waiting?.lastSentAt === undefined ? (
          <span class="quiet">–</span>
        ) : (
          relative(waiting.lastSentAt, now)
        )}
      </td>
      <td data-label={columns.next}>{waiting ? <Waiting notice={waiting} now={now} /> : sharedWords.none}</td>
      <td data-label={columns.more}>{owner !== undefined && <More row={row} owner={owner} view={view} />}</td>
    </tr>
  );
}

function More({ row: { marks, waiting }, owner, view }: { row: OwnerRow; owner: string; view: OwnersView }): Html {
  const { frame, last, decisions } = view;
  const { viewer } = frame;
  const name = shorten(owner, LONGEST);
  const notice = last.get(owner);
  const places = marks?.namespaces ?? waiting?.namespaces;
  const maySend = places ? places.every((place) => viewer.mayChange(place)) : viewer.mayChangeFleet;
  const decided = decisions.get(owner);
  return (
    <>
      {waiting && (
        <a
          href={`./owners/preview?${new URLSearchParams({ owner })}`}
          aria-label={ownersTexts.of(ownersTexts.preview, name)}
        >
          {ownersTexts.preview}
        </a>
      )}{' '}
      <a
        href={`./activity?${new URLSearchParams({ person: owner })}`}
        aria-label={ownersTexts.of(ownersTexts.decisions, name)}
      >
        {ownersTexts.decisions}
      </a>
      {decided && <QuietLine>{ownersTexts.decided(decided)}</QuietLine>}
      {notice && viewer.isOperator && maySend && <SendAgain frame={frame} messageId={notice.messageId} owner={owner} />}
    </>
  );
}

interface Waits {
  readonly notice: DatedNotice;
  readonly now: number;
}

function Waiting({ notice: { resources, refused, nextAt }, now }: Waits): Html {
  const soon = (at: number, next: string) => (at <= now ? next : relative(at, now));
  const about = ownersTexts.resources(resources);
  if (!refused)
    return <>{ownersTexts.waits(about, nextAt === undefined ? undefined : soon(nextAt, ownersTexts.nextTick))}</>;
  const { permanent, attempts, since, nextAttemptAt, problem } = refused;
  return (
    <>
      {permanent ? <Tag tone="bad">{ownersTexts.refused}</Tag> : <Tag tone="warn">{ownersTexts.notSent}</Tag>} {about}:{' '}
      {shorten(problem, 400)}
      <QuietLine>
        {ownersTexts.attempts(attempts, relative(since, now), soon(nextAttemptAt, ownersTexts.atNextTick))}
      </QuietLine>
    </>
  );
}
