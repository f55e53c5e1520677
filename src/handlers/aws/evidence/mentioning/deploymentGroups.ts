import { codeDeploy } from '../../calls/codeDeploy.ts';
import { batches, listsNames } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** "The maximum number of deployment groups": deploymentGroupNames of BatchGetDeploymentGroups. */
const NAMES_PER_CALL = 100;

/** CodeDeploy hangs a hook on each group, and deploys to whatever the group launches next. */
export const deploymentGroups = listingSource({
  name: 'deploymentGroups',
  users: 'Deployment groups of CodeDeploy',
  called: 'deployment groups of CodeDeploy',
  names: ['autoScalingGroup'],
  reads: listsNames(codeDeploy.listApplications, 'applicationName', {
    each: [
      listsNames(codeDeploy.listDeploymentGroups, 'group', {
        by: { applicationName: 'applicationName' },
        batches: [
          batches(codeDeploy.batchGetDeploymentGroups, {
            most: NAMES_PER_CALL,
            name: ({ group }) => group,
            input: (deploymentGroupNames, { applicationName }) => ({ applicationName, deploymentGroupNames }),
            names: ({ deploymentGroupName }) => [deploymentGroupName],
            user: ({ deploymentGroupName, applicationName }) =>
              `deployment group ${deploymentGroupName} of CodeDeploy application ${applicationName}`,
          }),
        ],
      }),
    ],
  }),
});
