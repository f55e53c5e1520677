/** Computes the policies of every account from the work configurations and the permissions of their handlers. */
import { defined } from '../../../core/common/defined.ts';
import type { Account, Matcher, WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { EntryRights } from '../../contract/entry.ts';
import type { Handler } from '../../contract/handler.ts';
import type { RightsUse } from '../../contract/rights.ts';
import { notJudged } from '../account/notJudged.ts';
import { iam } from '../calls/iam.ts';
import { REGIONS_PERMISSION } from '../organization/enabledRegions.ts';
import { LISTING_PERMISSIONS, TAGS_PERMISSION } from '../organization/listAccounts.ts';
import type { ManagedParameters } from '../resources/managedBy.ts';
import { settingsOf } from '../wire/accountSettings.ts';
import { inAnyRegion } from './anyRegion.ts';
import {
  assumePolicy,
  type DeleterNeeds,
  deleterPolicy,
  type PolicyDocument,
  type RestorerNeeds,
  readerPolicy,
  restorerPolicy,
  type SomeNeeds,
} from './documents.ts';
import { notExpressible } from './keepingTags.ts';

/** The policies of one account; an undeclared role means the daemon's own identity. */
export interface AccountPolicies {
  readonly account: string;
  readonly id: string | null;
  readonly reader: { readonly role: string | null; readonly policy: PolicyDocument };
  /** Absent if nothing is deleted. */
  readonly deleter?: { readonly role: string | null; readonly policy: PolicyDocument };
  /** For `holystone restore`, separate from the daemon; absent if nothing is deleted. */
  readonly restorer?: { readonly role: string | null; readonly policy: PolicyDocument };
}

/** The least rights for the configuration, for each account. */
export interface Policies {
  readonly accounts: readonly AccountPolicies[];
  /** For the daemon's own identity, if roles are declared. */
  readonly daemon?: PolicyDocument;
  /** The `keep` entries that a policy cannot express. */
  readonly notExpressed: readonly string[];
}

/** See `listAccounts`. */
interface Listed {
  readonly through: Account;
  readonly tags?: object;
  readonly regionsWith?: object;
}

interface ListingNeeds {
  readonly actions: readonly string[];
  readonly regions: readonly string[];
}

const ALIAS = iam.listAccountAliases.api;

/**
 * @param listed listings of accounts: the account that lists, and whether the regions of each account are read
 * @param how.inAnyPlace accounts and regions stand for others: no resource may be named with them
 */
export function awsPolicies(
  uses: readonly RightsUse[],
  listed: readonly Listed[] = [],
  { inAnyPlace = false }: { readonly inAnyPlace?: boolean } = {},
): Policies {
  const all = [...uses.flatMap(({ wc }) => wc.accounts), ...listed.map(({ through }) => through)];
  const accounts = new Map(all.map((account) => [account.name, account]));
  const policies = [...accounts.values()].flatMap(
    (account) =>
      policiesOf(
        account,
        uses.map((use) => ({ ...use, inAnyPlace })),
        listingNeeds(account, listed),
      ) ?? [],
  );
  const roles = policies.flatMap(({ reader, deleter }) => [reader.role, deleter?.role]).filter((role) => role != null);
  return {
    accounts: policies.sort((a, b) => a.account.localeCompare(b.account)),
    ...(roles.length > 0 ? { daemon: assumePolicy(roles) } : {}),
    notExpressed: [...new Set(uses.filter(({ deletes }) => deletes).flatMap(({ wc }) => notExpressible(keptBy(wc))))],
  };
}

/** The permissions to list accounts and regions: in the account that lists and in the listed accounts. */
function listingNeeds({ name, from, patterns }: Account, listed: readonly Listed[]): ListingNeeds {
  const chosen = listed.filter(({ through }) => through.name === name);
  const asking = from === 'organizations' ? listed.filter(({ regionsWith }) => regionsWith !== undefined) : [];
  return {
    actions: [
      ...(chosen.length > 0 ? LISTING_PERMISSIONS : []),
      ...(chosen.some(({ tags }) => tags !== undefined) ? [TAGS_PERMISSION] : []),
      ...(asking.length > 0 || patterns !== undefined ? [REGIONS_PERMISSION] : []),
    ],
    regions: asking.flatMap(({ through }) => through.locations.slice(0, 1)),
  };
}

/** `undefined` for an account that is not read. */
function policiesOf(account: Account, uses: readonly PlacedUse[], listing: ListingNeeds): AccountPolicies | undefined {
  const own = uses.filter(({ wc }) => wc.account.name === account.name);
  const evidence = uses.flatMap((use) => use.evidence.filter(({ place }) => place.account === account.name));
  if (own.length === 0 && evidence.length === 0 && listing.actions.length === 0) return undefined;
  const { alias, readRole, deleteRole, restoreRole } = settingsOf(account);
  const identify = alias === undefined ? [] : [ALIAS];
  const { actions, some } = narrowed(own, (use) => [
    ...use.handler.permissions.list,
    ...(use.deletes ? (use.handler.permissions.restorable ?? []) : []),
    ...(quarantineOf(use)?.reads ?? []),
  ]);
  const reader = readerPolicy({
    some: [...some, ...limited(evidence)],
    actions: [
      ...actions,
      ...(own.length > 0 ? notJudged.flatMap(({ permissions }) => permissions) : []),
      ...evidence.flatMap(({ permissions, only = [] }) =>
        permissions.filter((one) => !only.some((part) => part.permissions.includes(one))),
      ),
      ...listing.actions,
      ...identify,
    ],
    regions: [...own.map(({ wc }) => wc.location), ...evidence.map(({ place }) => place.location), ...listing.regions],
  });
  // Its regions are found later, and change.
  const documentOf = (policy: PolicyDocument) => (account.patterns === undefined ? policy : inAnyRegion(policy));
  const deletes = deleterNeeds(own.filter((use) => use.deletes));
  const restores = restorerNeeds(own.filter((use) => use.deletes));
  return {
    account: account.name,
    id: account.id ?? null,
    reader: { role: readRole ?? null, policy: documentOf(reader) },
    ...(deletes.length > 0
      ? { deleter: { role: deleteRole ?? null, policy: documentOf(deleterPolicy(deletes, identify)) } }
      : {}),
    ...(restores.actions.length + restores.some.length > 0
      ? {
          restorer: {
            role: restoreRole ?? deleteRole ?? null,
            policy: documentOf(restorerPolicy(restores, identify)),
          },
        }
      : {}),
  };
}

function restorerNeeds(uses: readonly PlacedUse[]): RestorerNeeds {
  return {
    ...narrowed(uses, ({ handler }) => handler.permissions.restore ?? []),
    regions: uses.map(({ wc }) => wc.location),
  };
}

/** A use, and whether its place stands for others. */
type PlacedUse = RightsUse & { readonly inAnyPlace: boolean };

function rightsOf({ handler, wc: { parameters, account, location }, inAnyPlace }: PlacedUse): EntryRights | undefined {
  const here = account.patterns === undefined ? { location } : {};
  const place = inAnyPlace ? {} : { ...here, ...defined({ accountId: account.id }) };
  return handler.rightsOf?.(parameters, place);
}

/** Of the permissions, those for any resource, and those that entries need for some resources only. */
function narrowed(
  uses: readonly PlacedUse[],
  permissionsOf: (use: PlacedUse) => readonly string[],
): { readonly actions: readonly string[]; readonly some: readonly SomeNeeds[] } {
  const broad = new Set<string>();
  const some = new Map<string, SomeNeeds>();
  for (const use of uses) {
    const permissions = permissionsOf(use);
    const only = rightsOf(use)?.only ?? [];
    for (const one of permissions) if (!only.some((part) => part.permissions.includes(one))) broad.add(one);
    for (const part of only) {
      const actions = part.permissions.filter((one) => permissions.includes(one));
      const key = JSON.stringify([use.handler.resourceType, actions]);
      const resources = [...new Set([...(some.get(key)?.resources ?? []), ...part.resources])];
      if (actions.length > 0) some.set(key, { type: inSid(use.handler), actions, resources });
    }
  }
  return { actions: [...broad], some: [...some.values()] };
}

/** What sources need for some resources only, each once: namespaces share what they read. */
function limited(evidence: RightsUse['evidence']): readonly SomeNeeds[] {
  const parts = new Map(evidence.flatMap(({ only = [] }) => only).map((part) => [JSON.stringify(part), part]));
  return [...parts.values()].map(({ permissions, resources }) => ({
    type: 'Evidence',
    actions: permissions,
    resources,
  }));
}

function inSid({ resourceType }: Handler): string {
  return resourceType.charAt(0).toUpperCase() + resourceType.slice(1);
}

/** `undefined` if no quarantine is configured. */
function quarantineOf({ wc, handler, deletes }: RightsUse): Handler['quarantine'] {
  return deletes && wc.quarantineMs !== undefined ? handler.quarantine : undefined;
}

function deleterNeeds(uses: readonly PlacedUse[]): readonly DeleterNeeds[] {
  const types = new Map(uses.map(({ handler }) => [handler.resourceType, handler]));
  return [...types.values()].map((handler) => {
    const same = uses.filter(({ wc }) => wc.resourceType === handler.resourceType);
    const { protect = [], marks = [], resources = [] } = handler.permissions;
    const rights = same.flatMap((use) => rightsOf(use) ?? []);
    const quarantine = same.map(quarantineOf).find((found) => found !== undefined);
    const { actions: permissions, some } = narrowed(same, (use) => quarantineOf(use)?.permissions ?? []);
    return {
      type: inSid(handler),
      delete: handler.permissions.delete,
      protect,
      marks: rights.some(({ writesMarks }) => writesMarks) ? marks : [],
      resources: rights.length === 0 ? resources : [...new Set(rights.flatMap((one) => one.resources))].sort(),
      ...(quarantine && { quarantine: { ...quarantine, permissions }, some }),
      regions: same.map(({ wc }) => wc.location),
      // A `keep` entry may be missing in one region: only entries of all regions become a deny.
      keep: inAll(same.map(({ wc }) => keptBy(wc))),
    };
  });
}

/** Entries of `keep`, and `managedTags`, except for tools whose resources are cleaned. */
function keptBy({ keep, parameters }: WorkConfiguration): readonly Matcher[] {
  const { managedTags = [], manageOwned = [] } = parameters as Partial<ManagedParameters>;
  const cleaned = new Set(manageOwned.map((name) => name.toLowerCase()));
  const tags = managedTags.filter((pattern) => !cleaned.has(pattern.toLowerCase())).map(tagMatcher);
  return [...keep, ...tags];
}

/** `KEY`, `KEY=VALUE`, or a key prefix with `*`, for which IAM has no condition. */
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
