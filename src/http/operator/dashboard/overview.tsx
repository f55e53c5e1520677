/** The first page: the items that need a person, the next dates, the savings. Lists are on the other pages. */
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { money } from '../../../core/text/money.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { Tag } from '../../page/layout.tsx';
import { number } from '../texts/numbers.ts';
import { overviewTexts } from '../texts/overview.ts';
import { savingsTexts } from '../texts/savings.ts';
import { DryRunNotice, ServiceNotes } from './attention.tsx';
import type { AttentionItem } from './attentionItems.ts';
import { BarChart, RowChart } from './chart.tsx';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { MoneyCharts } from './moneyChart.tsx';
import type { AccountCost, OverviewFigures } from './overviewState.ts';
import { moneyHeading } from './savings.tsx';

/** The first page: the fleet's figures and the last changes of the control, read for this request. */
export interface Overview extends FrameState {
  /** The last changes of the control, newest first. */
  readonly changes: readonly AuditEntry[];
  readonly figures: OverviewFigures;
}

/** The list shows so many; the others are a number. */
const ITEMS = 50;
const LONGEST = 400;

/** At most 50 items that wait for a person; the page renews itself. */
export function overviewPage(overview: Overview): string {
  const { frame, now, control, changes, namespaces, figures } = overview;
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
        <h1>{moneyHeading(figures.months, now) ?? title}</h1>
        {figures.months.length > 0 && (
          <p>
            <a href="./savings">{savingsTexts.link}</a>
          </p>
        )}
        <ServiceNotes control={control} changes={changes} />
        <AttentionList overview={overview} />
        <Tiles figures={figures} namespaces={namespaces.length} />
        <div class="charts">
          <BarChart
            id="days"
            title={days.title(dayOf(figures.days[0]?.at ?? 0))}
            columns={[days.day, days.due]}
            bars={figures.days.map(({ at, due }) => ({
              label: dayOf(at),
              short: shortDay(at),
              value: due,
            }))}
          />
          <Savings costs={figures.costs} />
          <MoneyCharts months={figures.months} />
        </div>
        <DryRunNotice namespaces={namespaces} />
      </>
    ),
  });
}

interface TilesProps {
  readonly figures: OverviewFigures;
  readonly namespaces: number;
}

function Tiles({ figures, namespaces }: TilesProps): Html {
  const { tiles: words } = overviewTexts;
  const tiles: readonly (readonly [string, string])[] = [
    [words.marked(namespaces), number(figures.marked)],
    [words.dueInAWeek, number(figures.dueInAWeek)],
    [words.deferred, number(figures.deferred)],
    [words.deleted, number(figures.deleted)],
    [words.kept, number(figures.kept)],
    [words.saving, savingOf(figures)],
  ];
  return (
    <dl class="tiles">
      {tiles.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `$12.40`, `$1 + €2`, `unknown`; of too many marks the sums of their index. */
function savingOf({ costs, months }: OverviewFigures): string {
  const { notSummedUp, noFigure } = overviewTexts;
  const sums = new Map<string, number>();
  if (costs === undefined) for (const { currency, waiting } of months) sums.set(currency, waiting);
  for (const { currency, total } of costs ?? []) {
    if (total.amount && currency) sums.set(currency, (sums.get(currency) ?? 0) + total.amount);
  }
  const words = [...sums].filter(([, amount]) => amount > 0).map(([currency, amount]) => money(amount, currency));
  return words.join(' + ') || (costs === undefined ? notSummedUp : noFigure);
}

const ACCOUNTS = 10;

interface SavingsProps {
  readonly costs: readonly AccountCost[] | undefined;
}

function Savings({ costs }: SavingsProps): Html {
  const { tooMany, allCosts, noCosts, savings } = overviewTexts;
  if (costs === undefined) {
    return (
      <p class="card">
        {tooMany} <a href="./api/v1/costs">{allCosts}</a>.
      </p>
    );
  }
  const priced = costs.filter(({ currency, total }) => currency !== '' && total.amount !== undefined);
  if (priced.length === 0) return <p class="card quiet">{noCosts}</p>;
  return (
    <RowChart
      id="saving"
      title={savings.title}
      columns={[savings.account, savings.month]}
      bars={priced.slice(0, ACCOUNTS).map(({ account, currency, total }) => ({
        label: shorten(account, 24),
        value: total.amount ?? 0,
        shown: shownOf(total, currency),
      }))}
    />
  );
}

function shownOf({ amount = 0, upTo }: AccountCost['total'], currency: string): string {
  const words = money(amount, currency);
  return upTo ? overviewTexts.savings.upTo(words) : words;
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

function AttentionList({ overview: { attention, now } }: { readonly overview: Overview }): Html {
  const left = attention.length - ITEMS;
  return (
    <section id="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">{overviewTexts.attention}</h2>
      {attention.length === 0 && <p class="card quiet">{overviewTexts.nothing}</p>}
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
