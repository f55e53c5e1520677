import type { AutoScalingGroup, LaunchTemplateSpecification } from '@aws-sdk/client-auto-scaling';

/** What a group launches from, and by which part of it. */
export type GroupReference = { readonly via: string } & (
  | { readonly kind: 'image'; readonly imageId: string }
  | { readonly kind: 'launchConfiguration'; readonly name: string }
  | {
      readonly kind: 'launchTemplate';
      readonly id: string | undefined;
      readonly name: string | undefined;
      /** A number, `$Latest` or `$Default`. */
      readonly version: string;
    }
);

/** Every reference: launch configuration, launch template, mixed instances policy and each of its overrides. */
export function referencesOf(group: AutoScalingGroup): readonly GroupReference[] {
  const mixed = group.MixedInstancesPolicy?.LaunchTemplate;
  const references: GroupReference[] = [];
  if (group.LaunchConfigurationName) {
    references.push({ kind: 'launchConfiguration', name: group.LaunchConfigurationName, via: '' });
  }
  if (group.LaunchTemplate) references.push(templateReference(group.LaunchTemplate, ''));
  if (mixed?.LaunchTemplateSpecification) {
    references.push(templateReference(mixed.LaunchTemplateSpecification, 'mixed instances policy → '));
  }
  for (const [index, override] of (mixed?.Overrides ?? []).entries()) {
    const via = `override ${index + 1} → `;
    if (override.LaunchTemplateSpecification)
      references.push(templateReference(override.LaunchTemplateSpecification, via));
    if (override.ImageId) references.push({ kind: 'image', imageId: override.ImageId, via: via + override.ImageId });
  }
  return references;
}

/** Without a version the group follows the template's default. */
function templateReference(specification: LaunchTemplateSpecification, via: string): GroupReference {
  const { LaunchTemplateId: id, LaunchTemplateName: name, Version } = specification;
  return { kind: 'launchTemplate', id, name, version: Version || '$Default', via };
}
