import type { ImageUsageReportEntry } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import type { Row } from '../../collections/table.ts';
import type { Call } from '../../store/call.ts';
import { collection, numbered, plain } from '../../store/listing.ts';
import { type Ec2Handlers, listing } from './common.ts';

/** Page limits are not documented; this is the assumed default size. */
const PAGES = { min: 1, max: 1000, otherwise: 100 };

/** "Maximum number of 200 items": API_DescribeImageUsageReports. */
const MOST_IDS = 200;

/** Reports are created by the sandbox's controls, not by the API: Holystone never creates one. */
export const imageUsageReports: Ec2Handlers = {
  DescribeImageUsageReports: listing(
    collection(reportsOf, ({ report }) => report),
    {
      answer: 'ImageUsageReports',
      pages: PAGES,
      tags: true,
      filters: ['creation-time', 'state'],
    },
  ),

  DescribeImageUsageReportEntries: listing(plain(entriesOf), {
    answer: 'ImageUsageReportEntries',
    pages: PAGES,
    filters: ['account-id', 'resource-type'],
    special: { 'creation-time': ({ ReportCreationTime }) => ReportCreationTime },
  }),
};

interface ReportsRequest {
  readonly ImageIds?: readonly string[] | undefined;
  readonly ReportIds?: readonly string[] | undefined;
}

/** "Amazon EC2 automatically deletes a report 30 days after creation." */
function reportsOf({ here, now }: Call, { ImageIds: images = [], ReportIds: reports = [] }: ReportsRequest) {
  if (Math.max(images.length, reports.length) > MOST_IDS) {
    throw new AwsError('InvalidParameterValue', `Invalid value: at most ${MOST_IDS} ids`);
  }
  return here.imageUsageReports.view().filter(({ value: { report } }) => {
    const isThere = (report.ExpirationTime?.getTime() ?? Number.POSITIVE_INFINITY) > now.getTime();
    return isThere && isNamed(report.ImageId, images) && isNamed(report.ReportId, reports);
  });
}

function entriesOf(call: Call, input: ReportsRequest): readonly Row<ImageUsageReportEntry>[] {
  const available = reportsOf(call, input).filter(({ value }) => value.report.State === 'available');
  return numbered(available.flatMap(({ value }) => value.entries));
}

function isNamed(id: string | undefined, wanted: readonly string[]): boolean {
  return wanted.length === 0 || (id !== undefined && wanted.includes(id));
}
