import type { Rule } from '../../core/evaluation/rule.ts';
import { genericRules } from '../../core/evaluation/rules/index.ts';
import type { Handler } from './handler.ts';

/** All rules of a type by name: the generic ones and its own. Its own replaces a generic one of the same name. */
export function rulesOf({ rules }: Pick<Handler, 'rules'>): ReadonlyMap<string, Rule> {
  return new Map([...genericRules, ...rules].map((rule) => [rule.name, rule]));
}
