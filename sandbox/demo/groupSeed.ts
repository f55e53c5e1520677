import type { AutoScalingGroupSeed, Place, SandboxControl } from '../aws/index.ts';
import { OWNERS } from './accounts.ts';
import { DAY_MS, familiesOf } from './families.ts';
import { kept, type SeededResource, type Truth, UNUSED } from './truth.ts';

interface Planned {
  readonly name: string;
  readonly days: number;
  readonly owner?: string;
  readonly truth: Truth;
  readonly change?: AutoScalingGroupSeed;
  readonly tags?: Readonly<Record<string, string>>;
}

/** All groups of one place except those of the images' users. @param imageId the image that they would launch */
export function seedGroups(
  control: SandboxControl,
  place: Place,
  now: number,
  imageId: string,
): readonly SeededResource[] {
  const [LaunchTemplateId] = control.addLaunchTemplates(place, [
    { LaunchTemplateName: 'decommissioned', versions: [{ ImageId: imageId }] },
  ]);
  const LaunchTemplate = { LaunchTemplateId, Version: '1' };
  const planned = plan(place, now);
  control.addAutoScalingGroups(
    place,
    planned.map(
      ({ name, days, owner, change = {}, tags = {} }): AutoScalingGroupSeed => ({
        AutoScalingGroupName: name,
        CreatedTime: new Date(now - days * DAY_MS),
        LaunchTemplate,
        tags: { ...(owner === undefined ? {} : { owner }), ...tags },
        ...change,
      }),
    ),
  );
  return planned.map(({ name, owner, truth }) => ({
    ...place,
    type: 'autoScalingGroup',
    id: name,
    name,
    owner: owner ?? OWNERS.fallback,
    unowned: owner === undefined,
    truth,
  }));
}

/** A group created as a user of an image: it has no owner, and it has instances. */
export function groupInUse(place: Place, name: string): SeededResource {
  const truth = kept('inUse', 'it has instances');
  return { ...place, type: 'autoScalingGroup', id: name, name, owner: OWNERS.fallback, unowned: true, truth };
}

/**
 * The candidates are empty and nothing makes them grow; every other group differs from them in exactly one property.
 */
function plan({ account }: Place, now: number): readonly Planned[] {
  const [first, , third] = familiesOf(account);
  const mine = first?.owner ?? OWNERS.web;
  const theirs = third?.owner ?? OWNERS.payments;
  const empty = { truth: UNUSED };
  return [
    { name: 'black-friday-2024', days: 361, owner: mine, ...empty },
    { name: 'blue-green-old', days: 118, owner: mine, change: { MaxSize: 4 }, ...empty },
    { name: 'migration-workers', days: 204, owner: theirs, ...empty },
    { name: 'poc-autoscaling', days: 655, ...empty },
    {
      name: 'batch-nightly',
      days: 240,
      owner: mine,
      truth: kept('inUse', 'a scheduled action starts it every night'),
      change: { scheduledActions: [{ ScheduledActionName: 'start', Recurrence: '0 1 * * *', ...upTo(5) }] },
    },
    {
      name: 'report-workers',
      days: 271,
      owner: mine,
      truth: kept('inUse', 'a scaling policy starts it when there is work'),
      change: { MaxSize: 8, policies: [{ PolicyName: 'queue-length', PolicyType: 'StepScaling' }] },
    },
    {
      name: 'release-canary',
      days: 512,
      owner: mine,
      truth: kept('inUse', 'it had instances 4 days ago'),
      change: { MaxSize: 2, activities: [terminated(new Date(now - 4 * DAY_MS))] },
    },
    {
      name: 'stack-WorkerGroup-1XKQ',
      days: 300,
      owner: mine,
      truth: kept('protected', 'made by CloudFormation'),
      tags: { 'aws:cloudformation:stack-name': 'stack' },
    },
    {
      name: 'eks-default-pool',
      days: 180,
      owner: mine,
      truth: kept('protected', 'made by EKS'),
      tags: { 'eks:cluster-name': 'acme' },
    },
    {
      name: 'disaster-recovery',
      days: 700,
      owner: mine,
      truth: kept('protected', 'deletion protection'),
      change: { DeletionProtection: 'prevent-all-deletion' },
    },
    {
      name: 'standby-web',
      days: 420,
      owner: mine,
      truth: kept('inUse', 'a load balancer is attached'),
      change: { LoadBalancerNames: ['standby-web'] },
    },
    {
      name: 'seasonal',
      days: 333,
      owner: mine,
      truth: kept('protected', 'tagged expiration_time: never'),
      tags: { expiration_time: 'never' },
    },
    { name: 'new-service', days: 6, owner: mine, truth: kept('protected', 'it is younger than 30 days') },
  ];
}

function upTo(size: number) {
  return { MinSize: size, MaxSize: size, DesiredCapacity: size };
}

function terminated(StartTime: Date) {
  const EndTime = new Date(StartTime.getTime() + 90_000);
  return { Description: 'Terminating EC2 instance: i-0c0ffee0c0ffee000', StartTime, EndTime };
}
