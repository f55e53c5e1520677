import { batch } from '../../calls/batch.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { groupsNamed } from './namedGroups.ts';

/** A disabled one counts: a user may enable it at any time. The groups of its launch templates are read with those. */
export const batchEnvironments = plainSource({
  name: 'batchEnvironments',
  summary: 'AWS Batch compute environments, also disabled ones, in every account, by their security groups.',
  places: everyAccount,
  reads: batch.describeComputeEnvironments,
  what: 'reading the security groups of Batch compute environments',
  find({ computeEnvironmentName: name, status, computeResources }) {
    if (status === 'DELETED') return [];
    const by = `Batch compute environment ${name ?? 'without name'} (${status ?? 'status not known'})`;
    return groupsNamed(computeResources?.securityGroupIds, by);
  },
});
