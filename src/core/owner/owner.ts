/** The owner of a resource: Holystone tries the strategies in the configured order; the first place with an address wins (P1). */

import { keyAsSeen } from '../common/seen.ts';
import type { OwnerSettings, TeamSettings } from '../policy/ownerSettings.ts';
import type { Account } from '../policy/workConfiguration.ts';
import type { Resource } from '../resource/resource.ts';
import { addressesIn } from '../text/address.ts';
import { applicationKey, type RegistryReading } from './ownerRegistry.ts';
import { addressesOf, MOST_ADDRESSES, ownerOf } from './owners.ts';

/** The owner of one resource, with the way to the address; computed anew in each survey. */
export interface OwnerResolution {
  /** One address, or several ({@link addressesOf}). Absent = no notice is possible, and no deletion allowed. */
  readonly owner?: string;
  /** The source of the address, for people: `tag Owner`, `tag Owner of stack shop`, `account test`, `notice.fallback`, `nobody`. */
  readonly via: string;
  /** No owner was found: the notice goes to the fallback, with the longer retention. */
  readonly unowned: boolean;
  /**
   * Places that have a text but no usable address, in the same words as `via`, with the reason where the address itself
   * is valid: `tag owner (evil.example is not in owner.domains)`. Counted and shown.
   */
  readonly invalid: readonly string[];
  /**
   * Addresses that `owner.domains` does not allow, including those in the same list as the owner. An entry of `keep` may
   * still name one. Absent = none.
   */
  readonly refused?: readonly string[];
  /**
   * An earlier place might name another owner, but could not be read, for this reason. The notice is sent nevertheless;
   * but this owner must not replace a known one, and no deletion may rely on it.
   */
  readonly unsure?: string;
  /** What a place of `owner.team` says, in lower case; absent = the team is the owner. */
  readonly team?: string;
  /** The registry might name the team, and could not be read. */
  readonly isTeamUnsure?: true;
}

/** The input of the strategies. */
type Owned = Pick<Resource, 'tags' | 'lastUser'>;

/** The inputs of the strategies of `owner.order`. */
export interface OwnerSources {
  readonly settings: OwnerSettings;
  readonly account: Pick<Account, 'name' | 'owner' | 'unitOwner' | 'mail'>;
  /** `notice.fallback`. */
  readonly fallback?: string;
  /** Absent where none is configured. */
  readonly registry?: RegistryReading;
}

/**
 * The first place with a valid address wins. A list of addresses means all of them, together: they are one owner.
 *
 * People who do not operate Holystone write tags and registry entries: `owner.domains` limits the addresses in them.
 * The account's owner and the fallback are in the configuration itself and need no such limit.
 */
export function resolveOwner(resource: Owned, sources: OwnerSources): OwnerResolution {
  const found = addressOf(resource, sources);
  const { team } = sources.settings;
  return team === undefined ? found : { ...found, ...teamOf(resource, sources, team) };
}

/** A team is a name for people: nobody is notified about it, and no decision reads it. */
const LONGEST_TEAM = 200;

function teamOf(
  resource: Owned,
  sources: OwnerSources,
  team: TeamSettings,
): Pick<OwnerResolution, 'team' | 'isTeamUnsure'> {
  const by = {
    tags: () => valuesIn(resource, team.tags).map(({ text }) => ({ text })),
    registry: () =>
      entriesOf(resource, sources).map((entry) => ({ text: 'unread' in entry ? undefined : entry.owner })),
  };
  for (const { text } of team.order.flatMap((place) => by[place]())) {
    if (text === undefined) return { isTeamUnsure: true };
    const name = keyAsSeen(text).slice(0, LONGEST_TEAM);
    if (name !== '') return { team: name };
  }
  return {};
}

function addressOf(resource: Owned, sources: OwnerSources): OwnerResolution {
  const invalid: string[] = [];
  const refused: string[] = [];
  let doubt: { unsure?: string } = {};
  for (const place of places(resource, sources)) {
    if ('unread' in place) {
      doubt = { unsure: place.unread };
      continue;
    }
    const { text, unowned } = place;
    const mapped = place.trusted ? NOBODY_MAPPED : mappedIn(text, sources.settings);
    const via = mapped.names.length > 0 ? `${place.via}: ${mapped.names.join(', ')} in owner.map` : place.via;
    const named = place.trusted ? addressesOf(text) : addressesNamed(text, sources.settings);
    const isAllowed = (address: string) => place.trusted || allowsDomain(sources.settings.domains, domainOf(address));
    refused.push(...named.filter((address) => !isAllowed(address)));
    const all = [...mapped.addresses, ...named.filter(isAllowed)];
    const owner = ownerOf(all);
    if (owner !== undefined) return { owner, via, unowned, invalid, ...refusedOnes(refused), ...doubt };
    invalid.push(`${via}${notUsable(all, named)}`);
  }
  return { via: 'nobody', unowned: true, invalid, ...refusedOnes(refused), ...doubt };
}

/** @param all the addresses of the place that are allowed @param named all that it has */
function notUsable(all: readonly string[], [first]: readonly string[]): string {
  if (all.length > 0) return ` (it names ${new Set(all).size} addresses, and ${MOST_ADDRESSES} is the most)`;
  return first === undefined ? '' : ` (${domainOf(first)} is not in owner.domains)`;
}

