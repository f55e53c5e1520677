import type { ImageUsageReport, ImageUsageReportEntry } from '@aws-sdk/client-ec2';
import { batchesOf } from '../../../../core/common/batches.ts';
import { CLOCKS_DIFFER_MS } from '../../../../core/common/clock.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { ImageParameters } from '../../resources/imageParameters.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { UNDECLARED } from './sharing.ts';

/**
 * AWS's reports of the accounts that use an image. Reads only existing reports, because creating one changes the
 * account. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/your-ec2-ami-usage.html
 */
export const usageReports: EvidenceSource<ImageParameters> = {
  name: 'usageReports',
  summary:
    'Image usage reports that exist and are young enough (`evidence.usageReportMaxAge`): the accounts that use the image. A complete one stands in for accounts that are not declared (`sharing: check`).',
  permissions: permissionsOf(ec2.describeImageUsageReports, ec2.describeImageUsageReportEntries),
  per: 'resource',
  optional: true,
  variant: ({ parameters }) => String(parameters.evidence.usageReportMaxAge),
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const ids = candidates.map(({ id }) => id);
    const now = io.clock.now();
    const isYoung = ({ CreationTime, ExpirationTime }: ImageUsageReport) =>
      ageAt(now, CreationTime) <= scope.parameters.evidence.usageReportMaxAge && ageAt(now, ExpirationTime) < 0;
    const all = await inBatches(ids, (ImageIds) =>
      pages(target, ec2.describeImageUsageReports, 'reading image usage reports', { ImageIds }),
    );
    const reports = all.filter((report) => report.State === 'available' && isYoung(report));
    const reportIds = reports.flatMap(({ ReportId }) => ReportId ?? []);
    const entries = await inBatches(reportIds, (ReportIds) =>
      pages(target, ec2.describeImageUsageReportEntries, 'reading entries of image usage reports', { ReportIds }),
    );
    const isDated = ({ CreationTime }: ImageUsageReport) => ageAt(now, CreationTime) >= -CLOCKS_DIFFER_MS;
    return [...entries.flatMap(usedBy), ...reports.filter(isComplete).filter(isDated).flatMap(covers)];
  },
};

/** "Maximum number of 200 items" for images and for reports: API_DescribeImageUsageReports. */
const IDS_PER_CALL = 200;

async function inBatches<T>(
  ids: readonly string[],
  ask: (batch: string[]) => AsyncIterable<readonly T[]>,
): Promise<readonly T[]> {
  return (await Promise.all(batchesOf(ids, IDS_PER_CALL).map((batch) => allOf(ask(batch))))).flat();
}

/** Infinite without a date. */
function ageAt(now: number, date: Date | undefined): number {
  const time = date?.getTime() ?? Number.NaN;
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : now - time;
}

function usedBy({
  ImageId: alias,
  AccountId,
  ResourceType,
  UsageCount,
  ReportCreationTime,
}: ImageUsageReportEntry): Finding[] {
  if (UsageCount === 0) return [];
  if (!alias) throw new ReadError(`account ${AccountId} came without the image that it uses`, { problem: 'malformed' });
  const on = ReportCreationTime?.toISOString().slice(0, 10) ?? 'an unknown day';
  const what = `${UsageCount ?? 'some'} ${ResourceType ?? 'resources'}`;
  return [{ alias, says: 'used', by: `account ${AccountId} (${what}, image usage report of ${on})` }];
}

/** All resource types of a report; only a report on all of them proves that no other account uses the image. */
const RESOURCE_TYPES = [
  'ec2:Instance',
  'ec2:LaunchTemplate',
  'imagebuilder:ContainerRecipe',
  'imagebuilder:ImageRecipe',
] as const;
/** "Integers between 1 and 10000. Default: 20": API_ImageUsageResourceTypeOptionRequest. */
const DEEPEST = '10000';

/**
 * Every account, type and version: an omitted account may use the image. Without its id, the report's entries were not
 * read.
 */
function isComplete({ ReportId, AccountIds = [], ResourceTypes = [] }: ImageUsageReport): boolean {
  if (!ReportId || AccountIds.length > 0) return false;
  const wanted = new Map(
    ResourceTypes.map(({ ResourceType, ResourceTypeOptions = [] }) => [ResourceType, ResourceTypeOptions]),
  );
  const depth = wanted
    .get('ec2:LaunchTemplate')
    ?.find(({ OptionName }) => OptionName === 'version-depth')?.OptionValues;
  return RESOURCE_TYPES.every((type) => wanted.has(type)) && depth?.[0] === DEEPEST;
}

function covers({ ImageId: alias, ReportId }: ImageUsageReport): Finding[] {
  return alias ? [{ alias, says: 'supersedes', by: `image usage report ${ReportId}`, byId: UNDECLARED }] : [];
}
