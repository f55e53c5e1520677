import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('codedeploy');

/** Every call to CodeDeploy, which determines its page sizes itself. */
export const codeDeploy = table(
  {
    service: 'codeDeploy',
    load: async () => (await import('@aws-sdk/client-codedeploy')).CodeDeploy,
    prefix: 'codedeploy',
    reads: RATE,
    writes: RATE,
  },
  {
    /** At most 100 names a call; it leaves out groups that do not exist. */
    batchGetDeploymentGroups: {
      effect: 'reads',
      list: 'deploymentGroupsInfo',
      errors: { notFound: ['ApplicationDoesNotExistException'] },
    },
    listApplications: { effect: 'reads', list: 'applications', token: 'nextToken' },
    listDeploymentGroups: {
      effect: 'reads',
      list: 'deploymentGroups',
      token: 'nextToken',
      errors: { notFound: ['ApplicationDoesNotExistException'] },
    },
  },
);
