import type { LaunchTemplate, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { messageOf } from '../../../../core/common/errors.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type TemplateResource, toTemplateResource } from '../../resources/launchTemplate.ts';
import { templatesById, versionPages } from '../../resources/launchTemplateApi.ts';
import { allOf } from '../../wire/paging.ts';
import { type ById, unknownRead } from '../../wire/readById.ts';
import type { CallContext } from '../../wire/readError.ts';
import type { CallScope } from '../../wire/target.ts';

/** Templates by id, each with every version: without them it could not be made again. */
export const templateById: ById<LaunchTemplate, TemplateResource> = {
  api: ec2.describeLaunchTemplates.api,
  noun: 'launch template',
  idOf: ({ LaunchTemplateId }) => LaunchTemplateId,
  fetch: templatesById,
  toRead: readOf,
};

async function readOf(target: CallScope, id: string, template: LaunchTemplate): Promise<Read<TemplateResource>> {
  const resource = toTemplateResource(template);
  if (!resource) return unknownRead(`AWS answered without the id of ${id}`);
  const what = `reading versions of launch template ${id}`;
  const doing: CallContext = { target, api: ec2.describeLaunchTemplateVersions.api, what };
  try {
    const versions = (await allOf(versionPages(doing, { LaunchTemplateId: id }))).toSorted(byNumber);
    const missing = await missingOf(template, versions, doing);
    if (missing !== undefined) return unknownRead(`${what}: version ${missing} exists and was not in the answer`);
    return { kind: 'found', resource: { ...resource, described: { template, versions } } };
  } catch (error) {
    // Also where AWS knows no such template any more: it was there a moment ago, and reads may disagree.
    if (target.io.signal.aborted) throw error;
    return unknownRead(messageOf(error));
  }
}

function byNumber(a: LaunchTemplateVersion, b: LaunchTemplateVersion): number {
  return (a.VersionNumber ?? 0) - (b.VersionNumber ?? 0);
}

/** The default version cannot be deleted; the latest can, and then `$Latest` names an earlier one. */
async function missingOf(
  { LaunchTemplateId, DefaultVersionNumber, LatestVersionNumber }: LaunchTemplate,
  versions: readonly LaunchTemplateVersion[],
  doing: CallContext,
): Promise<number | string | undefined> {
  const numbers = new Set(versions.map(({ VersionNumber }) => VersionNumber));
  if (DefaultVersionNumber === undefined || !numbers.has(DefaultVersionNumber))
    return DefaultVersionNumber ?? '$Default';
  if (LatestVersionNumber !== undefined && numbers.has(LatestVersionNumber)) return undefined;
  const [latest] = await allOf(versionPages(doing, { LaunchTemplateId, Versions: ['$Latest'] }));
  return numbers.has(latest?.VersionNumber) ? undefined : '$Latest';
}
