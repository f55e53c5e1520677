/**
 * The leftovers of deleted Kubernetes clusters, and resources that only look like them: two clusters that are gone, a
 * living one of the same name in another VPC, and target groups and a security group that no cluster owns.
 */
import type { Place, SandboxControl } from '../aws/index.ts';
import { OWNERS, PROD } from './accounts.ts';
import { DAY_MS } from './families.ts';
import { resourceOf } from './leftovers.ts';
import { kept, type SeededResource, type Truth, UNUSED } from './truth.ts';

/** config/demoCluster.yaml has the rule `clusterGone` here. */
export const CLUSTER_PLACE: Place = { account: PROD.id, region: 'eu-west-1' };
export const SHOP = 'shop-test';
export const BLOG = 'blog-test';
const VPC_OF_THE_GONE = 'vpc-0a000000000000001';
export const VPC_OF_THE_LIVING = 'vpc-0b000000000000002';
const DAYS = 140;
/** The interface of a deleted load balancer: minutes to an hour in AWS. */
export const LINGER_MS = 8_000;

interface Service {
  readonly name: string;
  readonly type: 'application' | 'network';
  readonly cluster: string;
  readonly vpcId: string;
  readonly owner: string;
  readonly truth: Truth;
}

const IN_USE = kept('inUse', 'used by a living cluster');
const NOT_ASKED = kept('noRule', 'no rule nominates it');
const SHARED = { [`kubernetes.io/cluster/${SHOP}`]: 'shared' };

const SERVICES: readonly Service[] = [
  { name: 'shop-web', type: 'application', cluster: SHOP, vpcId: VPC_OF_THE_GONE, owner: OWNERS.web, truth: UNUSED },
  { name: 'shop-grpc', type: 'network', cluster: SHOP, vpcId: VPC_OF_THE_GONE, owner: OWNERS.web, truth: UNUSED },
  { name: 'blog', type: 'application', cluster: BLOG, vpcId: VPC_OF_THE_GONE, owner: OWNERS.mobile, truth: UNUSED },
  { name: 'shop-live', type: 'application', cluster: SHOP, vpcId: VPC_OF_THE_LIVING, owner: OWNERS.web, truth: IN_USE },
];

/** @param now ms since the epoch, by the sandbox's clock */
export function seedClusters(control: SandboxControl, now: number): readonly SeededResource[] {
  control.setInterfacesLingerMs(LINGER_MS);
  control.addEksClusters(CLUSTER_PLACE, [{ name: SHOP, resourcesVpcConfig: { vpcId: VPC_OF_THE_LIVING } }]);
  control.addInstances(CLUSTER_PLACE, [
    { VpcId: VPC_OF_THE_LIVING, tags: { Name: 'shop-node', [`kubernetes.io/cluster/${SHOP}`]: 'owned' } },
  ]);
  return [...SERVICES.flatMap((service) => seedService(control, service, now)), ...seedOthers(control)];
}

/** A load balancer with its security group; it forwards to a target group without targets: its nodes are gone. */
function seedService(control: SandboxControl, service: Service, now: number): readonly SeededResource[] {
  const { name, type, cluster, vpcId: VpcId, owner, truth } = service;
  const tags = {
    owner,
    [`kubernetes.io/cluster/${cluster}`]: 'owned',
    'kubernetes.io/service-name': `default/${name}`,
  };
  const [firewall = ''] = control.addSecurityGroups(CLUSTER_PLACE, [
    { GroupName: securityGroupOf(name), VpcId, tags: { owner, [`kubernetes.io/cluster/${cluster}`]: 'owned' } },
  ]);
  const Protocol = type === 'network' ? 'TCP' : 'HTTP';
  const [group = ''] = control.addTargetGroups(CLUSTER_PLACE, [
    { TargetGroupName: targetGroupOf(name), Protocol, VpcId, tags },
  ]);
  const [balancer = ''] = control.addLoadBalancerV2s(CLUSTER_PLACE, [
    {
      LoadBalancerName: name,
      Type: type,
      VpcId,
      SecurityGroups: [firewall],
      CreatedTime: new Date(now - DAYS * DAY_MS),
      listeners: [{ Protocol, DefaultActions: [{ Type: 'forward', TargetGroupArn: group }] }],
      tags,
    },
  ]);
  const planned = { name, days: DAYS, owner, truth };
  const after = { type: 'loadBalancerV2', id: balancer } as const;
  return [
    resourceOf(CLUSTER_PLACE, 'loadBalancerV2', balancer, planned),
    { ...resourceOf(CLUSTER_PLACE, 'targetGroup', group, { ...planned, name: targetGroupOf(name) }), after },
    { ...resourceOf(CLUSTER_PLACE, 'securityGroup', firewall, { ...planned, name: securityGroupOf(name) }), after },
  ];
}

/** In the VPC of the gone clusters: one without a cluster's tags, two that a cluster only shares. */
function seedOthers(control: SandboxControl): readonly SeededResource[] {
  const others = [
    { name: 'batch-callbacks', tags: {} },
    { name: 'intranet', tags: { ...SHARED, 'kubernetes.io/service-name': 'x/y' } },
  ];
  const owner = OWNERS.data;
  const ids = control.addTargetGroups(
    CLUSTER_PLACE,
    others.map(({ name, tags }) => ({ TargetGroupName: name, VpcId: VPC_OF_THE_GONE, tags: { ...tags, owner } })),
  );
  const planned = { days: DAYS, owner, truth: NOT_ASKED };
  const [bastion = ''] = control.addSecurityGroups(CLUSTER_PLACE, [
    { GroupName: 'bastion', VpcId: VPC_OF_THE_GONE, tags: { ...SHARED, owner } },
  ]);
  return [
    ...others.map(({ name }, index) =>
      resourceOf(CLUSTER_PLACE, 'targetGroup', ids[index] ?? '', { ...planned, name }),
    ),
    resourceOf(CLUSTER_PLACE, 'securityGroup', bastion, { ...planned, name: 'bastion' }),
  ];
}

/** The resources that a gone cluster left behind. */
export function leftoversOf(resources: readonly SeededResource[], cluster: string): readonly SeededResource[] {
  const services = SERVICES.filter((service) => service.cluster === cluster && service.truth === UNUSED);
  const names = services.flatMap(({ name }) => [name, targetGroupOf(name), securityGroupOf(name)]);
  return resources.filter(({ name }) => names.includes(name));
}

function targetGroupOf(service: string): string {
  return `${service}-80`;
}

function securityGroupOf(service: string): string {
  return `${service}-lb`;
}
