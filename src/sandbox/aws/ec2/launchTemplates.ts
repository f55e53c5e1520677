import type { DescribeLaunchTemplateVersionsCommandInput, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import type { LaunchTemplateRow } from '../store.ts';
import type { Row } from '../table.ts';
import { type Ec2Handlers, ec2Page, nextToken, refuseMalformed, SMALL_PAGES } from './common.ts';
import { findTemplate, idNotFound, nameNotFound, pick, versionNumber } from './launchTemplateRows.ts';

const FILTERS: FilterTable<LaunchTemplateRow> = {
  'create-time': ({ template }) => template.CreateTime,
  'launch-template-name': ({ template }) => template.LaunchTemplateName,
};
const VERSION_FILTERS: FilterTable<LaunchTemplateVersion> = {
  'create-time': (version) => version.CreateTime,
  'image-id': (version) => version.LaunchTemplateData?.ImageId,
  'instance-type': (version) => version.LaunchTemplateData?.InstanceType,
  'is-default-version': (version) => version.DefaultVersion,
};

export const launchTemplates: Ec2Handlers = {
  DescribeLaunchTemplates(input, call) {
    const matches = ec2Filter(input.Filters, FILTERS, ({ template }) => template.Tags);
    const { LaunchTemplateIds: ids = [], LaunchTemplateNames: names = [] } = input;
    const known = call.here.launchTemplates.view();
    const asked =
      ids.length + names.length === 0
        ? known
        : known.filter(
            ({ value: { template } }) =>
              isNamed(template.LaunchTemplateId, ids) || isNamed(template.LaunchTemplateName, names),
          );
    refuseMissing(asked, ids, names);
    const rows = asked.filter(({ value }) => matches(value));
    const page = ec2Page(rows, input, `DescribeLaunchTemplates ${call.account.id}`, SMALL_PAGES);
    return { LaunchTemplates: page.rows.map(({ value }) => value.template), ...nextToken(page) };
  },

  DescribeLaunchTemplateVersions(input, call) {
    const matches = ec2Filter(input.Filters, VERSION_FILTERS);
    const rows = selectVersions(input, call.here.launchTemplates.view());
    const page = ec2Page(
      rows.filter(({ version }) => matches(version)),
      input,
      `DescribeLaunchTemplateVersions ${call.account.id}`,
      SMALL_PAGES,
    );
    return { LaunchTemplateVersions: page.rows.map(({ version }) => version), ...nextToken(page) };
  },
};

interface NumberedVersion {
  readonly seq: number;
  readonly version: LaunchTemplateVersion;
}

/**
 * One template's versions, newest first, or the latest and default versions of all templates.
 * Source: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeLaunchTemplateVersions.html
 */
function selectVersions(
  input: DescribeLaunchTemplateVersionsCommandInput,
  known: readonly Row<LaunchTemplateRow>[],
): NumberedVersion[] {
  const { Versions: asked = [], MinVersion, MaxVersion } = input;
  if (input.LaunchTemplateId === undefined && input.LaunchTemplateName === undefined) return ofAll(asked, known);
  const row = findTemplate(
    input,
    known.map(({ value }) => value),
  );
  if (asked.length > 0 && (MinVersion !== undefined || MaxVersion !== undefined)) {
    throw new AwsError('InvalidParameterCombination', 'Versions cannot be used with MinVersion or MaxVersion');
  }
  const min = MinVersion === undefined ? 0 : versionNumber(MinVersion);
  const max = MaxVersion === undefined ? Number.POSITIVE_INFINITY : versionNumber(MaxVersion);
  const chosen =
    asked.length > 0
      ? [...new Set(asked.map((version) => pick(row, version)))]
      : row.versions.filter(({ VersionNumber = 0 }) => VersionNumber >= min && VersionNumber <= max);
  return chosen.map((version) => ({ seq: -(version.VersionNumber ?? 0), version })).sort((a, b) => a.seq - b.seq);
}

function ofAll(asked: readonly string[], known: readonly Row<LaunchTemplateRow>[]): NumberedVersion[] {
  if (asked.length === 0) {
    throw new AwsError(
      'MissingParameter',
      'Either a launch template ID or a launch template name must be specified in the request.',
    );
  }
  if (asked.some((version) => version !== '$Latest' && version !== '$Default')) {
    throw new AwsError('InvalidParameterCombination', 'Version numbers need a launch template ID or name');
  }
  return known.flatMap(({ seq, value }) =>
    [...new Set(asked.map((version) => pick(value, version)))].map((version, index) => ({
      seq: seq * 2 + index,
      version,
    })),
  );
}

function isNamed(value: string | undefined, among: readonly string[]): boolean {
  return value !== undefined && among.includes(value);
}

function refuseMissing(
  found: readonly Row<LaunchTemplateRow>[],
  ids: readonly string[],
  names: readonly string[],
): void {
  refuseMalformed(ids, 'lt', 'InvalidLaunchTemplateId.Malformed');
  const missing = ids.find((id) => !found.some(({ key }) => key === id));
  if (missing !== undefined) throw idNotFound(missing);
  const known = new Set(found.map(({ value }) => value.template.LaunchTemplateName));
  if (names.some((name) => !known.has(name))) throw nameNotFound();
}
