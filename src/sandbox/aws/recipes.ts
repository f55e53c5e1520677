/** What listings tell of a recipe of Image Builder, and what only its own answer does. */
import type {
  ContainerRecipe,
  ContainerRecipeSummary,
  ImageRecipe,
  ImageRecipeSummary,
} from '@aws-sdk/client-imagebuilder';

export type StoredImageRecipe = ImageRecipeSummary & Pick<ImageRecipe, 'blockDeviceMappings'>;
export type StoredContainerRecipe = ContainerRecipeSummary & Pick<ContainerRecipe, 'instanceConfiguration'>;
