/** AWS Backup: what its plans name. */
import { backup } from '../../calls/backup.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** Somebody wants its backups on a schedule. A selection by tags names nothing. */
export const backupSelections = listingSource({
  name: 'backupSelections',
  users: 'What the plans of AWS Backup choose by its ARN',
  called: 'backup plans',
  names: ['fileSystem'],
  reads: lists(backup.listBackupPlans, {
    each: [
      lists(backup.listBackupSelections, {
        by: { BackupPlanId: 'BackupPlanId' },
        each: [
          describes(backup.getBackupSelection, {
            by: { BackupPlanId: 'BackupPlanId', SelectionId: 'SelectionId' },
            has: 'SelectionId',
            part: ({ BackupSelection: { Resources } = {} }) => ({ Resources }),
            user: ({ BackupPlanId, BackupSelection }) =>
              `selection ${BackupSelection?.SelectionName ?? 'without name'} of backup plan ${BackupPlanId ?? 'without id'}`,
          }),
        ],
      }),
    ],
  }),
});
