/** What listings tell of a recipe of Image Builder, and what only its own answer does. */
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

/** Recipes, what was built from them, and where that is distributed to. */
export interface ImageBuilderSeed {
  readonly recipes?: readonly StoredImageRecipe[];
  readonly containerRecipes?: readonly StoredContainerRecipe[];
  readonly builds?: readonly ImageSummary[];
  readonly distributions?: readonly Omit<DistributionConfiguration, 'timeoutMinutes'>[];
}

/** By their ARNs. */
export const imageBuilderParts = {
  imageRecipes: part<StoredImageRecipe>(),
  containerRecipes: part<StoredContainerRecipe>(),
  distributions: part<DistributionConfiguration>(),
  /** Builds of images. */
  imageBuilds: part<ImageSummary>(),
};
