/**
 * One set of policies for all accounts of an entry `from: organizations`, before any of them has the roles. Two accounts
 * stand for them, because one may use resources that another shares.
 */
import type { Listing } from '../../../core/policy/listing.ts';
import type { RightsUse } from '../../contract/rights.ts';
import type { OrganizationEntry } from '../account/discovery.ts';
import { someRegionOf } from '../wire/regions.ts';
import { inAnyRegion } from './anyRegion.ts';
import type { PolicyDocument } from './documents.ts';
import type { AccountPolicies, Policies } from './policies.ts';

/** In messages, and in the place of an account's name. */
export const MEMBERS = 'members';

/** The listing of the two. @param index of the entry, from 0: their ids differ from those of other entries */
export function memberListing(entry: OrganizationEntry, index: number): Listing {
  const region = entry.locations === 'enabled' ? someRegionOf(entry.readRole.split(':')[1] ?? '') : undefined;
  const accounts = idsOf(index).map((id) => ({
    id,
    name: MEMBERS,
    state: 'ACTIVE',
    ...(region === undefined ? {} : { regions: [region] }),
  }));
  return { at: 0, accounts };
}

/** The second account's uses become uses of the first. */
export function usesOfOneMember(uses: readonly RightsUse[], index: number): readonly RightsUse[] {
  const [first, second] = idsOf(index);
  return uses.map(({ wc, evidence, ...use }) => ({
    ...use,
    wc: wc.account.name === second ? { ...wc, account: { ...wc.account, name: first } } : wc,
    evidence: evidence.map(({ place, permissions }) => ({
      place: place.account === second ? { ...place, account: first } : place,
      permissions,
    })),
  }));
}

/** @param all the policies of {@link usesOfOneMember} */
export function memberPolicies(all: Policies, entry: OrganizationEntry, index: number): Policies {
  const ids = idsOf(index);
  const inAnyAccount = (arn: string) => ids.reduce((text, id) => text.replace(`::${id}:`, '::*:'), arn);
  const documentOf = (policy: PolicyDocument) => (entry.locations === 'enabled' ? inAnyRegion(policy) : policy);
  const part = <P extends AccountPolicies['reader']>({ role, policy }: P) => ({
    role: role === null ? null : inAnyAccount(role),
    policy: documentOf(policy),
  });
  return {
    ...all,
    accounts: all.accounts
      .filter(({ account }) => account === ids[0])
      .map(({ reader, deleter, restorer }) => ({
        account: MEMBERS,
        id: null,
        reader: part(reader),
        ...(deleter && { deleter: part(deleter) }),
        ...(restorer && { restorer: part(restorer) }),
      })),
    ...(all.daemon && { daemon: inAnyAccountOf(all.daemon, inAnyAccount) }),
  };
}

function inAnyAccountOf({ Version, Statement }: PolicyDocument, change: (arn: string) => string): PolicyDocument {
  const changed = Statement.map((each) => ({ ...each, Resource: [...new Set(each.Resource.map(change))].sort() }));
  return { Version, Statement: changed };
}

/** No account has such an id. */
function idsOf(index: number): readonly [string, string] {
  const id = (number: number) => String(number).padStart(12, '0');
  return [id(2 * index), id(2 * index + 1)];
}
