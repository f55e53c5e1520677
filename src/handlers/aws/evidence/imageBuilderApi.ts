/** Every call this program makes about EC2 Image Builder. */

import type {
  ContainerRecipe,
  ContainerRecipeSummary,
  DistributionConfiguration,
  DistributionConfigurationSummary,
  ImageRecipe,
  ImageRecipeSummary,
  ImageSummary,
  ImageVersion,
} from '@aws-sdk/client-imagebuilder';
import { ReadError } from '../../../core/errors.ts';
import { imageBuilder } from '../calls/imageBuilder.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import { type Doing, read } from '../readError.ts';
import { type Target, whereIs } from '../target.ts';

/** https://docs.aws.amazon.com/imagebuilder/latest/APIReference/: maxResults of every listing. */
const PAGE = 25;
const OWN = { owner: 'Self', maxResults: PAGE } as const;

export function imageRecipes(target: Target): AsyncIterable<readonly ImageRecipeSummary[]> {
  const doing: Doing = { target, api: imageBuilder.listImageRecipes.api, what: 'reading Image Builder recipes' };
  return pagesOf(doing, async (nextToken) => {
    const answer = await call(target, doing.api, async ({ imageBuilder }, options) =>
      (await imageBuilder).listImageRecipes({ ...OWN, nextToken }, options),
    );
    return { items: listed(answer.imageRecipeSummaryList, doing), nextToken: answer.nextToken };
  });
}

export function containerRecipes(target: Target): AsyncIterable<readonly ContainerRecipeSummary[]> {
  const what = 'reading Image Builder container recipes';
  const doing: Doing = { target, api: imageBuilder.listContainerRecipes.api, what };
  return pagesOf(doing, async (nextToken) => {
    const answer = await call(target, doing.api, async ({ imageBuilder }, options) =>
      (await imageBuilder).listContainerRecipes({ ...OWN, nextToken }, options),
    );
    return { items: listed(answer.containerRecipeSummaryList, doing), nextToken: answer.nextToken };
  });
}

/** Deprecated ones too: a recipe may still begin with one. */
export function imageVersions(target: Target): AsyncIterable<readonly ImageVersion[]> {
  const doing: Doing = { target, api: imageBuilder.listImages.api, what: 'reading Image Builder images' };
  return pagesOf(doing, async (nextToken) => {
    const answer = await call(target, doing.api, async ({ imageBuilder }, options) =>
      (await imageBuilder).listImages({ ...OWN, includeDeprecated: true, nextToken }, options),
    );
    return { items: listed(answer.imageVersionList, doing), nextToken: answer.nextToken };
  });
}

/** With the machine images that each build made. */
export function builds(target: Target, imageVersionArn: string): AsyncIterable<readonly ImageSummary[]> {
  const what = `reading builds of the Image Builder image ${imageVersionArn}`;
  const doing: Doing = { target, api: imageBuilder.listImageBuildVersions.api, what };
  return pagesOf(doing, async (nextToken) => {
    const answer = await call(target, doing.api, async ({ imageBuilder }, options) =>
      (await imageBuilder).listImageBuildVersions({ imageVersionArn, maxResults: PAGE, nextToken }, options),
    );
    return { items: listed(answer.imageSummaryList, doing), nextToken: answer.nextToken };
  });
}

/** Without what they distribute to, which each tells for itself. */
export function distributionConfigurations(target: Target): AsyncIterable<readonly DistributionConfigurationSummary[]> {
  const what = 'reading Image Builder distribution configurations';
  const doing: Doing = { target, api: imageBuilder.listDistributionConfigurations.api, what };
  return pagesOf(doing, async (nextToken) => {
    const answer = await call(target, doing.api, async ({ imageBuilder }, options) =>
      (await imageBuilder).listDistributionConfigurations({ maxResults: PAGE, nextToken }, options),
    );
    return { items: listed(answer.distributionConfigurationSummaryList, doing), nextToken: answer.nextToken };
  });
}

export async function distributionConfiguration(target: Target, arn: string): Promise<DistributionConfiguration> {
  const what = `reading the Image Builder distribution configuration ${arn}`;
  const doing: Doing = { target, api: imageBuilder.getDistributionConfiguration.api, what };
  const answer = await read(doing, async ({ imageBuilder }, options) =>
    (await imageBuilder).getDistributionConfiguration({ distributionConfigurationArn: arn }, options),
  );
  if (answer.distributionConfiguration) return answer.distributionConfiguration;
  const message = `${what} in ${whereIs(target)}: the answer to ${doing.api} holds no configuration`;
  throw new ReadError(message, { problem: 'malformed' });
}

export async function imageRecipe(target: Target, arn: string): Promise<ImageRecipe> {
  const doing: Doing = {
    target,
    api: imageBuilder.getImageRecipe.api,
    what: `reading the Image Builder recipe ${arn}`,
  };
  const answer = await read(doing, async ({ imageBuilder }, options) =>
    (await imageBuilder).getImageRecipe({ imageRecipeArn: arn }, options),
  );
  return answer.imageRecipe ?? noRecipe(doing);
}

export async function containerRecipe(target: Target, arn: string): Promise<ContainerRecipe> {
  const what = `reading the Image Builder container recipe ${arn}`;
  const doing: Doing = { target, api: imageBuilder.getContainerRecipe.api, what };
  const answer = await read(doing, async ({ imageBuilder }, options) =>
    (await imageBuilder).getContainerRecipe({ containerRecipeArn: arn }, options),
  );
  return answer.containerRecipe ?? noRecipe(doing);
}

function noRecipe({ what, target, api }: Doing): never {
  const message = `${what} in ${whereIs(target)}: the answer to ${api} holds no recipe`;
  throw new ReadError(message, { problem: 'malformed' });
}