interface Mapped {
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

const NOBODY_MAPPED: Mapped = { names: [], addresses: [] };

/** The names of a list that `owner.map` has; the whole text is a name, too. The operator wrote the addresses. */
function mappedIn(text: string, { map }: OwnerSettings): Mapped {
  if (map === undefined) return NOBODY_MAPPED;
  const known = (part: string): readonly string[] => {
    const name = keyAsSeen(part);
    return Object.hasOwn(map, name) ? [name] : [];
  };
  const whole = known(text);
  const names = whole.length > 0 ? whole : [...new Set(text.split(/[,;]/).flatMap(known))];
  return { names, addresses: names.flatMap((name) => addressesOf(map[name] ?? '')) };
}

const ONE_WORD = /^(?=.*[A-Za-z])[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
/** What people and programs write where nobody is: a mail server may accept a message to such a mailbox, and nobody reads it. */
const NOBODY =
  /^(?:none|nobody|no-?one|unknown|n-?a|null|nil|undefined|nan|true|false|yes|no|tbd|todo|fixme|test|default|unassigned|unowned|owner|team|user|admin|administrator|root|system)$/i;

function addressesNamed(text: string, { nameDomain, map = {} }: OwnerSettings): readonly string[] {
  const named = addressesIn(text);
  if (named.length > 0 || nameDomain === undefined) return named;
  const words = text.split(/[,;]/).map((part) => part.trim());
  return words
    .filter((word) => ONE_WORD.test(word) && !NOBODY.test(word) && !Object.hasOwn(map, word.toLowerCase()))
    .flatMap((word) => addressesIn(`${word}@${nameDomain}`));
}

function refusedOnes(refused: readonly string[]): Pick<OwnerResolution, 'refused'> {
  return refused.length === 0 ? {} : { refused };
}

/**
 * Does the list allow mail to this domain? `example.com` allows exactly that domain, `*.example.com` all its
 * subdomains; both in lower case. Without a list every domain is allowed.
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
  /** From the operator's configuration: `owner.domains` does not apply. */
  readonly trusted: boolean;
}

/** A place that may name an owner, but could not be read. */
interface UnreadPlace {
  readonly unread: string;
}

interface TagValue {
  readonly via: string;
  readonly text: string;
}

/** The values of tags with these keys: its own say more than those of its last user. */
function valuesIn({ tags, lastUser }: Owned, keys: readonly string[]): readonly TagValue[] {
  const tagged = [{ tags, of: '' }, ...(lastUser ? [{ tags: lastUser.tags, of: ` of ${lastUser.name}` }] : [])];
  return tagged.flatMap(({ tags: those, of }) =>
    keys.flatMap((wanted) => tagsLike(those, wanted)).map(([key, text]) => ({ via: `tag ${key}${of}`, text })),
  );
}

function places(resource: Owned, sources: OwnerSources): readonly (NamedPlace | UnreadPlace)[] {
  const { settings, account, fallback } = sources;
  const named = (via: string, text: string): NamedPlace => ({ via, text, unowned: false, trusted: false });
  const written = (via: string, text: string, unowned: boolean) => ({ via, text, unowned, trusted: true });
  const by = {
    tags: valuesIn(resource, settings.tags).map(({ via, text }) => named(via, text)),
    registry: entriesOf(resource, sources).map((entry) =>
      'unread' in entry ? entry : named(`registry ${entry.app}`, entry.owner),
    ),
    account: account.owner === undefined ? [] : [written(`account ${account.name}`, account.owner, false)],
    unit:
      account.unitOwner === undefined
        ? []
        : [written(`unit ${account.unitOwner.unit} of account ${account.name}`, account.unitOwner.owner, false)],
    accountMail: account.mail === undefined ? [] : [named(`e-mail of account ${account.name}`, account.mail)],
    fallback: fallback === undefined ? [] : [written('notice.fallback', fallback, true)],
  };
  return settings.order.flatMap((strategy) => by[strategy]);
}

/** The registry's entries for the applications that the tags name. If the registry is unread, it may have entries for them. */
function entriesOf(
  resource: Owned,
  { settings, registry }: OwnerSources,
): readonly (UnreadPlace | { readonly app: string; readonly owner: string })[] {
  const names = settings.registry === undefined ? [] : valuesIn(resource, settings.registry.tags);
  if (registry === undefined || names.length === 0) return [];
  if (registry.kind === 'unread') return [{ unread: registry.why }];
  return names.flatMap(({ text }) => {
    const app = applicationKey(text);
    const owner = registry.owners.get(app);
    return owner === undefined ? [] : [{ app, owner }];
  });
}

/** Teams write tag keys in different case, or paste a blank with them; the configured spelling comes first, then the others in order. */
function tagsLike(tags: Readonly<Record<string, string>>, wanted: string): [string, string][] {
  const seen = keyAsSeen(wanted);
  return Object.entries(tags)
    .filter(([key]) => keyAsSeen(key) === seen)
    .sort(([a], [b]) => (a === wanted || (b !== wanted && a < b) ? -1 : 1));
}
