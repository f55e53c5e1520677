/** Lists and reads versions of launch templates. */
import type { LaunchTemplate, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import { groupBy } from '../../../../core/common/groupBy.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type Described, toVersionResource, type VersionResource } from '../../resources/launchTemplateVersion.ts';
import { partsOfVersionId, versionId } from '../../resources/versionId.ts';
import { describeTemplate } from '../../resources/wholeTemplate.ts';
import { allOf } from '../../wire/paging.ts';
import { readById, unknownRead } from '../../wire/readById.ts';
import { saysNotFound, unlessGone } from '../../wire/readError.ts';
import { list, pages, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { readUnlisted } from './unlisted.ts';

/** From this number of templates on, one listing of what is latest and default saves most single calls. */
const MANY = 10;

/**
 * Every version of every template.
 * @param isWanted by the id of a template
 * @throws ReadError unless each one that must exist was in the answers
 */
export async function* listVersions(
  target: CallScope,
  isWanted: (template: string) => boolean = () => true,
): AsyncGenerator<readonly VersionResource[]> {
  let few: ReadonlyMap<string, readonly LaunchTemplateVersion[]> | undefined;
  for await (const all of pages(target, ec2.describeLaunchTemplates, 'listing launch templates')) {
    const templates = all.filter(({ LaunchTemplateId: id = '' }) => id === '' || isWanted(id));
    if (templates.length >= MANY) few ??= await latestAndDefault(target);
    const page: VersionResource[] = [];
    for (const template of templates) {
      const { LaunchTemplateId: id } = template;
      if (!id) throw new ReadError('listing launch templates: one came without an id', { problem: 'malformed' });
      const versions = allThatExist(template, few?.get(id)) ?? (await versionsOf(target, template, id));
      page.push(...resourcesOf(template, versions));
    }
    yield page;
  }
}

/** By the id of the template; most have no other version. */
async function latestAndDefault(target: CallScope): Promise<ReadonlyMap<string, readonly LaunchTemplateVersion[]>> {
  const what = 'listing the latest and default versions of launch templates';
  const which = { Versions: ['$Latest', '$Default'] };
  return groupBy(await allOf(pages(target, ec2.describeLaunchTemplateVersions, what, which)), (one) => {
    return one.LaunchTemplateId ?? '';
  });
}

/** @returns `undefined`: there may be more */
function allThatExist(
  { LatestVersionNumber: latest }: LaunchTemplate,
  seen: readonly LaunchTemplateVersion[] = [],
): readonly LaunchTemplateVersion[] | undefined {
  const byNumber = new Map(seen.map((version) => [version.VersionNumber, version]));
  return latest !== undefined && byNumber.size === latest && byNumber.has(1) && byNumber.has(latest)
    ? [...byNumber.values()]
    : undefined;
}

/** None of a template that was deleted after the listing. */
async function versionsOf(
  target: CallScope,
  template: LaunchTemplate,
  id: string,
): Promise<readonly LaunchTemplateVersion[]> {
  try {
    return (await describeTemplate(target, template, { id })).versions;
  } catch (error) {
    if (saysNotFound(error)) return [];
    throw error;
  }
}

function resourcesOf(template: LaunchTemplate, versions: readonly LaunchTemplateVersion[]): readonly VersionResource[] {
  const latest = highest(versions);
  return versions.map((version) => {
    const resource = toVersionResource({ template, version, latest });
    if (resource) return resource;
    const message = `listing versions of launch template ${template.LaunchTemplateId}: one came without number or template`;
    throw new ReadError(message, { problem: 'malformed' });
  });
}

/** "$Latest" is the highest number that exists: the latest version may be deleted, too. */
function highest(versions: readonly LaunchTemplateVersion[]): number {
  return Math.max(0, ...versions.map(({ VersionNumber = 0 }) => VersionNumber));
}

/** Versions by their ids; each in its own state. @throws ReadError */
export async function readVersions(
  target: CallScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Read<VersionResource>>> {
  const strange = ids.filter((id) => !partsOfVersionId(id));
  const reads = new Map<string, Read<VersionResource>>(strange.map((id) => [id, strangeRead(id)]));
  const byTemplate = groupBy(
    ids.filter((id) => partsOfVersionId(id)),
    (id) => partsOfVersionId(id)?.template ?? '',
  );
  for (const [template, wanted] of byTemplate) {
    const some = await readById<Described, VersionResource>(target, byNumberOf(template), wanted);
    for (const [id, read] of some) reads.set(id, read);
  }
  return reads;
}

function strangeRead(id: string): Read<VersionResource> {
  return unknownRead(`${id} is no id of a version of a launch template`);
}

/**
 * Versions of which many were deleted, as all numbers that a template ever had: one listing of each template has those that are
 * left, where AWS refuses each request by number that names a missing one. Those that it lacks are read by number.
 * @throws ReadError
 */
export async function readVersionsOfTemplates(
  target: CallScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Read<VersionResource>>> {
  const templates = new Set(ids.map((id) => partsOfVersionId(id)?.template));
  const left = new Map<string, VersionResource>();
  for await (const page of listVersions(target, (template) => templates.has(template))) {
    for (const version of page) left.set(version.id, version);
  }
  // A listing may lag behind: only a read by its id says that a template is gone.
  const listed = new Set([...left.values()].map(({ templateId }) => templateId));
  for (const template of templates) {
    if (template === undefined || listed.has(template)) continue;
    for (const version of await versionsOfTemplate(target, template)) left.set(version.id, version);
  }
  const alive = new Set([...left.values()].map(({ templateId }) => templateId));
  const isOfLiving = (id: string) => alive.has(partsOfVersionId(id)?.template ?? '');
  const direct = await readUnlisted(
    target,
    ids.filter((id) => !left.has(id) && isOfLiving(id)),
    [...left.values()],
    async (id) => (await readVersions(target, [id])).get(id),
  );
  return new Map(
    ids.map((id) => {
      const resource = left.get(id);
      if (resource) return [id, { kind: 'found', resource }];
      return [id, partsOfVersionId(id) ? (direct.get(id) ?? { kind: 'gone' }) : strangeRead(id)];
    }),
  );
}

/** None of a template that AWS says is gone. @throws ReadError */
async function versionsOfTemplate(target: CallScope, id: string): Promise<readonly VersionResource[]> {
  const what = `reading launch template ${id}`;
  const one = { LaunchTemplateIds: [id], IncludeManagedResources: true };
  const read = readList(target, ec2.describeLaunchTemplates, what, one);
  const found = await unlessGone<readonly LaunchTemplate[] | undefined>(read, undefined);
  if (found === undefined) return [];
  const [template] = found;
  if (template === undefined) throw new ReadError(`${what}: AWS answered without it`, { problem: 'malformed' });
  return resourcesOf(template, (await describeTemplate(target, template, { id })).versions);
}

function byNumberOf(id: string) {
  return {
    api: ec2.describeLaunchTemplateVersions.api,
    noun: 'version of a launch template',
    idOf: ({ version }: Described) => versionId(id, version.VersionNumber ?? 0),
    fetch: (target: CallScope, ids: readonly string[]) => describeSome(target, id, ids),
    toRead(_target: CallScope, wanted: string, described: Described): Read<VersionResource> {
      const resource = toVersionResource(described);
      const { template, version } = described;
      return resource
        ? { kind: 'found', resource: { ...resource, described: { template, version } } }
        : unknownRead(`AWS answered without the number or the template of ${wanted}`);
    },
  };
}

/**
 * @throws the SDK's own errors about these versions: one missing version fails the whole call, and so does a missing template;
 * ReadError about all else, which is never taken for an answer about one of them
 */
async function describeSome(target: CallScope, id: string, ids: readonly string[]): Promise<readonly Described[]> {
  const numbers = ids.flatMap((one) => partsOfVersionId(one)?.number ?? []);
  const what = `reading versions of launch template ${id}`;
  const versions = (Versions: string[]) => ({ LaunchTemplateId: id, Versions, IncludeManagedResources: true });
  const found = await list(target, ec2.describeLaunchTemplateVersions, what, versions(numbers.map(String)));
  if (found.length === 0) return [];
  const [latest] = await readList(target, ec2.describeLaunchTemplateVersions, what, versions(['$Latest']));
  const one = { LaunchTemplateIds: [id], IncludeManagedResources: true };
  const [template] = await readList(target, ec2.describeLaunchTemplates, `reading launch template ${id}`, one);
  if (template && latest?.VersionNumber) {
    const { VersionNumber } = latest;
    return found.map((version) => ({ template, version, latest: VersionNumber }));
  }
  throw new ReadError(`${what}: AWS answered without its latest version, or without itself`, { problem: 'malformed' });
}
