/** The parts of Kubernetes clusters in one place: what carries their tags, and whether that shows that they live. */
import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import type { LaunchTemplate } from '@aws-sdk/client-ec2';
import { autoScaling } from '../../calls/autoScaling.ts';
import type { Call } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { carries, isOfAnotherMaker } from '../../resources/clusterTags.ts';
import { toTags } from '../../session/tags.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { aliveState, instancePages } from '../launches/instancePages.ts';

/** Every call of {@link carriersIn}. */
export const CARRIER_CALLS: readonly Call[] = [
  autoScaling.describeAutoScalingGroups,
  autoScaling.describeScheduledActions,
  ec2.describeInstances,
  ec2.describeLaunchTemplates,
  ec2.describeSubnets,
];

/** A part of a cluster: as long as one is there, the cluster is not gone; but see {@link isRemains}. */
export interface Carrier {
  readonly tags: Readonly<Record<string, string>>;
  /** In words, with its id. */
  readonly by: string;
  /** Absent: not known, so it may be in any. */
  readonly vpcIds?: readonly string[];
  /** A launch template belongs to no VPC. */
  readonly isPlaceless?: true;
  /** It has no machine, and nothing that is known will start one: a launch template, or a group at zero. */
  readonly isWithoutMachine?: true;
}

/**
 * Is it only left from a cluster that EKS does not know? What has a machine is not, and neither is what another maker of
 * clusters tagged: EKS cannot say that such a cluster is gone.
 */
export function isRemains({ isWithoutMachine, tags }: Carrier): boolean {
  return isWithoutMachine === true && !isOfAnotherMaker(tags);
}

const tagged = instancePages({ InstanceId: true, State: { Name: true }, Tags: true, VpcId: true });

/**
 * Every instance that is not terminated, every Auto Scaling group, launch template and subnet of its own that names a cluster. One
 * that sleeps has nothing but its network: Gardener deletes the machines of a shoot that hibernates, and they have no group
 * (https://github.com/gardener/gardener/blob/master/docs/usage/shoot/shoot_hibernate.md).
 */
export async function carriersIn(target: CallScope): Promise<readonly Carrier[]> {
  const carriers: Carrier[] = [];
  const add = (carrier: Carrier) => {
    if (carries(carrier.tags)) carriers.push(carrier);
  };
  for await (const page of tagged(target, 'reading instances of clusters')) {
    for (const instance of page) {
      const state = aliveState(instance);
      if (state === undefined) continue;
      add({
        tags: toTags(instance.Tags),
        by: `instance ${instance.InstanceId} (${state})`,
        ...(instance.VpcId ? { vpcIds: [instance.VpcId] } : {}),
      });
    }
  }
  for await (const page of pages(target, ec2.describeLaunchTemplates, 'reading launch templates of clusters')) {
    for (const template of page)
      add({ tags: toTags(template.Tags), by: describeTemplate(template), isPlaceless: true, isWithoutMachine: true });
  }
  const vpcs = new Map<string, string>();
  for await (const page of pages(target, ec2.describeSubnets, 'reading subnets of clusters')) {
    for (const { SubnetId = '', VpcId = '', Tags } of page) {
      vpcs.set(SubnetId, VpcId);
      const tags = ownTags(toTags(Tags));
      add({ tags, by: `subnet ${SubnetId}`, ...(VpcId ? { vpcIds: [VpcId] } : {}) });
    }
  }
  for (const carrier of await groupsIn(target, vpcs)) add(carrier);
  return carriers;
}

/** A subnet that a cluster only shares stays when its cluster goes. */
function ownTags(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const isOwn = ([key, value]: readonly [string, string]) => value !== 'shared' || !carries({ [key]: value });
  return Object.fromEntries(Object.entries(tags).filter(isOwn));
}

function describeTemplate({ LaunchTemplateId, LaunchTemplateName }: LaunchTemplate): string {
  return `launch template ${LaunchTemplateName ?? LaunchTemplateId}`;
}

/** @param vpcs of subnets, which Auto Scaling groups name */
async function groupsIn(target: CallScope, vpcs: ReadonlyMap<string, string>): Promise<readonly Carrier[]> {
  const groups: AutoScalingGroup[] = [];
  const listed = pages(target, autoScaling.describeAutoScalingGroups, 'reading Auto Scaling groups of clusters');
  for await (const page of listed) groups.push(...page.filter(({ Tags }) => carries(toTags(Tags))));
  if (groups.length === 0) return [];
  const scheduled = groups.some(isAtZero) ? await scheduledGroups(target) : new Set<string>();
  return groups.map((group) => {
    const { AutoScalingGroupName: name = '', Tags, VPCZoneIdentifier = '' } = group;
    const ids = VPCZoneIdentifier.split(',').map((id) => id.trim());
    const subnets = ids.filter((id) => id !== '');
    const known = subnets.flatMap((id) => vpcs.get(id) || []);
    return {
      tags: toTags(Tags),
      by: `Auto Scaling group ${name}`,
      ...(known.length > 0 && known.length === subnets.length ? { vpcIds: known } : {}),
      ...(isAtZero(group) && !scheduled.has(name) ? { isWithoutMachine: true } : {}),
    };
  });
}

/** It has no instance, and no more than none until somebody changes its size. */
function isAtZero({ MinSize, MaxSize, DesiredCapacity, Instances }: AutoScalingGroup): boolean {
  return [MinSize, MaxSize, DesiredCapacity, Instances?.length].every((size) => size === 0);
}

/** The names of groups whose size a schedule may change. */
async function scheduledGroups(target: CallScope): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const listed = pages(target, autoScaling.describeScheduledActions, 'reading scheduled actions of clusters');
  for await (const page of listed) for (const { AutoScalingGroupName } of page) names.add(AutoScalingGroupName ?? '');
  return names;
}
