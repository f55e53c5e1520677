/** What Systems Manager runs by itself: people write the input of each document, function and state machine. */
import { ssm } from '../../calls/ssm.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** It runs at its next time, on each new instance that it means, or whenever somebody applies it. A version never changes. */
export const associations = listingSource({
  name: 'associations',
  users: 'Associations of State Manager, by their parameters and targets',
  called: 'associations of State Manager',
  names: 'texts',
  reads: lists(ssm.listAssociations, {
    each: [
      describes(ssm.describeAssociation, {
        by: { AssociationId: 'AssociationId' },
        has: 'AssociationDescription',
        noun: 'description',
        unchanging: ({ AssociationId, AssociationVersion }) =>
          AssociationId && AssociationVersion && `${AssociationId} ${AssociationVersion}`,
        part: ({ AssociationDescription }) => AssociationDescription,
        user: ({ AssociationName, Name, AssociationId }) =>
          `association ${AssociationName ?? Name ?? 'without name'} of State Manager (${AssociationId})`,
      }),
    ],
  }),
});

/** A disabled window counts: a user may enable it at any time. The listing of tasks leaves out what they start with. */
export const maintenanceWindows = listingSource({
  name: 'maintenanceWindows',
  users: 'Maintenance windows of Systems Manager, also disabled ones, by their targets and the input of their tasks',
  called: 'maintenance windows',
  names: 'texts',
  reads: lists(ssm.describeMaintenanceWindows, {
    each: [
      lists(ssm.describeMaintenanceWindowTargets, {
        by: { WindowId: 'WindowId' },
        user: ({ WindowId }) => `targets of maintenance window ${WindowId}`,
      }),
      lists(ssm.describeMaintenanceWindowTasks, {
        by: { WindowId: 'WindowId' },
        each: [
          describes(ssm.getMaintenanceWindowTask, {
            by: { WindowId: 'WindowId', WindowTaskId: 'WindowTaskId' },
            has: 'TaskArn',
            user: ({ WindowId, WindowTaskId, Name }) =>
              `task ${Name ?? WindowTaskId} of maintenance window ${WindowId}`,
          }),
        ],
      }),
    ],
  }),
});
