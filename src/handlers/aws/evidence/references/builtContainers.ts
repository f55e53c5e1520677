import { ReadError } from '../../../../core/common/errors.ts';
import { imageBuilder as calls } from '../../calls/imageBuilder.ts';
import { everyAccount } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { placeSource } from '../placeSource.ts';
import { usesOfImage } from '../runningImages/usesOfImage.ts';
import { Builds } from './builds.ts';
import { parentImage } from './parentImage.ts';

/**
 * "The base image … an Image Builder image resource ARN or a container image URI"
 * (https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_ContainerRecipe.html): the next build pulls what the builds of that
 * image made, in whatever region. The recipes that name a URI are a listing (`containerRecipes`).
 */
export const builtContainers = placeSource({
  name: 'builtContainers',
  summary:
    'Container recipes of EC2 Image Builder whose base is an Image Builder image, by the container images of all its builds.',
  calls: [calls.listContainerRecipes, calls.listImageBuildVersions, calls.listImages],
  affectsOtherAccounts: true,
  places: everyAccount,
  async find(target, found, scope) {
    const uses: { readonly by: string; readonly parent: ReturnType<typeof parentImage> }[] = [];
    const recipes = pages(target, calls.listContainerRecipes, 'reading Image Builder container recipes');
    const isRead = found.inPages(recipes, ({ arn = 'without ARN', parentImage: parent }) => {
      const by = `Image Builder container recipe ${arn}`;
      if (!parent) throw new ReadError(`${by} came without a parent image`, { problem: 'malformed' });
      uses.push({ by, parent: parentImage(parent) });
      return [];
    });
    await found.attempt(() => isRead);
    const parents = uses.map(({ parent }) => parent);
    const made = new Builds(target, scope, parents, ({ containers = [] }) =>
      containers.flatMap(({ imageUris = [] }) => imageUris),
    );
    await found.inAll(uses, async ({ by, parent }) => {
      if (parent.kind !== 'builder') return [];
      return (await made.of(parent.account, parent.name)).flatMap((uri) => usesOfImage(uri, by));
    });
  },
});
