import {
  type BlockDevices,
  imageReference,
  type LaunchReference,
  notUnderstood,
  snapshotReferences,
  type TemplateSpecification,
  templateReference,
} from './launchReference.ts';

/** One launch template of an EC2 or spot fleet, in their common format. */
interface TemplateConfig {
  readonly LaunchTemplateSpecification?: TemplateSpecification | undefined;
  /** Only overrides of EC2 fleets name images and devices. */
  readonly Overrides?: readonly (LaunchSpecification & { readonly InstanceType?: string | undefined })[] | undefined;
}

/** The alternative to templates in a spot fleet. */
interface LaunchSpecification {
  readonly ImageId?: string | undefined;
  readonly BlockDeviceMappings?: BlockDevices;
}

interface Fleet {
  /** In words that help to find it. */
  readonly user: string;
  readonly configs: readonly TemplateConfig[] | undefined;
  readonly specifications?: readonly LaunchSpecification[] | undefined;
}

/**
 * All launch sources of a fleet.
 * @throws ReadError for an unreadable source, or without any: every fleet has one
 */
export function referencesOfFleet({ user, configs = [], specifications = [] }: Fleet): readonly LaunchReference[] {
  if (configs.length + specifications.length === 0) throw notUnderstood(`${user} came without anything to launch from`);
  return [
    ...configs.flatMap((config) => referencesOfConfig(user, config)),
    ...specifications.flatMap((specification) => specified(user, specification)),
  ];
}

/**
 * The image and the snapshots of a specification.
 * @throws ReadError without an image: a specification always has one, unlike a template
 */
export function specified(user: string, specification: LaunchSpecification = {}): readonly LaunchReference[] {
  const { ImageId, BlockDeviceMappings } = specification;
  if (!ImageId) throw notUnderstood(`${user} came with a launch specification without an image`);
  const via = 'launch specification → ';
  return [imageReference(user, ImageId, via), ...snapshotReferences(BlockDeviceMappings, via)];
}

function referencesOfConfig(user: string, { LaunchTemplateSpecification, Overrides = [] }: TemplateConfig) {
  return [
    templateReference(user, LaunchTemplateSpecification ?? {}),
    ...Overrides.flatMap(({ ImageId, BlockDeviceMappings }, index) => {
      const via = `override ${index + 1} → `;
      return [
        ...(ImageId ? [imageReference(user, ImageId, via)] : []),
        ...snapshotReferences(BlockDeviceMappings, via),
      ];
    }),
  ];
}
