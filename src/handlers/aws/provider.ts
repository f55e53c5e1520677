/** Amazon Web Services: an account is an AWS account, a location is a region. */

import type { EntryProblem } from '../contract/entry.ts';
import type { Handler } from '../contract/handler.ts';
import type { Provider } from '../contract/provider.ts';
import { withReferences } from '../documents/everyType.ts';
import { s3 } from './account/definitionPlace.ts';
import { organizations } from './account/discovery.ts';
import { firstLook } from './account/firstLook.ts';
import { isSandbox } from './account/isSandbox.ts';
import { notJudged } from './account/notJudged.ts';
import { starter } from './account/starter.ts';
import { variables } from './account/variables.ts';
import { namesInDocuments } from './mentions/namesInDocuments.ts';
import { regionsIn } from './organization/enabledRegions.ts';
import { iamPolicy } from './policy/rights.ts';
import { autoScalingGroup } from './types/autoScalingGroup/handler.ts';
import { cache } from './types/cache/handler.ts';
import { cdkEcrImage } from './types/cdkEcrImage/handler.ts';
import { cdkS3Asset } from './types/cdkS3Asset/handler.ts';
import { dbCluster } from './types/dbCluster/handler.ts';
import { dbClusterSnapshot } from './types/dbClusterSnapshot/handler.ts';
import { dbInstance } from './types/dbInstance/handler.ts';
import { dbSnapshot } from './types/dbSnapshot/handler.ts';
import { ecrTag } from './types/ecrTag/handler.ts';
import { elasticIp } from './types/elasticIp/handler.ts';
import { fargateService } from './types/fargateService/handler.ts';
import { fileSystem } from './types/fileSystem/handler.ts';
import { image } from './types/image/handler.ts';
import { instance } from './types/instance/handler.ts';
import { launchConfiguration } from './types/launchConfiguration/handler.ts';
import { launchTemplate } from './types/launchTemplate/handler.ts';
import { launchTemplateVersion } from './types/launchTemplateVersion/handler.ts';
import { loadBalancer } from './types/loadBalancer/handler.ts';
import { loadBalancerV2 } from './types/loadBalancerV2/handler.ts';
import { logGroup } from './types/logGroup/handler.ts';
import { modelEndpoint } from './types/modelEndpoint/handler.ts';
import { natGateway } from './types/natGateway/handler.ts';
import { networkInterface } from './types/networkInterface/handler.ts';
import { runningDbCluster } from './types/runningDbCluster/handler.ts';
import { runningDbInstance } from './types/runningDbInstance/handler.ts';
import { runningInstance } from './types/runningInstance/handler.ts';
import { runningWarehouse } from './types/runningWarehouse/handler.ts';
import { securityGroup } from './types/securityGroup/handler.ts';
import { snapshot } from './types/snapshot/handler.ts';
import { table } from './types/table/handler.ts';
import { targetGroup } from './types/targetGroup/handler.ts';
import { volume } from './types/volume/handler.ts';
import { vpcEndpoint } from './types/vpcEndpoint/handler.ts';
import { warehouse } from './types/warehouse/handler.ts';
import { windowsFileSystem } from './types/windowsFileSystem/handler.ts';
import { withStates } from './types/withStates.ts';
import { accountId, accountKeys } from './wire/accountSettings.ts';
import { provenReader } from './wire/places.ts';
import { problemOfRegion } from './wire/regions.ts';

const ROLES = ['readRole', 'deleteRole', 'restoreRole', 'backupRole'] as const;
/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html */
const ROLE = /^arn:[\w-]+:iam::(\d{12}):role\//;

/**
 * Finds the roles of an entry of `accounts` that belong to another account than its `id`. An identity of a role always
 * belongs to the account of the role, so AWS would never confirm the id.
 */
function strangeRoles(entry: Readonly<Record<string, unknown>>): readonly EntryProblem[] {
  const { id } = entry;
  if (typeof id !== 'string' || !/^\d{12}$/.test(id)) return [];
  return ROLES.flatMap((key) => {
    const role = entry[key];
    const owner = typeof role === 'string' ? ROLE.exec(role.trim())?.[1] : undefined;
    if (owner === undefined || owner === id) return [];
    const message = `this role belongs to account ${owner}, but the id of the account is ${id}: Holystone would refuse to work with it`;
    return [{ path: [key], message }];
  });
}

/** Amazon Web Services: an account is an AWS account, a location a region. */
export const aws: Provider = {
  name: 'aws',
  handlers: [
    autoScalingGroup,
    cache,
    cdkEcrImage,
    cdkS3Asset,
    dbCluster,
    dbClusterSnapshot,
    dbInstance,
    dbSnapshot,
    ecrTag,
    elasticIp,
    fargateService,
    fileSystem,
    image,
    instance,
    launchConfiguration,
    launchTemplate,
    launchTemplateVersion,
    loadBalancer,
    loadBalancerV2,
    logGroup,
    modelEndpoint,
    natGateway,
    networkInterface,
    runningDbCluster,
    runningDbInstance,
    runningInstance,
    runningWarehouse,
    securityGroup,
    snapshot,
    table,
    targetGroup,
    volume,
    vpcEndpoint,
    warehouse,
    windowsFileSystem,
  ].map((handler: Handler) => withStates(withReferences(handler, namesInDocuments))),
  account: {
    id: accountId,
    own: accountKeys,
    locations:
      'Regions to look at: names such as `us-east-1`, `all` for those that are enabled in the account, as they are opted into, or patterns such as `eu-*` for some of them.',
    problemOfLocation: problemOfRegion,
    warningsOf: strangeRoles,
  },
  locations: (account, _patterns, io) => regionsIn(account, io),
  async prove(place, scope, io) {
    await provenReader(place, scope, io);
  },
  discovery: organizations,
  rights: iamPolicy,
  starter,
  firstLook,
  notJudged,
  definitions: s3,
  variables,
  isSandbox,
};
