import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import {
  aliasesOfMention,
  configurationAlias,
  someVersionAlias,
  templateAlias,
} from '../../resources/launchAliases.ts';

/** A source of a launch, and the part of the user that names it. */
export type LaunchReference = { readonly via: string } & (
  | { readonly kind: 'image'; readonly imageId: string }
  | { readonly kind: 'snapshot'; readonly snapshotId: string }
  | { readonly kind: 'launchConfiguration'; readonly name: string }
  | {
      readonly kind: 'launchTemplate';
      /** By id if both are given. */
      readonly which: { readonly id: string } | { readonly name: string };
      /** A number, `$Latest` or `$Default`. */
      readonly version: string;
      /** Each launch takes what `$Latest` and `$Default` mean then; absent: they may mean what they meant once. */
      readonly isFollowed?: true;
    }
);

/** A template in the format of Auto Scaling and EC2. */
export interface TemplateSpecification {
  readonly LaunchTemplateId?: string | undefined;
  readonly LaunchTemplateName?: string | undefined;
  readonly Version?: string | undefined;
}

/**
 * A user that names a launch template or configuration uses it, whatever its image, and whether or not it exists; a
 * user that names a snapshot uses that.
 */
export function namedIn(user: string, reference: LaunchReference): readonly Finding[] {
  switch (reference.kind) {
    case 'image':
      return [];
    case 'snapshot':
      return [{ alias: reference.snapshotId, says: 'used', by: `${user} (${reference.via})` }];
    case 'launchConfiguration':
      return [{ alias: configurationAlias(reference.name), says: 'used', by: user }];
    case 'launchTemplate': {
      const by = `${user} (${reference.via}version ${reference.version})`;
      return aliasesNamed(reference).map((alias) => ({ alias, says: 'used', by }));
    }
  }
}

/** The default and the latest version stay in any case. */
function aliasesNamed(reference: Extract<LaunchReference, { kind: 'launchTemplate' }>): readonly string[] {
  const { which, version, isFollowed } = reference;
  const alias = templateAlias(which);
  if (!alias) return [];
  return isFollowed && version.startsWith('$') ? [someVersionAlias(alias)] : aliasesOfMention(alias, version);
}

/**
 * Without a version, this means the template's default version.
 * @param user the user, in words that help to find it
 * @param how `follows`: see `isFollowed`
 * @throws ReadError without id and name: the template is unknown, and AWS would answer with all templates
 */
export function templateReference(
  user: string,
  specification: TemplateSpecification,
  { via = '', follows = false }: { readonly via?: string; readonly follows?: boolean } = {},
): LaunchReference {
  const { LaunchTemplateId, LaunchTemplateName, Version } = specification;
  const reference = {
    kind: 'launchTemplate',
    version: Version || '$Default',
    via,
    ...(follows && Version ? { isFollowed: true as const } : {}),
  } as const;
  if (LaunchTemplateId) return { ...reference, which: { id: LaunchTemplateId } };
  if (LaunchTemplateName) return { ...reference, which: { name: LaunchTemplateName } };
  throw notUnderstood(`${user} names a launch template without id or name`);
}

/**
 * An image that is named directly. Only launch templates, and instant fleets, which launch once, may use `resolve:ssm:`
 * in place of an id:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_FleetLaunchTemplateOverridesRequest.html
 * @throws ReadError when it is not an image id
 */
export function imageReference(user: string, imageId: string, via = ''): LaunchReference {
  if (imageId.startsWith('ami-')) return { kind: 'image', imageId, via: via + imageId };
  throw notUnderstood(`${user} names an image that is no image id: ${imageId}`);
}

/** Block devices in the format that all launch sources share. */
export type BlockDevices =
  | readonly { readonly Ebs?: { readonly SnapshotId?: string | undefined } | undefined }[]
  | undefined;

/** The snapshots from which it creates volumes. */
export function snapshotReferences(devices: BlockDevices = [], via = ''): readonly LaunchReference[] {
  return devices.flatMap(({ Ebs }) =>
    Ebs?.SnapshotId ? [{ kind: 'snapshot', snapshotId: Ebs.SnapshotId, via: via + Ebs.SnapshotId }] : [],
  );
}

/** The user may use anything, so no resource counts as unused. */
export function notUnderstood(message: string): ReadError {
  return new ReadError(message, { problem: 'malformed' });
}
