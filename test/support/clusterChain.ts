/** Load balancers of gone clusters with their target groups and security groups, and the passes over all three types. */
import type { Namespace } from '../../src/core/resource/namespace.ts';
import { DAY, HERE, HOUR, namespaceOf, type World, type WorldOptions } from './awsWorld.ts';

const TYPES = ['loadBalancerV2', 'targetGroup', 'securityGroup'] as const;
type ChainType = (typeof TYPES)[number];
export const BALANCERS = namespaceOf('loadBalancerV2');
export const POOLS = namespaceOf('targetGroup');
export const FIREWALLS = namespaceOf('securityGroup');
/** In the order of the deletions. */
export const CHAIN: readonly Namespace[] = [BALANCERS, POOLS, FIREWALLS];
export const VpcId = 'vpc-1';
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';

/** @param dry types that are plans only */
export function chainOptions(dry: readonly ChainType[] = []): WorldOptions {
  const entries = TYPES.map((type) => {
    const live = `live: ${!dry.includes(type)}${type === 'securityGroup' ? ACCEPTED : ''}`;
    return `{ type: ${type}, accounts: [test], ${live}, minimumAge: 1h, retention: 5d, when: [{ rule: clusterGone }], clusters: { gone: [shop] } }`;
  });
  return {
    cleanup: `[${entries}]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  };
}

/** Ids of what one Service of a cluster left behind. */
export interface Service {
  readonly name: string;
  readonly balancer: string;
  readonly pool: string;
  readonly group: string;
}

export const idsOf = ({ balancer, pool, group }: Service) => [balancer, pool, group];

export const partOf = (cluster: string) => ({ [`kubernetes.io/cluster/${cluster}`]: 'owned' });

export function addService(world: World, name: string, cluster = 'shop'): Service {
  const { control } = world.sandbox;
  const tags = { owner: 'ann@example.com', ...partOf(cluster), 'kubernetes.io/service-name': `shop/${name}` };
  const [group = ''] = control.addSecurityGroups(HERE, [{ GroupName: name, VpcId, tags }]);
  const [pool = ''] = control.addTargetGroups(HERE, [{ TargetGroupName: name, VpcId, tags }]);
  const listeners = [{ DefaultActions: [{ Type: 'forward' as const, TargetGroupArn: pool }] }];
  const CreatedTime = new Date(world.clock.now() - 100 * DAY);
  const seed = { LoadBalancerName: name, VpcId, SecurityGroups: [group], tags };
  const [balancer = ''] = control.addLoadBalancerV2s(HERE, [{ ...seed, CreatedTime, listeners }]);
  return { name, balancer, pool, group };
}

/** Marked, notified and due, in all three types. */
export async function chainDue(world: World): Promise<void> {
  for (let passed = 0; passed <= 30; passed += 6) {
    for (const namespace of CHAIN) await world.pass('mark', namespace);
    world.clock.advance(6 * HOUR);
  }
  await world.notify(...CHAIN);
  await world.watched(6, ...CHAIN);
  for (const namespace of CHAIN) await world.pass('mark', namespace);
}

/** An hour passes, for the interfaces of deleted load balancers too. */
export function hourLater(world: World): void {
  world.clock.advance(HOUR);
  world.sandbox.control.advanceClock(HOUR);
  world.sandbox.control.renewSessions();
}

/** Delete passes of all types, as often as a chain of three needs. @returns the ids in the requests that AWS carried out */
export async function deleteChain(world: World): Promise<readonly unknown[]> {
  for (let round = 0; round < 3; round++) {
    for (const namespace of CHAIN) await world.pass('delete', namespace);
    hourLater(world);
  }
  return deletedIn(world);
}

export function deletedIn(world: World): readonly unknown[] {
  return world.writes().flatMap(({ input, status }) => (status === 200 ? Object.values(input as object) : []));
}
