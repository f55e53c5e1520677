/** An account's classic load balancers, each named after its user. */
import { AddTagsCommand } from '@aws-sdk/client-elastic-load-balancing';
import type { Case, TypeCases } from '../case.ts';
import { aClassicLoadBalancer } from '../loadBalancers.ts';
import type { World } from '../world.ts';

const CLASSIC_CASES: readonly Case[] = [
  { name: 'without-anything', kinds: [] },
  {
    name: 'of-a-cluster',
    kinds: [],
    tags: { 'kubernetes.io/cluster/shop': 'owned' },
    keptBy: 'managedBy: managed-by:kubernetes',
    custodian: 'It does not know what other controllers manage.',
  },
];

/** Made by the cases of groups. */
const OF_GROUPS: readonly Case[] = [
  { name: 'with-an-instance', kinds: ['attachedGroups', 'registeredInstances'] },
  {
    name: 'without-instances',
    kinds: ['attachedGroups'],
    isHeld: true,
    custodian: 'It looks only at registered instances, and not at Auto Scaling groups.',
  },
  { name: 'classic-of-a-group', kinds: [] },
];

async function make(world: World, { name, tags = {} }: Case): Promise<void> {
  await aClassicLoadBalancer(world, name);
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  if (Tags.length > 0) await world.elb.send(new AddTagsCommand({ LoadBalancerNames: [name], Tags }));
}

export const loadBalancer: TypeCases = {
  cases: [...CLASSIC_CASES, ...OF_GROUPS],
  async make(world, attempt) {
    for (const given of CLASSIC_CASES) await attempt(given.name, () => make(world, given));
  },
  one: {
    async make(world, name) {
      await aClassicLoadBalancer(world, name);
      return name;
    },
    nowhere: 'nowhere',
  },
  custodian: {
    policy: `resource: aws.elb
    filters:
      - Instances: []`,
    nameOf: ({ LoadBalancerName }) => LoadBalancerName,
  },
  moto: { cannotRead: [] },
  shown: { many: 'Classic load balancers', one: 'Classic load balancer' },
};
