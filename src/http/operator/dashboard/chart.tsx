/** Bar charts as SVG, made on the server: each bar carries its value as text, and each chart its table. */
import type { Html } from '../../../core/text/html.ts';
import { Axis, ChartFrame, UPRIGHT, UprightBar, UprightLabel, WIDTH } from './chartFrame.tsx';

/** One bar; values of a chart have one unit. */
export interface Bar {
  readonly label: string;
  /** Under an upright bar; default the label. */
  readonly short?: string;
  readonly value: number;
  /** The value in words; default the number. */
  readonly shown?: string;
}

interface BarChart {
  readonly id: string;
  readonly title: string;
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
      {bars.map(({ label, short = label, value, shown = value }, at) => {
        const middle = (at + 0.5) * step;
        return (
          <g>
            <UprightBar middle={middle} width={step * 0.7} height={(value / tallest) * UPRIGHT.tallest} shown={shown} />
            <UprightLabel middle={middle} text={short} />
          </g>
        );
      })}
    </ChartFrame>
  );
}

const ROW = 30;

/** Lying bars, for names. */
export function RowChart({ bars, ...chart }: BarChart): Html {
  const longest = Math.max(Number.MIN_VALUE, ...bars.map(({ value }) => value));
  return (
    <ChartFrame {...chart} height={bars.length * ROW} rows={rowsOf(bars)}>
      {bars.map(({ label, value, shown }, at) => {
        const length = (value / longest) * 280;
        return (
          <g>
            <text class="label" x="200" y={at * ROW + 20} text-anchor="end">
              {label}
            </text>
            <rect class="bar" x="210" y={at * ROW + 5} height={ROW - 10} width={Math.max(2, length)} />
            <text class="value" x={218 + length} y={at * ROW + 20}>
              {shown ?? value}
            </text>
          </g>
        );
      })}
    </ChartFrame>
  );
}

function rowsOf(bars: readonly Bar[]) {
  return bars.map(({ label, value, shown = String(value) }) => [label, shown] as const);
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
