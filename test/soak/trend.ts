/** Does a series grow? Pure. */

/** A measured value; `at` in any unit of time. */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

export interface Trend {
  readonly first: number;
  readonly last: number;
  /** What the line of least squares adds from the beginning to the end of the judged part, as a share of its mean. */
  readonly growth: number;
  readonly grows: boolean;
}

/** What comes before fills caches and pools: a third of the time, and as long as anything is remembered that time does not hasten. */
const WARMING = 1 / 3;
/** A line that adds less than this share of the mean is flat. */
const ALLOWED = 0.1;
/** The line has to explain so much of what is seen: noise has no direction. */
const EXPLAINED = 0.5;

/**
 * Of the last two thirds of the time: it grows if a line through them adds more than a tenth of their mean, and explains at
 * least half of their variance.
 * @param notBefore what is sampled earlier is not judged
 */
export function trendOf(samples: readonly Sample[], notBefore = 0): Trend {
  const since = Math.max(notBefore, (samples.at(-1)?.at ?? 0) * WARMING);
  const judged = samples.filter(({ at }) => at >= since);
  const [first, last] = [samples[0]?.value ?? 0, samples.at(-1)?.value ?? 0];
  const meanAt = mean(judged.map(({ at }) => at));
  const meanValue = mean(judged.map(({ value }) => value));
  const sum = (of: (at: number, value: number) => number) =>
    judged.reduce((total, { at, value }) => total + of(at - meanAt, value - meanValue), 0);
  const [atAt, atValue, valueValue] = [
    sum((at) => at * at),
    sum((at, value) => at * value),
    sum((_, value) => value * value),
  ];
  if (atAt === 0 || valueValue === 0 || meanValue === 0) return { first, last, growth: 0, grows: false };
  const span = (judged.at(-1)?.at ?? 0) - (judged[0]?.at ?? 0);
  const growth = ((atValue / atAt) * span) / meanValue;
  const explained = atValue ** 2 / (atAt * valueValue);
  return { first, last, growth, grows: growth > ALLOWED && explained >= EXPLAINED };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;
}

const BARS = '▁▂▃▄▅▆▇█';

/** A chart of one line from its lowest to its highest value: at most so many characters, each the mean of its part. */
export function sparkline(samples: readonly Sample[], width = 40): string {
  const size = Math.max(1, Math.ceil(samples.length / width));
  const parts = Array.from({ length: Math.ceil(samples.length / size) }, (_, n) =>
    mean(samples.slice(n * size, (n + 1) * size).map(({ value }) => value)),
  );
  const [low, high] = [Math.min(...parts), Math.max(...parts)];
  return parts
    .map((value) => BARS[high === low ? 0 : Math.round(((value - low) / (high - low)) * (BARS.length - 1))])
    .join('');
}
