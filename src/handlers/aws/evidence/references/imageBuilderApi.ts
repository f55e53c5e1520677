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
import { type CallContext, read } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
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

export async function distributionConfiguration(target: CallScope, arn: string): Promise<DistributionConfiguration> {
  const what = `reading the Image Builder distribution configuration ${arn}`;
  const doing: CallContext = { target, api: imageBuilder.getDistributionConfiguration.api, what };
  const answer = await read(doing, async ({ imageBuilder }, options) =>
    (await imageBuilder).getDistributionConfiguration({ distributionConfigurationArn: arn }, options),
  );
  if (answer.distributionConfiguration) return answer.distributionConfiguration;
  const message = `${what} in ${whereIs(target)}: the answer to ${doing.api} holds no configuration`;
  throw new ReadError(message, { problem: 'malformed' });
}

export async function imageRecipe(target: CallScope, arn: string): Promise<ImageRecipe> {
  const doing: CallContext = {
    target,
    api: imageBuilder.getImageRecipe.api,
    what: `reading the Image Builder recipe ${arn}`,
  };
  const answer = await read(doing, async ({ imageBuilder }, options) =>
    (await imageBuilder).getImageRecipe({ imageRecipeArn: arn }, options),
  );
  return answer.imageRecipe ?? noRecipe(doing);
}

export async function containerRecipe(target: CallScope, arn: string): Promise<ContainerRecipe> {
  const what = `reading the Image Builder container recipe ${arn}`;
  const doing: CallContext = { target, api: imageBuilder.getContainerRecipe.api, what };
  const answer = await read(doing, async ({ imageBuilder }, options) =>
    (await imageBuilder).getContainerRecipe({ containerRecipeArn: arn }, options),
  );
  return answer.containerRecipe ?? noRecipe(doing);
}

function noRecipe({ what, target, api }: CallContext): never {
  const message = `${what} in ${whereIs(target)}: the answer to ${api} holds no recipe`;
  throw new ReadError(message, { problem: 'malformed' });
}
