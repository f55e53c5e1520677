import type { LaunchTemplate, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { clusterFields } from './clusterTags.ts';
import { someVersionAlias, templateAlias } from './launchAliases.ts';
import { nameAlias } from './nameAlias.ts';
import { versionId } from './versionId.ts';

/** A launch template with all its versions: they are created, used and deleted together. */
export interface TemplateResource extends Resource {
  readonly createdBy?: string;
  /** The service principal that manages it, if any. */
  readonly operator?: string;
  readonly defaultVersionNumber?: number;
  /** Earlier versions may have been deleted. */
  readonly latestVersionNumber?: number;
  /** Set after a read by id: the data to recreate it. */
  readonly described?: TemplateDescription;
}

/** The complete description, as the definition before a deletion has it. */
export interface TemplateDescription {
  readonly template: LaunchTemplate;
  /** All versions in the order of their numbers; numbers of deleted versions are missing. */
  readonly versions: readonly LaunchTemplateVersion[];
}

/** `undefined` for an answer without an id. */
export function toTemplateResource(template: LaunchTemplate): TemplateResource | undefined {
  const { LaunchTemplateId: id, LaunchTemplateName: name = '', CreateTime: createdAt } = template;
  if (!id) return undefined;
  const tags = toTags(template.Tags);
  const named = templateAliases(id, name);
  // A template is in no VPC.
  const ofCluster = clusterFields(tags, undefined);
  return {
    id,
    // AWS never reuses an id; the date makes the identity explicit.
    identity: createdAt === undefined ? id : `${id}@${createdAt.toISOString()}`,
    name,
    tags,
    ...ofCluster,
    aliases: [...named, ...named.map(someVersionAlias), nameAlias(name), ...ofCluster.aliases],
    ...(createdAt && { createdAt }),
    ...defined({
      createdBy: template.CreatedBy,
      operator: template.Operator?.Principal,
      defaultVersionNumber: template.DefaultVersionNumber,
      latestVersionNumber: template.LatestVersionNumber,
    }),
    ...revisionOf(template),
    ...noteOf(template),
    keptAs: versionIdsOf(id, template),
  };
}

/** The keys by which users name a template. */
export function templateAliases(id: string, name: string): readonly string[] {
  return [{ id }, { name }].flatMap((named) => templateAlias(named) ?? []);
}

/**
 * A user who adds a version, or chooses another default, works with the template: AWS records no other trace of it.
 * Absent while it has only the version that it was created with.
 */
function revisionOf({ LatestVersionNumber, DefaultVersionNumber }: LaunchTemplate): Pick<Resource, 'revision'> {
  const [latest, byDefault] = [LatestVersionNumber ?? 1, DefaultVersionNumber ?? 1];
  return latest === 1 && byDefault === 1 ? {} : { revision: `version ${latest} (default ${byDefault})` };
}

/** The ids of its versions, by which people may keep one; some of them may have been deleted. */
function versionIdsOf(id: string, { LatestVersionNumber: latest = 1 }: LaunchTemplate): readonly string[] {
  return Array.from({ length: latest }, (_, index) => versionId(id, index + 1));
}

/** The notice names the parts that are deleted with it (law 7). */
function noteOf({ LatestVersionNumber: latest }: LaunchTemplate): Pick<Resource, 'note'> {
  if (latest === undefined || latest <= 1) return {};
  return { note: { code: 'versionsGo', values: { latest } } };
}
