/** Who is told about a resource: the address in its tags, then the account's owner, then the fallback (people.md 1). */
import { z } from 'zod';
import type { Resource } from './resource.ts';
import type { Account, OwnerSettings } from './workConfiguration.ts';

export interface OwnerResolution {
  /** Absent = nobody can be told, and nothing may be deleted. */
  readonly owner?: string;
  /** Where the address came from, for people: `tag Owner`, `account test`, `notice.fallback`, `nobody`. */
  readonly via: string;
  /** Nobody owns it: it goes to the fallback, with the longer retention. */
  readonly unowned: boolean;
  /** Places that named somebody and held no usable address, in the same words as `via`; to be counted and shown. */
  readonly invalid: readonly string[];
}

/** RFC 5321 §4.5.3.1.3: a path has at most 256 octets, angle brackets included. */
const MAX_ADDRESS_LENGTH = 254;
const Email = z.email();
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/**
 * The first place that holds a valid address wins. A list of addresses stands for its first valid one: a notice
 * counts when *the* owner was told, so there is exactly one.
 */
export function resolveOwner(
  resource: Pick<Resource, 'tags'>,
  settings: OwnerSettings,
  account: Pick<Account, 'name' | 'owner'>,
  fallback: string | undefined,
): OwnerResolution {
  const invalid: string[] = [];
  for (const { via, text, unowned } of places(resource, settings, account, fallback)) {
    const owner = firstAddress(text);
    if (owner !== undefined) return { owner, via, unowned, invalid };
    invalid.push(via);
  }
  return { via: 'nobody', unowned: true, invalid };
}

/**
 * One address, checked and with its domain in lower case (the part before the `@` keeps its case, RFC 5321 §2.4).
 * `undefined` for anything else, and always when it holds a control character: an owner must never start a header.
 */
export function parseAddress(text: string): string | undefined {
  if (UNSEEN.test(text)) return undefined;
  const address = text.trim();
  if (address.length > MAX_ADDRESS_LENGTH || !Email.safeParse(address).success) return undefined;
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}

/** `a@x.org, B <b@x.org>; c@x.org`: the first that is an address. */
function firstAddress(text: string): string | undefined {
  if (UNSEEN.test(text)) return undefined;
  for (const part of text.split(/[,; ]+/)) {
    const address = parseAddress(part.replace(/^<(.*)>$/, '$1'));
    if (address !== undefined) return address;
  }
  return undefined;
}

function* places(
  resource: Pick<Resource, 'tags'>,
  settings: OwnerSettings,
  account: Pick<Account, 'name' | 'owner'>,
  fallback: string | undefined,
): Generator<{ via: string; text: string; unowned: boolean }> {
  for (const wanted of settings.tags) {
    for (const key of keysLike(resource.tags, wanted)) {
      yield { via: `tag ${key}`, text: resource.tags[key] ?? '', unowned: false };
    }
  }
  if (account.owner !== undefined) yield { via: `account ${account.name}`, text: account.owner, unowned: false };
  if (fallback !== undefined) yield { via: 'notice.fallback', text: fallback, unowned: true };
}

/** Tag keys differ in case from team to team; the configured spelling comes first, then the others in order. */
function keysLike(tags: Readonly<Record<string, string>>, wanted: string): string[] {
  const lower = wanted.toLowerCase();
  const rank = (key: string) => (key === wanted ? `0${key}` : `1${key}`);
  return Object.keys(tags)
    .filter((key) => key.toLowerCase() === lower)
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
