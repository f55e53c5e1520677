import { imageBuilder } from '../../calls/imageBuilder.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** The next build starts from this image. */
export const containerRecipes = listingSource({
  name: 'containerRecipes',
  users: 'Container recipes of EC2 Image Builder, in all versions',
  called: 'container recipes of Image Builder',
  names: ['containerImage'],
  reads: lists(imageBuilder.listContainerRecipes, {
    each: [
      describes(imageBuilder.getContainerRecipe, {
        by: { containerRecipeArn: 'arn' },
        has: 'containerRecipe',
        part: ({ containerRecipe }) => containerRecipe,
        user: ({ name }) => `container recipe ${name} of Image Builder`,
      }),
    ],
  }),
});
