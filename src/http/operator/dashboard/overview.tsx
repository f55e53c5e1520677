/** The first page: what needs a person, what comes next, what it saves. Lists are on the other pages. */
import { pluralize } from '../../../core/common/pluralize.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { Tag } from '../../page/layout.tsx';
import { DryRunNotice, ServiceNotes } from './attention.tsx';
import type { AttentionItem } from './attentionItems.ts';
import { BarChart, RowChart } from './chart.tsx';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import type { AccountCost, OverviewFigures } from './overviewState.ts';

export interface Overview extends FrameState {
  /** The last changes of the control, newest first. */
  readonly changes: readonly AuditEntry[];
  readonly figures: OverviewFigures;
}

/** The list shows so many; the others are a number. */
const ITEMS = 50;
const LONGEST = 400;

export function overviewPage(overview: Overview): string {
  const { frame, control, changes, namespaces, figures } = overview;
  return consolePage({
    title: 'Overview',
    frame,
    here: 'Overview',
    json: 'api/v1/service',
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <h1>Overview</h1>
        <ServiceNotes control={control} changes={changes} />
        <AttentionList overview={overview} />
        <Tiles figures={figures} namespaces={namespaces.length} />
        <div class="charts">
          <BarChart
            id="days"
            title={`Due in the next 14 days from ${dayOf(figures.days[0]?.at ?? 0)} (UTC), the first with all that is overdue`}
            columns={['Day', 'Marks due']}
            bars={figures.days.map(({ at, due }) => ({ label: dayOf(at), short: shortDay(at), value: due }))}
          />
          <Savings costs={figures.costs} />
        </div>
        <DryRunNotice namespaces={namespaces} />
      </>
    ),
  });
}

function Tiles({ figures, namespaces }: { readonly figures: OverviewFigures; readonly namespaces: number }): Html {
  const tiles: readonly (readonly [string, string | number])[] = [
    [`marked, in ${pluralize(namespaces, 'namespace')}`, figures.marked],
    ['due within 7 days, overdue included', figures.dueInAWeek],
    ['past their date and deferred', figures.deferred],
    ['deleted in 7 days', figures.deleted],
    ['kept by people in 7 days', figures.kept],
    ['a month, once all marks are deleted', savingOf(figures.costs)],
  ];
  return (
    <dl class="tiles">
      {tiles.map(([words, value]) => (
        <div>
          <dt>{words}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `$12.40`, `$1 + €2`, `unknown` */
function savingOf(costs: readonly AccountCost[] | undefined): string {
  if (costs === undefined) return 'not summed up';
  const sums = new Map<string, number>();
  for (const { currency, total } of costs) {
    if (total.amount && currency) sums.set(currency, (sums.get(currency) ?? 0) + total.amount);
  }
  return [...sums].map(([currency, amount]) => money(amount, currency)).join(' + ') || 'no figure';
}

const ACCOUNTS = 10;

function Savings({ costs }: { readonly costs: readonly AccountCost[] | undefined }): Html {
  if (costs === undefined) {
    return (
      <p class="card">
        There are too many marks to sum up for a page: <a href="./api/v1/costs">all costs as JSON</a>.
      </p>
    );
  }
  const priced = costs.filter(({ currency, total }) => currency !== '' && total.amount !== undefined);
  if (priced.length === 0) return <p class="card quiet">No mark has a figure for its cost.</p>;
  return (
    <RowChart
      id="saving"
      title="Monthly savings of the deletion of all marks, by account (list prices)"
      columns={['Account', 'A month']}
      bars={priced.slice(0, ACCOUNTS).map(({ account, currency, total }) => ({
        label: shorten(account, 24),
        value: total.amount ?? 0,
        shown: `${total.upTo ? 'up to ' : ''}${money(total.amount ?? 0, currency)}`,
      }))}
    />
  );
}

function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
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
      <h2 id="attention-title">Needs attention</h2>
      {attention.length === 0 && <p class="card quiet">Nothing needs attention.</p>}
      <ul class="plain attention">
        {attention.slice(0, ITEMS).map((item) => (
          <AttentionRow item={item} now={now} />
        ))}
      </ul>
      {left > 0 && <p>… and {left} more, worst first.</p>}
    </section>
  );
}

function AttentionRow({ item, now }: { readonly item: AttentionItem; readonly now: number }): Html {
  const { what, isBad, where, text, at, button, path } = item;
  return (
    <li>
      <span>
        <Tag tone={isBad ? 'bad' : 'warn'}>{what}</Tag>
      </span>
      <p>
        <strong class="id">{shorten(where, 100)}</strong>{' '}
        {at !== undefined && <span class="quiet">{relative(at, now)}</span>} {shorten(text, LONGEST)}
      </p>
      <a class="button" href={`./${path}`} data-row aria-label={`${button}: ${what}, ${shorten(where, 100)}`}>
        {button}
      </a>
    </li>
  );
}
