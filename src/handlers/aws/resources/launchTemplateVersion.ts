import type { LaunchTemplate, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { versionAlias } from './launchAliases.ts';
import { templateAliases } from './launchTemplate.ts';
import { nameAlias } from './nameAlias.ts';
import { versionId } from './versionId.ts';

/** One version of a launch template. It has no tags of its own: those of its template count. */
export interface VersionResource extends Resource {
  readonly templateId: string;
  readonly versionNumber: number;
  readonly defaultVersion: boolean;
  /** Is `$Latest` this version? */
  readonly latestVersion: boolean;
  readonly versionDescription?: string;
  readonly createdBy?: string;
  /** The service principal that manages it or its template, if any. */
  readonly operator?: string;
  /** An id, or a parameter (`resolve:ssm:`). */
  readonly imageId?: string;
  readonly instanceType?: string;
  /** Set after a read by id: the data to make it again. */
  readonly described?: VersionDescription;
}

/** The complete description, as the definition before a deletion has it. */
export interface VersionDescription {
  readonly template: LaunchTemplate;
  readonly version: LaunchTemplateVersion;
}

/** A version as AWS describes it, with what only its template says. */
export interface Described extends VersionDescription {
  /** The number of the version that `$Latest` means. */
  readonly latest: number;
}

/** `undefined` for an answer without the id of the template or the number. */
export function toVersionResource({ template, version, latest }: Described): VersionResource | undefined {
  const { LaunchTemplateId: templateId, LaunchTemplateName: templateName = '' } = template;
  const { VersionNumber: number, CreateTime: createdAt, LaunchTemplateData: data } = version;
  if (!templateId || !number || version.LaunchTemplateId !== templateId) return undefined;
  const id = versionId(templateId, number);
  const tags = toTags(template.Tags);
  const named = templateAliases(templateId, templateName);
  return {
    id,
    // "You can't replace the version number after you delete it", and AWS never reuses the id of a template:
    // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/delete-launch-template.html
    identity: createdAt === undefined ? id : `${id}@${createdAt.toISOString()}`,
    name: `${templateName}:${number}`,
    tags,
    group: templateId,
    // A user who does not say which version may mean any.
    aliases: [...named.map((template) => versionAlias(template, number)), ...named, nameAlias(templateName)],
    templateId,
    versionNumber: number,
    defaultVersion: version.DefaultVersion === true || number === template.DefaultVersionNumber,
    latestVersion: number === latest || number === template.LatestVersionNumber,
    note: { code: 'numberGone', values: { number, template: templateName || templateId } },
    ...(createdAt && { createdAt }),
    ...defined({
      versionDescription: version.VersionDescription,
      createdBy: version.CreatedBy,
      operator: version.Operator?.Principal ?? template.Operator?.Principal,
      imageId: data?.ImageId,
      instanceType: data?.InstanceType,
    }),
  };
}
