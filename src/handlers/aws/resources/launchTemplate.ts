import type { LaunchTemplate, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { templateAlias } from './launchAliases.ts';

/** A launch template with all its versions: they are made, used and deleted as one. */
export interface TemplateResource extends Resource {
  readonly createdBy?: string;
  /** The service principal that manages it, where one does. */
  readonly operator?: string;
  readonly defaultVersionNumber?: number;
  /** Versions before it may have been deleted. */
  readonly latestVersionNumber?: number;
  /** Only of one read by id: what it would be made again from. */
  readonly described?: TemplateDescription;
}

export interface TemplateDescription {
  readonly template: LaunchTemplate;
  /** All there are, by their numbers, each with its description; numbers of deleted ones are left out. */
  readonly versions: readonly LaunchTemplateVersion[];
}

/** `undefined` for an answer without an id. */
export function toTemplateResource(template: LaunchTemplate): TemplateResource | undefined {
  const { LaunchTemplateId: id, LaunchTemplateName: name = '', CreateTime: createdAt } = template;
  if (!id) return undefined;
  return {
    id,
    // Ids are never given twice; the date makes it plain that it is this one.
    identity: createdAt === undefined ? id : `${id}@${createdAt.toISOString()}`,
    name,
    tags: toTags(template.Tags),
    aliases: [{ id }, { name }].flatMap((named) => templateAlias(named) ?? []),
    ...(createdAt && { createdAt }),
    ...defined({
      createdBy: template.CreatedBy,
      operator: template.Operator?.Principal,
      defaultVersionNumber: template.DefaultVersionNumber,
      latestVersionNumber: template.LatestVersionNumber,
    }),
    ...noteOf(template),
  };
}

/** What goes with it is named (law 7). */
function noteOf({ LatestVersionNumber: latest }: LaunchTemplate): Pick<Resource, 'note'> {
  if (latest === undefined || latest <= 1) return {};
  return { note: `all its versions go with it; the latest is ${latest}` };
}
