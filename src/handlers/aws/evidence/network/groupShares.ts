import type { ResourceShareAssociation } from '@aws-sdk/client-ram';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Scope } from '../../../contract/handler.ts';
import { ram } from '../../calls/ram.ts';
import { ownPlace } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { placeSource } from '../placeSource.ts';

/**
 * An account that a group is shared with may start something with it, and its launch templates, functions and services
 * are not to be seen from here. The other kinds read declared accounts; every other one counts as a user.
 * https://docs.aws.amazon.com/vpc/latest/userguide/security-group-sharing.html
 */
export const groupShares = placeSource({
  name: 'groupShares',
  summary:
    'Accounts, organisations and units that are not declared and that AWS RAM shares the group with; the users in declared accounts are found by the other kinds.',
  calls: [ram.getResourceShareAssociations],
  places: ownPlace,
  async find(target, found, scope) {
    const groups = await sharedGroups(target);
    if (groups.size === 0) return;
    await found.inPages(associations(target, 'PRINCIPAL'), (one) => usersBy(one, groups, target, scope));
  },
});

const WHAT = 'reading the resources that AWS RAM shares';

function associations(target: CallScope, associationType: 'PRINCIPAL' | 'RESOURCE') {
  return pages(target, ram.getResourceShareAssociations, WHAT, { associationType });
}

const GROUP_ID = /sg-[0-9a-f]{8,}/g;

/** In these states alone a share does not count; a state without name counts. */
const ENDED: ReadonlySet<string | undefined> = new Set(['DISASSOCIATED', 'FAILED']);

/** The security groups of each share. */
async function sharedGroups(target: CallScope): Promise<ReadonlyMap<string, readonly string[]>> {
  const groups = new Map<string, readonly string[]>();
  for await (const page of associations(target, 'RESOURCE')) {
    for (const one of page) {
      const { share, entity } = partsOf(one, target);
      const ids = entity.match(GROUP_ID) ?? [];
      if (ids.length > 0 && !ENDED.has(one.status)) groups.set(share, [...(groups.get(share) ?? []), ...ids]);
    }
  }
  return groups;
}

/** Without either, no association can be distinguished from one that matters. */
function partsOf({ resourceShareArn, associatedEntity }: ResourceShareAssociation, target: CallScope) {
  const operation = { target, api: ram.getResourceShareAssociations.api, what: WHAT };
  return {
    share: requirePart(resourceShareArn || undefined, 'resource share', operation),
    entity: requirePart(associatedEntity || undefined, 'associated entity', operation),
  };
}

function usersBy(
  one: ResourceShareAssociation,
  groups: ReadonlyMap<string, readonly string[]>,
  target: CallScope,
  scope: Scope,
): readonly Finding[] {
  const { share, entity } = partsOf(one, target);
  const shared = groups.get(share) ?? [];
  if (shared.length === 0 || ENDED.has(one.status) || isDeclared(entity, scope)) return [];
  const by = `${entity}, which is not declared in accounts (resource share ${one.resourceShareName ?? share})`;
  return shared.map((alias) => ({ alias, says: 'used', by }));
}

/** A principal is the id of an account, or the ARN of a role, a user, an organisation or a unit, or a service. */
const ACCOUNT = /^(?:arn:[\w-]+:iam::)?(?<id>\d{12})(?=:|$)/;

function isDeclared(principal: string, { accounts }: Scope): boolean {
  const id = ACCOUNT.exec(principal)?.groups?.id;
  return id !== undefined && accounts.some((one) => one.provider === 'aws' && one.id === id);
}
