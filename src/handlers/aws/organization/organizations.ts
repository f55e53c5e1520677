/** The accounts of an organisation, and of units with all below them. */
import type { Account } from '@aws-sdk/client-organizations';
import { ReadError } from '../../../core/common/errors.ts';
import { organizations } from '../calls/organizations.ts';
import { call } from '../wire/client.ts';
import { allOf, pagesOf } from '../wire/paging.ts';
import type { CallContext } from '../wire/readError.ts';
import { requireList } from '../wire/requireList.ts';
import { type CallScope, whereIs } from '../wire/target.ts';

/** What everything here has. */
type Identified<T> = T & { readonly Id: string };

/** @throws ReadError unless all pages were read */
export function accountsOf(target: CallScope): Promise<readonly Identified<Account>[]> {
  const doing = { target, api: organizations.listAccounts.api, what: 'listing the accounts of the organisation' };
  return identified(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ organizations }, options) =>
      (await organizations).listAccounts({ NextToken }, options),
    );
    return { items: requireList(answer.Accounts, doing), nextToken: answer.NextToken };
  });
}

/** "All of the OUs and accounts that are nested underneath": UserGuide/share-amis-with-organizations-and-OUs.html */
export async function accountsBelow(target: CallScope, unit: string): Promise<readonly Identified<Account>[]> {
  const accounts = new Map<string, Identified<Account>>();
  const units = new Set([unit]);
  // A Set is walked to its end, with what is added on the way.
  for (const parent of units) {
    for (const account of await accountsIn(target, parent)) accounts.set(account.Id, account);
    for (const { Id } of await unitsIn(target, parent)) units.add(Id);
  }
  return [...accounts.values()];
}

function accountsIn(target: CallScope, ParentId: string): Promise<readonly Identified<Account>[]> {
  const doing = { target, api: organizations.listAccountsForParent.api, what: `listing the accounts in ${ParentId}` };
  return identified(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ organizations }, options) =>
      (await organizations).listAccountsForParent({ ParentId, NextToken }, options),
    );
    return { items: requireList(answer.Accounts, doing), nextToken: answer.NextToken };
  });
}

function unitsIn(target: CallScope, ParentId: string): Promise<readonly Identified<object>[]> {
  const api = organizations.listOrganizationalUnitsForParent.api;
  const doing = { target, api, what: `listing the units in ${ParentId}` };
  return identified(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ organizations }, options) =>
      (await organizations).listOrganizationalUnitsForParent({ ParentId, NextToken }, options),
    );
    return { items: requireList(answer.OrganizationalUnits, doing), nextToken: answer.NextToken };
  });
}

async function identified<T extends { readonly Id?: string | undefined }>(
  doing: CallContext,
  fetch: Parameters<typeof pagesOf<T>>[1],
): Promise<readonly Identified<T>[]> {
  return (await allOf(pagesOf(doing, fetch))).map((one) => ({ ...one, Id: one.Id ?? incomplete(doing) }));
}

export function incomplete({ what, api, target }: CallContext): never {
  const why = `the answer to ${api} has no id in it, so it counts for nothing`;
  throw new ReadError(`${what} in ${whereIs(target)}: ${why}`, { problem: 'malformed' });
}
