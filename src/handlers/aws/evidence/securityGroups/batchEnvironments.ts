import { batch } from '../../calls/batch.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/**
 * A disabled one counts: a user may enable it at any time. Those of the type `ECS_MANAGED_INSTANCES` have their groups in
 * a part of their own.
 */
export const batchEnvironments = listingSource({
  name: 'batchEnvironments',
  users: 'AWS Batch compute environments, also disabled ones and those of ECS Managed Instances',
  called: 'Batch compute environments',
  names: ['image', 'launchTemplate', 'securityGroup'],
  reads: lists(batch.describeComputeEnvironments, {
    unless: ({ status }) => status === 'DELETED',
    user: ({ computeEnvironmentName: name, status }) =>
      `Batch compute environment ${name ?? 'without name'} (${status ?? 'status not known'})`,
  }),
});
