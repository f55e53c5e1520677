import { z } from 'zod';
import type { ValuePattern } from '../../policy/workConfiguration.ts';
import { attributeOf, valuesAt } from '../../resource/attribute.ts';
import type { Resource } from '../../resource/resource.ts';
import { allMatch } from '../matcher.ts';
import { valuePattern } from '../pattern.ts';
import type { Rule } from '../rule.ts';

/** Nominates by attributes of the resource; all named attributes must match, and a missing one never does. */
export const attribute: Rule<Resource, { where: Record<string, ValuePattern> }> = {
  name: 'attribute',
  summary: 'All attributes under `where` match: by equality, by `/regex/` (RE2), numbers and booleans by value.',
  parameters: z.strictObject({
    where: z
      .record(z.string(), valuePattern, { error: 'attributes with their values' })
      .refine((where) => Object.keys(where).length > 0, 'name at least one attribute')
      .meta({ minProperties: 1 })
      .describe('Attribute name → value; the names of each type are in docs/handlers.md. `tag:Name` reads a tag.'),
  }),
  matches(resource, { where }) {
    const entries = Object.entries(where);
    const all = entries.every(([path, pattern]) => allMatch(pattern, valuesAt(resource, path)));
    return all ? entries.map(([path]) => `${path} is ${String(attributeOf(resource, path))}`).join(', ') : undefined;
  },
};
