/** Entries of `accounts` that stand for the accounts of an AWS organisation. */
import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import { name, uniqueList } from '../../../core/common/textSettings.ts';
import { people } from '../../../core/owner/addressSettings.ts';
import type { Discovery, DiscoveryEntry } from '../../contract/provider.ts';
import { listAccounts } from '../organization/listAccounts.ts';
import type { AwsAccountSettings } from '../wire/accountSettings.ts';

const role = z
  .string({ error: 'the ARN of a role, with {id} for the account' })
  .regex(/^arn:[\w-]+:iam::\{id\}:role\/.+$/, {
    error: 'the ARN of a role with {id} where the account stands: arn:aws:iam::{id}:role/holystone-read',
  });

const own = {
  ous: uniqueList(
    z.string().regex(/^(ou-[a-z0-9-]+|r-[a-z0-9]+)$/, { error: 'the id of a unit: ou-abcd-12345678' }),
    'ids of units',
  )
    .optional()
    .describe('Only accounts in these units and below; the whole organisation unless given.'),
  tags: z
    .record(z.string().min(1).max(128), z.string().min(1).max(256))
    .refine((tags) => Object.keys(tags).length > 0, { error: 'at least one tag: { cleanup: "yes" }' })
    .optional()
    .describe(
      'Only accounts that have all these tags in AWS Organizations; `*` in a value is any text, and letters count as they are written. An account that loses one is like one that left.',
    ),
  exclude: uniqueList(
    z.string().regex(/^(\d{12}|ou-[a-z0-9-]+)$/, { error: 'the id of an account in quotes, or of a unit' }),
    'ids of accounts and units',
  )
    .optional()
    .describe(
      'Accounts, and units with all units below, to leave out. Accounts that this file declares are always left out. Holystone looks for users in an account that is no longer listed for 90 days more, unless it is named here.',
    ),
  unitOwners: z
    .record(z.string().regex(/^(ou-[a-z0-9-]+|r-[a-z0-9]+)$/, { error: 'the id of a unit: ou-abcd-12345678' }), people)
    .refine((owners) => Object.keys(owners).length > 0, { error: 'at least one: { ou-abcd-12345678: a@example.com }' })
    .optional()
    .describe(
      'Units with the owners of the accounts in them and below, for resources without another owner: `{ ou-abcd-12345678: a@example.com }`. The nearest unit above an account counts; `unit` in `owner.order` says when.',
    ),
  readRole: role.describe('The role for reading in each account; `{id}` is the account.'),
  deleteRole: role.describe('The role for deleting and for writing keep tags; must differ from `readRole`.'),
  restoreRole: role
    .optional()
    .describe('The role for `holystone restore`, which deletes nothing; none = `deleteRole`.'),
  externalId: name('an external id').optional().describe('The external id with which the roles are assumed.'),
};

const keys = z.object(own);

/** An entry `from: organizations`. */
export type OrganizationEntry = DiscoveryEntry & z.output<typeof keys>;

/** The settings to read the regions of each account, if the entry wants the enabled regions. */
export function regionsWith({
  locations,
  readRole,
  externalId,
}: OrganizationEntry): Pick<AwsAccountSettings, 'readRole' | 'externalId'> | undefined {
  return locations === 'enabled' ? { readRole, ...defined({ externalId }) } : undefined;
}

/** An entry `from: organizations`: AWS Organizations lists the accounts, and `{id}` in a role becomes each id. */
export const organizations: Discovery<OrganizationEntry> = {
  from: 'organizations',
  title: 'AWS Organizations',
  own,
  problemsOf({ readRole, deleteRole }) {
    if (readRole === undefined || readRole !== deleteRole) return [];
    return [{ path: ['deleteRole'], message: 'the same as readRole: the reading identity must not be able to delete' }];
  },
  mayName: (text) => /^\d{12}$/.test(text),
  questionOf(entry) {
    const { ous = [], exclude = [], tags, unitOwners } = entry;
    // Excluded account ids do not change the listing; a new question would discard the stored accounts that left.
    const units = exclude.filter((id) => id.startsWith('ou-'));
    const owning = unitOwners && Object.keys(unitOwners).sort();
    return { ous, exclude: units, ...defined({ tags, regionsWith: regionsWith(entry), owning }) };
  },
  settingsOf({ exclude, readRole, deleteRole, restoreRole, externalId }, { id }) {
    if (exclude?.includes(id)) return undefined;
    const roleIn = (arn: string) => arn.replace('{id}', id);
    const settings: AwsAccountSettings = {
      readRole: roleIn(readRole),
      deleteRole: roleIn(deleteRole),
      ...defined({ restoreRole: restoreRole && roleIn(restoreRole), externalId }),
    };
    return settings;
  },
  unitOwnerOf({ unitOwners = {} }, { unit }) {
    const owner = unit !== undefined && Object.hasOwn(unitOwners, unit) ? unitOwners[unit] : undefined;
    return unit === undefined || owner === undefined ? undefined : { unit, owner };
  },
  list(entry, through, before, io) {
    const { ous = [], exclude = [], tags, unitOwners = {} } = entry;
    const wanted = { through, ous, exclude, owning: Object.keys(unitOwners) };
    return listAccounts({ ...wanted, ...defined({ tags, regionsWith: regionsWith(entry) }) }, before, io);
  },
};
