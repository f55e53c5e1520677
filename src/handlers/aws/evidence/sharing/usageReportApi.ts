import type { ImageUsageReport, ImageUsageReportEntry } from '@aws-sdk/client-ec2';
import { ec2 } from '../../calls/ec2.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** "Maximum number of 200 items" of either sort: API_DescribeImageUsageReports. */
const IDS_PER_CALL = 200;

/** Every report that there is of these images. */
export async function usageReportsOf(
  target: CallScope,
  imageIds: readonly string[],
): Promise<readonly ImageUsageReport[]> {
  const reports = inChunks(imageIds).map((ImageIds) =>
    allOf(pages(target, ec2.describeImageUsageReports, 'reading image usage reports', { ImageIds })),
  );
  return (await Promise.all(reports)).flat();
}

/** Every entry of these reports; none of no reports. */
export async function reportEntries(
  target: CallScope,
  reportIds: readonly string[],
): Promise<readonly ImageUsageReportEntry[]> {
  const what = 'reading entries of image usage reports';
  const entries = inChunks(reportIds).map((ReportIds) =>
    allOf(pages(target, ec2.describeImageUsageReportEntries, what, { ReportIds })),
  );
  return (await Promise.all(entries)).flat();
}

function inChunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / IDS_PER_CALL);
  return Array.from({ length: count }, (_, index) => ids.slice(index * IDS_PER_CALL, (index + 1) * IDS_PER_CALL));
}
