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
import { ReadError } from '../../../../core/common/errors.ts';
import { imageBuilder } from '../../calls/imageBuilder.ts';
import type { CallContext } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';

export function imageRecipes(target: CallScope): AsyncIterable<readonly ImageRecipeSummary[]> {
  return pages(target, imageBuilder.listImageRecipes, 'reading Image Builder recipes');
}

export function containerRecipes(target: CallScope): AsyncIterable<readonly ContainerRecipeSummary[]> {
  const what = 'reading Image Builder container recipes';
  return pages(target, imageBuilder.listContainerRecipes, what);
}

/** Deprecated ones too: a recipe may still begin with one. */
export function imageVersions(target: CallScope): AsyncIterable<readonly ImageVersion[]> {
  return pages(target, imageBuilder.listImages, 'reading Image Builder images');
}

/** With the machine images that each build made. */
export function builds(target: CallScope, imageVersionArn: string): AsyncIterable<readonly ImageSummary[]> {
  const what = `reading builds of the Image Builder image ${imageVersionArn}`;
  return pages(target, imageBuilder.listImageBuildVersions, what, { imageVersionArn });
}

/** Without what they distribute to, which each tells for itself. */
export function distributionConfigurations(
  target: CallScope,
): AsyncIterable<readonly DistributionConfigurationSummary[]> {
  const what = 'reading Image Builder distribution configurations';
  return pages(target, imageBuilder.listDistributionConfigurations, what);
}

export async function distributionConfiguration(
  target: CallScope,
  distributionConfigurationArn: string,
): Promise<DistributionConfiguration> {
  const what = `reading the Image Builder distribution configuration ${distributionConfigurationArn}`;
  const call = imageBuilder.getDistributionConfiguration;
  const answer = await read(target, call, what, { distributionConfigurationArn });
  return answer.distributionConfiguration ?? nothingIn({ target, api: call.api, what }, 'configuration');
}

export async function imageRecipe(target: CallScope, imageRecipeArn: string): Promise<ImageRecipe> {
  const what = `reading the Image Builder recipe ${imageRecipeArn}`;
  const answer = await read(target, imageBuilder.getImageRecipe, what, { imageRecipeArn });
  return answer.imageRecipe ?? nothingIn({ target, api: imageBuilder.getImageRecipe.api, what }, 'recipe');
}

export async function containerRecipe(target: CallScope, containerRecipeArn: string): Promise<ContainerRecipe> {
  const what = `reading the Image Builder container recipe ${containerRecipeArn}`;
  const answer = await read(target, imageBuilder.getContainerRecipe, what, { containerRecipeArn });
  return answer.containerRecipe ?? nothingIn({ target, api: imageBuilder.getContainerRecipe.api, what }, 'recipe');
}

function nothingIn({ what, target, api }: CallContext, noun: string): never {
  const message = `${what} in ${whereIs(target)}: the answer to ${api} holds no ${noun}`;
  throw new ReadError(message, { problem: 'malformed' });
}
