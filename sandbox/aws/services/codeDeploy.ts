import * as module from '@aws-sdk/client-codedeploy';
import { AwsError } from '../collections/errors.ts';
import { page } from '../collections/paging.ts';
import type { Call } from '../store/call.ts';
import { numbered } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** CodeDeploy does not publish its page size. */
const PAGE = 100;
/** "Array Members: Maximum number of 100 items": API_BatchGetDeploymentGroups. */
const MOST_NAMES = 100;

/** Deployment groups by their applications. https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_Operations.html */
export function codeDeploy(): Service {
  return service(
    module,
    module.CodeDeployClient,
  )({
    ListApplications({ nextToken: token }, { here, account }) {
      const names = new Set(here.deploymentGroups.view().map(({ value }) => value.applicationName ?? ''));
      const found = namesOf([...names], `ListApplications ${account.id}`, token);
      return { applications: found.names, ...found.next };
    },

    ListDeploymentGroups({ applicationName = '', nextToken: token }, call) {
      const names = groupsOf(applicationName, call).map(({ deploymentGroupName = '' }) => deploymentGroupName);
      const found = namesOf(names, `ListDeploymentGroups ${call.account.id} ${applicationName}`, token);
      return { applicationName, deploymentGroups: found.names, ...found.next };
    },

    BatchGetDeploymentGroups({ applicationName = '', deploymentGroupNames = [] }, call) {
      if (deploymentGroupNames.length > MOST_NAMES) {
        throw new AwsError('BatchLimitExceededException', `At most ${MOST_NAMES} deployment groups can be asked for`);
      }
      const names = new Set(deploymentGroupNames);
      const groups = groupsOf(applicationName, call);
      return { deploymentGroupsInfo: groups.filter(({ deploymentGroupName = '' }) => names.has(deploymentGroupName)) };
    },

    /** https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_CreateApplication.html; it has no groups yet. */
    CreateApplication: (_input, { ids }) => ({ applicationId: ids.uuid() }),

    CreateDeploymentGroup(input, { here, ids }) {
      const { applicationName = '', deploymentGroupName = '', loadBalancerInfo } = input;
      const deploymentGroupId = ids.uuid();
      here.deploymentGroups.put(`${applicationName}/${deploymentGroupName}`, {
        deploymentGroupId,
        applicationName,
        deploymentGroupName,
        ...(loadBalancerInfo && { loadBalancerInfo }),
      });
      return { deploymentGroupId };
    },
  });
}

function namesOf(names: readonly string[], scope: string, token: string | undefined) {
  const found = page(numbered(names), { limit: PAGE, token, scope, badToken: 'InvalidNextTokenException' });
  const next = found.nextToken === undefined ? {} : { nextToken: found.nextToken };
  return { names: found.rows.map(({ value }) => value), next };
}

function groupsOf(application: string, { here }: Call): readonly module.DeploymentGroupInfo[] {
  const groups = here.deploymentGroups.view().filter(({ value }) => value.applicationName === application);
  if (groups.length > 0) return groups.map(({ value }) => value);
  throw new AwsError('ApplicationDoesNotExistException', `No application found for name: ${application}`);
}
