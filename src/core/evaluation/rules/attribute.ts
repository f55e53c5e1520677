import { z } from 'zod';
import type { AttributeFact } from '../../common/reason.ts';
import type { Condition } from '../../policy/condition.ts';
import { attributeOf } from '../../resource/attribute.ts';
import type { Resource } from '../../resource/resource.ts';
import { conditionWords, isComparison } from '../comparison.ts';
import { condition } from '../condition.ts';
import { holds } from '../matcher.ts';
import type { Rule } from '../rule.ts';

/** Nominates by attributes of the resource; all named attributes must match, and a missing one never does. */
export const attribute: Rule<Resource, { where: Record<string, Condition> }> = {
  name: 'attribute',
  summary:
    'All attributes under `where` match: by equality, by `/regex/` (RE2), numbers and booleans by value, or by a comparison.',
  parameters: z.strictObject({
    where: z
      .record(z.string(), condition, { error: 'attributes with their values' })
      .refine((where) => Object.keys(where).length > 0, 'name at least one attribute')
      .meta({ minProperties: 1 })
      .describe('Attribute name → value; the names of each type are in docs/handlers.md. `tag:Name` reads a tag.'),
  }),
  matches(resource, { where }, { now }) {
    const entries = Object.entries(where);
    const all = entries.every(([path, one]) => holds(one, resource, path, now));
    if (!all) return undefined;
    return { code: 'attributes', values: { facts: entries.map(([path, one]) => factOf(resource, path, one)) } };
  },
};

function factOf(resource: Resource, path: string, one: Condition): AttributeFact {
  const value = attributeOf(resource, path);
  if (value === undefined) return { path };
  return { path, value: String(value), ...(isComparison(one) ? { compared: conditionWords(one) } : {}) };
}
