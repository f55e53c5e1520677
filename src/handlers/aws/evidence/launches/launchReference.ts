import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { configurationAlias, templateAlias } from '../../resources/launchAliases.ts';

/** What something launches from, and by which part of it. */
export type LaunchReference = { readonly via: string } & (
  | { readonly kind: 'image'; readonly imageId: string }
  | { readonly kind: 'snapshot'; readonly snapshotId: string }
  | { readonly kind: 'launchConfiguration'; readonly name: string }
  | {
      readonly kind: 'launchTemplate';
      /** By id where both are named. */
      readonly which: { readonly id: string } | { readonly name: string };
      /** A number, `$Latest` or `$Default`. */
      readonly version: string;
    }
);

/** A template as Auto Scaling and EC2 name one. */
export interface TemplateSpecification {
  readonly LaunchTemplateId?: string | undefined;
  readonly LaunchTemplateName?: string | undefined;
  readonly Version?: string | undefined;
}

/**
 * Who names a launch template or configuration uses it, whatever image it leads to, and whether it is there or not; who
 * names a snapshot uses that.
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
      const alias = templateAlias(reference.which);
      return alias ? [{ alias, says: 'used', by: `${user} (${reference.via}version ${reference.version})` }] : [];
    }
  }
}

/**
 * Without a version, the template's default.
 * @param user who names it, in words that find it
 * @throws ReadError when it names none: what is meant is not known, and AWS answers such a question with all there are
 */
export function templateReference(user: string, specification: TemplateSpecification, via = ''): LaunchReference {
  const { LaunchTemplateId, LaunchTemplateName, Version } = specification;
  const version = Version || '$Default';
  if (LaunchTemplateId) return { kind: 'launchTemplate', which: { id: LaunchTemplateId }, version, via };
  if (LaunchTemplateName) return { kind: 'launchTemplate', which: { name: LaunchTemplateName }, version, via };
  throw notUnderstood(`${user} names a launch template without id or name`);
}

/**
 * An image that is named directly. Only launch templates may say `resolve:ssm:` instead of an id, and instant fleets,
 * which launch once: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_FleetLaunchTemplateOverridesRequest.html
 * @throws ReadError when it is no image id
 */
export function imageReference(user: string, imageId: string, via = ''): LaunchReference {
  if (imageId.startsWith('ami-')) return { kind: 'image', imageId, via: via + imageId };
  throw notUnderstood(`${user} names an image that is no image id: ${imageId}`);
}

/** Block devices as everything that launches describes them. */
export type BlockDevices =
  | readonly { readonly Ebs?: { readonly SnapshotId?: string | undefined } | undefined }[]
  | undefined;

/** The snapshots of which it launches volumes. */
export function snapshotReferences(devices: BlockDevices = [], via = ''): readonly LaunchReference[] {
  return devices.flatMap(({ Ebs }) =>
    Ebs?.SnapshotId ? [{ kind: 'snapshot', snapshotId: Ebs.SnapshotId, via: via + Ebs.SnapshotId }] : [],
  );
}

/** It may use anything, so nothing may be called unused. */
export function notUnderstood(message: string): ReadError {
  return new ReadError(message, { problem: 'malformed' });
}
