import { DAY_MS } from '../common/duration.ts';
import { oncePer } from '../common/oncePer.ts';
import { seen } from '../common/seen.ts';
import { readWrittenDate } from '../common/writtenDate.ts';
import { idsOf, type Resource } from '../resource/resource.ts';
import { isKeepTag } from './keepKey.ts';
import { matchesPattern } from './keepPattern.ts';

/** The target to keep: one resource by its id, all resources of a group, or all whose id or name matches (keepPattern.ts). */
export type OptOutTarget =
  | { readonly kind: 'id'; readonly value: string }
  | { readonly kind: 'group'; readonly value: string }
  | { readonly kind: 'pattern'; readonly value: string };

/** An actor's "keep it". Only each actor's last one for a target counts; the target is kept while any is in force. */
export interface OptOut {
  readonly target: OptOutTarget;
  readonly until: number | 'forever';
  /** An address from a signed link, an API token's name, or `tag`. */
  readonly actor: string;
  readonly reason?: string;
  readonly at: number;
  /**
   * The resource's name in its mark, which the decision removes, or in a read. Absent: a group, a name like the id or
   * none, or neither a mark nor a read.
   */
  readonly name?: string;
}

/**
 * The decision with the name of its resource, for people.
 * @param before decisions about the same target, which may know the name when there is no mark any more
 */
export function withName(optOut: OptOut, nameInMark: string | undefined, before: readonly OptOut[]): OptOut {
  const { kind, value } = optOut.target;
  const { name: read, ...unnamed } = optOut;
  const name = nameInMark || read || nameIn(before);
  return kind === 'id' && name && name !== value ? { ...unnamed, name } : unnamed;
}

/** The name of a resource, as the first of these decisions that has one knows it. */
export function nameIn(optOuts: readonly OptOut[]): string | undefined {
  return optOuts.find(({ name }) => name)?.name;
}

/** The tag on a resource that keeps it: `always`, or an ISO end date. */
export const KEEP_TAG = 'holystone:keep';

/**
 * The key on a resource that may keep it though no decision about it is stored, as after an older state of Redis came back.
 * `undefined`: its type carries none, or the decision is about more than one resource, which gets none.
 * @param keepKey of the type; absent: {@link KEEP_TAG}
 */
export function keyThatMayKeep(
  { kind }: OptOutTarget,
  { keepKey = KEEP_TAG }: { readonly keepKey?: string | null } = {},
): string | undefined {
  return kind === 'id' && keepKey !== null ? keepKey : undefined;
}

/** The keys on resources of these types that may keep them, each once. */
export function keysThatMayKeep(types: Iterable<{ readonly keepKey?: string | null }>): readonly string[] {
  return [...new Set([...types].flatMap(({ keepKey = KEEP_TAG }) => keepKey ?? []))];
}

/** For an operator who takes back a decision that is not stored: an empty text, or a sentence with a blank before it. */
export function mayKeepWords(target: OptOutTarget, type: { readonly keepKey?: string | null }): string {
  const key = keyThatMayKeep(target, type);
  return key === undefined ? '' : ` If the resource itself still has ${key}, that keeps it: remove it there.`;
}

/** The tag value that {@link KEEP_TAG} gets for an opt-out. */
export function keepTagValue(until: number | 'forever'): string {
  return until === 'forever' ? 'always' : new Date(until).toISOString();
}

/** Is the opt-out in force at `now`? */
export function inForce(optOut: OptOut, now: number): boolean {
  return optOut.until === 'forever' || optOut.until > now;
}

/** The opt-out that lasts longest first; with equal ends, the earlier one first. */
export function longestFirst(optOuts: readonly OptOut[]): readonly OptOut[] {
  return optOuts.toSorted((a, b) => endMs(b) - endMs(a) || a.at - b.at);
}

/** Of decisions about one target from several places: the last one of each actor, which alone counts. */
export function latestOfEach(optOuts: readonly OptOut[]): readonly OptOut[] {
  const latest = new Map<string, OptOut>();
  for (const optOut of optOuts) {
    const known = latest.get(optOut.actor);
    if (!known || optOut.at > known.at) latest.set(optOut.actor, optOut);
  }
  return [...latest.values()];
}

/** Does `a` last longer than `b`? */
export function outlasts(a: OptOut, b: OptOut): boolean {
  return endMs(a) > endMs(b);
}

/** The longest opt-out of each target, of several places with decisions; of equal ends that of the earlier place. */
export function longestOfEach(places: readonly OptOuts[]): OptOuts {
  const longest = new Map<string, OptOut>();
  for (const [target, optOut] of places.flatMap((place) => [...place])) {
    const known = longest.get(target);
    if (!known || outlasts(optOut, known)) longest.set(target, optOut);
  }
  return longest;
}

/** A second click or a reload within this time is no new decision, ms. */
const REPEAT_MS = 60_000;

/** Is it the same opt-out of the same actor again, within a minute? The ends may differ by the time between them. */
export function isRepeat(before: OptOut, again: OptOut): boolean {
  const passedMs = again.at - before.at;
  if (passedMs < 0 || passedMs > REPEAT_MS || before.actor !== again.actor || before.reason !== again.reason)
    return false;
  return Math.abs(endMs(again) - endMs(before)) <= REPEAT_MS;
}

