import type {
  DescribeLaunchTemplateVersionsCommandInput,
  LaunchTemplateSpecification,
  LaunchTemplateVersion,
  RequestLaunchTemplateData,
  ResponseLaunchTemplateData,
} from '@aws-sdk/client-ec2';
import type { Call } from '../call.ts';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import type { LaunchTemplateRow } from '../store.ts';
import type { Row } from '../table.ts';
import { type Ec2Handlers, ec2Page, nextToken, refuseMalformed, SMALL_PAGES, stopIfDryRun } from './common.ts';
import { newLaunchTemplate } from './seeds.ts';
import { tagsFor } from './tagging.ts';

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

  CreateLaunchTemplate(input, call) {
    const taken = call.here.launchTemplates
      .values()
      .some(({ template }) => template.LaunchTemplateName === input.LaunchTemplateName);
    if (taken) {
      throw new AwsError('InvalidLaunchTemplateName.AlreadyExistsException', 'Launch template name already in use.');
    }
    stopIfDryRun(input);
    const Tags = tagsFor(input.TagSpecifications, 'launch-template');
    const row = newLaunchTemplate(
      {
        LaunchTemplateName: input.LaunchTemplateName,
        CreatedBy: call.principal.arn,
        versions: [responseData(input.LaunchTemplateData)],
        ...(Tags ? { Tags } : {}),
      },
      call,
      call.store.ids,
      call.now,
    );
    call.here.launchTemplates.put(row.template.LaunchTemplateId ?? '', row);
    return { LaunchTemplate: row.template };
  },

  CreateLaunchTemplateVersion(input, call) {
    const row = findTemplate(input, call.here.launchTemplates.values());
    stopIfDryRun(input);
    const number = (row.template.LatestVersionNumber ?? 0) + 1;
    const source = input.SourceVersion === undefined ? undefined : pick(row, input.SourceVersion);
    const version: LaunchTemplateVersion = {
      LaunchTemplateId: row.template.LaunchTemplateId,
      LaunchTemplateName: row.template.LaunchTemplateName,
      VersionNumber: number,
      VersionDescription: input.VersionDescription,
      CreateTime: call.now,
      CreatedBy: call.principal.arn,
      DefaultVersion: false,
      LaunchTemplateData: { ...source?.LaunchTemplateData, ...responseData(input.LaunchTemplateData) },
    };
    call.here.launchTemplates.put(row.template.LaunchTemplateId ?? '', {
      template: { ...row.template, LatestVersionNumber: number },
      versions: [...row.versions, version],
    });
    return { LaunchTemplateVersion: version };
  },
};

/** The version that a reference to a template means; $Default where it names none. */
export function templateFor(reference: LaunchTemplateSpecification, call: Call): LaunchTemplateVersion {
  return pick(findTemplate(reference, call.here.launchTemplates.values()), reference.Version ?? '$Default');
}

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

function pick(row: LaunchTemplateRow, version: string): LaunchTemplateVersion {
  const { template } = row;
  const number =
    version === '$Latest'
      ? template.LatestVersionNumber
      : version === '$Default'
        ? template.DefaultVersionNumber
        : versionNumber(version);
  const found = row.versions.find(({ VersionNumber }) => VersionNumber === number);
  if (found) return found;
  throw new AwsError(
    'InvalidLaunchTemplateId.VersionNotFound',
    `Could not find the specified version ${version} for the launch template with ID ${template.LaunchTemplateId}.`,
  );
}

function versionNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new AwsError('InvalidParameterValue', `Value ( ${text} ) is not a launch template version number`);
}

interface Reference {
  readonly LaunchTemplateId?: string | undefined;
  readonly LaunchTemplateName?: string | undefined;
}

function findTemplate(reference: Reference, known: readonly LaunchTemplateRow[]): LaunchTemplateRow {
  const { LaunchTemplateId: id, LaunchTemplateName: name } = reference;
  if ((id === undefined) === (name === undefined)) {
    throw new AwsError('InvalidParameterCombination', 'Specify either a launch template ID or a name, but not both');
  }
  if (id !== undefined) refuseMalformed([id], 'lt', 'InvalidLaunchTemplateId.Malformed');
  const found = known.find(({ template }) =>
    id === undefined ? template.LaunchTemplateName === name : template.LaunchTemplateId === id,
  );
  if (found) return found;
  throw id === undefined ? nameNotFound() : idNotFound(id);
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

function idNotFound(id: string): AwsError {
  return new AwsError(
    'InvalidLaunchTemplateId.NotFound',
    `The specified launch template, with template ID ${id}, does not exist.`,
  );
}

function nameNotFound(): AwsError {
  return new AwsError(
    'InvalidLaunchTemplateName.NotFoundException',
    'At least one of the launch templates specified in the request does not exist.',
  );
}

/** What is asked for and what is answered have the same members, but for options that only launching knows. */
function responseData(data: RequestLaunchTemplateData | undefined): ResponseLaunchTemplateData {
  return (data ?? {}) as ResponseLaunchTemplateData;
}
