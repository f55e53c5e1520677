/** Where AWS Backup keeps what Holystone lets it save, and with which role it works there. */
import { settingsOf } from '../wire/accountSettings.ts';
import { partitionOf } from '../wire/partition.ts';
import type { CallScope } from '../wire/target.ts';

/** The vault and the role that AWS Backup makes itself: https://docs.aws.amazon.com/aws-backup/latest/devguide/iam-service-roles.html */
const VAULT = 'Default';
const ROLE = 'service-role/AWSBackupDefaultServiceRole';

export function backupPlaceOf({ account, region }: Pick<CallScope, 'account' | 'region'>): {
  readonly vault: string;
  readonly role: string;
} {
  const { backupVault = VAULT, backupRole } = settingsOf(account);
  return { vault: backupVault, role: backupRole ?? `arn:${partitionOf(region)}:iam::${account.id}:role/${ROLE}` };
}
