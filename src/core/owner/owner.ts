/** The owner of a resource: Holystone asks the strategies in the configured order; the first address wins (P1). */

import type { Account, OwnerSettings } from '../policy/workConfiguration.ts';
import type { Resource } from '../resource/resource.ts';
import { addressesIn } from '../text/address.ts';
import { applicationKey, type RegistryReading } from './ownerRegistry.ts';

export interface OwnerResolution {
  /** Absent = nobody can be told, and nothing may be deleted. */
  readonly owner?: string;
  /** Where the address came from, for people: `tag Owner`, `account test`, `notice.fallback`, `nobody`. */
  readonly via: string;
  /** Nobody owns it: it goes to the fallback, with the longer retention. */
  readonly unowned: boolean;
  /**
   * Places that named somebody and held no usable address, in the same words as `via`, with the reason where it is not
   * the address itself: `tag owner (evil.example is not in owner.domains)`. Counted and shown.
   */
  readonly invalid: readonly string[];
  /**
   * Addresses that were passed over because `owner.domains` does not allow them, also those that stand before the owner
   * in the same list. An entry of `keep` may still
   * name one. Absent = none.
   */
  readonly refused?: readonly string[];
  /**
   * A place before it might have named another, but could not be read: this says why. Somebody is told all the same;
   * it must not take a known owner's place, and nothing may be deleted on it.
   */
  readonly unsure?: string;
}

/** What the strategies of `owner.order` may ask. */
export interface OwnerSources {
  readonly settings: OwnerSettings;
  readonly account: Pick<Account, 'name' | 'owner'>;
  /** `notice.fallback`. */
  readonly fallback?: string;
  /** Absent where none is configured. */
  readonly registry?: RegistryReading;
}

/**
 * The first place that holds a valid address wins. A list of addresses stands for its first valid one: a notice
 * counts when *the* owner was told, so there is exactly one.
 *
 * Tags and registry entries are written by people who do not operate Holystone: `owner.domains` limits what they may
 * name. The account's owner and the fallback stand in the configuration itself and need no such limit.
 */
export function resolveOwner(resource: Pick<Resource, 'tags'>, sources: OwnerSources): OwnerResolution {
  const invalid: string[] = [];
  const refused: string[] = [];
  let doubt: { unsure?: string } = {};
  for (const place of places(resource, sources)) {
    if ('unread' in place) {
      doubt = { unsure: place.unread };
      continue;
    }
    const { via, text, unowned } = place;
    const named = addressesIn(text);
    const isAllowed = (address: string) => place.trusted || allowsDomain(sources.settings.domains, domainOf(address));
    const chosen = named.findIndex(isAllowed);
    const owner = named[chosen];
    // Without `owner.domains` the first address of the list would own it. Those after the chosen one never counted.
    refused.push(...(owner === undefined ? named : named.slice(0, chosen)));
    if (owner !== undefined) return { owner, via, unowned, invalid, ...refusedOnes(refused), ...doubt };
    invalid.push(named[0] === undefined ? via : `${via} (${domainOf(named[0])} is not in owner.domains)`);
  }
  return { via: 'nobody', unowned: true, invalid, ...refusedOnes(refused), ...doubt };
}

function refusedOnes(refused: readonly string[]): Pick<OwnerResolution, 'refused'> {
  return refused.length === 0 ? {} : { refused };
}

/**
 * Does the list allow mail to this domain? `example.com` allows exactly that domain, `*.example.com` everything below
 * it; both in lower case. Without a list every domain is allowed.
 */
function allowsDomain(domains: readonly string[] | undefined, domain: string): boolean {
  if (domains === undefined) return true;
  return domains.some((one) => (one.startsWith('*.') ? domain.endsWith(one.slice(1)) : domain === one));
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

interface NamedPlace {
  readonly via: string;
  readonly text: string;
  readonly unowned: boolean;
  /** The operator wrote it down: `owner.domains` does not matter. */
  readonly trusted: boolean;
}

/** It could name somebody, but could not be read. */
interface UnreadPlace {
  readonly unread: string;
}

function places(resource: Pick<Resource, 'tags'>, sources: OwnerSources): readonly (NamedPlace | UnreadPlace)[] {
  const { settings, account, fallback } = sources;
  const named = (via: string, text: string): NamedPlace => ({ via, text, unowned: false, trusted: false });
  const written = (via: string, text: string, unowned: boolean) => ({ via, text, unowned, trusted: true });
  const valuesOf = (keys: readonly string[]) => keys.flatMap((wanted) => keysLike(resource.tags, wanted));
  const by = {
    tags: valuesOf(settings.tags).map((key) => named(`tag ${key}`, resource.tags[key] ?? '')),
    registry: entriesOf(
      valuesOf(settings.registry?.tags ?? []).map((key) => resource.tags[key] ?? ''),
      sources.registry,
    ).map((entry) => ('unread' in entry ? entry : named(`registry ${entry.app}`, entry.owner))),
    account: account.owner === undefined ? [] : [written(`account ${account.name}`, account.owner, false)],
    fallback: fallback === undefined ? [] : [written('notice.fallback', fallback, true)],
  };
  return settings.order.flatMap((strategy) => by[strategy]);
}

/** What the registry says of the applications. Of an unread one nobody knows whether it knows them. */
function entriesOf(
  names: readonly string[],
  registry: RegistryReading | undefined,
): readonly (UnreadPlace | { readonly app: string; readonly owner: string })[] {
  if (registry === undefined || names.length === 0) return [];
  if (registry.kind === 'unread') return [{ unread: registry.why }];
  return names.flatMap((name) => {
    const app = applicationKey(name);
    const owner = registry.owners.get(app);
    return owner === undefined ? [] : [{ app, owner }];
  });
}

/** Tag keys differ in case from team to team; the configured spelling comes first, then the others in order. */
function keysLike(tags: Readonly<Record<string, string>>, wanted: string): string[] {
  const lower = wanted.toLowerCase();
  const rank = (key: string) => (key === wanted ? `0${key}` : `1${key}`);
  return Object.keys(tags)
    .filter((key) => key.toLowerCase() === lower)
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
