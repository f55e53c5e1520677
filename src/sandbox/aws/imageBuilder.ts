import * as module from '@aws-sdk/client-imagebuilder';
import type { Place } from './control.ts';
import { AwsError } from './errors.ts';
import { type Numbered, page } from './paging.ts';
import { partitionOf } from './regions.ts';
import { type Service, service } from './wire/service.ts';

/** https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_ListImageRecipes.html and its neighbours. */
const MOST = 25;

interface Paged {
  readonly maxResults?: number | undefined;
  readonly nextToken?: string | undefined;
}

function builderPage<R extends Numbered>(
  rows: readonly R[],
  input: Paged & { readonly owner?: string | undefined },
  what: string,
) {
  const { maxResults = MOST, nextToken, owner } = input;
  if (maxResults < 1 || maxResults > MOST)
    throw new AwsError('InvalidParameterException', 'maxResults must be 1 to 25');
  if (owner !== undefined && owner !== 'Self')
    throw new AwsError('InvalidParameterException', `no owner ${owner} here`);
  const request = { limit: maxResults, token: nextToken, scope: what, badToken: 'InvalidPaginationTokenException' };
  const found = page(rows, request);
  return { rows: found.rows, next: found.nextToken === undefined ? {} : { nextToken: found.nextToken } };
}

export function imageBuilder(): Service {
  return service(
    module,
    module.ImagebuilderClient,
  )({
    ListImageRecipes(input, { here }) {
      const { rows, next } = builderPage(here.imageRecipes.view(), input, 'recipes');
      const summaries = rows.map(({ value: { blockDeviceMappings: _devices, ...summary } }) => summary);
      return { imageRecipeSummaryList: summaries, ...next };
    },

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

    /** Without what they distribute, but for the regions: API_DistributionConfigurationSummary. */
    ListDistributionConfigurations(input, { here }) {
      const { rows, next } = builderPage(here.distributions.view(), input, 'distribution configurations');
      const summaries = rows.map(({ value: { arn, name, description, dateCreated, distributions = [] } }) => ({
        ...{ arn, name, description, dateCreated },
        regions: distributions.flatMap(({ region }) => region ?? []),
      }));
      return { distributionConfigurationSummaryList: summaries, ...next };
    },

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

    ListContainerRecipes(input, { here }) {
      const { rows, next } = builderPage(here.containerRecipes.view(), input, 'container recipes');
      const summaries = rows.map(({ value: { instanceConfiguration: _with, ...summary } }) => summary);
      return { containerRecipeSummaryList: summaries, ...next };
    },

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

    /** The versions of which there are builds, each once. */
    ListImages(input, { here }) {
      const versions = [...new Map(here.imageBuilds.view().map((row) => [versionArn(row.value.arn), row])).entries()];
      const rows = versions.map(([arn, { seq }]) => ({ arn, seq })).sort((a, b) => a.seq - b.seq);
      const { rows: found, next } = builderPage(rows, input, 'images');
      return { imageVersionList: found.map(({ arn }) => ({ arn })), ...next };
    },

    ListImageBuildVersions({ imageVersionArn, ...input }, { here }) {
      const rows = here.imageBuilds.view().filter(({ value }) => versionArn(value.arn) === imageVersionArn);
      const { rows: found, next } = builderPage(rows, input, `builds of ${imageVersionArn}`);
      return { imageSummaryList: found.map(({ value }) => value), ...next };
    },
  });
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
