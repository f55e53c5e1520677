import * as module from '@aws-sdk/client-eks';
import { AwsError } from '../collections/errors.ts';
import { newCluster } from '../seeds/eksClusterSeeds.ts';
import { newNodegroup, nodegroupKey } from '../seeds/nodegroupSeeds.ts';
import { answerOf } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import type { Region } from '../store/store.ts';
import { type Service, service } from '../wire/service.ts';

/** "This value can be between 1 and 100": https://docs.aws.amazon.com/eks/latest/APIReference/API_ListNodegroups.html */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'InvalidParameterException',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'InvalidParameterException',
});

export function eks(): Service {
  return service(
    module,
    module.EKSClient,
  )({
    ListClusters: listing(
      collection(rowsOf('eksClusters'), ({ name = '' }) => name),
      { answer: 'clusters' },
    ),

    /** https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateCluster.html; the cluster exists at once. */
    CreateCluster({ name = '', resourcesVpcConfig = {} }, call) {
      const { subnetIds = [] } = resourcesVpcConfig;
      const { here } = call;
      if (here.eksClusters.get(name))
        throw new AwsError('ResourceInUseException', `Cluster already exists with name: ${name}`, 409);
      const vpcId = here.subnets.get(subnetIds[0] ?? '')?.VpcId ?? 'vpc-00000000000000001';
      const cluster = newCluster({ name, resourcesVpcConfig: { vpcId, ...resourcesVpcConfig } }, call);
      here.eksClusters.put(name, cluster);
      return { cluster };
    },

    DescribeCluster({ name = '' }, { here }) {
      return { cluster: findCluster(name, here) };
    },

    ListNodegroups: listing(
      collection(nodegroupsOf, ({ nodegroupName = '' }) => nodegroupName),
      {
        answer: 'nodegroups',
      },
    ),

    DescribeNodegroup({ clusterName = '', nodegroupName = '' }, { here }) {
      findCluster(clusterName, here);
      const nodegroup = here.nodegroups.get(nodegroupKey(clusterName, nodegroupName));
      if (nodegroup) return { nodegroup };
      throw notFound(`No node group found for name: ${nodegroupName}.`);
    },

    /** Those that tests put in for `DescribeAddon`. */
    ListAddons: listing(
      collection(addonsOf, ({ item }) => String((item as module.Addon).addonName)),
      { answer: 'addons' },
    ),
    DescribeAddon: ({ addonName }, call) => ({ addon: answerOf<module.Addon>(call, 'addonName', addonName) }),

    /** https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html; launches nothing. */
    CreateNodegroup({ clusterName = '', nodegroupName = '', launchTemplate, nodeRole, subnets }, call) {
      findCluster(clusterName, call.here);
      const key = nodegroupKey(clusterName, nodegroupName);
      if (call.here.nodegroups.get(key)) {
        const message = `NodeGroup already exists with name ${nodegroupName} and cluster name ${clusterName}`;
        throw new AwsError('ResourceInUseException', message, 409);
      }
      const seed = { clusterName, nodegroupName, nodeRole, subnets, ...(launchTemplate && { launchTemplate }) };
      const nodegroup = newNodegroup(seed, call);
      call.here.nodegroups.put(key, nodegroup);
      return { nodegroup };
    },
  });
}

function nodegroupsOf({ here }: Call, { clusterName = '' }: module.ListNodegroupsCommandInput) {
  findCluster(clusterName, here);
  return here.nodegroups.view().filter(({ value }) => value.clusterName === clusterName);
}

function addonsOf({ here }: Call, { clusterName = '' }: module.ListAddonsCommandInput) {
  findCluster(clusterName, here);
  const isOfIt = (item: module.Addon) => item.clusterName === clusterName;
  return here.answers.view().filter(({ value }) => value.operation === 'DescribeAddon' && isOfIt(value.item));
}

function findCluster(name: string, here: Region): module.Cluster {
  const cluster = here.eksClusters.get(name);
  if (cluster) return cluster;
  throw notFound(`No cluster found for name: ${name}.`);
}

/**
 * Messages as in https://github.com/terraform-aws-modules/terraform-aws-eks/issues/793 and
 * https://github.com/aws-samples/eks-workshop-v2/issues/915
 */
function notFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message, 404);
}
