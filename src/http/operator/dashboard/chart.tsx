/** Bar charts as SVG, made on the server: each bar carries its value as text, and each chart its table. */
import type { Language } from '../../../core/common/language.ts';
import type { Html } from '../../../core/text/html.ts';
import { ScrollTable } from '../../page/layout.tsx';
import { chartTexts } from '../texts/chart.ts';

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
  readonly language: Language;
  readonly title: string;
  /** What the labels and the values are: `Day`, `Marks due`. */
  readonly columns: readonly [string, string];
  readonly bars: readonly Bar[];
}

const WIDTH = 700;
const HEIGHT = 170;
const BASE = 140;
const TALLEST = 110;

/** Upright bars, for days: at most about 30. */
export function BarChart({ id, language, title, columns, bars }: BarChart): Html {
  const step = WIDTH / Math.max(1, bars.length);
  const tallest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Charted id={id} language={language} title={title} columns={columns} bars={bars}>
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title`}>
        <title>{title}</title>
        <line class="axis" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
        {bars.map(({ label, short = label, value, shown }, at) => {
          const height = (value / tallest) * TALLEST;
          const middle = (at + 0.5) * step;
          return (
            <g>
              <rect class="bar" x={middle - step * 0.35} width={step * 0.7} y={BASE - height} height={height} />
              <text class="value" x={middle} y={BASE - height - 6} text-anchor="middle">
                {shown ?? value}
              </text>
              <text class="label" x={middle} y={BASE + 22} text-anchor="middle">
                {short}
              </text>
            </g>
          );
        })}
      </svg>
    </Charted>
  );
}

const ROW = 30;

/** Lying bars, for names. */
export function RowChart({ id, language, title, columns, bars }: BarChart): Html {
  const longest = Math.max(Number.MIN_VALUE, ...bars.map(({ value }) => value));
  return (
    <Charted id={id} language={language} title={title} columns={columns} bars={bars}>
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${bars.length * ROW}`} role="img" aria-labelledby={`${id}-title`}>
        <title>{title}</title>
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
      </svg>
    </Charted>
  );
}

function Charted({ id, language, title, columns, bars, children }: BarChart & { readonly children: Html }): Html {
  const { asTable, asTableOf } = chartTexts[language];
  return (
    <figure class="card" aria-labelledby={`${id}-title`}>
      <figcaption id={`${id}-title`}>{title}</figcaption>
      {children}
      <details>
        <summary>{asTable}</summary>
        <ScrollTable label={asTableOf(title)} columns={columns} numbers={[columns[1]]}>
          {bars.map(({ label, value, shown }) => (
            <tr>
              <td>{label}</td>
              <td class="number" data-label={columns[1]}>
                {shown ?? value}
              </td>
            </tr>
          ))}
        </ScrollTable>
      </details>
    </figure>
  );
}

const TRACK = 600;

/** A measured value against its limit: a bar, a line, and both numbers. */
export function Against({
  name,
  value,
  limit,
  unit,
  language,
}: {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  readonly language: Language;
}): Html {
  const scale = TRACK / Math.max(value, limit, 1);
  const { against, limitOf } = chartTexts[language];
  const title = against(name, `${value}${unit}`, `${limit}${unit}`);
  return (
    <svg class="chart against" viewBox={`0 0 ${WIDTH} 70`} role="img" aria-label={title}>
      <title>{title}</title>
      <rect class="bar over" x="0" y="30" height="24" width={value * scale} />
      <line class="limit" x1={limit * scale} x2={limit * scale} y1="22" y2="62" />
      <text class="value" x={limit * scale + 4} y="18">
        {limitOf(`${limit}${unit}`)}
      </text>
      <text class="value" x={value * scale + 8} y="48">
        {value}
        {unit}
      </text>
    </svg>
  );
}
