/**
 * Converts Swabbie's exclusions that keep to `keep`. It keeps everything that an exclusion could have kept; an
 * exclusion without a native form makes its entry plan-only.
 */

import { type Item, inline, item, type Mapping } from '../import/commented.ts';
import { fieldOf, mayHoldCommas, type NativeType } from './attributes.ts';
import type { Exclusion, ExclusionAttribute, PlanOnly } from './exclusion.ts';
import { EVERYTHING, fieldMatcher, keyOf, tagMatcher } from './matchers.ts';
import type { Source } from './source.ts';
import { type Pattern, readValue } from './values.ts';

/** The matchers of one value, or the reason why there are none. */
type Matchers = { readonly matchers: readonly Mapping[]; readonly says: readonly string[] } | { readonly why: string };

export function keepItems(type: NativeType, exclusions: readonly Exclusion[], planOnly: PlanOnly): readonly Item[] {
  const seen = new Set<string>();
  const items: Item[] = [];
  for (const exclusion of exclusions) {
    const found = itemsOf(type, exclusion, planOnly).filter(({ value }) => !seen.has(keyOf(value)));
    for (const { value } of found) seen.add(keyOf(value));
    const title = `${titleOf(exclusion)}${addsUp(exclusion, exclusions)}`;
    items.push(...found.map(({ value, says }, index) => item(value, ...(index === 0 ? [title] : []), ...says)));
  }
  return items;
}

function titleOf({ kind: known, source }: Exclusion): string {
  const kind: string = known ?? '';
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${source.place}.`;
}

function addsUp(exclusion: Exclusion, all: readonly Exclusion[]): string {
  const before = all.slice(0, all.indexOf(exclusion)).filter(({ kind }) => kind === exclusion.kind);
  const keys = new Set(before.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  const again = exclusion.attributes.find(({ key }) => key !== undefined && keys.has(key));
  if (again === undefined) return '';
  return ` In Swabbie the list of "${again.key}" here replaced the one above; here they add up.`;
}

function itemsOf(type: NativeType, exclusion: Exclusion, planOnly: PlanOnly): readonly Item[] {
  if (exclusion.kind === undefined) {
    planOnly(exclusion.source, 'an exclusion of a type that is not known');
    return [];
  }
  if (exclusion.kind === 'naive') {
    exclusion.source.lost('a Naive exclusion asked for a detail that Swabbie no longer set: it kept nothing');
    return [];
  }
  if (exclusion.kind === 'application' && type === 'image') {
    exclusion.source.lost('Swabbie never applied Application exclusions to images: it kept none of them');
    return [];
  }
  return exclusion.attributes.flatMap((attribute) => attributeItems(type, exclusion, attribute, planOnly));
}

function attributeItems(
  type: NativeType,
  exclusion: Exclusion,
  attribute: ExclusionAttribute,
  planOnly: PlanOnly,
): readonly Item[] {
  if (attribute.everything) {
    return [item(EVERYTHING, `${attribute.source.place}: its only value is a wildcard, which excludes everything.`)];
  }
  return attribute.values.flatMap((value) => {
    const read = matchersOf(type, exclusion, attribute, value);
    if ('why' in read) {
      planOnly(value, `an exclusion that cannot be said here: ${read.why}`);
      return [];
    }
    if (exclusion.kind === 'literal' && attribute.key !== undefined && fieldOf(type, attribute.key)?.kind === 'owner') {
      planOnly(value, 'Swabbie knew owners that tags do not name (Front50), and several per resource');
    }
    return read.matchers.map((matcher, index) => item(matcher, ...(index === 0 ? read.says : [])));
  });
}

function matchersOf(type: NativeType, { kind }: Exclusion, { key }: ExclusionAttribute, value: Source): Matchers {
  if (key === undefined) return { why: 'its key is missing, or depends on a variable' };
  if (kind === 'application') return application(key, value);
  const field = kind === 'literal' ? fieldOf(type, key) : undefined;
  if (kind === 'literal' && !field) return { why: `the type ${type} has nothing that is Swabbie's "${key}"` };
  const read = readValue(value, field && mayHoldCommas(type, field) ? 'parts' : 'wide');
  if (read.kind === 'untranslatable') return read;
  const { patterns, says } = read;
  if (field) return { matchers: patterns.map((pattern) => fieldMatcher(field, pattern)), says };
  if (kind === 'tag') return tag(key, value, patterns);
  if (key !== 'name') return { why: `nothing here knows the "${key}" of an account` };
  return { matchers: patterns.map((pattern) => inline({ account: pattern })), says };
}

function tag(key: string, value: Source, patterns: readonly Pattern[]): Matchers {
  const isPattern = String(value.data).startsWith('pattern:');
  const says = 'Swabbie took "pattern:" in a Tag exclusion by its letters; here it is matched as meant.';
  return { matchers: patterns.map((pattern) => tagMatcher(key, pattern)), says: isPattern ? [says] : [] };
}

/** Frigga: the application is the part before the first "-" of a group's name. */
function application(key: string, value: Source): Matchers {
  const text = value.text();
  if (key !== 'name') return { why: `nothing here knows the "${key}" of an application` };
  if (!text?.plain || text.variable || !/^[\w.]+$/.test(text.plain)) {
    return { why: 'names of groups can be asked for the name of an application, not for a pattern of it' };
  }
  const name = text.plain.replaceAll('.', '\\.');
  const says = 'Swabbie asked Front50 for the application; here it is read off the name of the group.';
  return { matchers: [fieldMatcher({ kind: 'name' }, `/^${name}(-|$)/i`)], says: [says] };
}
