import type { DescribeLaunchTemplateVersionsCommandInput, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import type { Row } from '../../collections/table.ts';
import { type LaunchTemplateRow, TEMPLATE_IDS } from '../../seeds/launchTemplateSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection, plain, rowsOf } from '../../store/listing.ts';
import { type Ec2Handlers, ids, listing, SMALL_PAGES } from './common.ts';
import { findTemplate, idNotFound, nameNotFound, pick, versionNumber } from './launchTemplateRows.ts';

export const launchTemplates: Ec2Handlers = {
  DescribeLaunchTemplates: listing(
    collection(rowsOf('launchTemplates'), ({ template }) => template),
    {
      answer: 'LaunchTemplates',
      named: [
        ids('LaunchTemplateIds', { ...TEMPLATE_IDS, notFound: ([id = '']) => idNotFound(id) }),
        { by: 'LaunchTemplateNames', of: ({ template }) => template.LaunchTemplateName, notFound: nameNotFound },
      ],
      pages: SMALL_PAGES,
      tags: true,
      filters: ['create-time', 'launch-template-name'],
    },
  ),

  DescribeLaunchTemplateVersions: listing(plain(selectVersions), {
    answer: 'LaunchTemplateVersions',
    pages: SMALL_PAGES,
    filters: ['create-time'],
    special: {
      'image-id': ({ LaunchTemplateData }) => LaunchTemplateData?.ImageId,
      'instance-type': ({ LaunchTemplateData }) => LaunchTemplateData?.InstanceType,
      'is-default-version': ({ DefaultVersion }) => DefaultVersion,
    },
  }),
};

/**
 * One template's versions, newest first, or the latest and default versions of all templates.
 * Source: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeLaunchTemplateVersions.html
 */
function selectVersions(
  { here }: Call,
  input: DescribeLaunchTemplateVersionsCommandInput,
): readonly Row<LaunchTemplateVersion>[] {
  const known = here.launchTemplates.view();
  const { Versions: versions = [], MinVersion, MaxVersion } = input;
  if (input.LaunchTemplateId === undefined && input.LaunchTemplateName === undefined) return ofAll(versions, known);
  const row = findTemplate(
    input,
    known.map(({ value }) => value),
  );
  if (versions.length > 0 && (MinVersion !== undefined || MaxVersion !== undefined)) {
    throw new AwsError('InvalidParameterCombination', 'Versions cannot be used with MinVersion or MaxVersion');
  }
  const min = MinVersion === undefined ? 0 : versionNumber(MinVersion);
  const max = MaxVersion === undefined ? Number.POSITIVE_INFINITY : versionNumber(MaxVersion);
  const chosen =
    versions.length > 0
      ? [...new Set(versions.map((version) => pick(row, version)))]
      : row.versions.filter(({ VersionNumber = 0 }) => VersionNumber >= min && VersionNumber <= max);
  return chosen.map((value) => ({ seq: -(value.VersionNumber ?? 0), key: '', value })).sort((a, b) => a.seq - b.seq);
}

function ofAll(
  versions: readonly string[],
  known: readonly Row<LaunchTemplateRow>[],
): readonly Row<LaunchTemplateVersion>[] {
  if (versions.length === 0) {
    throw new AwsError(
      'MissingParameter',
      'Either a launch template ID or a launch template name must be specified in the request.',
    );
  }
  if (versions.some((version) => version !== '$Latest' && version !== '$Default')) {
    throw new AwsError('InvalidParameterCombination', 'Version numbers need a launch template ID or name');
  }
  return known.flatMap(({ seq, value: template }) =>
    [...new Set(versions.map((version) => pick(template, version)))].map((value, index) => ({
      seq: seq * 2 + index,
      key: '',
      value,
    })),
  );
}
