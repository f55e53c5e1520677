/** The members of an Image Builder recipe in listings, and those only in its own answer. */
import type {
  ContainerRecipe,
  ContainerRecipeSummary,
  DistributionConfiguration,
  ImageRecipe,
  ImageRecipeSummary,
  ImageSummary,
} from '@aws-sdk/client-imagebuilder';
import { part } from '../collections/kind.ts';

export type StoredImageRecipe = ImageRecipeSummary & Pick<ImageRecipe, 'blockDeviceMappings'>;
export type StoredContainerRecipe = ContainerRecipeSummary & Pick<ContainerRecipe, 'instanceConfiguration'>;

/** Recipes, their builds, and the distributions of those. */
export interface ImageBuilderSeed {
  readonly recipes?: readonly StoredImageRecipe[];
  readonly containerRecipes?: readonly StoredContainerRecipe[];
  readonly builds?: readonly ImageSummary[];
  readonly distributions?: readonly Omit<DistributionConfiguration, 'timeoutMinutes'>[];
}

/** By ARN. */
export const imageBuilderParts = {
  imageRecipes: part<StoredImageRecipe>(),
  containerRecipes: part<StoredContainerRecipe>(),
  distributions: part<DistributionConfiguration>(),
  /** Builds of images. */
  imageBuilds: part<ImageSummary>(),
};
