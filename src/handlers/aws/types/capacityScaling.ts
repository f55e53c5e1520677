/** What scales a capacity of a resource: no restore brings it back, so its definition has it. */
import type {
  PutScalingPolicyRequest,
  RegisterScalableTargetRequest,
  ServiceNamespace,
} from '@aws-sdk/client-application-auto-scaling';
import { defined } from '../../../core/common/defined.ts';
import type { RestoreStep } from '../../../core/resource/restoring.ts';
import { applicationAutoScaling as scaling } from '../calls/applicationAutoScaling.ts';
import type { ScaledCapacity } from '../resources/scaledCapacity.ts';
import { awsJsonCommand } from '../session/commandLine.ts';
import { allOf } from '../wire/paging.ts';
import { pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** The calls of {@link readScaling}. */
export const SCALING_READS = [scaling.describeScalableTargets, scaling.describeScalingPolicies] as const;

/** @param ids as Application Auto Scaling calls it and its parts: `table/Orders` @throws ReadError */
export async function readScaling(
  target: CallScope,
  namespace: ServiceNamespace,
  ids: readonly string[],
): Promise<readonly ScaledCapacity[]> {
  const what = `reading what scales ${ids[0] ?? 'nothing'}`;
  const of = { ServiceNamespace: namespace, ResourceIds: [...ids] };
  const scaled: ScaledCapacity[] = [];
  for (const each of await allOf(pages(target, scaling.describeScalableTargets, what, of))) {
    const { ResourceId, ScalableDimension } = each;
    const request = { ServiceNamespace: namespace, ResourceId, ScalableDimension };
    const policies = await allOf(pages(target, scaling.describeScalingPolicies, what, request));
    scaled.push({ target: each, policies });
  }
  return scaled;
}

/** The commands that set it up again; AWS makes the alarms of a policy itself. @param when `once it is active` */
export function scalingSteps(
  to: CallScope,
  scaled: readonly ScaledCapacity[] | undefined = [],
  when: string,
): readonly RestoreStep[] {
  return scaled.flatMap(({ target, policies }) => {
    const { ServiceNamespace, ResourceId, ScalableDimension, MinCapacity, MaxCapacity } = target;
    const { RoleARN = '', SuspendedState } = target;
    const request = { ServiceNamespace, ResourceId, ScalableDimension };
    const registered: RegisterScalableTargetRequest = {
      ...request,
      MinCapacity,
      MaxCapacity,
      // "Application Auto Scaling creates a service-linked role" where none is given.
      ...defined({ SuspendedState, RoleARN: RoleARN.includes(':role/aws-service-role/') ? undefined : RoleARN }),
    };
    return [
      {
        says: `scales ${ResourceId} again, ${when}`,
        command: awsJsonCommand(to, 'application-autoscaling register-scalable-target', registered),
      },
      ...policies.map((policy) => {
        const put: PutScalingPolicyRequest = {
          ...request,
          PolicyName: policy.PolicyName,
          PolicyType: policy.PolicyType,
          ...defined({
            StepScalingPolicyConfiguration: policy.StepScalingPolicyConfiguration,
            TargetTrackingScalingPolicyConfiguration: policy.TargetTrackingScalingPolicyConfiguration,
          }),
        };
        const command = awsJsonCommand(to, 'application-autoscaling put-scaling-policy', put);
        return { says: `scales ${ResourceId} by ${policy.PolicyName}, after that`, command };
      }),
    ];
  });
}
