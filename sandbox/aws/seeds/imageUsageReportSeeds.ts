import type { ImageUsageReport, ImageUsageReportEntry } from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { type Kind, type Making, shownInside } from '../collections/kind.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';

export interface ImageUsageReportSeed extends Seed<ImageUsageReport> {
  readonly tags?: Tags;
  readonly entries?: readonly Partial<ImageUsageReportEntry>[];
}

export interface UsageReportRow {
  readonly report: ImageUsageReport;
  readonly entries: readonly ImageUsageReportEntry[];
}

export const imageUsageReports: Kind<'imageUsageReport', ImageUsageReportSeed, UsageReportRow, ImageUsageReport> = {
  name: 'imageUsageReport',
  make: newUsageReport,
  keyOf: ({ report }) => report.ReportId,
  ...shownInside<UsageReportRow, 'report'>('report'),
};

const REPORT_LASTS_MS = 30 * 24 * 3_600_000;

/** A report on instances and templates like CreateImageUsageReport's, with its default depth of versions. */
function newUsageReport({ tags, entries = [], ...given }: ImageUsageReportSeed, { ids, now }: Making): UsageReportRow {
  const CreationTime = asDate(given.CreationTime, now);
  const report: ImageUsageReport = {
    ReportId: ids.next('amiur'),
    State: 'available',
    ResourceTypes: [
      { ResourceType: 'ec2:Instance' },
      {
        ResourceType: 'ec2:LaunchTemplate',
        ResourceTypeOptions: [{ OptionName: 'version-depth', OptionValues: ['20'] }],
      },
    ],
    ...tagList(tags),
  };
  const ExpirationTime = asDate(given.ExpirationTime, new Date(CreationTime.getTime() + REPORT_LASTS_MS));
  Object.assign(report, defined(given), { CreationTime, ExpirationTime });
  const { ReportId, ImageId } = report;
  return {
    report,
    entries: entries.map((entry) => ({
      ResourceType: 'ec2:Instance',
      UsageCount: 1,
      ImageId,
      ...entry,
      ReportId,
      ReportCreationTime: CreationTime,
    })),
  };
}
