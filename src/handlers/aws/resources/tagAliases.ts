/**
 * The keys by which programs find a resource by its tags, or by its name in a filter. A program may ask for a value that begins like its own, or put
 * it together when it runs: then what it asks for is known up to a separator only, or not at all. Pure.
 */
import { oncePerText } from '../../../core/common/oncePer.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { nameAlias } from './nameAlias.ts';

/** The kinds that programs find by a tag, and attach, launch, mount, start or open then. */
export type TaggedKind =
  | 'autoScalingGroup'
  | 'elasticIp'
  | 'fileSystem'
  | 'image'
  | 'instance'
  | 'natGateway'
  | 'networkInterface'
  | 'securityGroup'
  | 'snapshot'
  | 'volume'
  | 'vpcEndpoint';

const SEPARATORS = /[-_./:\s]/g;
/** So many beginnings of a value have keys of their own: a program that says more of it is known by the last of them. */
const MOST_BEGINNINGS = 4;
/** What stands for other characters in a filter, or for a variable in a text: `web-*`, `$ENV-data`, `{env}-data`, `%s`, `<name>`. */
const OPEN = /[*?$%<{`\\]/;

/**
 * The keys of a resource: of each tag with its value, with the beginnings of that, and with any value. What its tag `Name` says is its name:
 * the program that looks for the value of a variable by that tag may be in an image, and its call in no text that is read.
 */
export function tagAliases(kind: TaggedKind, tags: Resource['tags']): readonly string[] {
  const found: string[] = [];
  for (const key in tags) {
    const before = of(kind, key);
    if (found.length === 0) found.push(of(kind, '*'));
    if (key === 'Name' && tags[key]) found.push(nameAlias(tags[key]));
    for (const one of ofTag(`${before.length}=${before}=${tags[key]}`)) found.push(one);
  }
  return found;
}

/** The keys of a resource that has a name which a filter asks for: with the beginnings of that, and with any name. */
export function filterAliases(kind: TaggedKind, name: string | undefined): readonly string[] {
  return name ? keysOf(`${kind}/name=`, name) : [];
}

/** Of a tag that many resources have they share the keys. @param text `LENGTH=KEY=VALUE`: a key may contain the sign too */
const ofTag = oncePerText((text): readonly string[] => {
  const from = text.indexOf('=') + 1;
  const to = from + Number.parseInt(text, 10) + 1;
  return keysOf(text.slice(from, to), text.slice(to));
});

function keysOf(before: string, value: string): readonly string[] {
  return ['*', value, ...beginningsOf(value).map((beginning) => `${beginning}*`)].map((one) => before + one);
}

/** The key of what a program asks for. @param key or @param value with a variable or a pattern in it: any that it may be */
export function tagAlias(kind: TaggedKind, key: string, value: string): string {
  return OPEN.test(key) ? of(kind, '*') : `${of(kind, key)}=${knownOf(value)}`;
}

/** The key of what a program asks for by its name. @param name with a variable or a pattern in it: any that it may be */
export function filterAlias(kind: TaggedKind, name: string): string {
  return `${kind}/name=${knownOf(name)}`;
}

function knownOf(value: string): string {
  if (!OPEN.test(value)) return value;
  return `${beginningsOf(value.slice(0, value.search(OPEN))).at(-1) ?? ''}*`;
}

function of(kind: TaggedKind, key: string): string {
  return `${kind}/tag:${key}`;
}

function beginningsOf(value: string): readonly string[] {
  return [...value.matchAll(SEPARATORS)].slice(0, MOST_BEGINNINGS).map(({ index }) => value.slice(0, index + 1));
}
