/** Load balancers in front of target groups without targets: who registers targets there uses both. */
import { expect, test } from '@jest/globals';
import { DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const BALANCERS = namespaceOf('loadBalancerV2');
const world = worldForAll();

const ago = (days: number) => new Date(world.clock.now() - days * DAY).toISOString();
const control = () => world.sandbox.control;

/** @returns the ARN of a target group without targets */
const group = (TargetGroupName: string) => control().addTargetGroups(HERE, [{ TargetGroupName }])[0] ?? '';

/** A load balancer that forwards to the group: by default, or by a rule only. */
function balancer(LoadBalancerName: string, TargetGroupArn: string, byRule = false): void {
  const forward = (arn: string) => [{ Type: 'forward' as const, TargetGroupArn: arn }];
  const listener = byRule
    ? { DefaultActions: forward(group(`${LoadBalancerName}-0`)), rules: [{ Actions: forward(TargetGroupArn) }] }
    : { DefaultActions: forward(TargetGroupArn) };
  const tags = { owner: 'ann@example.com' };
  const listeners = [{ Protocol: 'HTTP' as const, Port: 80, ...listener }];
  control().addLoadBalancerV2s(HERE, [{ LoadBalancerName, CreatedTime: ago(200), tags, listeners }]);
}

test('A18 a load balancer before an empty target group is kept by whatever registers targets there, and without that it is marked', async () => {
  const cleanup =
    '[{ type: loadBalancerV2, accounts: [test], live: true, minimumAge: 1h, unusedFor: off, when: [{ rule: unused }] }]';
  await world.reset({ cleanup, defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }' });
  const [service, scaled, deployed, ended, nobody] = ['service', 'scaled', 'deployed', 'ended', 'nobody'].map(group);
  const loadBalancers = (targetGroupArn = '') => [{ targetGroupArn, containerName: 'api', containerPort: 80 }];
  control().addEcsServices(HERE, [
    { serviceName: 'api', desiredCount: 0, status: 'ACTIVE', loadBalancers: loadBalancers(service) },
    { serviceName: 'old', desiredCount: 0, status: 'INACTIVE', loadBalancers: loadBalancers(ended) },
  ]);
  control().addAutoScalingGroups(HERE, [
    { AutoScalingGroupName: 'weekend', MaxSize: 5, TargetGroupARNs: [scaled ?? ''], CreatedTime: ago(200) },
  ]);
  control().addDeploymentGroups(HERE, [{ loadBalancerInfo: { targetGroupInfoList: [{ name: 'deployed' }] } }]);
  balancer('before-service', service ?? '');
  balancer('before-group', scaled ?? '', true);
  balancer('before-deployments', deployed ?? '', true);
  balancer('before-ended-service', ended ?? '');
  balancer('before-nobody', nobody ?? '');
  await world.pass('mark', BALANCERS);
  expect((await world.marks(BALANCERS)).map(({ id }) => id.split('/')[2]).toSorted()).toEqual([
    'before-ended-service',
    'before-nobody',
  ]);
});
