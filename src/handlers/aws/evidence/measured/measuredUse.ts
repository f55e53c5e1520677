import { DAY_MS } from '../../../../core/common/duration.ts';
import { PartialReadError, ReadError } from '../../../../core/common/errors.ts';
import type { Finding, Place } from '../../../../core/common/finding.ts';
import { type Measured, type Metric, metricsIn, type Series } from '../../../../core/measured/metric.ts';
import type { TrafficLimits } from '../../../../core/measured/trafficLimits.ts';
import { type MeasuredUse, useOf } from '../../../../core/measured/useOf.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudWatch } from '../../calls/cloudWatch.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import type { CallScope } from '../../wire/target.ts';
import { type Days, daysUntil, readSeries, SERIES_AT_ONCE } from './metricData.ts';

interface Measuring<R extends Resource> extends Pick<EvidenceSource, 'name' | 'summary' | 'isOnlyProof'> {
  /** In words, for problems: `reading the traffic of load balancers`. */
  readonly reading: string;
  /** What is measured of a resource. @param limits of the entry @throws ReadError if it does not say so */
  measuredOf(resource: R, place: Place, limits: TrafficLimits | undefined): Measured;
}

/**
 * A source that measures the use of each candidate in CloudWatch: the last day with any of the last 455 days, which
 * `unusedFor` judges; today's or yesterday's is a use of now. What it cannot know is a gap; what it found counts
 * nevertheless (core/measured).
 */
export function measuredUse<R extends Resource>({
  name,
  summary,
  reading,
  measuredOf,
  ...proof
}: Measuring<R>): EvidenceSource {
  return {
    ...proof,
    name,
    summary,
    permissions: permissionsOf(cloudWatch.getMetricData),
    per: 'resource',
    // Of three metrics or more each: the requests are full.
    candidatesAtOnce: SERIES_AT_ONCE,
    places: (scope) => (scope.traffic === 'off' ? [] : ownPlace(scope)),
    variant: ({ traffic }) => JSON.stringify(traffic ?? 'any'),
    async read(place, { traffic, ...scope }, candidates, io) {
      const target = await provenReader(place, scope, io);
      const now = io.clock.now();
      const days = daysUntil(now);
      const limits = typeof traffic === 'object' ? traffic : undefined;
      const declared = new Map(
        candidates.map((candidate) => [candidate, declarationOf(() => measuredOf(candidate as R, place, limits))]),
      );
      const series = new SeriesReader(target, days, [...declared.values()].flatMap(metricsOf));
      return findOfEach(candidates, async (candidate) => {
        const measured = declared.get(candidate);
        if (!measured || measured instanceof ReadError) throw measured;
        const read = await series.read(metricsIn(measured));
        const use = useOf(measured, (metric) => read.get(metric), { ...(limits && { limits }), now, from: days.from });
        return findingsOf(candidate, use, reading);
      });
    },
  };
}

/** A resource that does not say what is measured must not hide the others. */
function declarationOf(measured: () => Measured): Measured | ReadError {
  try {
    return measured();
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
}

const metricsOf = (measured: Measured | ReadError) => (measured instanceof ReadError ? [] : metricsIn(measured));

/** Reads all metrics in full requests, each request once and only when one of its metrics is asked for. */
class SeriesReader {
  readonly #target: CallScope;
  readonly #days: Days;
  readonly #metrics: readonly Metric[];
  readonly #places: ReadonlyMap<Metric, number>;
  readonly #parts = new Map<number, Promise<readonly (Series | undefined)[]>>();

  constructor(target: CallScope, days: Days, metrics: readonly Metric[]) {
    this.#target = target;
    this.#days = days;
    this.#metrics = metrics;
    this.#places = new Map(metrics.map((metric, place) => [metric, place]));
  }

  /** @throws ReadError */
  async read(metrics: readonly Metric[]): Promise<ReadonlyMap<Metric, Series>> {
    const found = new Map<Metric, Series>();
    for (const metric of metrics) {
      const place = this.#places.get(metric) ?? 0;
      const part = Math.floor(place / SERIES_AT_ONCE);
      const series = (await this.#part(part))[place % SERIES_AT_ONCE];
      if (series) found.set(metric, series);
    }
    return found;
  }

  #part(part: number): Promise<readonly (Series | undefined)[]> {
    const from = part * SERIES_AT_ONCE;
    const span =
      this.#parts.get(part) ?? readSeries(this.#target, this.#metrics.slice(from, from + SERIES_AT_ONCE), this.#days);
    this.#parts.set(part, span);
    return span;
  }
}

/** @throws PartialReadError if the answer is not whole: a day of use is one nevertheless */
function findingsOf(
  { id, name, aliases: [alias = id] }: Resource,
  { last, quiet, unknown, isUnread }: MeasuredUse,
  reading: string,
): readonly Finding[] {
  const found: Finding[] = [];
  if (last?.isNow) found.push({ alias, says: 'used', by: last.by });
  else if (last) found.push({ alias, says: 'lastUsed', at: last.day + DAY_MS, by: last.by });
  if (isUnread) {
    const why = new ReadError(`${reading}: ${name || id}: ${unknown}`, { problem: 'failed' });
    throw new PartialReadError(why, found);
  }
  // One that is silent for ever hides no other, as a failed read would.
  if (unknown !== undefined) return [...found, { alias, says: 'unknown', by: unknown }];
  return quiet === undefined ? found : [...found, { alias, says: 'quiet', by: quiet }];
}
