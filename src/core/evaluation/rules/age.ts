import { z } from 'zod';
import { parseDuration } from '../../common/duration.ts';
import { durationPattern } from '../../common/durationPattern.ts';
import { ageOf, spanOf } from '../../reason/span.ts';
import type { Rule } from '../rule.ts';

const SPAN = 'a span of time above zero: 36h, 90d, 2w';

/** A span of exact time as a rule's parameter (`90d`), parsed to ms. Business days make no sense for an age. */
export const spanParameter = z
  .string({ error: SPAN })
  .meta({ pattern: durationPattern() })
  .transform((text, context) => {
    const duration = parseDuration(text);
    if (duration && 'ms' in duration) return duration.ms;
    context.addIssue({ code: 'custom', message: `allowed: ${SPAN}` });
    return z.NEVER;
  });

/** The same, or `0d`: any age. */
export const spanOrZero = z.union([z.literal('0d').transform(() => 0), spanParameter], {
  error: `0d, or ${SPAN}`,
});

/** Nominates a resource strictly older than `moreThan`; without a known date it never matches. */
export const age: Rule<never, { moreThan: number }> = {
  name: 'age',
  summary:
    'It is older than `moreThan`, counted from its creation (or from when it was first seen, for types without a date).',
  parameters: z.strictObject({ moreThan: spanParameter.describe('A span of time: `90d`, `36h`, `2w`.') }),
  matches(_resource, { moreThan }, { createdAt, now }) {
    if (createdAt === undefined || now - createdAt <= moreThan) return undefined;
    return { code: 'older', values: { age: ageOf(now - createdAt), moreThan: spanOf(moreThan) } };
  },
};
