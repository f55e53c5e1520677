import type { ImageUsageReport, ImageUsageReportEntry } from '@aws-sdk/client-ec2';
import { ec2 } from '../../calls/ec2.ts';
import { call } from '../../wire/client.ts';
import { allOf, pagesOf } from '../../wire/paging.ts';
import type { CallContext } from '../../wire/readError.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** "Maximum number of 200 items" of either sort: API_DescribeImageUsageReports. */
const IDS_PER_CALL = 200;

/** Every report that there is of these images. */
export async function usageReportsOf(
  target: CallScope,
  imageIds: readonly string[],
): Promise<readonly ImageUsageReport[]> {
  const api = ec2.describeImageUsageReports.api;
  const doing: CallContext = { target, api, what: 'reading image usage reports' };
  const reports = inChunks(imageIds).map((ImageIds) =>
    allOf(
      pagesOf(doing, async (NextToken) => {
        const answer = await call(target, api, async ({ ec2 }, options) =>
          (await ec2).describeImageUsageReports({ ImageIds, NextToken }, options),
        );
        return { items: requireList(answer.ImageUsageReports, doing), nextToken: answer.NextToken };
      }),
    ),
  );
  return (await Promise.all(reports)).flat();
}

/** Every entry of these reports; none of no reports. */
export async function reportEntries(
  target: CallScope,
  reportIds: readonly string[],
): Promise<readonly ImageUsageReportEntry[]> {
  const api = ec2.describeImageUsageReportEntries.api;
  const doing: CallContext = { target, api, what: 'reading entries of image usage reports' };
  const entries = inChunks(reportIds).map((ReportIds) =>
    allOf(
      pagesOf(doing, async (NextToken) => {
        const answer = await call(target, api, async ({ ec2 }, options) =>
          (await ec2).describeImageUsageReportEntries({ ReportIds, NextToken }, options),
        );
        return { items: requireList(answer.ImageUsageReportEntries, doing), nextToken: answer.NextToken };
      }),
    ),
  );
  return (await Promise.all(entries)).flat();
}

function inChunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / IDS_PER_CALL);
  return Array.from({ length: count }, (_, index) => ids.slice(index * IDS_PER_CALL, (index + 1) * IDS_PER_CALL));
}
