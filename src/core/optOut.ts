import { DAY_MS } from './duration.ts';
import type { Resource } from './resource.ts';

/** What is kept: one resource by its id, or everything of a group. */
export type OptOutTarget =
  | { readonly kind: 'id'; readonly value: string }
  | { readonly kind: 'group'; readonly value: string };

/** Somebody's "keep it". */
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

/** One stable string per target, as stored. */
export function targetKey(target: OptOutTarget): string {
  return `${target.kind}:${target.value}`;
}

/** The opt-outs of one namespace, by {@link targetKey}. */
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

/** An unreadable value keeps for ever: somebody wanted to keep it. */
function byTag(resource: Resource, now: number): OptOut | undefined {
  const value = resource.tags[KEEP_TAG];
  if (value === undefined) return undefined;
  const target: OptOutTarget = { kind: 'id', value: resource.id };
  const until = endOf(value) ?? 'forever';
  const optOut: OptOut = { target, until, actor: 'tag', reason: `tag ${KEEP_TAG}=${value}`, at: now };
  return inForce(optOut, now) ? optOut : undefined;
}

/** A date without a time means the whole of that day, UTC. */
function endOf(value: string): number | undefined {
  const at = Date.parse(value);
  if (!/^\d{4}-\d{2}-\d{2}/.test(value) || !Number.isFinite(at)) return undefined;
  return value.length === 'yyyy-mm-dd'.length ? at + DAY_MS : at;
}
