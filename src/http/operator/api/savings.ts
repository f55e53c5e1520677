import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import { partsOfMonth } from '../../../core/text/savedSums.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { isoOf } from './views.ts';

/** `2026-11`; absent: all months. */
export const MonthQuery = z.strictObject({
  month: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'a month such as 2026-11' })
      .optional(),
  ),
});

/** `GET savings`: what the deletions of each month save, by team and type. */
export function savingsRoutes(app: App, deps: Pick<OperatorDeps, 'months'>): void {
  app.get('/savings', { schema: { querystring: MonthQuery } }, async ({ query: { month } }) => {
    const saved = await deps.months.parts();
    const items = partsOfMonth(saved, month).map(({ currency, unpriced, saved: amount, ...one }) => ({
      ...one,
      ...(currency === '' ? { unpriced } : { currency, saved: amount }),
    }));
    return { ...defined({ since: isoOf(saved.since) }), items };
  });
}
