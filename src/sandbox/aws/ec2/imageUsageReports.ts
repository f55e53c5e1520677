import type { ImageUsageReportEntry } from '@aws-sdk/client-ec2';
import type { Call } from '../call.ts';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import type { UsageReportRow } from '../store.ts';
import { type Ec2Handlers, ec2Page, nextToken } from './common.ts';

/** Limits of a page are not published; a page that was not asked for is taken to be this large. */
const PAGES = { min: 1, max: 1000, otherwise: 100 };

/** "Maximum number of 200 items": API_DescribeImageUsageReports. */
const MOST_IDS = 200;

const REPORT_FILTERS: FilterTable<UsageReportRow> = {
  'creation-time': ({ report }) => report.CreationTime,
  state: ({ report }) => report.State,
};
const ENTRY_FILTERS: FilterTable<ImageUsageReportEntry> = {
  'account-id': ({ AccountId }) => AccountId,
  'creation-time': ({ ReportCreationTime }) => ReportCreationTime,
  'resource-type': ({ ResourceType }) => ResourceType,
};

/** Reports are made outside of the API, through the sandbox's controls: this program never makes one. */
export const imageUsageReports: Ec2Handlers = {
  DescribeImageUsageReports(input, call) {
    const matches = ec2Filter(input.Filters, REPORT_FILTERS, ({ report }) => report.Tags);
    const rows = reportsOf(input, call).filter(({ value }) => matches(value));
    const page = ec2Page(rows, input, `DescribeImageUsageReports ${call.account.id}`, PAGES);
    return { ImageUsageReports: page.rows.map(({ value }) => value.report), ...nextToken(page) };
  },

  DescribeImageUsageReportEntries(input, call) {
    const matches = ec2Filter(input.Filters, ENTRY_FILTERS);
    const entries = reportsOf(input, call).flatMap(({ value }) =>
      value.report.State === 'available' ? value.entries : [],
    );
    const rows = entries.filter(matches).map((entry, index) => ({ seq: index + 1, entry }));
    const page = ec2Page(rows, input, `DescribeImageUsageReportEntries ${call.account.id}`, PAGES);
    return { ImageUsageReportEntries: page.rows.map(({ entry }) => entry), ...nextToken(page) };
  },
};

interface Asked {
  readonly ImageIds?: readonly string[] | undefined;
  readonly ReportIds?: readonly string[] | undefined;
}

/** "Amazon EC2 automatically deletes a report 30 days after creation." */
function reportsOf({ ImageIds: images = [], ReportIds: reports = [] }: Asked, { here, now }: Call) {
  if (Math.max(images.length, reports.length) > MOST_IDS) {
    throw new AwsError('InvalidParameterValue', `Invalid value: at most ${MOST_IDS} ids`);
  }
  return here.usageReports.view().filter(({ value: { report } }) => {
    const isThere = (report.ExpirationTime?.getTime() ?? Number.POSITIVE_INFINITY) > now.getTime();
    return isThere && isNamed(report.ImageId, images) && isNamed(report.ReportId, reports);
  });
}

function isNamed(id: string | undefined, wanted: readonly string[]): boolean {
  return wanted.length === 0 || (id !== undefined && wanted.includes(id));
}
