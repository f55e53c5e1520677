/** The monthly savings by each month's deletions, beside those that its marks would bring: a chart per currency, with its table. */
import type { MonthOfMoney } from '../../../core/ports/months.ts';
import type { Html } from '../../../core/text/html.ts';
import { money } from '../../../core/text/money.ts';
import { Axis, ChartFrame, UPRIGHT, UprightBar, UprightLabel, WIDTH } from './chartFrame.tsx';

/** More months have no room for their figures; the table has them all. */
const DRAWN = 6;
/** From here on a figure is short, `$1.2K`: an exact one has no room. */
const SHORT_FROM = 1_000;

interface Money {
  readonly months: readonly MonthOfMoney[];
}

/** A chart for each currency: sums of several currencies mean nothing. */
export function MoneyCharts({ months }: Money): Html {
  const currencies = [...new Set(months.map(({ currency }) => currency))];
  return (
    <>
      {currencies.map((currency) => (
        <MoneyChart currency={currency} months={months.filter((one) => one.currency === currency)} />
      ))}
    </>
  );
}

function MoneyChart({ currency, months }: Money & { readonly currency: string }): Html {
  const cell = (amount: number) => money(amount, currency);
  const drawn = months.slice(-DRAWN);
  const step = WIDTH / Math.max(1, drawn.length);
  const width = Math.min(step * 0.4, 60);
  const aside = Math.max(step / 4 - 1, width / 2 + 1);
  const tallest = Math.max(Number.MIN_VALUE, ...drawn.flatMap(({ saved, waiting }) => [saved, waiting]));
  const bar = (amount: number) => ({
    width,
    height: (amount / tallest) * UPRIGHT.tallest,
    shown: amount > 0 ? figureIn(amount, currency) : '',
  });
  return (
    <ChartFrame
      id={`money-${currency.toLowerCase()}`}
      title="Saved by each month’s deletions"
      note={`Filled: saved. Dashed: waiting at the end of the month. ${currency}, list prices.`}
      height={UPRIGHT.height}
      columns={['Month', 'Saved a month', 'Waiting']}
      rows={months.toReversed().map(({ month, saved, waiting }) => [month, cell(saved), cell(waiting)] as const)}
    >
      <Axis />
      {drawn.map(({ month, saved, waiting }, at) => {
        const middle = (at + 0.5) * step;
        return (
          <g>
            <UprightBar {...bar(saved)} middle={middle - aside} look="bar saved" />
            <UprightBar {...bar(waiting)} middle={middle + aside} look="bar waiting" />
            <UprightLabel middle={middle} text={monthIn(month, at === 0)} />
          </g>
        );
      })}
    </ChartFrame>
  );
}

/** `Nov`; the first one and each January with the year: `Jan 2027`. @param month `2027-01` */
function monthIn(month: string, isFirst: boolean): string {
  const year = isFirst || month.endsWith('-01') ? ({ year: 'numeric' } as const) : {};
  return new Date(`${month}-01`).toLocaleDateString('en-GB', { month: 'short', ...year, timeZone: 'UTC' });
}

/** `$442.40`, `$1.2K` */
function figureIn(amount: number, currency: string): string {
  // 999.999 is a thousand as soon as it is rounded.
  if (Math.round(amount) < SHORT_FROM) return money(amount, currency);
  return new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency, notation: 'compact' },
    ...{ minimumFractionDigits: 0, maximumFractionDigits: 1 },
  }).format(amount);
}
