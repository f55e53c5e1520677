/** What scales the reserved capacity of a table: no restore brings it back, so its definition has it. */
import type { PutScalingPolicyRequest, RegisterScalableTargetRequest } from '@aws-sdk/client-application-auto-scaling';
import { defined } from '../../../../core/common/defined.ts';
import type { RestoreStep } from '../../../../core/resource/restoring.ts';
import { applicationAutoScaling as scaling } from '../../calls/applicationAutoScaling.ts';
import { type DescribedTable, type ScaledCapacity, scalableIds, toTable } from '../../resources/table.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

const ServiceNamespace = 'dynamodb';

/** Of the table and of each index, reads and writes apart. @throws ReadError */
export async function readScaling(target: CallScope, one: DescribedTable): Promise<readonly ScaledCapacity[]> {
  const resource = toTable(one);
  if (!resource) return [];
  const what = `reading what scales ${resource.id}`;
  const ResourceIds = [...scalableIds(resource)];
  const targets = await allOf(pages(target, scaling.describeScalableTargets, what, { ServiceNamespace, ResourceIds }));
  const scaled: ScaledCapacity[] = [];
  for (const each of targets) {
    const { ResourceId, ScalableDimension } = each;
    const asked = { ServiceNamespace, ResourceId, ScalableDimension } as const;
    scaled.push({
      target: each,
      policies: await allOf(pages(target, scaling.describeScalingPolicies, what, asked)),
    });
  }
  return scaled;
}

/** The commands that set it up again; AWS makes the alarms of a policy itself. */
export function scalingSteps(to: CallScope, { scaling: scaled = [] }: DescribedTable): readonly RestoreStep[] {
  return scaled.flatMap(({ target, policies }) => {
    const { ResourceId, ScalableDimension, MinCapacity, MaxCapacity, RoleARN = '', SuspendedState } = target;
    const asked = { ServiceNamespace, ResourceId, ScalableDimension } as const;
    const registered: RegisterScalableTargetRequest = {
      ...asked,
      MinCapacity,
      MaxCapacity,
      // "Application Auto Scaling creates a service-linked role" where none is given.
      ...defined({ SuspendedState, RoleARN: RoleARN.includes(':role/aws-service-role/') ? undefined : RoleARN }),
    };
    return [
      {
        says: `scales ${ResourceId} again, once it is active`,
        command: awsJsonCommand(to, 'application-autoscaling register-scalable-target', registered),
      },
      ...policies.map((policy) => {
        const put: PutScalingPolicyRequest = {
          ...asked,
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
