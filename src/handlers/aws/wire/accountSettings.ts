/** The settings of an AWS account that accounts of other providers do not have. */
import { z } from 'zod';
import { name } from '../../../core/common/textSettings.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import { type TerraformSettings, terraform } from './terraformSettings.ts';

/** The id of an AWS account. */
export const accountId = z
  .string({ error: 'an AWS account id in quotes: "123456789012"' })
  .regex(/^\d{12}$/, { error: 'an AWS account id: 12 digits, in quotes' });

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html; the account is in the first group. */
export const ROLE_ARN = /^arn:[a-z-]+:iam::(\d{12}):role\/[\w+=,.@/-]{1,576}$/;

const ROLE_WORDS = 'the ARN of a role: arn:aws:iam::123456789012:role/holystone-read';

/** The role that a part of the configuration names. */
export const roleArn = name('the ARN of a role')
  .regex(ROLE_ARN, { error: ROLE_WORDS })
  .meta({
    pattern: `^\\s*${ROLE_ARN.source.slice(1, -1)}\\s*$`,
    examples: ['arn:aws:iam::123456789012:role/holystone-read'],
  });

/** The keys of an entry of `accounts` that names one AWS account. */
export const accountKeys = {
  alias: name('an account alias').optional().describe('The account alias that the provider must confirm.'),
  readRole: roleArn.optional().describe('The role for reading.'),
  deleteRole: roleArn.optional().describe('The role for deleting and for writing keep tags.'),
  restoreRole: roleArn
    .optional()
    .describe('The role for `holystone restore`, which deletes nothing; none = `deleteRole`.'),
  externalId: name('an external id').optional().describe('The external id with which the roles are assumed.'),
  backupVault: name('the name of a backup vault')
    .regex(/^[\w-]{2,50}$/, { error: 'the name of a vault of AWS Backup: Default' })
    .optional()
    .describe('The vault of AWS Backup for what is saved before the deletion of a `fileSystem`; none = `Default`.'),
  backupRole: roleArn
    .optional()
    .describe(
      'The role with which AWS Backup saves and restores a `fileSystem`; none = `service-role/AWSBackupDefaultServiceRole`. The deleting and the restoring identity need `iam:PassRole` for it, which no printed policy has.',
    ),
  terraform: terraform
    .optional()
    .describe(
      'States of Terraform or OpenTofu about this account in S3. What a state names is used; the rule `notInState` selects what none names (docs/terraform.md).',
    ),
};

/** `Account.settings` of an AWS account. */
export interface AwsAccountSettings {
  /** The account alias that AWS must confirm, if it is set. */
  readonly alias?: string;
  readonly readRole?: string;
  readonly deleteRole?: string;
  /** For `holystone restore`; absent = `deleteRole`. */
  readonly restoreRole?: string;
  readonly externalId?: string;
  /** Of AWS Backup; absent: its own default. */
  readonly backupVault?: string;
  readonly backupRole?: string;
  readonly terraform?: TerraformSettings;
}

/** The settings of an account of this provider. */
export function settingsOf({ settings }: Pick<Account, 'settings'>): AwsAccountSettings {
  return (settings ?? {}) as AwsAccountSettings;
}
