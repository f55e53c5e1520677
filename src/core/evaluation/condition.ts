/** The schema of a condition: a pattern, or a comparison that some value can meet. */
import { z } from 'zod';
import { parseDuration } from '../common/duration.ts';
import { durationPattern } from '../common/durationPattern.ts';
import type { Comparison, ValuePattern } from '../policy/condition.ts';
import { LIMIT, rangeOf } from './comparison.ts';
import { compilePattern, matchesAnything, slipIn, valuePattern } from './pattern.ts';

const SPAN = 'a span of time above zero: 36h, 90d, 2w';
const ONE_OR_LIST = 'a text, "/regex/", a number or a boolean, or a list of them';

const listed = z.union([valuePattern, z.array(valuePattern).min(1, { error: ONE_OR_LIST })], { error: ONE_OR_LIST });

/** Whether it fits the attribute is checked with the kind of that (attributePattern.ts). */
const limit = z.union([z.number(), z.string()], { error: LIMIT });

const ofText = {
  is: listed.optional().describe('The value, or one of a list.'),
  not: listed.optional().describe('Any value but this, or these.'),
  matches: z
    .string({ error: '"/regex/"' })
    .superRefine((text, context) => {
      const result = compilePattern(text);
      const message = text.startsWith('/')
        ? undefined
        : `a regex stands between slashes: ${JSON.stringify(`/${text}/`)}`;
      if (message !== undefined) context.addIssue({ code: 'custom', message });
      else {
        const why = result.kind === 'invalid' ? result.why : slipIn(text);
        if (why !== undefined) context.addIssue({ code: 'custom', message: why });
      }
    })
    .meta({ pattern: '^/[\\s\\S]+/i?$' })
    .optional()
    .describe('A regex between slashes.'),
};

const comparison = z
  .strictObject({
    ...ofText,
    above: limit.optional().describe(`More, larger or later than this: ${LIMIT}.`),
    below: limit.optional().describe(`Less, smaller or earlier than this: ${LIMIT}.`),
    olderThan: z
      .string({ error: SPAN })
      .refine((text) => 'ms' in (parseDuration(text) ?? {}), { error: `allowed: ${SPAN}` })
      .meta({ pattern: durationPattern() })
      .optional()
      .describe('A date that is longer ago than this.'),
    absent: z.boolean().optional().describe('`true`: the resource has no such tag; `false`: it has one.'),
  })
  .superRefine(refuseContradiction)
  .meta({ minProperties: 1 });

/** What a text that each resource has (its name) has to be, in a schema. */
export const textCondition = z
  .union([valuePattern, z.strictObject(ofText).superRefine(refuseContradiction).meta({ minProperties: 1 })], {
    error: 'a text, "/regex/", "*", a number, a boolean, or a comparison such as { not: x }',
  })
  .superRefine((given, context) => {
    const texts = typeof given === 'object' ? [given.is ?? [], given.not ?? []].flat(2) : [given];
    if (texts.includes('')) context.addIssue({ code: 'custom', message: 'an empty text: nothing is called so' });
  });

/** What a value has to be, in a schema. */
export const condition = z.union([valuePattern, comparison], {
  error: 'a text, "/regex/", "*", a number, a boolean, or a comparison such as { above: 100 }',
});

function refuseContradiction(given: Comparison, context: z.RefinementCtx): void {
  const why = contradictionIn(given);
  if (why !== undefined) context.addIssue({ code: 'custom', message: why });
}

/** Why no value meets a comparison, whatever the attribute is. */
function contradictionIn(given: Comparison): string | undefined {
  const keys = Object.entries(given).filter(([, value]) => value !== undefined);
  if (keys.length === 0) return 'a comparison must say something, such as { not: x }';
  const { absent, is, not, above, below } = given;
  if (absent && keys.length > 1) return 'what is absent has no value to compare: `absent: true` stands alone';
  const refused = [not ?? []].flat() as readonly ValuePattern[];
  if (refused.some(matchesAnything)) return '`not` excludes every value, so nothing is left';
  const wanted = [is ?? []].flat() as readonly ValuePattern[];
  if (wanted.length > 0 && wanted.every((one) => refused.includes(one))) return '`is` and `not` exclude each other';
  if (above === undefined || below === undefined) return undefined;
  const [low, high] = [rangeOf(above), rangeOf(below)];
  if (!low || !high) return undefined;
  if (low.unit !== high.unit) return '`above` and `below` compare different kinds of values';
  return low.last >= high.first ? `nothing is above ${above} and below ${below}` : undefined;
}
