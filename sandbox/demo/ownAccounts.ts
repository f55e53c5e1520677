/** Fills a sandbox with the accounts of a person's own configuration, so that it can be tried against them. */

import { DEFAULT_REGIONS } from '../aws/collections/regions.ts';
import type { Place, SandboxControl } from '../aws/index.ts';
import { seedEveryKind } from './seed.ts';

/** An entry of `accounts`, flattened. */
export interface OwnAccount {
  readonly name: string;
  readonly id?: string;
  /** Regions in which Holystone works. */
  readonly locations: readonly string[];
  readonly usedIn?: readonly string[];
  /** May contain an `alias`, and ARNs of roles. */
  readonly settings?: object;
}

export interface OwnSettings {
  readonly accounts: readonly OwnAccount[];
  /** The tag key that names an owner. */
  readonly ownerTag: string;
  /** The domain of the owners' addresses; absent: the demo's. */
  readonly ownerDomain?: string;
}

/** The values of an account whose entry has neither an id nor a role. */
const UNNAMED = '123456789012';
const ROLE = /^arn:[\w-]+:iam::(\d{12}):role\/(.+)$/;

/**
 * Adds the accounts with their roles and regions. @param isEmpty without resources
 * @param now ms since the epoch, by the sandbox's clock
 * @returns a key that may assume all roles; it belongs to an account that is read without a role, where there is one
 */
export function addOwnAccounts(control: SandboxControl, own: OwnSettings, isEmpty: boolean, now: number) {
  const roles = own.accounts.flatMap(({ settings }) => rolesIn(settings));
  const ids = own.accounts.map(idOf);
  // Each account may use resources of another one in any of its regions. No account can switch the default regions off, and
  // services that are everywhere have their endpoint in one of them.
  const named = own.accounts.flatMap(({ locations, usedIn = [] }) => [...locations, ...usedIn]);
  const regions = [...new Set([...DEFAULT_REGIONS, ...named])];
  const added = [...new Set([...ids, ...roles.map(({ account }) => account)])].map((id) => {
    const entries = own.accounts.filter((entry) => idOf(entry) === id);
    const alias = entries.flatMap(({ settings }) => textOf(settings, 'alias') ?? [])[0];
    return control.addAccount({
      id,
      ...(alias === undefined ? {} : { alias }),
      roles: roles.flatMap(({ account, role }) => (account === id ? [role] : [])),
      regions,
    });
  });
  const places = own.accounts.flatMap((entry) =>
    entry.locations.map((region): Place => ({ account: idOf(entry), region })),
  );
  const owned = withOwners(control, own);
  if (!isEmpty) for (const place of places) seedEveryKind(owned, place, now);
  const withoutRole = own.accounts.find(({ settings }) => textOf(settings, 'readRole') === undefined);
  const caller = added.find(({ id }) => withoutRole && id === idOf(withoutRole)) ?? added[0];
  const key = caller?.accessKeys[0];
  if (!key) throw new Error('the configuration has no account');
  return key;
}

function idOf({ id, settings }: OwnAccount): string {
  return id ?? rolesIn(settings)[0]?.account ?? UNNAMED;
}

function rolesIn(settings: object = {}): readonly { readonly account: string; readonly role: string }[] {
  return Object.values(settings).flatMap((value) => {
    const [, account, role] = ROLE.exec(String(value)) ?? [];
    return account === undefined || role === undefined ? [] : [{ account, role }];
  });
}

function textOf(settings: object | undefined, key: string): string | undefined {
  const value = Object.entries(settings ?? {}).find(([name]) => name === key)?.[1];
  return typeof value === 'string' ? value : undefined;
}

const DEMO_DOMAIN = 'acme.example';
const DEMO_OWNER_TAGS = new Set(['owner', 'Owner', 'creator']);

/** The same control; resources that it adds have owners whom the configuration accepts. */
function withOwners(control: SandboxControl, own: OwnSettings): SandboxControl {
  return new Proxy(control, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const call = member as (...given: readonly unknown[]) => unknown;
      return (...given: readonly unknown[]) =>
        call.apply(
          target,
          given.map((value) => owned(value, own)),
        );
    },
  });
}

function owned(value: unknown, own: OwnSettings): unknown {
  if (Array.isArray(value)) return value.map((item) => owned(item, own));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === 'tags' ? [name, ownedTags(member as Record<string, string>, own)] : [name, owned(member, own)],
    ),
  );
}

function ownedTags(tags: Readonly<Record<string, string>>, { ownerTag, ownerDomain = DEMO_DOMAIN }: OwnSettings) {
  return Object.fromEntries(
    Object.entries(tags).map(([key, value]) =>
      DEMO_OWNER_TAGS.has(key) ? [ownerTag, value.replace(DEMO_DOMAIN, ownerDomain)] : [key, value],
    ),
  );
}
