/** Attempts to have Holystone delete what came into use, or took a name, between the permit and the request, or after a lost reply. */
import { describe, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import type { AwsType } from '../../support/awsTypes.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const VpcId = 'vpc-1';
const tags = { owner: 'ann@example.com' };

const world = worldForAll();

const control = () => world.sandbox.control;
const CreatedTime = () => new Date(world.clock.now() - 100 * DAY);

/** Each makes one unused resource. @returns its id */
const SEEDS = {
  elasticIp: () => control().addElasticIps(HERE, [{ tags }]),
  networkInterface: () => control().addNetworkInterfaces(HERE, [{ VpcId, tags }]),
  loadBalancer: () =>
    control().addLoadBalancers(HERE, [{ LoadBalancerName: 'web', VPCId: VpcId, CreatedTime: CreatedTime(), tags }]),
  loadBalancerV2: () =>
    control().addLoadBalancerV2s(HERE, [{ LoadBalancerName: 'web', VpcId, CreatedTime: CreatedTime(), tags }]),
  targetGroup: () => control().addTargetGroups(HERE, [{ TargetGroupName: 'web', VpcId, tags }]),
  securityGroup: () => control().addSecurityGroups(HERE, [{ GroupName: 'web', VpcId, tags }]),
} satisfies Partial<Record<AwsType, () => readonly string[]>>;
type Type = keyof typeof SEEDS;

const optionsOf = (type: Type) => ({
  cleanup: `[{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, unusedFor: 13h, retention: 5d, when: [{ rule: unused }]${
    type === 'securityGroup' || type === 'elasticIp' ? ', acceptIncomplete: { until: 2099-12-31, reason: a test }' : ''
  } }]`,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
});

async function due(type: Type): Promise<string> {
  await world.reset(optionsOf(type));
  const [id = ''] = SEEDS[type]();
  await world.pass('mark', namespaceOf(type));
  await world.watched(2, namespaceOf(type));
  await world.pass('mark', namespaceOf(type));
  expect((await world.marks(namespaceOf(type))).map((mark) => mark.id)).toEqual([id]);
  await world.notify(namespaceOf(type));
  await world.watched(6, namespaceOf(type));
  world.clock.advance(HOUR);
  return id;
}

/** A delete pass in which this happens after all evidence was read, and before the request. */
async function deleteWhile(type: Type, meanwhile: () => unknown): Promise<void> {
  const swap = (parts: Parts): Parts => ({
    ...parts,
    permits: {
      async request(...asked) {
        meanwhile();
        return parts.permits.request(...asked);
      },
    },
  });
  await world.configure({ ...optionsOf(type), swap });
  await world.pass('delete', namespaceOf(type));
  await world.configure(optionsOf(type));
}

/** Everything of these types that the sandbox still has. */
function left(type: Type): readonly (string | undefined)[] {
  const { elasticIps, networkInterfaces, loadBalancers, loadBalancerV2s, targetGroups, securityGroups } =
    control().state(HERE);
  switch (type) {
    case 'elasticIp':
      return elasticIps.map(({ AllocationId }) => AllocationId);
    case 'networkInterface':
      return networkInterfaces.map(({ NetworkInterfaceId }) => NetworkInterfaceId);
    case 'loadBalancer':
      return loadBalancers.map(({ DNSName }) => DNSName);
    case 'loadBalancerV2':
      return loadBalancerV2s.map(({ LoadBalancerArn }) => LoadBalancerArn);
    case 'targetGroup':
      return targetGroups.map(({ TargetGroupArn }) => TargetGroupArn);
    default:
      return securityGroups.map(({ GroupId }) => GroupId);
  }
}

const again = (type: Type, id: string) => {
  control().remove(HERE, type, id);
  SEEDS[type]();
};

describe('A10 C11 between the last evidence and the request', () => {
  test.each<[string, Type, (id: string) => unknown]>([
    [
      'an address is associated with an instance',
      'elasticIp',
      (id) => control().update(HERE, 'elasticIp', id, { AssociationId: 'eipassoc-1', InstanceId: 'i-1' }),
    ],
    [
      'an interface is attached again',
      'networkInterface',
      (id) =>
        control().update(HERE, 'networkInterface', id, {
          Status: 'in-use',
          Attachment: { AttachmentId: 'eni-attach-1', InstanceId: 'i-1', Status: 'attached' },
        }),
    ],
    ['a classic balancer is made again with its name', 'loadBalancer', (id) => again('loadBalancer', id)],
    ['a balancer is made again with its name', 'loadBalancerV2', (id) => again('loadBalancerV2', id)],
    [
      'a balancer gets deletion protection',
      'loadBalancerV2',
      (id) =>
        control().update(HERE, 'loadBalancerV2', id, {
          attributes: [{ Key: 'deletion_protection.enabled', Value: 'true' }],
        }),
    ],
    [
      'an endpoint service offers a balancer',
      'loadBalancerV2',
      (id) => control().addEndpointServices(HERE, [{ NetworkLoadBalancerArns: [id] }]),
    ],
    [
      'a listener forwards to a target group',
      'targetGroup',
      (TargetGroupArn) =>
        control().addLoadBalancerV2s(HERE, [
          { VpcId, listeners: [{ DefaultActions: [{ Type: 'forward', TargetGroupArn }] }] },
        ]),
    ],
    ['a target group is made again with its name', 'targetGroup', (id) => again('targetGroup', id)],
    [
      'an interface gets a security group',
      'securityGroup',
      (GroupId) => control().addNetworkInterfaces(HERE, [{ Groups: [{ GroupId }] }]),
    ],
    ['a security group is made again with its name', 'securityGroup', (id) => again('securityGroup', id)],
  ])('%s → it stays', async (_what, type, attack) => {
    const id = await due(type);
    let before: readonly (string | undefined)[] = [];
    await deleteWhile(type, () => {
      attack(id);
      before = left(type);
    });
    expect(before.length).toBeGreaterThan(0);
    expect(left(type)).toEqual(before);
    // Nor later.
    await world.pass('mark', namespaceOf(type));
    world.clock.advance(HOUR);
    await world.pass('delete', namespaceOf(type));
    expect(left(type)).toEqual(before);
  });
});

const DELETIONS = [
  'DeleteLoadBalancer',
  'DeleteNetworkInterface',
  'DeleteSecurityGroup',
  'DeleteTargetGroup',
  'ReleaseAddress',
];

describe('A10 law 11 the reply to a deletion is lost, and another one takes the name', () => {
  test.each(Object.keys(SEEDS) as Type[])('%s: the other stays, and the first counts once', async (type) => {
    const id = await due(type);
    for (const operation of DELETIONS) control().addFault({ kind: 'dropAfter', operation, times: 1 });
    await world.pass('delete', namespaceOf(type));
    expect(left(type)).toEqual([]);
    SEEDS[type]();
    const before = left(type);
    for (let attempt = 0; attempt < 3; attempt++) {
      world.clock.advance(HOUR);
      await world.pass('delete', namespaceOf(type));
      await world.pass('mark', namespaceOf(type));
    }
    expect(left(type)).toEqual(before);
    expect(world.audit.filter((entry) => entry.id === id && ['deleted', 'gone'].includes(entry.event))).toHaveLength(1);
  });
});
