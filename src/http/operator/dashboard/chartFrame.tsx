/** The frame of every chart: its caption, the drawing as SVG, and its table, which has each value as text. */
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import { ScrollTable } from '../../page/layout.tsx';

/** Of a drawing, in its own units. */
export const WIDTH = 700;
/** Of a drawing with upright bars: its height, the line on which they stand, and their greatest height. */
export const UPRIGHT = { height: 170, base: 140, tallest: 110 } as const;

interface ChartFrame {
  readonly id: string;
  readonly title: string;
  /** Quiet, below the title. */
  readonly note?: string | undefined;
  /** Of the drawing. */
  readonly height: number;
  /** The names of the labels and of the values: `Day`, `Marks due`. */
  readonly columns: readonly [string, ...string[]];
  /** Of the table: a label, then its values. */
  readonly rows: readonly (readonly [string, ...string[]])[];
  /** The drawing. */
  readonly children: HtmlContent;
}

/** The same figures are in a table, for people who cannot see the drawing. */
export function ChartFrame({ id, title, note, height, columns, rows, children }: ChartFrame): Html {
  const [, ...valueColumns] = columns;
  return (
    <figure class="card" aria-labelledby={`${id}-title`}>
      <figcaption>
        <h2 id={`${id}-title`}>{title}</h2>
        {note !== undefined && <p class="quiet">{note}</p>}
      </figcaption>
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-labelledby={`${id}-title`}>
        <title>{title}</title>
        {children}
      </svg>
      <details>
        <summary>As a table</summary>
        <ScrollTable label={`${title}, as a table`} columns={columns} numbers={valueColumns}>
          {rows.map(([label, ...values]) => (
            <tr>
              <td>{label}</td>
              {values.map((value, at) => (
                <td class="number" data-label={valueColumns[at]}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </ScrollTable>
      </details>
    </figure>
  );
}

/** The line under upright bars. */
export function Axis(): Html {
  return <line class="axis" x1="0" x2={WIDTH} y1={UPRIGHT.base} y2={UPRIGHT.base} />;
}

interface Upright {
  readonly middle: number;
  readonly width: number;
  /** In units of the drawing, at most `UPRIGHT.tallest`. */
  readonly height: number;
  /** Above it; empty = nothing. */
  readonly shown: string;
  /** Its class in the style sheet. */
  readonly look: 'bar' | 'bar late' | 'bar saved' | 'bar waiting';
}

/** An upright bar with its value above it. */
export function UprightBar({ middle, width, height, shown, look }: Upright): Html {
  return (
    <>
      <rect class={look} x={middle - width / 2} width={width} y={UPRIGHT.base - height} height={height} />
      {shown !== '' && (
        <text class="value" x={middle} y={UPRIGHT.base - height - 6} text-anchor="middle">
          {shown}
        </text>
      )}
    </>
  );
}

/** The words under upright bars. */
export function UprightLabel({ middle, text }: { readonly middle: number; readonly text: string }): Html {
  return (
    <text class="label" x={middle} y={UPRIGHT.base + 22} text-anchor="middle">
      {text}
    </text>
  );
}
