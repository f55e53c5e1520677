import type { DeploymentGroupInfo } from '@aws-sdk/client-codedeploy';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { codeDeploy as api } from '../../calls/codeDeploy.ts';
import { balancerOfListener, classicAlias, targetGroupAlias } from '../../resources/balancingAliases.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** Its next deployment registers instances or tasks with all of them, whether or not they have one now. */
export const codeDeployGroups: EvidenceSource = {
  name: 'codeDeployGroups',
  summary:
    'Deployment groups of CodeDeploy, by their target groups, pairs of target groups, listeners and classic load balancers.',
  permissions: permissionsOf(api.listApplications, api.listDeploymentGroups, api.batchGetDeploymentGroups),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for await (const page of pages(target, api.listApplications, 'reading applications of CodeDeploy')) {
        for (const name of page) {
          await found.attempt(() => found.inPages(groupsOf(target, name), usesOf));
        }
      }
    });
  },
};

/** "The maximum number of deployment groups": deploymentGroupNames of BatchGetDeploymentGroups. */
const MOST_NAMES = 100;

/** An application that was deleted after the listing has no deployment groups. */
async function* groupsOf(target: CallScope, applicationName: string): AsyncGenerator<readonly DeploymentGroupInfo[]> {
  const what = `reading deployment groups of ${applicationName}`;
  try {
    for await (const names of pages(target, api.listDeploymentGroups, what, { applicationName })) {
      for (let from = 0; from < names.length; from += MOST_NAMES) {
        yield await described(target, applicationName, names.slice(from, from + MOST_NAMES), what);
      }
    }
  } catch (error) {
    if (!saysNotFound(error)) throw error;
  }
}

async function described(target: CallScope, applicationName: string, deploymentGroupNames: string[], what: string) {
  const call = api.batchGetDeploymentGroups;
  const answer = await read(target, call, what, { applicationName, deploymentGroupNames });
  const groups = requireList(answer.deploymentGroupsInfo, { target, api: call.api, what });
  const missing = deploymentGroupNames.filter(
    (name) => !groups.some(({ deploymentGroupName }) => deploymentGroupName === name),
  );
  if (missing.length === 0) return groups;
  const why = answer.errorMessage ? ` (${answer.errorMessage})` : '';
  throw new ReadError(`${what}: the deployment group ${missing[0]} exists and was not in the answer${why}`, {
    problem: 'malformed',
  });
}

/** Names of target groups are unique per account and region, as are those of classic load balancers. */
function usesOf({ applicationName, deploymentGroupName, loadBalancerInfo }: DeploymentGroupInfo): readonly Finding[] {
  const { elbInfoList = [], targetGroupInfoList = [], targetGroupPairInfoList: pairs = [] } = loadBalancerInfo ?? {};
  const groups = [...targetGroupInfoList, ...pairs.flatMap(({ targetGroups = [] }) => targetGroups)];
  const routes = pairs.flatMap(({ prodTrafficRoute, testTrafficRoute }) => [prodTrafficRoute, testTrafficRoute]);
  const aliases = [
    ...groups.flatMap(({ name }) => (name ? [targetGroupAlias(name)] : [])),
    ...elbInfoList.flatMap(({ name }) => (name ? [classicAlias(name)] : [])),
    ...routes.flatMap((route) => (route?.listenerArns ?? []).map(balancerOfListener)),
  ];
  const by = `deployment group ${deploymentGroupName} of CodeDeploy application ${applicationName}`;
  return [...new Set(aliases)].map((alias) => unshareStrings<Finding>({ alias, says: 'used', by }));
}
