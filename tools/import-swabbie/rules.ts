/**
 * Converts Swabbie's `enabledRules` to `when`. Omits rules without a complete native form: fewer resources are
 * nominated.
 */
import { type Item, inline, item, line, list, mapping } from '../import/commented.ts';
import { type RuleContext, type TranslatedRule, translateRule, type Use } from './rule.ts';
import type { Source } from './source.ts';

/** No real rule has more alternatives in one branch. */
const MOST_ALTERNATIVES = 32;

/** Rules that must match together. */
type Together = readonly Use[];

export interface When {
  /** The entries of `when`; empty when no rule has a native form. */
  readonly items: readonly Item[];
}

export function whenOf(branches: readonly Source[], context: RuleContext): When {
  const all = branches.flatMap((branch) => alternativesOf(branch, context));
  const unique = [...new Map(all.map((together) => [signature(together), together])).values()];
  return { items: unique.map(entryOf) };
}

function alternativesOf(branch: Source, context: RuleContext): readonly Together[] {
  const operator = branch.get('operator').text()?.plain?.trim().toUpperCase() ?? 'OR';
  const rules = branch.get('rules').items();
  const translated = rules.map((rule) => ({ rule, result: translateRule(rule, context) }));
  for (const { rule, result } of translated) if (result.kind !== 'alternatives') rule.lost(result.why);
  const gone = translated.find(({ result }) => result.kind === 'void');
  if (gone || (operator !== 'OR' && operator !== 'AND')) {
    if (!gone) branch.lost(`left out: an operator that is neither OR nor AND`);
    return [];
  }
  const results = translated.map(({ result }) => result);
  const all = operator === 'OR' ? results.flatMap(alternativesIn) : product(results);
  if (all === undefined || (all.length === 0 && rules.length > 0))
    branch.lost('left out: its rules cannot all be said here');
  const description = branch.get('description').text()?.plain;
  return (all ?? []).map((together) => described(together, description));
}

function alternativesIn(result: TranslatedRule): readonly Together[] {
  return result.kind === 'alternatives' ? result.alternatives : [];
}

/** Every rule must match: all combinations of one alternative of each. */
function product(results: readonly TranslatedRule[]): readonly Together[] | undefined {
  if (results.length === 0) return [];
  return results.reduce<readonly Together[] | undefined>(
    (before, result) => {
      const combined = before?.flatMap((left) => alternativesIn(result).map((right) => [...left, ...right]));
      return combined && combined.length <= MOST_ALTERNATIVES ? combined : undefined;
    },
    [[]],
  );
}

function described(together: Together, description: string | undefined): Together {
  const [first, ...rest] = together;
  return first && description ? [{ ...first, says: [description, ...first.says] }, ...rest] : together;
}

function entryOf(together: Together): Item {
  const says = [...new Set(together.flatMap((use) => use.says))];
  const unique = [...new Map(together.map((use) => [signature([use]), use])).values()];
  const [first] = unique;
  if (unique.length === 1 && first) return item(ruleOf(first), ...says);
  return item(mapping(line('all', list(...unique.map((use) => item(ruleOf(use)))))), ...says);
}

function ruleOf({ rule, parameters }: Use) {
  return inline({ rule, ...parameters });
}

function signature(together: Together): string {
  return JSON.stringify(together.map(({ rule, parameters }) => [rule, parameters]));
}
