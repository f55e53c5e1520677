import type { LaunchTemplateSpecification, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { type LaunchTemplateRow, TEMPLATE_IDS } from '../../seeds/launchTemplateSeeds.ts';
import type { Call } from '../../store/call.ts';
import { refuseMalformed } from './common.ts';

/** The template version of a reference; $Default without a version. */
export function templateFor(reference: LaunchTemplateSpecification, call: Call): LaunchTemplateVersion {
  return pick(findTemplate(reference, call.here.launchTemplates.values()), reference.Version ?? '$Default');
}

export function pick(row: LaunchTemplateRow, version: string): LaunchTemplateVersion {
  const { template } = row;
  const number =
    version === '$Latest'
      ? row.versions.at(-1)?.VersionNumber
      : version === '$Default'
        ? template.DefaultVersionNumber
        : versionNumber(version);
  const found = row.versions.find(({ VersionNumber }) => VersionNumber === number);
  if (found) return found;
  throw new AwsError(
    'InvalidLaunchTemplateId.VersionNotFound',
    `Could not find the specified version ${version} for the launch template with ID ${template.LaunchTemplateId}.`,
  );
}

export function versionNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new AwsError('InvalidParameterValue', `Value ( ${text} ) is not a launch template version number`);
}

interface Reference {
  readonly LaunchTemplateId?: string | undefined;
  readonly LaunchTemplateName?: string | undefined;
}

export function findTemplate(reference: Reference, known: readonly LaunchTemplateRow[]): LaunchTemplateRow {
  const { LaunchTemplateId: id, LaunchTemplateName: name } = reference;
  if ((id === undefined) === (name === undefined)) {
    throw new AwsError('InvalidParameterCombination', 'Specify either a launch template ID or a name, but not both');
  }
  if (id !== undefined) refuseMalformed([id], TEMPLATE_IDS);
  const found = known.find(({ template }) =>
    id === undefined ? template.LaunchTemplateName === name : template.LaunchTemplateId === id,
  );
  if (found) return found;
  throw id === undefined ? nameNotFound() : idNotFound(id);
}

export function idNotFound(id: string): AwsError {
  return new AwsError(
    'InvalidLaunchTemplateId.NotFound',
    `The specified launch template, with template ID ${id}, does not exist.`,
  );
}

export function nameNotFound(): AwsError {
  return new AwsError(
    'InvalidLaunchTemplateName.NotFoundException',
    'At least one of the launch templates specified in the request does not exist.',
  );
}
