import type { AssociationDescription, GetMaintenanceWindowTaskResult } from '@aws-sdk/client-ssm';
import { answered, answerOf } from '../../store/answers.ts';
import { listingsOf } from '../../store/listing.ts';
import { type SsmHandlers, ssmPages } from './common.ts';

/** https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_ListAssociations.html: at most 50. */
const associations = listingsOf(ssmPages(50));
/** https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_DescribeMaintenanceWindows.html: 10 to 100. */
const windows = listingsOf({ ...ssmPages(100), limits: { min: 10, max: 100, otherwise: 50 } });

/** Associations of State Manager and maintenance windows, which tests put in. */
export const operations: SsmHandlers = {
  ListAssociations: associations(answered(), { answer: 'Associations' }),
  DescribeAssociation: ({ AssociationId }, call) => ({
    AssociationDescription: answerOf<AssociationDescription>(
      call,
      'AssociationId',
      AssociationId,
      'AssociationDoesNotExist',
    ),
  }),
  DescribeMaintenanceWindows: windows(answered(), { answer: 'WindowIdentities' }),
  DescribeMaintenanceWindowTargets: windows(answered('WindowId'), { answer: 'Targets' }),
  DescribeMaintenanceWindowTasks: windows(answered('WindowId'), { answer: 'Tasks' }),
  GetMaintenanceWindowTask: ({ WindowTaskId }, call) =>
    answerOf<GetMaintenanceWindowTaskResult>(call, 'WindowTaskId', WindowTaskId, 'DoesNotExistException'),
};
