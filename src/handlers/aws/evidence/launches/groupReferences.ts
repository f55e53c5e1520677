import type { AutoScalingGroup, MixedInstancesPolicy } from '@aws-sdk/client-auto-scaling';
import { imageReference, type LaunchReference, templateReference } from './launchReference.ts';

/**
 * "Amazon EC2 Auto Scaling selects the latest version of the launch template when launching instances"; AWS says nothing
 * of this kind about fleets, and Batch takes it once, at an update of the infrastructure:
 * https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_LaunchTemplateSpecification.html
 * https://docs.aws.amazon.com/batch/latest/APIReference/API_LaunchTemplateSpecification.html
 */
const FOLLOWS = { follows: true } as const;

/**
 * Every reference: launch configuration, launch template, mixed instances policy and each of its overrides.
 * @throws ReadError for an unreadable reference
 */
export function referencesOf(group: AutoScalingGroup): readonly LaunchReference[] {
  const user = describeGroup(group);
  const references: LaunchReference[] = [];
  if (group.LaunchConfigurationName) {
    references.push({ kind: 'launchConfiguration', name: group.LaunchConfigurationName, via: '' });
  }
  if (group.LaunchTemplate) references.push(templateReference(user, group.LaunchTemplate, FOLLOWS));
  if (group.MixedInstancesPolicy) references.push(...referencesOfPolicy(user, group.MixedInstancesPolicy));
  return references;
}

/** Every policy has a template; its overrides contain only the differences from it. */
function referencesOfPolicy(user: string, { LaunchTemplate }: MixedInstancesPolicy): readonly LaunchReference[] {
  const base = LaunchTemplate?.LaunchTemplateSpecification ?? {};
  const references = [templateReference(user, base, { ...FOLLOWS, via: 'mixed instances policy → ' })];
  for (const [index, override] of (LaunchTemplate?.Overrides ?? []).entries()) {
    const via = `override ${index + 1} → `;
    if (override.LaunchTemplateSpecification) {
      references.push(templateReference(user, override.LaunchTemplateSpecification, { ...FOLLOWS, via }));
    }
    if (override.ImageId) references.push(imageReference(user, override.ImageId, via));
  }
  return references;
}

/** For reasons, as the user of a resource. */
export function describeGroup({ AutoScalingGroupName }: AutoScalingGroup): string {
  return `Auto Scaling group ${AutoScalingGroupName}`;
}
