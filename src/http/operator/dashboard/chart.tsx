/** Bar charts as SVG, made on the server: each bar carries its value as text, and each chart its table. */
import type { Html } from '../../../core/text/html.ts';
import { number } from '../texts/numbers.ts';
import { Axis, ChartFrame, UPRIGHT, UprightBar, UprightLabel, WIDTH } from './chartFrame.tsx';

/** One bar; values of a chart have one unit. */
export interface Bar {
  readonly label: string;
  /** Under an upright bar; default the label. */
  readonly short?: string;
  readonly value: number;
  /** Some of it should have happened before. */
  readonly isLate?: boolean;
}

interface BarChart {
  readonly id: string;
  readonly title: string;
  /** Quiet, below the title. */
  readonly note?: string | undefined;
  /** The names of the labels and of the values: `Day`, `Marks due`. */
  readonly columns: readonly [string, string];
  readonly bars: readonly Bar[];
}

/** Upright bars, for days: at most about 30. */
export function BarChart({ bars, ...chart }: BarChart): Html {
  const step = WIDTH / Math.max(1, bars.length);
  const tallest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ChartFrame {...chart} height={UPRIGHT.height} rows={rowsOf(bars)}>
      <Axis />
      {bars.map(({ label, short = label, value, isLate = false }, at) => {
        const middle = (at + 0.5) * step;
        const height = (value / tallest) * UPRIGHT.tallest;
        return (
          <g>
            <UprightBar
              {...{ middle, height, width: step * 0.7, shown: value === 0 ? '' : number(value) }}
              look={isLate ? 'bar late' : 'bar'}
            />
            <UprightLabel middle={middle} text={short} />
          </g>
        );
      })}
    </ChartFrame>
  );
}

function rowsOf(bars: readonly Bar[]) {
  return bars.map(({ label, value }) => [label, number(value)] as const);
}

const TRACK = 600;

/** A measured value against its limit: a bar, a line, and both numbers. */
export function Against({
  name,
  value,
  limit,
  unit,
}: {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}): Html {
  const scale = TRACK / Math.max(value, limit, 1);
  const title = `${name}: ${value}${unit} against a limit of ${limit}${unit}`;
  return (
    <svg class="chart against" viewBox={`0 0 ${WIDTH} 70`} role="img" aria-label={title}>
      <title>{title}</title>
      <rect class="bar over" x="0" y="30" height="24" width={value * scale} />
      <line class="limit" x1={limit * scale} x2={limit * scale} y1="22" y2="62" />
      <text class="value" x={limit * scale + 4} y="18">
        {`limit ${limit}${unit}`}
      </text>
      <text class="value" x={value * scale + 8} y="48">
        {value}
        {unit}
      </text>
    </svg>
  );
}
