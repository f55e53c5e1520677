/** What the entries of `keep` and `only` compare about a resource, and which entries keep it. Pure. */
import type { OwnerResolution } from '../owner/owner.ts';
import type { Matcher } from '../policy/workConfiguration.ts';
import type { Resource } from '../resource/resource.ts';
import { matchesOnly, matchKeep, type Subject } from './matcher.ts';
import type { Policy } from './policy.ts';

/** A resource as the matchers see it. */
export interface Compared {
  /** With its owner, and with each address that must get no notices: that one keeps too. */
  readonly keepers: readonly Subject[];
  /** `false`: the matcher asks for an owner that is uncertain, so it decides nothing. */
  isSure(matcher: Matcher): boolean;
}

/** A limit on owners never makes a candidate, so each refused address is compared as well. */
export function comparedOf<R extends Resource>(resource: R, policy: Policy<R>, now: number): Compared {
  const {
    owner,
    unsure,
    refused = [],
  }: Partial<OwnerResolution> = asksForOwner(policy) ? policy.ownerOf(resource) : {};
  const question = { resource, account: policy.account, owner, now };
  return {
    keepers: [question, ...refused.map((address) => ({ ...question, owner: address }))],
    isSure: (matcher) => unsure === undefined || matcher.owner === undefined,
  };
}

/** The matched fields, for a reason; `undefined`: the entry does not keep the resource, or its owner is uncertain. */
export function keptBy(matcher: Matcher, { keepers, isSure }: Compared): string | undefined {
  if (!isSure(matcher)) return undefined;
  for (const one of keepers) {
    const what = matchKeep(matcher, one);
    if (what !== undefined) return what;
  }
  return undefined;
}

/**
 * Does the allowlist `only` have it? The refused addresses must match too: the owner who replaces them does not open the allowlist alone.
 */
export function isAllowed(only: readonly Matcher[], { keepers, isSure }: Compared): boolean {
  return keepers.every((one) => only.some((entry) => !isSure(entry) || matchesOnly(entry, one)));
}

const NONE: readonly Matcher[] = [];

/** Does an entry of `keep` or `only` ask for the owner? */
export function asksForOwner<R extends Resource>({ keep, only = NONE }: Policy<R>): boolean {
  return keep.some(namesOwner) || only.some(namesOwner);
}

function namesOwner({ owner }: Matcher): boolean {
  return owner !== undefined;
}
