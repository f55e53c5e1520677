/**
 * Calls whose items are resources of ours, or say something about one. What such an item says of itself is no use by
 * itself, and what it mentions beside that is a use by a resource that Holystone may delete first (`byId`).
 */
import { defined } from '../../../../core/common/defined.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Call } from '../../calls/call.ts';
import type { Kind, Mention } from '../../mentions/mention.ts';
import { mentionsIn } from '../../mentions/scan.ts';
import { nameAlias } from '../../resources/nameAlias.ts';

interface SelfCall {
  readonly type: Kind;
  /** The member with the id of the resource, as `Resource.id`: wherever its value stands, it means the item itself. */
  readonly id: string;
  /** Members of the item in which it describes itself: its name may be another one's, elsewhere. */
  readonly own?: readonly string[];
}

/** Two services call it so; only one of them answers ARNs. */
const BALANCERS: readonly SelfCall[] = [
  { type: 'loadBalancerV2', id: 'LoadBalancerArn', own: ['LoadBalancerName', 'DNSName'] },
  { type: 'loadBalancer', id: 'LoadBalancerName', own: ['DNSName', 'CanonicalHostedZoneName'] },
];

const SELF: Readonly<Record<string, readonly SelfCall[]>> = {
  'autoscaling:DescribeAutoScalingGroups': [
    { type: 'autoScalingGroup', id: 'AutoScalingGroupName', own: ['AutoScalingGroupARN'] },
  ],
  'autoscaling:DescribeLaunchConfigurations': [
    { type: 'launchConfiguration', id: 'LaunchConfigurationName', own: ['LaunchConfigurationARN'] },
  ],
  'ec2:DescribeAddresses': [{ type: 'elasticIp', id: 'AllocationId', own: ['PublicIp'] }],
  'ec2:DescribeFastLaunchImages': [{ type: 'image', id: 'ImageId' }],
  'ec2:DescribeImages': [{ type: 'image', id: 'ImageId' }],
  'ec2:DescribeLaunchTemplateVersions': [
    { type: 'launchTemplate', id: 'LaunchTemplateId', own: ['LaunchTemplateName'] },
  ],
  'ec2:DescribeLaunchTemplates': [{ type: 'launchTemplate', id: 'LaunchTemplateId', own: ['LaunchTemplateName'] }],
  'ec2:DescribeNatGateways': [{ type: 'natGateway', id: 'NatGatewayId' }],
  'ec2:DescribeNetworkInterfaces': [{ type: 'networkInterface', id: 'NetworkInterfaceId' }],
  'ec2:DescribeSecurityGroups': [{ type: 'securityGroup', id: 'GroupId', own: ['GroupName'] }],
  'ec2:DescribeSnapshots': [{ type: 'snapshot', id: 'SnapshotId' }],
  'ec2:DescribeVolumes': [{ type: 'volume', id: 'VolumeId' }],
  'ec2:DescribeVpcEndpoints': [{ type: 'vpcEndpoint', id: 'VpcEndpointId', own: ['DnsEntries[].DnsName'] }],
  'rds:DescribeDBClusterSnapshots': [
    { type: 'dbClusterSnapshot', id: 'DBClusterSnapshotIdentifier', own: ['DBClusterSnapshotArn'] },
  ],
  'rds:DescribeDBClusters': [
    {
      type: 'dbCluster',
      id: 'DBClusterIdentifier',
      own: [
        'DBClusterArn',
        'Endpoint',
        'ReaderEndpoint',
        'CustomEndpoints[]',
        'PendingModifiedValues.DBClusterIdentifier',
      ],
    },
  ],
  'rds:DescribeDBInstances': [
    { type: 'dbInstance', id: 'DBInstanceIdentifier', own: ['DBInstanceArn', 'Endpoint.Address'] },
  ],
  'rds:DescribeDBSnapshots': [{ type: 'dbSnapshot', id: 'DBSnapshotIdentifier', own: ['DBSnapshotArn'] }],
  'elasticloadbalancing:DescribeLoadBalancers': BALANCERS,
  'elasticloadbalancing:DescribeTargetGroups': [
    { type: 'targetGroup', id: 'TargetGroupArn', own: ['TargetGroupName'] },
  ],
};

/** A resource of ours that an item is. */
export interface Self {
  /** Does it mention only itself with that? */
  readonly isMeant: (mention: Mention) => boolean;
  /** It as the user of what an alias means. Whoever gives a program its own name does not use itself by that; others may be called so, too. */
  readonly asUserOf: (alias: string) => Pick<Finding, 'byId' | 'byType' | 'except'>;
}

/** @returns `undefined`: the item is no resource of ours, or AWS left out its id */
export function selfOf({ api }: Pick<Call, 'api'>, item: unknown): Self | undefined {
  const calls = SELF[api];
  if (!calls || typeof item !== 'object' || item === null) return undefined;
  const members = item as Readonly<Record<string, unknown>>;
  for (const { type, id, own = [] } of calls) {
    const byId = members[id];
    if (typeof byId !== 'string' || byId === '') continue;
    const itself = mentionsIn({ [id]: byId });
    const aliases = new Set(itself.map(({ kind, alias }) => `${kind} ${alias}`));
    const names = [id, ...own].flatMap((member) => {
      const name = members[member];
      return typeof name === 'string' ? [nameAlias(name)] : [];
    });
    const user = { byId, byType: type };
    const named = { ...user, ...defined({ except: itself[0]?.alias }) };
    return {
      isMeant: ({ kind, alias, path }) => aliases.has(`${kind} ${alias}`) || own.includes(path),
      asUserOf: (alias) => (names.includes(alias) ? named : user),
    };
  }
  return undefined;
}
