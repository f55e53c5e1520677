import type {
  ImageReference,
  ImageReferenceOptionName,
  ImageReferenceResourceType,
  ResourceTypeRequest,
} from '@aws-sdk/client-ec2';
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { imageBuilder } from '../../calls/imageBuilder.ts';
import { ssm } from '../../calls/ssm.ts';
import { protectionOf, protectsUsedOnly } from '../../resources/templateProtection.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** "Maximum number of 10 items": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeImageReferences.html */
const IDS_PER_CALL = 10;

const TEMPLATE = 'ec2:LaunchTemplate';

/** A terminated instance no longer uses its image; by default AWS returns it too. */
const STATES = ['pending', 'running', 'shutting-down', 'stopping', 'stopped'];
/** AWS's maximum depth; by default AWS reads only the newest ten versions. */
const VERSION_DEPTH = '10000';

/**
 * The references that AWS promises to read completely: instances in the requested states, and the newest 10,000
 * versions of each launch template, which is the maximum. Not included: parameters (AWS does not document which
 * versions) and recipes, which AWS reads with the caller's permissions; it finds them, but we still read them
 * ourselves.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-ami-references.html
 */
const COVERS = ['instances', 'launchTemplateVersions'] as const;

/**
 * The calls that AWS makes for the caller to read parameters and recipes: the managed policy
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AmazonEC2ImageReferencesAccessPolicy.html
 */
const USED_BY_AWS = permissionsOf(
  imageBuilder.getContainerRecipe,
  imageBuilder.listContainerRecipes,
  imageBuilder.listImageRecipes,
  ssm.describeParameters,
  ssm.getParameters,
);

/** AWS's own list of the users of an image, in the image's account and region. */
export const imageReferences: EvidenceSource = {
  name: 'imageReferences',
  summary:
    "AWS's own answer, DescribeImageReferences, in the image's account: its instances, launch templates, SSM parameters and Image Builder recipes. Stands in for `instances` and `launchTemplateVersions` there.",
  permissions: [ec2.describeImageReferences.api, ...USED_BY_AWS],
  per: 'resource',
  optional: true,
  supersedes: COVERS,
  variant: protectionOf,
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const ids = candidates.map(({ id }) => id);
    // AWS names a template and not the version, and who uses a version stands in the tags of instances.
    if (protectsUsedOnly(scope)) return referencesTo(target, ids, (type) => type !== TEMPLATE);
    return [...(await referencesTo(target, ids)), ...ids.flatMap(covered)];
  },
};

/**
 * The users of these images of one account and region, by the ids of the images.
 * @param counts of the type of a user: is it one? Absent: all are
 * @throws ReadError
 */
export async function referencesTo(
  target: CallScope,
  ids: readonly string[],
  counts: (type: string | undefined) => boolean = () => true,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const batch of batchesOf(ids, IDS_PER_CALL)) {
    const references = await referencesToFew(target, batch);
    findings.push(...references.filter(({ ResourceType }) => counts(ResourceType)).map(used));
  }
  return findings;
}

async function referencesToFew(target: CallScope, ImageIds: string[]): Promise<readonly ImageReference[]> {
  const listing = pages(target, ec2.describeImageReferences, 'reading references to images', {
    ImageIds,
    IncludeAllResourceTypes: true,
    ResourceTypes: [
      optionOf('ec2:Instance', 'state-name', STATES),
      optionOf(TEMPLATE, 'version-depth', [VERSION_DEPTH]),
    ],
  });
  return allOf(listing);
}

function optionOf(
  ResourceType: ImageReferenceResourceType,
  OptionName: ImageReferenceOptionName,
  OptionValues: string[],
): ResourceTypeRequest {
  return { ResourceType, ResourceTypeOptions: [{ OptionName, OptionValues }] };
}

function used({ ImageId: alias, ResourceType, Arn }: ImageReference): Finding {
  if (!alias) {
    const message = `reading references to images: an answer of ${ec2.describeImageReferences.api} names no image`;
    throw new ReadError(message, { problem: 'malformed' });
  }
  return { alias, says: 'used', by: `${Arn ?? ResourceType ?? 'something that AWS does not name'} (image reference)` };
}

function covered(alias: string): readonly Finding[] {
  return COVERS.map((byId) => ({ alias, says: 'supersedes', by: 'DescribeImageReferences', byId }));
}
