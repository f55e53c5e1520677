/** An entry of `accounts` that stands for many: those that AWS Organizations lists. */
import { z } from 'zod';
import { address, exactDuration, name, rolloutSetting, uniqueList } from './scalars.ts';
import { windowSection } from './sections.ts';

const role = z
  .string({ error: 'the ARN of a role, with {id} for the account' })
  .regex(/^arn:[\w-]+:iam::\{id\}:role\/.+$/, {
    error: 'the ARN of a role with {id} where the account stands: arn:aws:iam::{id}:role/holystone-read',
  });

export const organizationSection = z.strictObject({
  from: z.literal('organizations').describe('Says that the accounts are those that AWS Organizations lists.'),
  through: name('the name of an account').describe(
    'The account of this file that is asked: the management account or a delegated administrator, with its `id`.',
  ),
  ous: uniqueList(
    z.string().regex(/^(ou-[a-z0-9-]+|r-[a-z0-9]+)$/, { error: 'the id of a unit: ou-abcd-12345678' }),
    'ids of units',
  )
    .optional()
    .describe('Only accounts in these units and below; the whole organisation unless given.'),
  exclude: uniqueList(
    z.string().regex(/^(\d{12}|ou-[a-z0-9-]+)$/, { error: 'the id of an account in quotes, or of a unit' }),
    'ids of accounts and units',
  )
    .optional()
    .describe(
      'Accounts, and units with all below, that are left out. Accounts that this file declares always are. One that is not listed any more is asked for users on for 90 days, unless it is named here.',
    ),
  readRole: role.describe('The role for reading in each account; `{id}` is the account.'),
  deleteRole: role.describe('The role for deleting and for writing keep tags; another than `readRole`.'),
  restoreRole: role
    .optional()
    .describe('The role for `holystone restore`, which deletes nothing; none = `deleteRole`.'),
  externalId: name('an external id').optional().describe('The external id with which the roles are assumed.'),
  owner: address.optional().describe('Who owns what nobody else owns in them.'),
  locations: z
    .union([z.literal('enabled'), uniqueList(name('a location'), 'locations')])
    .describe('Regions to look at; `enabled` = those that are switched on in each account.'),
  rollout: rolloutSetting
    .default('plan')
    .describe('How far any type starts in them. New accounts are only surveyed unless it says more.'),
  refresh: exactDuration.prefault('1h').describe('How often they are listed anew.'),
  window: z
    .union([z.literal('off'), windowSection])
    .optional()
    .describe('Their own window instead of the general one.'),
});

export type OrganizationSettings = z.output<typeof organizationSection>;
