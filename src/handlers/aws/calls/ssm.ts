import { table } from './call.ts';
import { SSM_OTHER, SSM_VALUES } from './rates.ts';

/** Every call to Systems Manager; page sizes: https://docs.aws.amazon.com/systems-manager/latest/APIReference/ */
export const ssm = table(
  {
    service: 'ssm',
    load: async () => (await import('@aws-sdk/client-ssm')).SSM,
    prefix: 'ssm',
    reads: SSM_OTHER,
    writes: SSM_OTHER,
  },
  {
    describeAssociation: { effect: 'reads', errors: { notFound: ['AssociationDoesNotExist'] } },
    describeMaintenanceWindowTargets: {
      effect: 'reads',
      list: 'Targets',
      token: 'NextToken',
      page: { MaxResults: 100 },
      errors: { notFound: ['DoesNotExistException'] },
    },
    describeMaintenanceWindowTasks: {
      effect: 'reads',
      list: 'Tasks',
      token: 'NextToken',
      page: { MaxResults: 100 },
      errors: { notFound: ['DoesNotExistException'] },
    },
    describeMaintenanceWindows: {
      effect: 'reads',
      list: 'WindowIdentities',
      token: 'NextToken',
      page: { MaxResults: 100 },
    },
    /** In the default version. */
    getDocument: { effect: 'reads', errors: { notFound: ['InvalidDocument'] } },
    getMaintenanceWindowTask: { effect: 'reads', errors: { notFound: ['DoesNotExistException'] } },
    listAssociations: { effect: 'reads', list: 'Associations', token: 'NextToken', page: { MaxResults: 50 } },
    listDocuments: {
      effect: 'reads',
      list: 'DocumentIdentifiers',
      token: 'NextToken',
      page: { MaxResults: 50 },
    },
    describeParameters: { effect: 'reads', list: 'Parameters', token: 'NextToken', page: { MaxResults: 50 } },
    getParameterHistory: {
      effect: 'reads',
      list: 'Parameters',
      token: 'NextToken',
      page: { MaxResults: 50 },
      errors: { notFound: ['ParameterNotFound'] },
    },
    /** At most ten names a call. */
    getParameters: { effect: 'reads', list: 'Parameters', rate: SSM_VALUES },
    getParametersByPath: {
      effect: 'reads',
      list: 'Parameters',
      token: 'NextToken',
      page: { MaxResults: 10 },
      rate: SSM_VALUES,
    },
  },
);
