import { expect, test } from '@jest/globals';
import { typeCalled } from '../../../sandbox/demo/deletableKinds.ts';
import { arrange, isListing } from '../../../sandbox/demo/facts.ts';
import { keyOf } from '../../../sandbox/demo/truth.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { AT, callLog, cleanRun, GROUP, mailAbout } from '../../support/demoLog.ts';

const CLASSIC = 'Elastic Load Balancing';
const V2 = 'Elastic Load Balancing v2';
const ARN = 'arn:aws:elasticloadbalancing:us-east-1:111111111111:loadbalancer/app/web/0123456789abcdef';

test('two services have DeleteLoadBalancer: the oracle reads each by the member that names its resource', () => {
  const operation = 'DeleteLoadBalancer';
  const calls = callLog([
    { api: CLASSIC, operation, input: { LoadBalancerName: 'web' }, at: 1 },
    { api: V2, operation, input: { LoadBalancerArn: ARN }, at: 2 },
  ]);
  const { deletions } = arrange(cleanRun({ calls }));
  expect(deletions.map(({ type, id }) => [type, id])).toEqual([
    ['loadBalancer', 'web'],
    ['loadBalancerV2', ARN],
  ]);
});

test('a read of one service by id is no read of the other, whose operation has the same name', () => {
  const [byName, byArn, deleted] = callLog([
    { api: CLASSIC, operation: 'DescribeLoadBalancers', input: { LoadBalancerNames: ['web'] }, at: 1 },
    { api: V2, operation: 'DescribeLoadBalancers', input: { LoadBalancerArns: ['web'] }, at: 2 },
    { api: CLASSIC, operation: 'DeleteLoadBalancer', input: { LoadBalancerName: 'web' }, at: 3 },
  ]);
  if (!byName || !byArn || !deleted) throw new Error('three calls');
  const facts = arrange(cleanRun({ calls: [byName, byArn, deleted] }));
  const [deletion] = facts.deletions;
  if (!deletion) throw new Error('one deletion');
  expect(facts.readByIdBefore(deletion)).toBe(byName);
  expect([byName, byArn].map(isListing)).toEqual([false, false]);
});

test('a classic load balancer and a launch template of one name in one place are two resources, each with its own mail', () => {
  const template = { ...GROUP, type: 'launchTemplate', id: 'web', name: 'web' } as const;
  const balancer = { ...template, type: 'loadBalancer' } as const;
  const mails = [mailAbout([template]), mailAbout([balancer])];
  const calls = callLog([
    { api: CLASSIC, operation: 'DeleteLoadBalancer', input: { LoadBalancerName: 'web' }, at: AT.deleted },
  ]);
  const { deletions, notices } = arrange(cleanRun({ resources: [template, balancer], calls, mails }));
  expect(deletions.map(({ resource }) => resource)).toEqual([balancer]);
  expect([template, balancer].map((one) => notices.get(keyOf(one))?.length)).toEqual([1, 1]);
});

test('the oracle knows the type of each resource of AWS by the word of the mails', () => {
  const called = handlers.filter(({ provider }) => provider === 'aws');
  expect(called.map((handler) => typeCalled(handler.called?.en ?? ''))).toEqual(
    called.map(({ resourceType }) => resourceType),
  );
});
