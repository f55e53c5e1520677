import type { ComputeEnvironmentDetail, LaunchTemplateSpecification } from '@aws-sdk/client-batch';
import type { Finding } from '../../../../core/common/finding.ts';
import { batch as calls } from '../../calls/batch.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { namedIn, templateReference } from './launchReference.ts';

/** Images that AWS Batch may launch at any time. Images of its launch templates are read with all templates. */
export const batch = plainSource({
  name: 'batch',
  summary: 'AWS Batch compute environments, also disabled ones, by the images and launch templates that they name.',
  places: everyAccount,
  reads: calls.describeComputeEnvironments,
  what: 'reading Batch compute environments',
  find: usesOf,
});

/** `imageId` is deprecated in favour of the override of an Ec2Configuration; AWS still uses both. */
function usesOf({ computeEnvironmentName, status, computeResources }: ComputeEnvironmentDetail): readonly Finding[] {
  if (status === 'DELETED') return [];
  const overrides = (computeResources?.ec2Configuration ?? []).map(({ imageIdOverride }) => imageIdOverride);
  const by = `Batch compute environment ${computeEnvironmentName}`;
  const images = [computeResources?.imageId, ...overrides];
  return [
    ...images.flatMap((alias): Finding[] => (alias ? [{ alias, says: 'used', by }] : [])),
    ...templatesOf(by, computeResources?.launchTemplate),
  ];
}

/** Overrides use a separate template for some instance types. */
function templatesOf(user: string, launchTemplate: LaunchTemplateSpecification | undefined): readonly Finding[] {
  if (!launchTemplate) return [];
  const { overrides = [] } = launchTemplate;
  const all = [
    [launchTemplate, ''] as const,
    ...overrides.map((override, index) => [override, `override ${index + 1} → `] as const),
  ];
  return all.flatMap(([{ launchTemplateId, launchTemplateName, version: Version }, via]) => {
    const named = { LaunchTemplateId: launchTemplateId, LaunchTemplateName: launchTemplateName, Version };
    return namedIn(user, templateReference(user, named, via));
  });
}
