/** Who is told about a resource: strategies are asked in the configured order, the first address wins (people.md 1). */
import { firstAddress } from './address.ts';
import { applicationKey, type RegistryReading } from './ownerRegistry.ts';
import type { Resource } from './resource.ts';
import type { Account, OwnerSettings } from './workConfiguration.ts';

export interface OwnerResolution {
  /** Absent = nobody can be told, and nothing may be deleted. */
  readonly owner?: string;
  /** Where the address came from, for people: `tag Owner`, `account test`, `notice.fallback`, `nobody`. */
  readonly via: string;
  /** Nobody owns it: it goes to the fallback, with the longer retention. */
  readonly unowned: boolean;
  /** Places that named somebody and held no usable address, in the same words as `via`; counted and shown. */
  readonly invalid: readonly string[];
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
 */
export function resolveOwner(resource: Pick<Resource, 'tags'>, sources: OwnerSources): OwnerResolution {
  const invalid: string[] = [];
  let doubt: { unsure?: string } = {};
  for (const place of places(resource, sources)) {
    if ('unread' in place) {
      doubt = { unsure: place.unread };
      continue;
    }
    const { via, text, unowned } = place;
    const owner = firstAddress(text);
    if (owner !== undefined) return { owner, via, unowned, invalid, ...doubt };
    invalid.push(via);
  }
  return { via: 'nobody', unowned: true, invalid, ...doubt };
}

interface NamedPlace {
  readonly via: string;
  readonly text: string;
  readonly unowned: boolean;
}

/** It could name somebody, but could not be read. */
interface UnreadPlace {
  readonly unread: string;
}

function places(resource: Pick<Resource, 'tags'>, sources: OwnerSources): readonly (NamedPlace | UnreadPlace)[] {
  const { settings, account, fallback } = sources;
  const owned = (via: string, text: string): NamedPlace => ({ via, text, unowned: false });
  const valuesOf = (keys: readonly string[]) => keys.flatMap((wanted) => keysLike(resource.tags, wanted));
  const by = {
    tags: valuesOf(settings.tags).map((key) => owned(`tag ${key}`, resource.tags[key] ?? '')),
    registry: entriesOf(
      valuesOf(settings.registry?.tags ?? []).map((key) => resource.tags[key] ?? ''),
      sources.registry,
    ).map((entry) => ('unread' in entry ? entry : owned(`registry ${entry.app}`, entry.owner))),
    account: account.owner === undefined ? [] : [owned(`account ${account.name}`, account.owner)],
    fallback: fallback === undefined ? [] : [{ via: 'notice.fallback', text: fallback, unowned: true }],
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
