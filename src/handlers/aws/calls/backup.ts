import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('backup');
const GONE = { notFound: ['ResourceNotFoundException'] } as const;

/** Every call to AWS Backup. None deletes a recovery point. */
export const backup = table(
  {
    service: 'backup',
    load: async () => (await import('@aws-sdk/client-backup')).Backup,
    prefix: 'backup',
    reads: RATE,
    writes: RATE,
  },
  {
    describeBackupJob: { effect: 'reads', errors: GONE },
    describeRecoveryPoint: { effect: 'reads', errors: GONE },
    getBackupSelection: { effect: 'reads', errors: GONE },
    listBackupPlans: { effect: 'reads', list: 'BackupPlansList', token: 'NextToken', page: { MaxResults: 1000 } },
    listBackupSelections: {
      effect: 'reads',
      list: 'BackupSelectionsList',
      token: 'NextToken',
      page: { MaxResults: 1000 },
      errors: GONE,
    },
    listRecoveryPointsByResource: {
      effect: 'reads',
      list: 'RecoveryPoints',
      token: 'NextToken',
      page: { MaxResults: 1000 },
      errors: GONE,
    },
    listRestoreJobsByProtectedResource: {
      effect: 'reads',
      list: 'RestoreJobs',
      token: 'NextToken',
      page: { MaxResults: 1000 },
      errors: GONE,
    },
    /** "Retrying a successful request with the same idempotency token results in a success message with no action taken." */
    startBackupJob: { effect: 'quarantines' },
    /** The same holds of its token. */
    startRestoreJob: { effect: 'restores', errors: GONE },
  },
);
