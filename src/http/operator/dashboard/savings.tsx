/** What the deletions of each month save, by team, type and month. */
import type { MonthOfMoney } from '../../../core/ports/months.ts';
import { OTHER_TEAMS, type SavedPart, type SavedParts } from '../../../core/resource/saved.ts';
import type { Html } from '../../../core/text/html.ts';
import { money, roundMoney } from '../../../core/text/money.ts';
import { monthWords, partsOfMonth, savedBy, savedWords } from '../../../core/text/savedSums.ts';
import { shorten } from '../../../core/text/visible.ts';
import { QuietLine, ScrollTable } from '../../page/layout.tsx';
import { number } from '../texts/numbers.ts';
import { savingsTexts } from '../texts/savings.ts';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { MoneyCharts } from './moneyChart.tsx';
import { Address } from './operatorParts.tsx';
import { SumBars } from './sumBars.tsx';

/** Rows of a page; the CSV has all. */
const ROWS = 200;
const PARTS = 8;

/** What the page shows; it reads nothing. */
export interface SavingsView extends FrameState {
  readonly saved: SavedParts;
  readonly months: readonly MonthOfMoney[];
  /** The chosen one; absent = all. */
  readonly month?: string | undefined;
}

/** `$442 a month saved in November, $255 waiting`; `undefined`: nothing has a figure. */
export function moneyHeading(months: readonly MonthOfMoney[], now: number): string | undefined {
  const month = new Date(now).toISOString().slice(0, 7);
  const sumOf = (of: (one: MonthOfMoney) => number) =>
    months
      .filter((one) => one.month === month && of(one) > 0)
      .map((one) => roundMoney(of(one), one.currency))
      .join(' + ');
  const [saved, waiting] = [sumOf((one) => one.saved), sumOf((one) => one.waiting)];
  const name = new Date(now).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' });
  if (saved !== '') return savingsTexts.heading(saved, name, waiting);
  return waiting === '' ? undefined : savingsTexts.onlyWaiting(waiting, name);
}

/** The page of the chosen month, or of all. */
export function savingsPage(view: SavingsView): string {
  const { frame, now, saved, months, month } = view;
  const parts = partsOfMonth(saved, month);
  const { title, explained, since } = savingsTexts;
  const query = month === undefined ? '' : `?month=${month}`;
  return consolePage({
    title,
    frame,
    here: 'Savings',
    json: `api/v1/savings${query}`,
    command: month === undefined ? 'holystone savings' : `holystone savings --month ${month}`,
    body: (
      <>
        <h1>{moneyHeading(months, now) ?? title}</h1>
        <p class="quiet">
          {explained} {saved.since !== undefined && since(new Date(saved.since).toISOString().slice(0, 10))}
        </p>
        <MonthForm view={view} />
        {parts.length === 0 ? (
          <p class="card quiet">{savingsTexts.none}</p>
        ) : (
          <>
            <div class="grid4">
              <Sums title={savingsTexts.team} parts={parts} by="team" />
              <Sums title={savingsTexts.type} parts={parts} by="type" />
            </div>
            <Rows parts={parts} />
            <p>
              <a href={`./savings.csv${query}`} download>
                {savingsTexts.csv}
              </a>
            </p>
          </>
        )}
        <div class="charts">
          <MoneyCharts months={months} />
        </div>
      </>
    ),
  });
}

function MonthForm({ view: { saved, month } }: { readonly view: SavingsView }): Html {
  const { filter } = savingsTexts;
  return (
    <form class="filters" method="get" action="./savings" role="search" aria-label={filter.label}>
      <select name="month" aria-label={filter.month}>
        <option value="">{filter.all}</option>
        {[...new Set(saved.parts.map((one) => one.month))].map((one) => (
          <option value={one} selected={one === month}>
            {monthWords(one)}
          </option>
        ))}
      </select>
      <button>{filter.button}</button>
    </form>
  );
}

interface SumsProps {
  readonly title: string;
  readonly parts: readonly SavedPart[];
  readonly by: 'team' | 'type';
}

function Sums({ title, parts, by }: SumsProps): Html {
  const bars = savedBy(parts, (part) => part[by])
    .slice(0, PARTS)
    .map((sum) => ({
      name: by === 'team' ? teamWords(sum.name) : sum.name,
      shown: savedWords(sum),
      value: sum.amounts[0]?.[1] ?? 0,
    }));
  return <SumBars id={by} title={title} bars={bars} />;
}

function teamWords(team: string): Html {
  if (team === '') return <span>{savingsTexts.noTeam}</span>;
  return team === OTHER_TEAMS ? <span>{savingsTexts.otherTeams}</span> : <Address address={shorten(team, 100)} />;
}

function Rows({ parts }: { readonly parts: readonly SavedPart[] }): Html {
  const { month: inMonth, team, type, saved, unpriced, title, noFigure, more } = savingsTexts;
  return (
    <>
      <ScrollTable label={title} columns={[inMonth, team, type, saved, unpriced]} numbers={[saved, unpriced]}>
        {parts.slice(0, ROWS).map((one) => (
          <tr>
            <td>{monthWords(one.month)}</td>
            <td data-label={team}>{teamWords(one.team)}</td>
            <td data-label={type}>{one.type}</td>
            <td class="number" data-label={saved}>
              {one.currency === '' ? noFigure : money(one.saved, one.currency)}
            </td>
            <td class="number" data-label={unpriced}>
              {one.unpriced > 0 ? number(one.unpriced) : ''}
            </td>
          </tr>
        ))}
      </ScrollTable>
      {parts.length > ROWS && <QuietLine>{more(parts.length - ROWS)}</QuietLine>}
    </>
  );
}
