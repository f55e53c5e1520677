import type { PutScalingPolicyCommandInput } from '@aws-sdk/client-auto-scaling';
import { newPolicy } from '../../seeds/partSeeds.ts';
import { type AutoScalingHandlers, findGroup, invalid, listing, names } from './common.ts';
import { namesake, partsOf } from './parts.ts';

/** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribePolicies.html */
const TYPES = new Set(['SimpleScaling', 'StepScaling', 'TargetTrackingScaling', 'PredictiveScaling']);

export const policies: AutoScalingHandlers = {
  DescribePolicies: listing(
    partsOf(({ policies }) => policies),
    {
      answer: 'ScalingPolicies',
      named: { ...names('PolicyNames'), of: ({ part }) => part.PolicyName },
      where({ PolicyTypes: types = [] }) {
        const unknown = types.find((type) => !TYPES.has(type));
        if (unknown !== undefined) throw invalid(`Unknown policy type: ${unknown}`);
        return ({ part }) => types.length === 0 || types.includes(part.PolicyType ?? '');
      },
    },
  ),

  /** "If no policy type is specified, SimpleScaling is assumed": API_PutScalingPolicy. Creates no alarms. */
  PutScalingPolicy(input, call) {
    const group = findGroup(input.AutoScalingGroupName, call);
    const { PolicyName, PolicyType = 'SimpleScaling', ...given } = input;
    refuseIncomplete({ ...input, PolicyType });
    const before = namesake(call.here.policies, group, (policy) => policy.PolicyName === PolicyName);
    const fresh = newPolicy(
      { TargetTrackingConfiguration: undefined, ...given, PolicyName, PolicyType },
      group,
      call.store.ids,
    );
    const part = { ...fresh, PolicyARN: before?.PolicyARN ?? fresh.PolicyARN };
    call.here.policies.put(part.PolicyARN ?? '', { groupArn: group.AutoScalingGroupARN ?? '', part });
    return { PolicyARN: part.PolicyARN, Alarms: [] };
  },
};

/** The required members per policy type: API_PutScalingPolicy, "Required if the policy type is …". */
const REQUIRED: Readonly<Record<string, readonly (keyof PutScalingPolicyCommandInput)[]>> = {
  SimpleScaling: ['AdjustmentType', 'ScalingAdjustment'],
  StepScaling: ['AdjustmentType', 'StepAdjustments'],
  TargetTrackingScaling: ['TargetTrackingConfiguration'],
  PredictiveScaling: ['PredictiveScalingConfiguration'],
};

function refuseIncomplete(input: PutScalingPolicyCommandInput): void {
  const required = REQUIRED[input.PolicyType ?? ''];
  if (!required) throw invalid(`Unknown policy type: ${input.PolicyType}`);
  const missing = required.find((member) => input[member] === undefined);
  if (missing !== undefined) throw invalid(`You must specify ${missing} for ${input.PolicyType} policy type.`);
}
