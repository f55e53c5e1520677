import type { LaunchTemplateVersion, RequestLaunchTemplateData, ResponseLaunchTemplateData } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { newLaunchTemplate } from '../../seeds/launchTemplateSeeds.ts';
import { type Ec2Handlers, stopIfDryRun } from './common.ts';
import { findTemplate, pick, versionNumber } from './launchTemplateRows.ts';
import { tagsFor } from './tagging.ts';

export const launchTemplateWrites: Ec2Handlers = {
  CreateLaunchTemplate(input, call) {
    const taken = call.here.launchTemplates
      .values()
      .some(({ template }) => template.LaunchTemplateName === input.LaunchTemplateName);
    if (taken) {
      throw new AwsError('InvalidLaunchTemplateName.AlreadyExistsException', 'Launch template name already in use.');
    }
    stopIfDryRun(input);
    const Tags = tagsFor(input.TagSpecifications, 'launch-template');
    const row = newLaunchTemplate(
      {
        LaunchTemplateName: input.LaunchTemplateName,
        CreatedBy: call.principal.arn,
        versions: [responseData(input.LaunchTemplateData)],
        descriptions: [input.VersionDescription],
        ...(Tags ? { Tags } : {}),
      },
      call,
    );
    call.here.launchTemplates.put(row.template.LaunchTemplateId ?? '', row);
    return { LaunchTemplate: row.template };
  },

  CreateLaunchTemplateVersion(input, call) {
    const row = findTemplate(input, call.here.launchTemplates.values());
    stopIfDryRun(input);
    // Whatever became of it: https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html
    const same = input.ClientToken === undefined ? undefined : row.byToken?.[input.ClientToken];
    if (same) return { LaunchTemplateVersion: same };
    const number = (row.template.LatestVersionNumber ?? 0) + 1;
    const source = input.SourceVersion === undefined ? undefined : pick(row, input.SourceVersion);
    const version: LaunchTemplateVersion = {
      LaunchTemplateId: row.template.LaunchTemplateId,
      LaunchTemplateName: row.template.LaunchTemplateName,
      VersionNumber: number,
      VersionDescription: input.VersionDescription,
      CreateTime: call.now,
      CreatedBy: call.principal.arn,
      DefaultVersion: false,
      LaunchTemplateData: { ...source?.LaunchTemplateData, ...responseData(input.LaunchTemplateData) },
    };
    call.here.launchTemplates.put(row.template.LaunchTemplateId ?? '', {
      template: { ...row.template, LatestVersionNumber: number },
      versions: [...row.versions, version],
      byToken: { ...row.byToken, ...(input.ClientToken === undefined ? {} : { [input.ClientToken]: version }) },
    });
    return { LaunchTemplateVersion: version };
  },

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ModifyLaunchTemplate.html: only the default version. */
  ModifyLaunchTemplate(input, call) {
    const { LaunchTemplateId, LaunchTemplateName, DefaultVersion } = input;
    const row = findTemplate({ LaunchTemplateId, LaunchTemplateName }, call.here.launchTemplates.values());
    const number = pick(row, DefaultVersion ?? '$Default').VersionNumber;
    stopIfDryRun(input);
    const versions = row.versions.map((version) => ({ ...version, DefaultVersion: version.VersionNumber === number }));
    const template = { ...row.template, DefaultVersionNumber: number };
    call.here.launchTemplates.put(template.LaunchTemplateId ?? '', { template, versions });
    return { LaunchTemplate: template };
  },

  /**
   * Use does not prevent it: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteLaunchTemplate.html
   * "deletes all of its versions"
   */
  DeleteLaunchTemplate(input, call) {
    const { template } = findTemplate(input, call.here.launchTemplates.values());
    stopIfDryRun(input);
    call.here.launchTemplates.remove(template.LaunchTemplateId ?? '');
    return { LaunchTemplate: template };
  },

  /**
   * Each version has a separate result:
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteLaunchTemplateVersions.html
   */
  DeleteLaunchTemplateVersions(input, call) {
    const row = findTemplate(input, call.here.launchTemplates.values());
    stopIfDryRun(input);
    const { LaunchTemplateId, LaunchTemplateName, DefaultVersionNumber } = row.template;
    const common = { LaunchTemplateId, LaunchTemplateName };
    const numbers = (input.Versions ?? []).map(versionNumber);
    const isThere = (number: number) => row.versions.some(({ VersionNumber }) => VersionNumber === number);
    const done = numbers.filter((number) => isThere(number) && number !== DefaultVersionNumber);
    const versions = row.versions.filter(({ VersionNumber = 0 }) => !done.includes(VersionNumber));
    call.here.launchTemplates.put(LaunchTemplateId ?? '', { ...row, versions });
    return {
      SuccessfullyDeletedLaunchTemplateVersions: done.map((VersionNumber) => ({ ...common, VersionNumber })),
      UnsuccessfullyDeletedLaunchTemplateVersions: numbers
        .filter((number) => !done.includes(number))
        .map((VersionNumber) => ({
          ...common,
          VersionNumber,
          ResponseError: {
            Code: isThere(VersionNumber)
              ? ('unexpectedError' as const)
              : ('launchTemplateVersionDoesNotExist' as const),
            Message: isThere(VersionNumber) ? 'The default version cannot be deleted' : 'There is no such version',
          },
        })),
    };
  },
};

/** Request and answer have the same members, except for options that affect only launches. */
function responseData(data: RequestLaunchTemplateData | undefined): ResponseLaunchTemplateData {
  return (data ?? {}) as ResponseLaunchTemplateData;
}
