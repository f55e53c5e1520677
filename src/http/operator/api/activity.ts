import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../../../core/common/duration.ts';
import type { EventCounts } from '../../../core/ports/events.ts';
import type { AuditEvent } from '../../../core/resource/audit.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { isoOf } from './views.ts';

const ActivityQuery = z.strictObject({
  bucket: z.enum(['1h', '1d']).default('1d'),
  days: z.coerce.number().int().min(1).max(90).default(14).describe('How many days, today included.'),
});

/** One hour or one day, UTC, with the number of times that each event happened; an event without one is absent. */
export interface Activity {
  /** ms since the epoch. */
  readonly at: number;
  readonly counts: Readonly<Partial<Record<AuditEvent, number>>>;
}

/** `GET activity`: counts of events, oldest first. Bounded: at most one hash per hour of 90 days. */
export function activityRoutes(app: App, { clock, events }: Pick<OperatorDeps, 'clock' | 'events'>): void {
  app.get('/activity', { schema: { querystring: ActivityQuery } }, async ({ query: { bucket, days } }) => {
    const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    const hours = await events.counts(today - (days - 1) * DAY_MS, clock.now());
    const buckets = bucketed(hours, bucket === '1h' ? HOUR_MS : DAY_MS);
    return { bucket, items: buckets.map(({ at, counts }) => ({ at: isoOf(at), counts })) };
  });
}

/** The hours summed up in buckets of `sizeMs`. Pure. */
export function bucketed(hours: readonly EventCounts[], sizeMs: number): readonly Activity[] {
  const buckets = new Map<number, Partial<Record<AuditEvent, number>>>();
  for (const hour of hours) {
    const at = Math.floor(hour.at / sizeMs) * sizeMs;
    const sum = buckets.get(at) ?? {};
    for (const [event, count] of Object.entries(hour.counts) as [AuditEvent, number][]) {
      sum[event] = (sum[event] ?? 0) + count;
    }
    buckets.set(at, sum);
  }
  return [...buckets].map(([at, counts]) => ({ at, counts }));
}
