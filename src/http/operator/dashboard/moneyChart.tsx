/** The monthly savings by each month's deletions, beside those that its marks would bring: a chart per currency, with its table. */
import type { Language } from '../../../core/common/language.ts';
import type { MonthOfMoney } from '../../../core/mark/markIndex.ts';
import type { Html } from '../../../core/text/html.ts';
import { ScrollTable } from '../../page/layout.tsx';
import { chartTexts } from '../texts/chart.ts';
import { moneyTexts } from '../texts/money.ts';

const WIDTH = 700;
const HEIGHT = 170;
const BASE = 140;
const TALLEST = 110;
/** More months have no room for their figures; the table has them all. */
const DRAWN = 8;

interface Money {
  readonly months: readonly MonthOfMoney[];
  readonly language: Language;
}

export function MoneyCharts({ months, language }: Money): Html {
  const currencies = [...new Set(months.map(({ currency }) => currency))];
  return (
    <>
      {currencies.map((currency) => (
        <MoneyChart
          currency={currency}
          language={language}
          months={months.filter((one) => one.currency === currency)}
        />
      ))}
    </>
  );
}

function MoneyChart({ currency, months, language }: Money & { readonly currency: string }): Html {
  const texts = moneyTexts[language];
  const money = (amount: number) => moneyIn(language, amount, currency);
  const { month: monthColumn, saved: savedColumn, waiting: waitingColumn } = texts.columns;
  const drawn = months.slice(-DRAWN);
  const step = WIDTH / Math.max(1, drawn.length);
  const tallest = Math.max(Number.MIN_VALUE, ...drawn.flatMap(({ saved, waiting }) => [saved, waiting]));
  const height = (amount: number) => (amount / tallest) * TALLEST;
  const id = `money-${currency.toLowerCase()}`;
  return (
    <figure class="card" aria-labelledby={`${id}-title`}>
      <figcaption id={`${id}-title`}>{texts.caption(currency)}</figcaption>
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title`}>
        <title>{texts.title}</title>
        <line class="axis" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
        {drawn.map(({ month, saved, waiting }, at) => {
          const middle = (at + 0.5) * step;
          const width = Math.min(step * 0.4, 60);
          return (
            <g>
              <rect class="bar" x={middle - width} width={width} y={BASE - height(saved)} height={height(saved)} />
              <rect
                fill="none"
                stroke="currentColor"
                stroke-width="1.5"
                x={middle + 1}
                width={width}
                y={BASE - height(waiting)}
                height={height(waiting)}
              />
              <Figure
                x={middle - width / 2}
                y={BASE - height(saved) - 6}
                amount={saved}
                currency={currency}
                language={language}
              />
              <Figure
                x={middle + width / 2}
                y={BASE - height(waiting) - 6}
                amount={waiting}
                currency={currency}
                language={language}
              />
              <text class="label" x={middle} y={BASE + 22} text-anchor="middle">
                {month}
              </text>
            </g>
          );
        })}
      </svg>
      <details>
        <summary>{chartTexts[language].asTable}</summary>
        <ScrollTable
          label={chartTexts[language].asTableOf(texts.title)}
          columns={[monthColumn, savedColumn, waitingColumn]}
          numbers={[savedColumn, waitingColumn]}
        >
          {months.toReversed().map(({ month, saved, waiting }) => (
            <tr>
              <td>{month}</td>
              <td class="number" data-label={savedColumn}>
                {money(saved)}
              </td>
              <td class="number" data-label={waitingColumn}>
                {money(waiting)}
              </td>
            </tr>
          ))}
        </ScrollTable>
      </details>
    </figure>
  );
}

interface FigureProps {
  readonly x: number;
  readonly y: number;
  readonly amount: number;
  readonly currency: string;
  readonly language: Language;
}

function Figure({ x, y, amount, currency, language }: FigureProps): Html {
  return (
    <text class="value" x={x} y={y} text-anchor="middle">
      {moneyIn(language, amount, currency, { notation: 'compact', maximumFractionDigits: 1 })}
    </text>
  );
}

function moneyIn(language: Language, amount: number, currency: string, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...options }).format(amount);
}
