import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { describe, expect, test } from '@jest/globals';
import { inEnglish } from '../../../src/core/reason/english.ts';
import { toGroup } from '../../../src/handlers/aws/resources/autoScalingGroup.ts';
import { clusterParameters } from '../../../src/handlers/aws/resources/clusterParameters.ts';
import { autoScalingGroup } from '../../../src/handlers/aws/types/autoScalingGroup/handler.ts';

const now = Date.parse('2026-01-10T00:00:00Z');
const facts = { now, findings: [] };
const DAY = 86_400_000;

function group(change: Partial<AutoScalingGroup> = {}) {
  const resource = toGroup({
    AutoScalingGroupName: 'web',
    AutoScalingGroupARN: 'arn:web',
    MinSize: 0,
    MaxSize: 0,
    DesiredCapacity: 0,
    Instances: [],
    LoadBalancerNames: [],
    TargetGroupARNs: [],
    TrafficSources: [],
    CreatedTime: new Date(now - 100 * DAY),
    ...(change as object),
  } as unknown as AutoScalingGroup);
  if (!resource) throw new Error('no group');
  return resource;
}
const keptBy = (change: Partial<AutoScalingGroup>) =>
  autoScalingGroup.safeguards.flatMap(
    (safeguard) => safeguard.keeps(group(change), clusterParameters.parse({}), facts) ?? [],
  );
const matches = (name: string, change: Partial<AutoScalingGroup>, parameters: unknown = {}) => {
  const reason = autoScalingGroup.rules.find((rule) => rule.name === name)?.matches(group(change), parameters, facts);
  return reason && inEnglish(reason);
};

describe('safeguards', () => {
  test('A12 a plain 0/0/0 → not kept', () => {
    expect(keptBy({})).toEqual([]);
  });

  test('A12 a group of 0/0/5 has no safeguard of its own: evidence shows the things that may make it grow', () => {
    expect(keptBy({ MaxSize: 5 })).toEqual([]);
  });

  test('A12 an autoscaler tag, or made by CloudFormation → kept', () => {
    const Tags = [{ Key: 'k8s.io/cluster-autoscaler/enabled', Value: 'true' }, { Key: 'aws:cloudformation:stack-id' }];
    expect(keptBy({ Tags })).toEqual(['managed-by:cluster-autoscaler, managed-by:cloudformation']);
  });

  test('an operator → kept', () => {
    expect(keptBy({ Operator: { Principal: 'eks.amazonaws.com' } })).toEqual(['managed-by:eks.amazonaws.com']);
  });

  test.each([
    ['prevent-all-deletion', 1],
    ['something new', 1],
    ['prevent-force-deletion', 0],
    ['none', 0],
  ])('deletion protection %s keeps: %i', (protection, kept) => {
    expect(keptBy({ DeletionProtection: protection as 'none' })).toHaveLength(kept);
  });

  test.each([
    ['Schedule', 'summer-season', 'scheduler'],
    ['maid_offhours', 'off=[(M-F,19)];tz=et', 'cloud-custodian'],
    ['OffHoursPrevious', 'MinSize=1;DesiredCapacity=2;MaxSize=4', 'scheduler'],
    ['AutoStart', 'false', 'scheduler'],
    ['jenkins_server_url', 'https://ci.example.com', 'jenkins'],
  ])('A12 a program set it to zero by the tag %s, and may undo it → kept', (Key, Value, program) => {
    expect(keptBy({ Tags: [{ Key, Value }] })).toEqual([expect.stringContaining(`managed-by:${program} (${Key})`)]);
  });

  test('being deleted → kept, the rest is AWS’s', () => {
    expect(keptBy({ Status: 'Delete in progress' })).toEqual(['its status is "Delete in progress"']);
  });
});

describe('rules', () => {
  test('zeroInstances', () => {
    const Instances = [{ InstanceId: 'i-1' }] as AutoScalingGroup['Instances'];
    expect([matches('zeroInstances', {}), matches('zeroInstances', { Instances })]).toEqual([
      'it has no instances',
      undefined,
    ]);
  });

  test.each([
    [{}, true],
    [{ LoadBalancerNames: ['classic'] }, false],
    [{ TargetGroupARNs: ['arn:tg'] }, false],
    [{ TrafficSources: [{ Identifier: 'arn:lattice' }] }, false],
  ])('zeroLoadBalancers: %j → %s', (change, matched) => {
    expect(matches('zeroLoadBalancers', change) !== undefined).toBe(matched);
  });

  test.each(['Instances', 'LoadBalancerNames', 'TargetGroupARNs'])(
    'a list that AWS did not send (%s) is not zero',
    (list) => {
      const name = list === 'Instances' ? 'zeroInstances' : 'zeroLoadBalancers';
      expect(matches(name, { [list]: undefined })).toBeUndefined();
    },
  );

  const suspended = (SuspensionReason: string, ProcessName = 'AddToLoadBalancer') => ({
    SuspendedProcesses: [{ ProcessName, SuspensionReason }],
  });
  const moreThan = 2 * DAY;

  test.each([
    ['User suspended at 2026-01-01T00:00:00Z', 'AddToLoadBalancer', 'it has been disabled for 9 days, more than 2d'],
    ['User suspended at 2026-01-09T00:00:00Z', 'AddToLoadBalancer', undefined],
    ['User suspended at 2026-01-01T00:00:00Z', 'Launch', undefined],
    ['User suspended', 'AddToLoadBalancer', undefined],
    ['User suspended at 2026-99-99T00:00:00Z', 'AddToLoadBalancer', undefined],
    ['', 'AddToLoadBalancer', undefined],
  ])('disabledFor 2d: "%s" of %s → %s', (reason, process, says) => {
    expect(matches('disabledFor', suspended(reason, process), { moreThan })).toBe(says);
  });

  test('disabledFor takes a span of time and nothing else', () => {
    const schema = autoScalingGroup.rules.find(({ name }) => name === 'disabledFor')?.parameters;
    expect(schema?.parse({ moreThan: '2d' })).toEqual({ moreThan });
    expect(['0', 'soon', '3bd', 2].map((span) => schema?.safeParse({ moreThan: span }).success)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
