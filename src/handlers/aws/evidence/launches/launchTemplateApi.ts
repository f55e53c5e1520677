/** Reads the images, snapshots, interfaces and security groups of launch templates, version by version. */
import { hash } from 'node:crypto';
import type {
  DescribeLaunchTemplateVersionsCommandInput,
  LaunchTemplate,
  LaunchTemplateVersion,
  ResponseLaunchTemplateData,
} from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { Mention } from '../../mentions/mention.ts';
import { mentionsIn } from '../../mentions/scan.ts';
import { groupAlias } from '../../resources/securityGroup.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { isVersionNotFound } from '../../wire/errors.ts';
import { allOf } from '../../wire/paging.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';

/** What one version names. */
export interface TemplateVersion {
  /** An id, or a parameter (`resolve:ssm:`). */
  readonly imageId?: string;
  /** Everything that its members name, but for the user data, as resources carry it (`Resource.aliases`). */
  readonly names: readonly string[];
  /** What its user data mentions, of any kind; nothing else of the text is kept. */
  readonly inUserData: readonly Pick<Mention, 'kind' | 'alias'>[];
}

/** By version number. */
export type Versions = ReadonlyMap<number, TemplateVersion>;

/** A launch template with the versions that can be read by number, `$Default` or `$Latest`. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly defaultVersion: number;
  readonly latestVersion: number;
  readonly versions: Versions;
}

/** A template as listed. */
export type Listed = Omit<Template, 'versions'>;

/** All templates, without their versions. */
export async function listTemplates(target: CallScope): Promise<readonly Listed[]> {
  const all = await allOf(pages(target, ec2.describeLaunchTemplates, 'listing launch templates'));
  return all.map((template) => toTemplate(template, target));
}

function toTemplate(template: LaunchTemplate, target: CallScope): Listed {
  const { LaunchTemplateId: id, LaunchTemplateName: name = '' } = template;
  const { DefaultVersionNumber: defaultVersion, LatestVersionNumber: latestVersion } = template;
  if (id && defaultVersion && latestVersion) return { id, name, defaultVersion, latestVersion };
  const message = `listing launch templates in ${whereIs(target)}: ${id ?? name} came without id or version numbers`;
  throw new ReadError(message, { problem: 'malformed' });
}

/** The part that certainly does not exist. */
export type NotThere = 'noTemplate' | 'noVersion';

/** Versions of one template, or the part that AWS confirms as missing. */
export async function readVersions(
  target: CallScope,
  which: Pick<
    DescribeLaunchTemplateVersionsCommandInput,
    'LaunchTemplateId' | 'LaunchTemplateName' | 'Versions' | 'MinVersion'
  >,
): Promise<Versions | NotThere> {
  const what = `reading versions of launch template ${which.LaunchTemplateId ?? which.LaunchTemplateName}`;
  try {
    const versions = await allOf(pages(target, ec2.describeLaunchTemplateVersions, what, which));
    return new Map(versions.map((version) => entryOf(version, target, what)));
  } catch (error) {
    if (error instanceof ReadError && isVersionNotFound(error.cause)) return 'noVersion';
    if (saysNotFound(error)) return 'noTemplate';
    throw error;
  }
}

/**
 * The latest and the default version of every template, 200 a call: most templates have no other.
 * @returns template id → its versions
 */
export async function readLatestAndDefault(target: CallScope): Promise<ReadonlyMap<string, Versions>> {
  const what = 'reading the latest and default versions of all launch templates';
  const which = { Versions: ['$Latest', '$Default'] };
  const all = new Map<string, Map<number, TemplateVersion>>();
  for await (const page of pages(target, ec2.describeLaunchTemplateVersions, what, which)) {
    for (const version of page) {
      const [number, named] = entryOf(version, target, what);
      const id = version.LaunchTemplateId ?? '';
      all.set(id, (all.get(id) ?? new Map<number, TemplateVersion>()).set(number, named));
    }
  }
  return all;
}

function entryOf(version: LaunchTemplateVersion, target: CallScope, what: string): readonly [number, TemplateVersion] {
  const { VersionNumber: number, LaunchTemplateData: data } = version;
  if (number && data) {
    const imageId = data.ImageId ? { imageId: data.ImageId } : {};
    const { UserData, ...members } = data;
    return [number, { ...imageId, names: namesIn(members), inUserData: mentionsInUserData(UserData) }];
  }
  throw new ReadError(`${what} in ${whereIs(target)}: one came without number or data`, { problem: 'malformed' });
}

type InUserData = TemplateVersion['inUserData'];
const known = new Map<string, InUserData>();
const MOST_KNOWN = 2_000;

/** Most versions differ in their image only: they share one list. */
function mentionsInUserData(UserData: string | undefined): InUserData {
  if (!UserData) return [];
  const key = hash('sha256', UserData, 'base64url');
  let mentions = known.get(key);
  if (mentions) return mentions;
  mentions = mentionsIn({ UserData }).map(({ kind, alias }) => unshareStrings({ kind, alias }));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, mentions);
  return mentions;
}

/** Ids and names of the members that hold them, whatever their form, and whatever else is mentioned. Tags are no use. */
function namesIn({ TagSpecifications: _tags, ...data }: ResponseLaunchTemplateData): readonly string[] {
  const {
    ImageId,
    BlockDeviceMappings = [],
    NetworkInterfaces = [],
    SecurityGroupIds = [],
    SecurityGroups = [],
  } = data;
  const groups = [...SecurityGroupIds, ...SecurityGroups, ...NetworkInterfaces.flatMap(({ Groups = [] }) => Groups)];
  const named = [
    ImageId,
    ...BlockDeviceMappings.map(({ Ebs }) => Ebs?.SnapshotId),
    ...NetworkInterfaces.map(({ NetworkInterfaceId }) => NetworkInterfaceId),
    ...groups.map((group) => group && groupAlias(group)),
    ...mentionsIn(data).map(({ alias }) => alias),
  ];
  return [...new Set(named.flatMap((alias) => (alias ? [unshareStrings(alias)] : [])))];
}
