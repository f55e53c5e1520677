import { DAY_MS } from '../common/duration.ts';
import { readWrittenDate } from '../common/writtenDate.ts';
import type { Resource } from '../resource/resource.ts';

/** What is kept: one resource by its id, or everything of a group. */
export type OptOutTarget =
  | { readonly kind: 'id'; readonly value: string }
  | { readonly kind: 'group'; readonly value: string };

/** Somebody's "keep it". Of each person the last one about a target counts; it is kept while anybody's is in force. */
export interface OptOut {
  readonly target: OptOutTarget;
  readonly until: number | 'forever';
  /** Who said so: an address from a signed link, an API token's name, `tag`. */
  readonly actor: string;
  readonly reason?: string;
  readonly at: number;
}

/** The tag by which a resource itself says that it is kept: `always`, or the ISO date until which. */
export const KEEP_TAG = 'holystone:keep';

/** The tag value that {@link KEEP_TAG} gets for an opt-out. */
export function keepTagValue(until: number | 'forever'): string {
  return until === 'forever' ? 'always' : new Date(until).toISOString();
}

/** Is the opt-out in force at `now`? */
export function inForce(optOut: OptOut, now: number): boolean {
  return optOut.until === 'forever' || optOut.until > now;
}

/** The one that lasts longest first; of two that last as long, the one that was said first. */
export function longestFirst(optOuts: readonly OptOut[]): readonly OptOut[] {
  return optOuts.toSorted((a, b) => endMs(b) - endMs(a) || a.at - b.at);
}

/** Does `a` keep it longer than `b`? */
export function outlasts(a: OptOut, b: OptOut): boolean {
  return endMs(a) > endMs(b);
}

/** A second click, or a reload of the answer: no new decision, ms. */
const REPEAT_MS = 60_000;

/** Does the same person say the same again, within a minute? Both end at the same time, but for what passed between. */
export function isRepeat(before: OptOut, again: OptOut): boolean {
  const passedMs = again.at - before.at;
  if (passedMs < 0 || passedMs > REPEAT_MS || before.actor !== again.actor || before.reason !== again.reason)
    return false;
  if (before.until === 'forever' || again.until === 'forever') return before.until === again.until;
  return Math.abs(again.until - before.until) <= REPEAT_MS;
}

function endMs({ until }: OptOut): number {
  return until === 'forever' ? Number.MAX_SAFE_INTEGER : until;
}

/** One stable string per target, as stored. */
export function targetKey(target: OptOutTarget): string {
  return `${target.kind}:${target.value}`;
}

/** By {@link targetKey}, of what people said about each target of a namespace, what keeps it longest. */
export type OptOuts = ReadonlyMap<string, OptOut>;

/** The opt-out that keeps a resource now, by id, by group, or by the tag on the resource itself. */
export function findOptOut(resource: Resource, optOuts: OptOuts, now: number): OptOut | undefined {
  const byId = optOuts.get(targetKey({ kind: 'id', value: resource.id }));
  if (byId && inForce(byId, now)) return byId;
  const byGroup =
    resource.group === undefined ? undefined : optOuts.get(targetKey({ kind: 'group', value: resource.group }));
  if (byGroup && inForce(byGroup, now)) return byGroup;
  return byTag(resource, now);
}

/**
 * Of several spellings of the tag's key the one that lasts longest counts: people do not type case, and tags of AWS
 * have it.
 */
function byTag(resource: Resource, now: number): OptOut | undefined {
  const target: OptOutTarget = { kind: 'id', value: resource.id };
  return Object.entries(resource.tags)
    .filter(([key]) => isKeepTag(key))
    .map(([key, value]): OptOut => {
      return { target, until: keepTagEnd(value), actor: 'tag', reason: `tag ${key}=${value}`, at: now };
    })
    .filter((optOut) => inForce(optOut, now))
    .reduce<OptOut | undefined>(
      (longest, one) => (longest && lasts(longest.until, one.until) ? longest : one),
      undefined,
    );
}

/** Is this key of a tag {@link KEEP_TAG}, in whatever case? */
export function isKeepTag(key: string): boolean {
  return key.trim().toLowerCase() === KEEP_TAG;
}

/** Does something that ends at `end` last at least until `until`? */
export function lasts(end: number | 'forever', until: number | 'forever'): boolean {
  return end === 'forever' || (until !== 'forever' && end >= until);
}

/**
 * Until when a value of {@link KEEP_TAG} keeps. A date without a time means the whole of that day, a time without a
 * zone is UTC. Any other value keeps for ever: somebody wanted to keep it.
 */
export function keepTagEnd(value: string): number | 'forever' {
  const written = readWrittenDate(value);
  if (!written) return 'forever';
  return written.isWholeDay ? written.at + DAY_MS : written.at;
}
