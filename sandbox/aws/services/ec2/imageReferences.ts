import type { ImageReference, ImageReferenceResourceType, ResourceTypeRequest } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import type { Row } from '../../collections/table.ts';
import { IMAGE_IDS } from '../../seeds/imageSeeds.ts';
import { STATE_CODES } from '../../seeds/instanceSeeds.ts';
import type { Call } from '../../store/call.ts';
import { numbered, plain } from '../../store/listing.ts';
import { type Ec2Handlers, listing, refuseMalformed } from './common.ts';

/** The page size is not documented: an assumption, small enough for tests to reach. */
const PAGES = { min: 1, max: 1000, otherwise: 100 };

/** "Maximum number of 10 items": API_DescribeImageReferences. */
const MOST_IDS = 10;

/** "Valid values: Integers between 1 and 10000. Default: 10": API_ResourceTypeOption. */
const DEPTHS = { most: 10_000, otherwise: 10 };

/**
 * Only of the caller's account and Region: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-ami-references.html
 * Does not simulate parameters and recipes, so there are no references from them.
 */
export const imageReferences: Ec2Handlers = {
  DescribeImageReferences: listing(plain(referencesOf), { answer: 'ImageReferences', pages: PAGES }),
};

function referencesOf(call: Call, input: ReferencesRequest): readonly Row<ImageReference>[] {
  const ids = input.ImageIds ?? [];
  if (ids.length === 0) throw new AwsError('MissingParameter', 'The request must contain the parameter ImageIds');
  if (ids.length > MOST_IDS) throw invalid(`at most ${MOST_IDS} image ids, not ${ids.length}`);
  refuseMalformed(ids, IMAGE_IDS);
  const scope = scopeOf(input);
  const references = [
    ...(scope.states ? fromInstances(call, scope.states) : []),
    ...(scope.depth === undefined ? [] : fromTemplates(call, scope.depth)),
  ];
  return numbered(references.filter(({ ImageId = '' }) => ids.includes(ImageId)));
}

interface ReferencesRequest {
  readonly ImageIds?: readonly string[] | undefined;
  readonly IncludeAllResourceTypes?: boolean | undefined;
  readonly ResourceTypes?: readonly ResourceTypeRequest[] | undefined;
}

interface Scope {
  /** Absent: instances are not requested. */
  readonly states?: ReadonlySet<string>;
  /** Versions per launch template, newest first; absent: templates are not requested. */
  readonly depth?: number;
}

function scopeOf({ IncludeAllResourceTypes: all, ResourceTypes: types = [] }: ReferencesRequest): Scope {
  if (!all && types.length === 0) {
    throw new AwsError('MissingParameter', 'Either IncludeAllResourceTypes or ResourceTypes must be specified');
  }
  const states = optionOf(types, 'ec2:Instance', 'state-name') ?? Object.keys(STATE_CODES);
  const depth = Number(optionOf(types, 'ec2:LaunchTemplate', 'version-depth')?.[0] ?? DEPTHS.otherwise);
  const odd = states.find((state) => STATE_CODES[state] === undefined);
  if (odd !== undefined) throw invalid(`state-name ${odd}`);
  if (!Number.isInteger(depth) || depth < 1 || depth > DEPTHS.most) throw invalid(`version-depth ${depth}`);
  const isAsked = (type: ImageReferenceResourceType) => all || types.some(({ ResourceType }) => ResourceType === type);
  return {
    ...(isAsked('ec2:Instance') ? { states: new Set(states) } : {}),
    ...(isAsked('ec2:LaunchTemplate') ? { depth } : {}),
  };
}

/** The values of an option; "valid only when ResourceType is ec2:Instance or ec2:LaunchTemplate", each with its own. */
function optionOf(
  types: readonly ResourceTypeRequest[],
  type: ImageReferenceResourceType,
  name: string,
): readonly string[] | undefined {
  const options = types.find(({ ResourceType }) => ResourceType === type)?.ResourceTypeOptions ?? [];
  const odd = options.find(({ OptionName }) => OptionName !== name);
  if (odd) throw invalid(`option ${odd.OptionName} of ${type}`);
  return options[0]?.OptionValues;
}

function fromInstances({ here, account, region }: Call, states: ReadonlySet<string>): ImageReference[] {
  return here.instances
    .view()
    .filter(({ value }) => states.has(value.instance.State?.Name ?? ''))
    .map(({ value: { instance } }) => ({
      ImageId: instance.ImageId,
      ResourceType: 'ec2:Instance',
      Arn: `arn:aws:ec2:${region}:${account.id}:instance/${instance.InstanceId}`,
    }));
}

function fromTemplates({ here, account, region }: Call, depth: number): ImageReference[] {
  return here.launchTemplates.view().flatMap(({ value: { template, versions } }) => {
    const named = new Set(versions.slice(-depth).flatMap((version) => version.LaunchTemplateData?.ImageId ?? []));
    return [...named].map(
      (ImageId): ImageReference => ({
        ImageId,
        ResourceType: 'ec2:LaunchTemplate',
        Arn: `arn:aws:ec2:${region}:${account.id}:launch-template/${template.LaunchTemplateId}`,
      }),
    );
  });
}

function invalid(what: string): AwsError {
  return new AwsError('InvalidParameterValue', `Invalid value: ${what}`);
}
