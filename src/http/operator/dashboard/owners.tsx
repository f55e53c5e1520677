/** Owners and their messages: who waits for one, who was refused, and who was told. */
import { pluralize } from '../../../core/common/pluralize.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { QuietLine, ScrollTable, Tag } from '../../page/layout.tsx';
import type { DatedNotice } from '../api/waitingNotices.ts';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';

const SHOWN = 100;
const LONGEST = 100;

/** The marks of one owner. */
export interface OwnerMarks {
  /** Absent: nobody owns them. */
  readonly owner: string | undefined;
  readonly marked: number;
  /** With a notice that a transport accepted. */
  readonly notified: number;
}

export interface OwnersView extends FrameState {
  readonly q: string;
  readonly from: number;
  /** Absent: too many marks to read for a page. */
  readonly owners: readonly OwnerMarks[] | undefined;
}

interface Row {
  readonly owner: string | undefined;
  readonly marks: OwnerMarks | undefined;
  readonly waiting: DatedNotice | undefined;
}

export function ownersPage(view: OwnersView): string {
  const { frame, q, from, now, owners } = view;
  const rows = rowsOf(view);
  return consolePage({
    title: 'Owners',
    frame,
    here: 'Owners',
    json: 'api/v1/notices/waiting',
    command: q === '' ? 'holystone marks' : 'holystone marks --owner …',
    isLive: true,
    body: (
      <>
        <h1>Owners</h1>
        <form class="card filter" method="get" action="./owners" role="search" aria-label="Find an owner">
          <div>
            <label for="q">Part of the address</label>
            <input id="q" name="q" type="search" value={q} autocomplete="off" />
          </div>
          <div>
            <button class="main">Find</button>
          </div>
        </form>
        {owners === undefined && (
          <p class="card quiet">
            There are too many marks to read for a page: only owners with a waiting message are here.
          </p>
        )}
        {rows.length === 0 ? (
          <p class="card quiet">No owners here.</p>
        ) : (
          <ScrollTable
            label="Owners"
            caption="Owners whom Holystone could not notify come first: it deletes none of their resources."
            columns={['Owner', 'Marks', 'Notified', 'Waiting message', 'Last message']}
            numbers={['Marks', 'Notified']}
          >
            {rows.slice(from, from + SHOWN).map((row) => (
              <OwnerRow row={row} now={now} />
            ))}
          </ScrollTable>
        )}
        {from + SHOWN < rows.length && (
          <p>
            <a rel="next" href={`./owners?${new URLSearchParams({ q, from: String(from + SHOWN) })}`}>
              Next {SHOWN} of {rows.length}
            </a>
          </p>
        )}
      </>
    ),
  });
}

function rowsOf({ owners = [], waiting, q }: OwnersView): readonly Row[] {
  const byOwner = new Map<string | undefined, Row>(
    owners.map((marks) => [marks.owner, { owner: marks.owner, marks, waiting: undefined }]),
  );
  for (const notice of waiting) {
    const known = byOwner.get(notice.owner);
    byOwner.set(notice.owner, { owner: notice.owner, marks: known?.marks, waiting: notice });
  }
  const isMeant = ({ owner = '' }: Row) => owner.toLowerCase().includes(q.toLowerCase());
  const rank = ({ waiting: notice }: Row) => (notice?.refused ? 0 : notice ? 1 : 2);
  const name = ({ owner = '' }: Row) => owner;
  return [...byOwner.values()].filter(isMeant).toSorted((a, b) => rank(a) - rank(b) || (name(a) < name(b) ? -1 : 1));
}

function OwnerRow({ row: { owner, marks, waiting }, now }: { readonly row: Row; readonly now: number }): Html {
  return (
    <tr>
      <td>
        {owner === undefined ? (
          <span class="quiet">no owner</span>
        ) : (
          <a href={`./marks?${new URLSearchParams({ owner })}`} data-row>
            {shorten(owner, LONGEST)}
          </a>
        )}
      </td>
      <td class="number" data-label="Marks">
        {marks?.marked ?? '–'}
      </td>
      <td class="number" data-label="Notified">
        {marks?.notified ?? '–'}
      </td>
      <td data-label="Waiting message">{waiting ? <Waiting notice={waiting} now={now} /> : 'none'}</td>
      <td data-label="Last message">
        {waiting?.lastSentAt === undefined ? <span class="quiet">–</span> : relative(waiting.lastSentAt, now)}
      </td>
    </tr>
  );
}

function Waiting({
  notice: { resources, refused, nextAt },
  now,
}: {
  readonly notice: DatedNotice;
  readonly now: number;
}) {
  if (!refused) {
    const next = nextAt === undefined ? 'will not be sent' : nextAt <= now ? 'next tick' : relative(nextAt, now);
    return (
      <>
        {pluralize(resources, 'resource')}, {next}
      </>
    );
  }
  const { permanent, attempts, since, nextAttemptAt, problem } = refused;
  const next = nextAttemptAt <= now ? 'at the next tick' : relative(nextAttemptAt, now);
  return (
    <>
      {permanent ? <Tag tone="bad">refused</Tag> : <Tag tone="warn">not sent</Tag>} {pluralize(resources, 'resource')}:{' '}
      {shorten(problem, 400)}
      <QuietLine>
        {pluralize(attempts, 'attempt')}, the first {relative(since, now)}, the next {next}
      </QuietLine>
    </>
  );
}
