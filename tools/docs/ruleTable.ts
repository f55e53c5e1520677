import { z } from 'zod';
import type { Rule } from '../../src/core/evaluation/rule.ts';
import type { JsonSchemaNode } from './jsonSchema.ts';
import { code, table } from './markdown.ts';

/** The rules, with the resources that they nominate and their parameters. */
export function ruleTable(rules: readonly Rule[]): string {
  return table(
    ['rule', 'nominates', 'parameters'],
    rules.map((rule) => [code(rule.name), rule.summary, parameterWords(rule)]),
  );
}

function parameterWords(rule: Rule): string {
  const node = z.toJSONSchema(rule.parameters, { io: 'input' }) as JsonSchemaNode;
  const words = Object.entries(node.properties ?? {}).map(
    ([key, { description }]) => `${code(key)}: ${description ?? ''}`,
  );
  return words.length > 0 ? words.join(' ') : '–';
}
