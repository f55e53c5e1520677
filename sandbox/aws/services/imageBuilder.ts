import * as module from '@aws-sdk/client-imagebuilder';
import { AwsError } from '../collections/errors.ts';
import type { Place } from '../collections/place.ts';
import { partitionOf } from '../collections/regions.ts';
import type { Row } from '../collections/table.ts';
import { infrastructures } from '../seeds/idleGroupSeeds.ts';
import { answered, answerOf } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_ListImageRecipes.html and related pages. */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'InvalidPaginationTokenException',
  limits: { min: 1, max: 25, otherwise: 25 },
  badSize: 'InvalidParameterException',
});

/** Refuses other owners: the sandbox has none of their resources. */
function where({ owner }: { readonly owner?: string | undefined }) {
  if (owner === undefined || owner === 'Self') return () => true;
  throw new AwsError('InvalidParameterException', `no owner ${owner} here`);
}

export function imageBuilder(): Service {
  return service(
    module,
    module.ImagebuilderClient,
  )({
    ListImageRecipes: listing(
      collection(rowsOf('imageRecipes'), ({ blockDeviceMappings: _devices, ...summary }) => summary),
      { answer: 'imageRecipeSummaryList', where },
    ),

    /** https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_CreateImageRecipe.html */
    CreateImageRecipe(
      { name, semanticVersion, parentImage, blockDeviceMappings, clientToken },
      { here, account, region, now },
    ) {
      if (!name || !semanticVersion || !parentImage || !clientToken) {
        throw new AwsError(
          'InvalidParameterException',
          'name, semanticVersion, parentImage and clientToken are required',
        );
      }
      const arn = `${arnOf('image-recipe', name, { account: account.id, region })}/${semanticVersion}`;
      if (here.imageRecipes.get(arn)) {
        throw new AwsError('ResourceAlreadyExistsException', `${arn} exists: recipes never change`);
      }
      here.imageRecipes.put(arn, {
        arn,
        name,
        parentImage,
        ...(blockDeviceMappings && { blockDeviceMappings }),
        platform: 'Linux',
        owner: account.id,
        dateCreated: now.toISOString(),
      });
      return { imageRecipeArn: arn, clientToken };
    },

    /** Omits the distributions, except for their regions: API_DistributionConfigurationSummary. */
    ListDistributionConfigurations: listing(
      collection(rowsOf('distributions'), ({ arn, name, description, dateCreated, distributions = [] }) => ({
        ...{ arn, name, description, dateCreated },
        regions: distributions.flatMap(({ region }) => region ?? []),
      })),
      { answer: 'distributionConfigurationSummaryList' },
    ),

    /** https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_CreateDistributionConfiguration.html */
    CreateDistributionConfiguration({ name, distributions, clientToken }, { here, account, region, now }) {
      if (!name || !distributions || !clientToken) {
        throw new AwsError('InvalidParameterException', 'name, distributions and clientToken are required');
      }
      const arn = arnOf('distribution-configuration', name, { account: account.id, region });
      if (here.distributions.get(arn)) throw new AwsError('ResourceAlreadyExistsException', `${arn} exists`);
      const dates = { dateCreated: now.toISOString(), dateUpdated: now.toISOString() };
      here.distributions.put(arn, { arn, name, distributions, timeoutMinutes: 720, ...dates });
      return { distributionConfigurationArn: arn, clientToken };
    },

    /** https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_GetDistributionConfiguration.html */
    GetDistributionConfiguration({ distributionConfigurationArn: arn = '' }, { here }) {
      const distributionConfiguration = here.distributions.get(arn);
      if (distributionConfiguration) return { distributionConfiguration };
      throw notFound(arn);
    },

    /** Omits the security groups: API_InfrastructureConfigurationSummary. */
    ListInfrastructureConfigurations: listing(
      collection(
        rowsOf('infrastructures'),
        ({ arn, name }): module.InfrastructureConfigurationSummary => ({ arn, name }),
      ),
      { answer: 'infrastructureConfigurationSummaryList' },
    ),

    GetInfrastructureConfiguration({ infrastructureConfigurationArn: arn = '' }, { here }) {
      const infrastructureConfiguration = here.infrastructures.get(arn);
      if (infrastructureConfiguration) return { infrastructureConfiguration };
      throw notFound(arn);
    },

    CreateInfrastructureConfiguration({ name, securityGroupIds, clientToken }, call) {
      const made = infrastructures.make({ name, securityGroupIds }, call);
      call.here.infrastructures.put(made.arn ?? '', made);
      return { infrastructureConfigurationArn: made.arn, clientToken };
    },

    ListComponents: listing(answered(), { answer: 'componentVersionList' }),
    ListComponentBuildVersions: listing(answered('componentVersionArn'), { answer: 'componentSummaryList' }),
    GetComponent: ({ componentBuildVersionArn: arn }, call) => ({
      component: answerOf<module.Component>(call, 'arn', arn),
    }),
    ListWorkflows: listing(answered(), { answer: 'workflowVersionList' }),
    ListWorkflowBuildVersions: listing(answered('workflowVersionArn'), { answer: 'workflowSummaryList' }),
    GetWorkflow: ({ workflowBuildVersionArn: arn }, call) => ({
      workflow: answerOf<module.Workflow>(call, 'arn', arn),
    }),

    ListContainerRecipes: listing(
      collection(rowsOf('containerRecipes'), ({ instanceConfiguration: _with, ...summary }) => summary),
      { answer: 'containerRecipeSummaryList', where },
    ),

    /** https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_GetImageRecipe.html */
    GetImageRecipe({ imageRecipeArn: arn = '' }, { here }) {
      const imageRecipe = here.imageRecipes.get(arn);
      if (imageRecipe) return { imageRecipe };
      throw notFound(arn);
    },

    /** https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_GetContainerRecipe.html */
    GetContainerRecipe({ containerRecipeArn: arn = '' }, { here }) {
      const containerRecipe = here.containerRecipes.get(arn);
      if (containerRecipe) return { containerRecipe };
      throw notFound(arn);
    },

    /** The versions that have builds, each once. */
    ListImages: listing(plain(versionsOf), { answer: 'imageVersionList', where }),

    ListImageBuildVersions: listing(plain(rowsOf('imageBuilds')), {
      answer: 'imageSummaryList',
      where:
        ({ imageVersionArn }) =>
        ({ arn }) =>
          versionArn(arn) === imageVersionArn,
    }),
  });
}

function versionsOf({ here }: Call): readonly Row<{ readonly arn: string }>[] {
  const versions = new Map(here.imageBuilds.view().map(({ seq, value }) => [versionArn(value.arn), seq]));
  return [...versions].map(([arn, seq]) => ({ seq, key: arn, value: { arn } })).sort((a, b) => a.seq - b.seq);
}

function notFound(arn: string): AwsError {
  return new AwsError('ResourceNotFoundException', `The resource with ARN '${arn}' could not be found.`, 404);
}

/** Names in ARNs are in lower case, with hyphens. */
function arnOf(kind: string, name: string, { account, region }: Place): string {
  const path = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `arn:${partitionOf(region)}:imagebuilder:${region}:${account}:${kind}/${path}`;
}

/** arn:…:image/NAME/1.0.0/3 → arn:…:image/NAME/1.0.0 */
function versionArn(buildArn = ''): string {
  return buildArn.replace(/\/[^/]*$/, '');
}
