/** The first page: the items that need a person, the next dates, the savings. Lists are on the other pages. */
import { DAY_MS } from '../../../core/common/duration.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import { endWords } from '../../../core/text/endWords.ts';
import type { Html } from '../../../core/text/html.ts';
import { money } from '../../../core/text/money.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { Tag } from '../../page/layout.tsx';
import { number } from '../texts/numbers.ts';
import { overviewTexts } from '../texts/overview.ts';
import { savingsTexts } from '../texts/savings.ts';
import { DryRunNotice, ServiceNotes } from './attention.tsx';
import type { AttentionItem } from './attentionItem.ts';
import { BarChart } from './chart.tsx';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { LastDecisions } from './lastDecisions.tsx';
import { MoneyCharts } from './moneyChart.tsx';
import { Address } from './operatorParts.tsx';
import type { OverviewFigures, OwnerCost, OwnerOverdue } from './overviewState.ts';
import { moneyHeading } from './savings.tsx';
import { SumBars } from './sumBars.tsx';

/** The first page: the fleet's figures and the last changes of the control, read for this request. */
export interface Overview extends FrameState {
  /** The last changes of the control, newest first. */
  readonly changes: readonly AuditEntry[];
  readonly figures: OverviewFigures;
  /** The last decisions of people, in any order. */
  readonly decisions: readonly AuditEntry[];
}

/** The list shows so many; the others are a number. */
const ITEMS = 50;
const LONGEST = 400;

/** At most 50 items that wait for a person; the page renews itself. */
export function overviewPage(overview: Overview): string {
  const { frame, now, control, changes, namespaces, figures, decisions } = overview;
  const { title, days } = overviewTexts;
  return consolePage({
    title,
    frame,
    here: 'Overview',
    json: 'api/v1/service',
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <div class="title">
          <h1>{moneyHeading(figures.months, now) ?? title}</h1>
          {figures.months.length > 0 && (
            <a class="button" href="./savings">
              {savingsTexts.link}
            </a>
          )}
        </div>
        <p class="quiet">{overviewTexts.waiting(figures, namespaces.length, endWords[frame.ends])}</p>
        <ServiceNotes control={control} changes={changes} />
        <AttentionList overview={overview} />
        <div class="charts">
          <BarChart
            id="days"
            title={days.title}
            note={figures.overdue > 0 ? days.late(figures.overdue) : undefined}
            columns={[days.day, days.due]}
            bars={figures.days.map(({ at, due }, day) => ({
              label: dayOf(at),
              short: day === 0 && !isLastOfMonth(at) ? dayOf(at) : shortDay(at),
              value: due,
              isLate: day === 0 && figures.overdue > 0,
            }))}
          />
          <MoneyCharts months={figures.months} />
          <Waiting costs={figures.costs} />
          <Overdue owners={figures.overdueByOwner ?? []} now={now} />
          <LastDecisions entries={decisions} now={now} frame={frame} />
        </div>
        <DryRunNotice namespaces={namespaces} />
      </>
    ),
  });
}

const OWNERS = 8;

interface WaitingProps {
  readonly costs: readonly OwnerCost[] | undefined;
}

/** What the marks of each owner cost a month. */
function Waiting({ costs }: WaitingProps): Html {
  const { tooMany, allCosts, noCosts, byOwner } = overviewTexts;
  if (costs === undefined) {
    return (
      <p class="card">
        {tooMany} <a href="./api/v1/costs">{allCosts}</a>.
      </p>
    );
  }
  const figured = costs.filter(hasFigure);
  if (figured.length === 0) return <p class="card quiet">{noCosts}</p>;
  const known = new Set(figured.map(({ owner }) => owner));
  const others = new Map(costs.filter(({ owner }) => !known.has(owner)).map((one) => [one.owner, one]));
  const bars = [...figured, ...others.values()].slice(0, OWNERS).map(({ owner, currency, total }) => ({
    name: owner === '' ? byOwner.nobody : <OwnerLink owner={owner} />,
    shown: shownOf(total, currency),
    value: total.amount ?? 0,
  }));
  return <SumBars id="waiting" title={byOwner.title} bars={bars} />;
}

interface OverdueProps {
  readonly owners: readonly OwnerOverdue[];
  readonly now: number;
}

