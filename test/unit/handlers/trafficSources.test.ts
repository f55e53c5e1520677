import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { expect, test } from '@jest/globals';
import { trafficSourcesOf } from '../../../src/handlers/aws/evidence/groups/loadBalancerHealth.ts';

const TARGETS = 'arn:aws-cn:elasticloadbalancing:cn-north-1:111111111111:targetgroup/web/0123456789abcdef';
const LATTICE = 'arn:aws:vpc-lattice:us-east-1:111111111111:targetgroup/tg-0123456789abcdef0';
const sourcesOf = (change: Partial<AutoScalingGroup>) =>
  trafficSourcesOf({ LoadBalancerNames: [], TargetGroupARNs: [], ...change } as AutoScalingGroup);

test('A12 an attached source, in any of the three lists, counts once', () => {
  const TrafficSources = [
    { Identifier: 'old', Type: 'elb' },
    { Identifier: TARGETS, Type: 'elbv2' },
  ];
  expect(sourcesOf({ LoadBalancerNames: ['old'], TargetGroupARNs: [TARGETS], TrafficSources })).toEqual([
    { kind: 'classic', id: 'old' },
    { kind: 'targetGroup', id: TARGETS },
  ]);
});

test.each([
  [{ Identifier: 'old', Type: 'elb' }, 'classic'],
  [{ Identifier: TARGETS, Type: 'elbv2' }, 'targetGroup'],
  [{ Identifier: TARGETS }, 'targetGroup'],
  [{ Identifier: LATTICE, Type: 'vpc-lattice' }, 'other'],
  [{ Identifier: LATTICE }, 'other'],
  [{ Identifier: 'old' }, 'other'],
  [{ Identifier: TARGETS, Type: 'something new' }, 'other'],
  [{ Identifier: undefined, Type: undefined }, 'other'],
])('A14 the traffic source %j alone is read as %s', (source, kind) => {
  expect(sourcesOf({ TrafficSources: [source] })?.map((one) => one.kind)).toEqual([kind]);
});

test.each(['LoadBalancerNames', 'TargetGroupARNs'])('A14 without %s the attached sources are unknown', (list) => {
  expect(sourcesOf({ [list]: undefined })).toBeUndefined();
});
