import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';

/** A process of the group that somebody suspended. */
interface Suspension {
  readonly process: string;
  /** AWS's words: `User suspended at 2016-01-08T20:47:54Z`. */
  readonly reason: string;
}

/** An Auto Scaling group. A number or list that AWS did not send is absent, which no rule takes for zero. */
export interface GroupResource extends Resource {
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly desiredCapacity?: number;
  readonly instanceIds?: readonly string[];
  /** Classic load balancers, target groups and other traffic sources, by name or ARN. */
  readonly loadBalancers?: readonly string[];
  readonly suspensions: readonly Suspension[];
  /** Only while it is being deleted. */
  readonly status?: string;
  /** `none`, `prevent-force-deletion` or `prevent-all-deletion`. */
  readonly deletionProtection?: string;
  /** The service principal that manages it, where one does. */
  readonly operator?: string;
  /** As AWS describes it: what it would be created again from. */
  readonly described: AutoScalingGroup;
}

/** `undefined` for an answer without name or ARN: there would be nothing to know it by. */
export function toGroup(group: AutoScalingGroup): GroupResource | undefined {
  const { AutoScalingGroupName: name, AutoScalingGroupARN: arn, CreatedTime: createdAt } = group;
  if (!name || !arn) return undefined;
  return {
    id: name,
    // arn:aws:autoscaling:REGION:ACCOUNT:autoScalingGroup:UUID:autoScalingGroupName/NAME
    identity: arn,
    name,
    tags: toTags(group.Tags),
    aliases: [arn, name],
    ...(createdAt && { createdAt }),
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

/** Traffic sources name the first two as well; they are a later addition, and may be missing where the others are not. */
function loadBalancersOf(group: AutoScalingGroup): readonly string[] | undefined {
  const { LoadBalancerNames, TargetGroupARNs, TrafficSources } = group;
  if (!LoadBalancerNames || !TargetGroupARNs) return undefined;
  const sources = (TrafficSources ?? []).map(({ Identifier }) => Identifier ?? 'a traffic source without name');
  return [...new Set([...LoadBalancerNames, ...TargetGroupARNs, ...sources])];
}
