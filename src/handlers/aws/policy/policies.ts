/** What every account of a configuration has to allow, from the work configurations and what their handlers declare. */
import type { Account, Matcher, WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { Handler } from '../../contract/handler.ts';
import type { RightsUse } from '../../contract/provider.ts';
import { iam } from '../calls/iam.ts';
import { LISTING_PERMISSIONS, REGIONS_PERMISSION } from '../organization/listAccounts.ts';
import type { ManagedParameters } from '../resources/managedBy.ts';
import { settingsOf } from '../wire/accountSettings.ts';
import {
  assumePolicy,
  type DeleterNeeds,
  deleterPolicy,
  notExpressible,
  type PolicyDocument,
  type RestorerNeeds,
  readerPolicy,
  restorerPolicy,
} from './documents.ts';

/** The policies of one account; a role that is not declared is the daemon's own. */
export interface AccountPolicies {
  readonly account: string;
  readonly id: string | null;
  readonly reader: { readonly role: string | null; readonly policy: PolicyDocument };
  /** Absent where nothing is deleted. */
  readonly deleter?: { readonly role: string | null; readonly policy: PolicyDocument };
  /** For `holystone restore`, beside what runs by itself; absent where nothing is deleted. */
  readonly restorer?: { readonly role: string | null; readonly policy: PolicyDocument };
}

export interface Policies {
  readonly accounts: readonly AccountPolicies[];
  /** For the daemon's own identity, where roles are declared. */
  readonly daemon?: PolicyDocument;
  /** What keeps in the configuration and cannot be written as a policy. */
  readonly notExpressed: readonly string[];
}

/** See `listAccounts`. */
interface Listed {
  readonly through: Account;
  readonly regionsWith?: object;
}

interface ListingNeeds {
  readonly actions: readonly string[];
  readonly regions: readonly string[];
}

const ALIAS = iam.listAccountAliases.api;

/** @param listed what is listed besides: through whom, and whether the regions of each account are read */
export function awsPolicies(uses: readonly RightsUse[], listed: readonly Listed[] = []): Policies {
  const all = [...uses.flatMap(({ wc }) => wc.accounts), ...listed.map(({ through }) => through)];
  const accounts = new Map(all.map((account) => [account.name, account]));
  const policies = [...accounts.values()].flatMap(
    (account) => policiesOf(account, uses, listingNeeds(account, listed)) ?? [],
  );
  const roles = policies.flatMap(({ reader, deleter }) => [reader.role, deleter?.role]).filter((role) => role != null);
  return {
    accounts: policies.sort((a, b) => a.account.localeCompare(b.account)),
    ...(roles.length > 0 ? { daemon: assumePolicy(roles) } : {}),
    notExpressed: [...new Set(uses.filter(({ deletes }) => deletes).flatMap(({ wc }) => notExpressible(keptBy(wc))))],
  };
}

/** What finding out which accounts there are takes, of whom is asked and of whom is found. */
function listingNeeds({ name, from }: Account, listed: readonly Listed[]): ListingNeeds {
  const isAsked = listed.some(({ through }) => through.name === name);
  const asking = from === 'organizations' ? listed.filter(({ regionsWith }) => regionsWith !== undefined) : [];
  return {
    actions: [...(isAsked ? LISTING_PERMISSIONS : []), ...(asking.length > 0 ? [REGIONS_PERMISSION] : [])],
    regions: asking.flatMap(({ through }) => through.locations.slice(0, 1)),
  };
}

/** `undefined` for an account in which nothing is read. */
function policiesOf(account: Account, uses: readonly RightsUse[], listing: ListingNeeds): AccountPolicies | undefined {
  const own = uses.filter(({ wc }) => wc.account.name === account.name);
  const evidence = uses.flatMap((use) => use.evidence.filter(({ place }) => place.account === account.name));
  if (own.length === 0 && evidence.length === 0 && listing.actions.length === 0) return undefined;
  const { alias, readRole, deleteRole, restoreRole } = settingsOf(account);
  const identify = alias === undefined ? [] : [ALIAS];
  const reader = readerPolicy({
    actions: [
      ...own.flatMap(({ handler }) => handler.permissions.list),
      ...own.filter(({ deletes }) => deletes).flatMap(({ handler }) => handler.permissions.restorable ?? []),
      ...own.flatMap((use) => quarantineOf(use)?.reads ?? []),
      ...evidence.flatMap(({ permissions }) => permissions),
      ...listing.actions,
      ...identify,
    ],
    regions: [...own.map(({ wc }) => wc.location), ...evidence.map(({ place }) => place.location), ...listing.regions],
  });
  const deletes = deleterNeeds(own.filter((use) => use.deletes));
  const restores = restorerNeeds(own.filter((use) => use.deletes));
  return {
    account: account.name,
    id: account.id ?? null,
    reader: { role: readRole ?? null, policy: reader },
    ...(deletes.length > 0 ? { deleter: { role: deleteRole ?? null, policy: deleterPolicy(deletes, identify) } } : {}),
    ...(restores.actions.length > 0
      ? {
          restorer: {
            role: restoreRole ?? deleteRole ?? null,
            policy: restorerPolicy(restores, identify),
          },
        }
      : {}),
  };
}

function restorerNeeds(uses: readonly RightsUse[]): RestorerNeeds {
  return {
    actions: uses.flatMap(({ handler }) => handler.permissions.restore ?? []),
    regions: uses.map(({ wc }) => wc.location),
  };
}

/** `undefined` where nobody asks for one. */
function quarantineOf({ wc, handler, deletes }: RightsUse): Handler['quarantine'] {
  return deletes && wc.quarantineMs !== undefined ? handler.quarantine : undefined;
}

function deleterNeeds(uses: readonly RightsUse[]): readonly DeleterNeeds[] {
  const types = new Map(uses.map(({ handler }) => [handler.resourceType, handler]));
  return [...types.values()].map((handler) => {
    const same = uses.filter(({ wc }) => wc.resourceType === handler.resourceType);
    const { protect = [], resources = [] } = handler.permissions;
    const quarantine = same.map(quarantineOf).find((asked) => asked !== undefined);
    return {
      type: handler.resourceType.charAt(0).toUpperCase() + handler.resourceType.slice(1),
      delete: handler.permissions.delete,
      protect,
      resources,
      ...(quarantine && { quarantine }),
      regions: same.map(({ wc }) => wc.location),
      // What keeps in one region may not keep in another: only what keeps in all of them is denied.
      keep: inAll(same.map(({ wc }) => keptBy(wc))),
    };
  });
}

/** Entries of `keep`, and the tags of one's own tools, `managedTags`, but for those whose resources are cleaned. */
function keptBy({ keep, parameters }: WorkConfiguration): readonly Matcher[] {
  const { managedTags = [], manageOwned = [] } = parameters as Partial<ManagedParameters>;
  const cleaned = new Set(manageOwned.map((name) => name.toLowerCase()));
  const tags = managedTags.filter((pattern) => !cleaned.has(pattern.toLowerCase())).map(tagMatcher);
  return [...keep, ...tags];
}

/** `KEY`, `KEY=VALUE`, or the beginning of a key with `*`, which IAM has no condition for. */
function tagMatcher(pattern: string): Matcher {
  const [key = '', ...rest] = pattern.split('=');
  if (key.endsWith('*')) return { tag: { [key]: `/^/` } };
  return { tag: { [key]: rest.length === 0 ? '*' : rest.join('=') } };
}

function inAll<T>([first = [], ...others]: readonly (readonly T[])[]): readonly T[] {
  return first.filter((item) => {
    const text = JSON.stringify(item);
    return others.every((list) => list.some((other) => JSON.stringify(other) === text));
  });
}
