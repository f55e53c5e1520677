/** Converts Swabbie's Allowlist to `only`. Omits values without a native form, which allows less. */
import { compilePattern } from '../../src/core/evaluation/pattern.ts';
import { type Item, item } from '../import/commented.ts';
import { fieldOf, type NativeType } from './attributes.ts';
import type { Exclusion, ExclusionAttribute, PlanOnly } from './exclusion.ts';
import { fieldMatcher } from './matchers.ts';
import { readValue } from './values.ts';

/**
 * @param fallback the recipient for resources without an owner, if any
 * @returns `undefined` when there is no allowlist; an empty one keeps everything
 */
export function onlyItems(
  type: NativeType,
  exclusions: readonly Exclusion[],
  fallback: string | undefined,
  planOnly: PlanOnly,
): readonly Item[] | undefined {
  const lists = exclusions.filter(({ kind }) => kind === 'allowlist');
  if (lists.length === 0) return undefined;
  const attributes = lists.flatMap((list) => list.attributes);
  return attributes
    .map((attribute) => commonValues(attribute, attributes))
    .filter(({ key }, index) => key === undefined || attributes.findIndex((one) => one.key === key) === index)
    .flatMap((attribute) => itemsOf(type, attribute, fallback, planOnly));
}

/** If Swabbie let one list of a key replace another, only values in all of them are certainly allowed. */
function commonValues(attribute: ExclusionAttribute, all: readonly ExclusionAttribute[]): ExclusionAttribute {
  const others = all.filter((other) => other !== attribute && other.key !== undefined && other.key === attribute.key);
  if (others.length === 0) return attribute;
  attribute.source.lost(
    'this key of the allowlist is given more than once: only values that are in every list are allowed',
  );
  const inAll = attribute.values.filter(({ data }) =>
    others.every(({ values }) => values.some((v) => v.data === data)),
  );
  return { ...attribute, values: inAll };
}

function itemsOf(
  type: NativeType,
  { key, values, everything, source }: ExclusionAttribute,
  fallback: string | undefined,
  planOnly: PlanOnly,
): readonly Item[] {
  const field = key === undefined ? undefined : fieldOf(type, key);
  if (everything) source.lost('a wildcard alone: Swabbie excluded everything, and so it is not allowed here');
  if (everything) return [];
  if (!field) {
    source.lost(`left out of the allowlist: the type ${type} has nothing that is "${key ?? 'a key of a variable'}"`);
    return [];
  }
  return values.flatMap((value) => {
    const read = readValue(value, 'narrow');
    if (read.kind === 'untranslatable') {
      value.lost(`left out of the allowlist: ${read.why}`);
      return [];
    }
    if (field.kind === 'owner' && read.patterns.some((pattern) => matches(pattern, fallback))) {
      planOnly(
        value,
        'this also allows resources that nobody owns here; Swabbie knew owners that tags do not name (Front50)',
      );
    }
    return read.patterns.map((pattern, index) => item(fieldMatcher(field, pattern), ...(index === 0 ? read.says : [])));
  });
}

function matches(pattern: string | number | boolean, fallback: string | undefined): boolean {
  const compiled = compilePattern(pattern);
  // A variable may have any value.
  if (compiled.kind === 'invalid' || String(pattern).includes('${')) return true;
  return compiled.pattern.matches(fallback);
}
