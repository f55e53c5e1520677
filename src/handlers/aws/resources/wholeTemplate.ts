import type { LaunchTemplate, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../core/common/errors.ts';
import { ec2 } from '../calls/ec2.ts';
import { allOf } from '../wire/paging.ts';
import { pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';
import type { TemplateDescription } from './launchTemplate.ts';

/** Reads a template with every version: all are needed to recreate it. @throws ReadError if one is missing */
export async function describeTemplate(
  target: CallScope,
  template: LaunchTemplate,
  { id }: { readonly id: string },
): Promise<TemplateDescription> {
  const what = `reading versions of launch template ${id}`;
  const read = (which: { readonly Versions?: string[] }) =>
    allOf(pages(target, ec2.describeLaunchTemplateVersions, what, { LaunchTemplateId: id, ...which }));
  const versions = (await read({})).toSorted(byNumber);
  const missing = await missingOf(template, versions, () => read({ Versions: ['$Latest'] }));
  if (missing === undefined) return { template, versions };
  throw new ReadError(`${what}: version ${missing} exists and was not in the answer`, { problem: 'malformed' });
}

function byNumber(a: LaunchTemplateVersion, b: LaunchTemplateVersion): number {
  return (a.VersionNumber ?? 0) - (b.VersionNumber ?? 0);
}

/** The default version cannot be deleted, but the latest can: then `$Latest` is an earlier one. */
async function missingOf(
  { DefaultVersionNumber, LatestVersionNumber }: LaunchTemplate,
  versions: readonly LaunchTemplateVersion[],
  readLatest: () => Promise<readonly LaunchTemplateVersion[]>,
): Promise<number | string | undefined> {
  const numbers = new Set(versions.map(({ VersionNumber }) => VersionNumber));
  if (DefaultVersionNumber === undefined || !numbers.has(DefaultVersionNumber))
    return DefaultVersionNumber ?? '$Default';
  if (LatestVersionNumber !== undefined && numbers.has(LatestVersionNumber)) return undefined;
  const [latest] = await readLatest();
  return numbers.has(latest?.VersionNumber) ? undefined : '$Latest';
}
