import type { DeploymentGroupInfo } from '@aws-sdk/client-codedeploy';
import { type Making, plainKind } from '../collections/kind.ts';
import type { Seed } from '../collections/seed.ts';

/** An application of CodeDeploy exists while it has deployment groups. */
export const deploymentGroups = plainKind('deploymentGroup', {
  make: (given: Seed<DeploymentGroupInfo>, { ids }: Making): DeploymentGroupInfo => ({
    deploymentGroupId: ids.uuid(),
    deploymentConfigName: 'CodeDeployDefault.OneAtATime',
    computePlatform: 'Server',
    ...(given as Partial<DeploymentGroupInfo>),
    applicationName: given.applicationName ?? 'shop',
    deploymentGroupName: given.deploymentGroupName ?? ids.next('group'),
  }),
  keyOf: ({ applicationName, deploymentGroupName }) => `${applicationName}/${deploymentGroupName}`,
});
