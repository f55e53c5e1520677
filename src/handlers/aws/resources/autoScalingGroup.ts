import type {
  AutoScalingGroup,
  LifecycleHook,
  NotificationConfiguration,
  ScalingPolicy,
} from '@aws-sdk/client-auto-scaling';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { clusterFields } from './clusterTags.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';
import { tagAliases } from './tagAliases.ts';

/** A suspended process of the group. */
interface Suspension {
  readonly process: string;
  /** AWS's words: `User suspended at 2016-01-08T20:47:54Z`. */
  readonly reason: string;
}

/** AWS's description, and what goes with the group and is in no description of it; absent in definitions of 0.1. */
export interface GroupDefinition extends AutoScalingGroup {
  readonly LifecycleHooks?: LifecycleHook[];
  readonly NotificationConfigurations?: NotificationConfiguration[];
  readonly ScalingPolicies?: ScalingPolicy[];
}

/** An Auto Scaling group. A number or list missing from AWS's answer is absent; no rule treats it as zero. */
export interface GroupResource extends Resource {
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly desiredCapacity?: number;
  readonly instanceIds?: readonly string[];
  /** Classic load balancers, target groups and other traffic sources, by name or ARN. */
  readonly loadBalancers?: readonly string[];
  readonly suspensions: readonly Suspension[];
  /** Present only during its deletion. */
  readonly status?: string;
  /** `none`, `prevent-force-deletion` or `prevent-all-deletion`. */
  readonly deletionProtection?: string;
  /** The service principal that manages it, if any. */
  readonly operator?: string;
  /** The data to recreate it; whole after a read by name. */
  readonly described: GroupDefinition;
}

/** `undefined` for an answer without name or ARN: the group could not be identified. */
export function toGroup(group: AutoScalingGroup): GroupResource | undefined {
  const { AutoScalingGroupName: name, AutoScalingGroupARN: arn, CreatedTime: createdAt } = group;
  if (!name || !arn) return undefined;
  const tags = toTags(group.Tags);
  const ofCluster = clusterFields(tags, undefined);
  return {
    id: name,
    // arn:aws:autoscaling:REGION:ACCOUNT:autoScalingGroup:UUID:autoScalingGroupName/NAME
    identity: arn,
    name,
    tags,
    ...ofCluster,
    aliases: [
      arn,
      name,
      nameAlias(name),
      ...partAliases(String, name),
      ...ofCluster.aliases,
      ...tagAliases('autoScalingGroup', tags),
    ],
    ...(createdAt && { createdAt }),
    note: { code: 'hooksGo', values: {} },
    ...defined({
      minSize: group.MinSize,
      maxSize: group.MaxSize,
      desiredCapacity: group.DesiredCapacity,
      instanceIds: group.Instances?.map(({ InstanceId }) => InstanceId ?? 'an instance without id'),
      loadBalancers: loadBalancersOf(group),
      status: group.Status,
      deletionProtection: group.DeletionProtection,
      operator: group.Operator?.Principal,
    }),
    suspensions: (group.SuspendedProcesses ?? []).map(({ ProcessName, SuspensionReason }) => ({
      process: ProcessName ?? '',
      reason: SuspensionReason ?? '',
    })),
    described: group,
  };
}

/**
 * Traffic sources also list the first two; they are a later addition, and may be missing when the others are present.
 */
function loadBalancersOf(group: AutoScalingGroup): readonly string[] | undefined {
  const { LoadBalancerNames, TargetGroupARNs, TrafficSources } = group;
  if (!LoadBalancerNames || !TargetGroupARNs) return undefined;
  const sources = (TrafficSources ?? []).map(({ Identifier }) => Identifier ?? 'a traffic source without name');
  return [...new Set([...LoadBalancerNames, ...TargetGroupARNs, ...sources])];
}
