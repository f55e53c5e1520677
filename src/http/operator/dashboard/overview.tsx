/** The first page: the items that need a person, the next dates, the savings. Lists are on the other pages. */
import type { Language } from '../../../core/common/language.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { money } from '../../../core/text/money.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { Tag } from '../../page/layout.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { numbersIn } from '../texts/texts.ts';
import { DryRunNotice, ServiceNotes } from './attention.tsx';
import type { AttentionItem } from './attentionItems.ts';
import { BarChart, RowChart } from './chart.tsx';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { MoneyCharts } from './moneyChart.tsx';
import { Reported } from './operatorParts.tsx';
import type { AccountCost, OverviewFigures } from './overviewState.ts';

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
  const { frame, control, changes, namespaces, figures } = overview;
  const { language } = frame;
  const { title, days } = overviewTexts[language];
  return consolePage({
    title,
    frame,
    here: 'Overview',
    json: 'api/v1/service',
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <h1>{title}</h1>
        <ServiceNotes control={control} changes={changes} language={language} />
        <AttentionList overview={overview} />
        <Tiles figures={figures} namespaces={namespaces.length} language={language} />
        <div class="charts">
          <BarChart
            id="days"
            language={language}
            title={days.title(dayOf(figures.days[0]?.at ?? 0, language))}
            columns={[days.day, days.due]}
            bars={figures.days.map(({ at, due }) => ({
              label: dayOf(at, language),
              short: shortDay(at, language),
              value: due,
            }))}
          />
          <Savings costs={figures.costs} language={language} />
          <MoneyCharts months={figures.months} language={language} />
        </div>
        <DryRunNotice namespaces={namespaces} language={language} />
      </>
    ),
  });
}

interface TilesProps {
  readonly figures: OverviewFigures;
  readonly namespaces: number;
  readonly language: Language;
}

function Tiles({ figures, namespaces, language }: TilesProps): Html {
  const { tiles: words } = overviewTexts[language];
  const { number } = numbersIn(language);
  const tiles: readonly (readonly [string, string])[] = [
    [words.marked(namespaces), number(figures.marked)],
    [words.dueInAWeek, number(figures.dueInAWeek)],
    [words.deferred, number(figures.deferred)],
    [words.deleted, number(figures.deleted)],
    [words.kept, number(figures.kept)],
    [words.saving, savingOf(figures, language)],
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
function savingOf({ costs, months }: OverviewFigures, language: Language): string {
  const { notSummedUp, noFigure } = overviewTexts[language];
  const sums = new Map<string, number>();
  if (costs === undefined) for (const { currency, waiting } of months) sums.set(currency, waiting);
  for (const { currency, total } of costs ?? []) {
    if (total.amount && currency) sums.set(currency, (sums.get(currency) ?? 0) + total.amount);
  }
  const words = [...sums]
    .filter(([, amount]) => amount > 0)
    .map(([currency, amount]) => money(amount, currency, language));
  return words.join(' + ') || (costs === undefined ? notSummedUp : noFigure);
}

const ACCOUNTS = 10;

interface SavingsProps {
  readonly costs: readonly AccountCost[] | undefined;
  readonly language: Language;
}

function Savings({ costs, language }: SavingsProps): Html {
  const { tooMany, allCosts, noCosts, savings } = overviewTexts[language];
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
      language={language}
      title={savings.title}
      columns={[savings.account, savings.month]}
      bars={priced.slice(0, ACCOUNTS).map(({ account, currency, total }) => ({
        label: shorten(account, 24),
        value: total.amount ?? 0,
        shown: shownOf(total, currency, language),
      }))}
    />
  );
}

function shownOf({ amount = 0, upTo }: AccountCost['total'], currency: string, language: Language): string {
  const words = money(amount, currency, language);
  return upTo ? overviewTexts[language].savings.upTo(words) : words;
}

const DAYS: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de' };

/** `1 Jun` */
function dayOf(at: number, language: Language): string {
  return new Date(at).toLocaleDateString(DAYS[language], { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** `1 Jun` on the first day of a month, else `2` */
function shortDay(at: number, language: Language): string {
  const day = new Date(at).getUTCDate();
  return day === 1 ? dayOf(at, language) : String(day);
}

function AttentionList({ overview: { attention, now, frame } }: { readonly overview: Overview }): Html {
  const { language } = frame;
  const texts = overviewTexts[language];
  const left = attention.length - ITEMS;
  return (
    <section id="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">{texts.attention}</h2>
      {attention.length === 0 && <p class="card quiet">{texts.nothing}</p>}
      <ul class="plain attention">
        {attention.slice(0, ITEMS).map((item) => (
          <AttentionRow item={item} now={now} language={language} />
        ))}
      </ul>
      {left > 0 && <p>{texts.more(left)}</p>}
    </section>
  );
}

interface RowProps {
  readonly item: AttentionItem;
  readonly now: number;
  readonly language: Language;
}

function AttentionRow({ item, now, language }: RowProps): Html {
  const { what, isBad, where, text, reported, at, button, path } = item;
  return (
    <li>
      <span>
        <Tag tone={isBad ? 'bad' : 'warn'}>{what}</Tag>
      </span>
      <p>
        <span class="where">
          <strong class="id">{shorten(where, 100)}</strong>{' '}
          {at !== undefined && <span class="quiet">{relative(at, now, language)}</span>}
        </span>{' '}
        {text} {reported !== undefined && <Reported on={language} text={reported} longest={LONGEST} />}
      </p>
      <a class="button" href={`./${path}`} data-row aria-label={`${button}: ${what}, ${shorten(where, 100)}`}>
        {button}
      </a>
    </li>
  );
}
