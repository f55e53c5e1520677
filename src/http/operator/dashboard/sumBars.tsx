/** A breakdown into a few parts: the name, the sum in words, and a bar below them. */
import type { Html, HtmlContent } from '../../../core/text/html.ts';

/** One part; values of a breakdown have one unit. */
export interface SumBar {
  readonly name: HtmlContent;
  readonly shown: string;
  readonly value: number;
}

interface SumBars {
  readonly id: string;
  readonly title: string;
  /** The largest first, at most eight. */
  readonly bars: readonly SumBar[];
}

/** The longest bar is that of the largest value. */
export function SumBars({ id, title, bars }: SumBars): Html {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  return (
    <section class="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <ul class="plain bars">
        {bars.map(({ name, shown, value }) => (
          <li>
            <span>{name}</span>
            <span class="num">{shown}</span>
            <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect width={most === 0 ? 0 : (100 * value) / most} height="6" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}
