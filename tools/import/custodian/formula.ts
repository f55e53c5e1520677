/** What a filter selects, in rules of Holystone: pure logic. */
import type { Plain } from '../sourceFile.ts';

/** Rules joined by and and or; a filter without a counterpart is `why`. */
export type Formula =
  | { readonly kind: 'rule'; readonly rule: Plain }
  | { readonly kind: 'all'; readonly of: readonly Formula[] }
  | { readonly kind: 'any'; readonly of: readonly Formula[] }
  | { readonly kind: 'refused'; readonly why: string };

export const rule = (one: Plain): Formula => ({ kind: 'rule', rule: one });
export const all = (...of: readonly Formula[]): Formula => ({ kind: 'all', of });
export const any = (...of: readonly Formula[]): Formula => ({ kind: 'any', of });
export const refusedFilter = (why: string): Formula => ({ kind: 'refused', why });

/** The reasons of every part that has no counterpart. */
export function reasonsIn(formula: Formula): readonly string[] {
  if (formula.kind === 'refused') return [formula.why];
  return formula.kind === 'rule' ? [] : formula.of.flatMap(reasonsIn);
}

/** More alternatives than this are no policy that a person reads. */
const MOST = 64;

/** Its alternatives, each a list of rules that must all hold; `undefined`: there are too many. */
export function alternativesOf(formula: Formula): readonly (readonly Plain[])[] | undefined {
  if (formula.kind === 'rule') return [[formula.rule]];
  if (formula.kind === 'refused') return undefined;
  let made: readonly (readonly Plain[])[] = formula.kind === 'all' ? [[]] : [];
  for (const part of formula.of) {
    const inner = alternativesOf(part);
    if (!inner) return undefined;
    made =
      formula.kind === 'any' ? [...made, ...inner] : made.flatMap((left) => inner.map((right) => [...left, ...right]));
    if (made.length > MOST) return undefined;
  }
  return made;
}

/** The alternatives as `when`; a rule that stands twice in one is written once. */
export function whenOf(alternatives: readonly (readonly Plain[])[]): readonly Plain[] {
  const written = alternatives.map((rules) => {
    const once = [...new Map(rules.map((one) => [JSON.stringify(one), one])).values()];
    const [only] = once;
    return once.length === 1 && only ? only : { all: once };
  });
  return [...new Map(written.map((one) => [JSON.stringify(one), one])).values()];
}
