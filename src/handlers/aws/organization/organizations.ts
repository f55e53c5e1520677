/** The accounts of an organisation, and of its units including all units below. */
import type { Account } from '@aws-sdk/client-organizations';
import { organizations } from '../calls/organizations.ts';
import { toTags } from '../session/tags.ts';
import { allOf } from '../wire/paging.ts';
import { type CallContext, unread } from '../wire/readError.ts';
import { pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** An item with its id. */
type Identified<T> = T & { readonly Id: string };

/** @throws ReadError unless all pages were read */
export function accountsOf(target: CallScope): Promise<readonly Identified<Account>[]> {
  const what = 'listing the accounts of the organisation';
  const { api } = organizations.listAccounts;
  return identified({ target, api, what }, pages(target, organizations.listAccounts, what));
}

/** What is nested in a unit, at any depth. */
export interface Below {
  /** By their ids. */
  readonly accounts: ReadonlyMap<string, Identified<Account>>;
  /** With the unit itself. */
  readonly units: ReadonlySet<string>;
}

/** "All of the OUs and accounts that are nested underneath": UserGuide/share-amis-with-organizations-and-OUs.html */
export async function accountsBelow(target: CallScope, unit: string): Promise<readonly Identified<Account>[]> {
  return [...(await below(target, unit)).accounts.values()];
}

/** @throws ReadError unless all pages were read */
export async function below(target: CallScope, unit: string): Promise<Below> {
  const accounts = new Map<string, Identified<Account>>();
  const units = new Set([unit]);
  // Iteration over a Set includes the items added during it.
  for (const parent of units) {
    for (const account of await accountsIn(target, parent)) accounts.set(account.Id, account);
    for (const { Id } of await unitsIn(target, parent)) units.add(Id);
  }
  return { accounts, units };
}

/** The tags of an account, as Organizations has them: no account sees them itself. @throws ReadError unless all were read */
export async function tagsOfAccount(target: CallScope, ResourceId: string): Promise<Readonly<Record<string, string>>> {
  const what = `reading the tags of account ${ResourceId}`;
  return toTags(await allOf(pages(target, organizations.listTagsForResource, what, { ResourceId })));
}

function accountsIn(target: CallScope, ParentId: string): Promise<readonly Identified<Account>[]> {
  const what = `listing the accounts in ${ParentId}`;
  const { api } = organizations.listAccountsForParent;
  return identified({ target, api, what }, pages(target, organizations.listAccountsForParent, what, { ParentId }));
}

function unitsIn(target: CallScope, ParentId: string): Promise<readonly Identified<object>[]> {
  const what = `listing the units in ${ParentId}`;
  const call = organizations.listOrganizationalUnitsForParent;
  return identified({ target, api: call.api, what }, pages(target, call, what, { ParentId }));
}

async function identified<T extends { readonly Id?: string | undefined }>(
  operation: CallContext,
  listing: AsyncIterable<readonly T[]>,
): Promise<readonly Identified<T>[]> {
  return (await allOf(listing)).map((one) => ({ ...one, Id: one.Id ?? incomplete(operation) }));
}

/** @throws ReadError always, `malformed`: an item came without its id */
export function incomplete(call: CallContext): never {
  throw unread(call, `the answer to ${call.api} has no id in it, so Holystone ignores it`);
}
