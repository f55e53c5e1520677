/**
 * The keys by which programs find a resource of EC2 by its tags. A program may ask for a value that begins like its own, or put
 * it together when it runs: then what it asks for is known up to a separator only, or not at all. Pure.
 */
import { oncePerText } from '../../../core/common/oncePer.ts';
import type { Resource } from '../../../core/resource/resource.ts';

/** The kinds that programs find by a tag, and attach, launch or open then. */
export type TaggedKind = 'elasticIp' | 'image' | 'networkInterface' | 'securityGroup' | 'volume';

const SEPARATORS = /[-_./:\s]/g;
/** So many beginnings of a value have keys of their own: a program that says more of it is known by the last of them. */
const MOST_BEGINNINGS = 4;
/** What stands for other characters in a filter, or for a variable in a text: `web-*`, `$ENV-data`, `{env}-data`, `%s`, `<name>`. */
const OPEN = /[*?$%<{`\\]/;

/** The keys of a resource: of each tag with its value, with the beginnings of that, and with any value. */
export function tagAliases(kind: TaggedKind, tags: Resource['tags']): readonly string[] {
  const found: string[] = [];
  for (const key in tags) {
    const before = of(kind, key);
    if (found.length === 0) found.push(of(kind, '*'));
    for (const one of ofTag(`${before.length}=${before}=${tags[key]}`)) found.push(one);
  }
  return found;
}

/** Of a tag that many resources have they share the keys. @param text `LENGTH=KEY=VALUE`: a key may contain the sign too */
const ofTag = oncePerText((text): readonly string[] => {
  const from = text.indexOf('=') + 1;
  const to = from + Number.parseInt(text, 10) + 1;
  const value = text.slice(to);
  const begun = beginningsOf(value).map((beginning) => `${beginning}*`);
  return ['*', value, ...begun].map((one) => text.slice(from, to) + one);
});

/** The key of what a program asks for. @param key or @param value with a variable or a pattern in it: any that it may be */
export function tagAlias(kind: TaggedKind, key: string, value: string): string {
  if (OPEN.test(key)) return of(kind, '*');
  if (!OPEN.test(value)) return `${of(kind, key)}=${value}`;
  return `${of(kind, key)}=${beginningsOf(value.slice(0, value.search(OPEN))).at(-1) ?? ''}*`;
}

function of(kind: TaggedKind, key: string): string {
  return `${kind}/tag:${key}`;
}

function beginningsOf(value: string): readonly string[] {
  return [...value.matchAll(SEPARATORS)].slice(0, MOST_BEGINNINGS).map(({ index }) => value.slice(0, index + 1));
}