/** Whose dates have passed; nothing where none has. */
function Overdue({ owners, now }: OverdueProps): Html | null {
  const { nobody, overdue, overdueOf } = overviewTexts.byOwner;
  if (owners.length === 0) return null;
  const dueBefore = new Date(now).toISOString();
  const bars = owners.slice(0, OWNERS).map(({ owner, marks }) => ({
    name:
      owner === '' ? (
        nobody
      ) : (
        <OwnerLink owner={owner} label={overdueOf(shorten(owner, LONGEST_OWNER))} more={{ dueBefore }} />
      ),
    shown: number(marks),
    value: marks,
  }));
  return <SumBars id="overdue" title={overdue} bars={bars} />;
}

interface OwnerLinkProps {
  readonly owner: string;
  /** Where another link of the page has the same words. */
  readonly label?: string;
  /** Other filters of the page of marks. */
  readonly more?: Readonly<Record<string, string>>;
}

function OwnerLink({ owner, label, more = {} }: OwnerLinkProps): Html {
  return (
    <a href={`./marks?${new URLSearchParams({ owner, ...more })}`} aria-label={label}>
      <Address address={shorten(owner, LONGEST_OWNER)} />
    </a>
  );
}

const LONGEST_OWNER = 100;

/** Something that the marks of the owner cost is known, and is not nothing. */
function hasFigure({ currency, total: { amount, staying } }: OwnerCost): boolean {
  return currency !== '' && Boolean(amount || staying);
}

/** Never a zero where nothing is known. */
function shownOf({ amount, upTo, staying, unpriced }: OwnerCost['total'], currency: string): string {
  const { byOwner } = overviewTexts;
  if (amount) return upTo ? byOwner.upTo(money(amount, currency)) : money(amount, currency);
  if (staying) return byOwner.staying(money(staying, currency));
  return amount === 0 && unpriced === 0 ? byOwner.nothing : byOwner.unpriced;
}

/** `1 Jun` */
function dayOf(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** `1 Jun` on the first day of a month, else `2` */
function shortDay(at: number): string {
  const day = new Date(at).getUTCDate();
  return day === 1 ? dayOf(at) : String(day);
}

/** Beside `1 Dec` there is no room for `30 Nov`. */
function isLastOfMonth(at: number): boolean {
  return new Date(at + DAY_MS).getUTCDate() === 1;
}

function AttentionList({ overview: { attention, now } }: { readonly overview: Overview }): Html {
  const left = attention.length - ITEMS;
  return (
    <section id="attention" class="card panel" aria-labelledby="attention-title">
      <h2 id="attention-title">
        {attention.length === 0 ? overviewTexts.nothing : overviewTexts.attention(attention.length)}
      </h2>
      <ul class="plain attention">
        {attention.slice(0, ITEMS).map((item) => (
          <AttentionRow item={item} now={now} />
        ))}
      </ul>
      {left > 0 && <p>{overviewTexts.more(left)}</p>}
    </section>
  );
}

/** Where a cause is so: folded, a fleet has thousands. */
function Places({ places }: Required<Pick<AttentionItem, 'places'>>): Html {
  const { items } = overviewTexts;
  return (
    <details>
      <summary>{items.places}</summary>
      <ul class="plain">
        {places.slice(0, ITEMS).map(({ name, path }) => (
          <li>
            <a class="id" href={`./${path}`}>
              {shorten(name, LONGEST)}
            </a>
          </li>
        ))}
      </ul>
      {places.length > ITEMS && <p class="quiet">{items.morePlaces(places.length - ITEMS)}</p>}
    </details>
  );
}

interface RowProps {
  readonly item: AttentionItem;
  readonly now: number;
}

function AttentionRow({ item, now }: RowProps): Html {
  const { what, isBad, where, text, reported, at, places, button, path } = item;
  return (
    <li>
      <span>
        <Tag tone={isBad ? 'bad' : 'warn'}>{what}</Tag>
      </span>
      <div class="cause">
        <span class="where">
          <strong class={places ? undefined : 'id'}>{shorten(where, LONGEST)}</strong>{' '}
          {at !== undefined && <span class="quiet">{relative(at, now)}</span>}
        </span>{' '}
        {text} {reported !== undefined && shorten(reported, LONGEST)}
        {places && <Places places={places} />}
      </div>
      <a class="button" href={`./${path}`} data-row aria-label={`${button}: ${what}, ${shorten(where, 100)}`}>
        {button}
      </a>
    </li>
  );
}
