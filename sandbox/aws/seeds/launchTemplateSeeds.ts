import type { LaunchTemplate, LaunchTemplateVersion, ResponseLaunchTemplateData } from '@aws-sdk/client-ec2';
import { AwsError } from '../collections/errors.ts';
import { type Kind, type Making, shownInside, type Tagged } from '../collections/kind.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';

export interface LaunchTemplateSeed extends Omit<Seed<LaunchTemplate>, 'LatestVersionNumber'> {
  readonly tags?: Tags;
  /** Version 1, 2, …; at least one. `DefaultVersionNumber` is 1 unless given. */
  readonly versions: readonly ResponseLaunchTemplateData[];
  /** Of version 1, 2, …. */
  readonly descriptions?: readonly (string | undefined)[];
}

export interface LaunchTemplateRow {
  readonly template: LaunchTemplate;
  /** Oldest first. */
  readonly versions: readonly LaunchTemplateVersion[];
  /** What requests with a token made, also what is gone. */
  readonly byToken?: Readonly<Record<string, LaunchTemplateVersion>>;
}

export const TEMPLATE_IDS: Tagged = {
  prefix: 'lt',
  type: 'launch-template',
  malformed: 'InvalidLaunchTemplateId.Malformed',
  notFound: ([id]) => new AwsError('InvalidLaunchTemplateId.NotFound', `The launch template ID '${id}' does not exist`),
};

export const launchTemplates: Kind<'launchTemplate', LaunchTemplateSeed, LaunchTemplateRow, LaunchTemplate> = {
  name: 'launchTemplate',
  make: newLaunchTemplate,
  keyOf: ({ template }) => template.LaunchTemplateId,
  ...shownInside<LaunchTemplateRow, 'template'>('template'),
  /** `versionsGone`: the numbers of versions that are gone at once, also of the latest. */
  patched({ template, versions }, { versionsGone = [], ...patch }) {
    const gone = versionsGone as readonly unknown[];
    const left = versions.filter(({ VersionNumber }) => !gone.includes(VersionNumber));
    return { template: { ...template, ...patch }, versions: left };
  },
  reads: { operation: 'DescribeLaunchTemplates', by: 'LaunchTemplateIds' },
  deletes: { operation: 'DeleteLaunchTemplate', by: 'LaunchTemplateId' },
  tagged: TEMPLATE_IDS,
};

export function newLaunchTemplate(
  { tags, versions, descriptions = [], ...given }: LaunchTemplateSeed,
  { account, ids, now }: Making,
): LaunchTemplateRow {
  const id = given.LaunchTemplateId ?? ids.next('lt');
  const name = given.LaunchTemplateName ?? `template-${id.slice(-8)}`;
  const createdAt = asDate(given.CreateTime, now);
  const defaultVersion = given.DefaultVersionNumber ?? 1;
  const common = {
    LaunchTemplateId: id,
    LaunchTemplateName: name,
    CreateTime: createdAt,
    CreatedBy: given.CreatedBy ?? `arn:aws:iam::${account.id}:user/sandbox`,
  };
  return {
    template: {
      ...common,
      DefaultVersionNumber: defaultVersion,
      LatestVersionNumber: versions.length,
      ...(given.Operator && { Operator: given.Operator }),
      ...(given.Tags ? { Tags: [...given.Tags] } : tagList(tags)),
    },
    versions: versions.map((data, index): LaunchTemplateVersion => {
      const VersionNumber = index + 1;
      return {
        ...common,
        ...(descriptions[index] === undefined ? {} : { VersionDescription: descriptions[index] }),
        VersionNumber,
        DefaultVersion: VersionNumber === defaultVersion,
        LaunchTemplateData: data,
      };
    }),
  };
}