function endMs({ until }: OptOut): number {
  return until === 'forever' ? Number.MAX_SAFE_INTEGER : until;
}

/** One stable string per target, as stored. */
export function targetKey(target: OptOutTarget): string {
  return `${target.kind}:${target.value}`;
}

/** By {@link targetKey}: for each target of a namespace, the opt-out that lasts longest. */
export type OptOuts = ReadonlyMap<string, OptOut>;

/** The opt-out that keeps a resource now, by id, by group, by a pattern, or by the tag on the resource itself. */
export function findOptOut(resource: Resource, optOuts: OptOuts, now: number): OptOut | undefined {
  return (optOuts.size > 0 && byDecision(resource, optOuts, now)) || byTag(resource, now);
}

function byDecision(resource: Resource, optOuts: OptOuts, now: number) {
  for (const value of idsOf(resource)) {
    const byId = optOuts.get(targetKey({ kind: 'id', value }));
    if (byId && inForce(byId, now)) return byId;
  }
  for (const value of groupsOf(resource)) {
    const byGroup = optOuts.get(targetKey({ kind: 'group', value }));
    if (byGroup && inForce(byGroup, now)) return byGroup;
  }
  return patternsOf(optOuts).find(
    (one) => inForce(one, now) && textsOf(resource).some((text) => matchesPattern(one.target.value, text)),
  );
}

/** By their map, which never changes: a survey asks for each resource. */
const patternsOf = oncePer((optOuts: OptOuts) =>
  longestFirst([...optOuts.values()].filter(({ target }) => target.kind === 'pattern')),
);

/** The patterns that keep at `now`. */
export function patternsInForce(optOuts: OptOuts, now: number): readonly string[] {
  return patternsOf(optOuts).flatMap((one) => (inForce(one, now) ? [one.target.value] : []));
}

/** What a decision to keep may be about, of a resource or of its mark. */
export interface Keepable {
  readonly id: string;
  /** Only patterns ask for it. Absent or '': it has none. */
  readonly name?: string | undefined;
  readonly group?: string | undefined;
  readonly keptAs?: readonly string[] | undefined;
}

/** Is the opt-out about this resource: by one of its ids, by its group, or by a pattern? In force or not. */
export function isAbout({ target }: OptOut, about: Keepable): boolean {
  if (target.kind === 'group') return groupsOf(about).includes(target.value);
  if (target.kind === 'pattern') return textsOf(about).some((text) => matchesPattern(target.value, text));
  return [about.id, ...(about.keptAs ?? [])].includes(target.value);
}

/** What a pattern may match: its ids and its name, also as a person sees them. */
export function textsOf({ id, name, keptAs = [] }: Keepable): readonly string[] {
  const texts = [id, ...keptAs, ...(name ? [name] : [])];
  return [...new Set([...texts, ...texts.map(seen)])];
}

/**
 * The targets of decisions that keep it, as {@link targetKey}, and `name:NAME`, of which nothing is stored: each of its ids and
 * its name may be kept by a pattern too.
 */
export function targetsOf(one: Keepable): readonly string[] {
  const ids = [one.id, ...(one.keptAs ?? [])];
  return [
    ...ids.map((value) => targetKey({ kind: 'id', value })),
    ...textsOf(one).flatMap((text) => (ids.includes(text) ? [] : [`name:${text}`])),
    ...groupsOf(one).map((value) => targetKey({ kind: 'group', value })),
  ];
}

/** A resource that others go with, as a launch template with its versions: its id is their group. */
function groupsOf({ id, group, keptAs }: Keepable): readonly string[] {
  return [group, keptAs && id].flatMap((one) => one ?? []);
}

function byTag(resource: Resource, now: number): OptOut | undefined {
  const kept = keepIn(resource.tags, now);
  if (!kept) return undefined;
  const { key, value, until } = kept;
  const target: OptOutTarget = { kind: 'id', value: resource.id };
  return { target, until, actor: 'tag', reason: `tag ${key}=${value}`, at: now };
}

/** A tag, a label or an annotation that keeps its resource. */
interface KeepEntry {
  readonly key: string;
  readonly value: string;
  readonly until: number | 'forever';
}

/**
 * What keeps a resource with these tags, labels or annotations at `now`. The key may exist in several spellings, since keys of
 * clouds are case-sensitive and people are not: the one that lasts longest counts.
 */
export function keepIn(tags: Readonly<Record<string, string>>, now: number): KeepEntry | undefined {
  let longest: KeepEntry | undefined;
  for (const key in tags) {
    if (!isKeepTag(key)) continue;
    const value = tags[key] as string;
    const until = keepTagEnd(value);
    if ((until === 'forever' || until > now) && !(longest && lasts(longest.until, until)))
      longest = { key, value, until };
  }
  return longest;
}

/** Is `end` not before `until`? */
export function lasts(end: number | 'forever', until: number | 'forever'): boolean {
  return end === 'forever' || (until !== 'forever' && end >= until);
}

/**
 * The end of a {@link KEEP_TAG} value. A date without a time includes that whole day, a time without a zone is UTC. Any
 * other value keeps forever: the person who wrote it wanted to keep the resource.
 */
export function keepTagEnd(value: string): number | 'forever' {
  const written = readWrittenDate(value);
  if (!written) return 'forever';
  return written.isWholeDay ? written.at + DAY_MS : written.at;
}
