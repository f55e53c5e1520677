/** The indexes of a repository of CDK, which use the images that they name. */
import { ReadError } from '../../../../core/common/errors.ts';
import type { ManifestFacts } from '../../../images/manifest.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { ecr } from '../../calls/ecr.ts';
import { AssetIds } from '../../resources/cdk/assetIds.ts';
import type { AssetParameters } from '../../resources/cdk/parameters.ts';
import { ownPlace } from '../../wire/places.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { imagesIn, manifestsOf } from '../images/ecrManifests.ts';
import { placeSource } from '../placeSource.ts';
import { placeOf } from './bootstrap.ts';

/** An image goes after each index that names it: ECR refuses it before (`ImageReferencedByManifestList`). */
export const imageIndexes = placeSource<AssetParameters>({
  name: 'imageIndexes',
  summary: 'Indexes (images for several platforms) of the repository that name the image.',
  calls: [cloudFormation.describeStacks, ecr.describeImages, ecr.batchGetImage],
  places: ownPlace,
  variant: ({ parameters: { bootstrap } }) => JSON.stringify(bootstrap),
  async find(target, found, scope) {
    const ids = new AssetIds(scope.parameters);
    for (const environment of ids.environments) {
      const here = await placeOf(environment, 'ImageRepositoryName').find(target);
      if (!here) continue;
      for await (const images of imagesIn(target, here.name)) {
        const manifests = await manifestsOf(target, here.name, images);
        await found.inAll(images, ({ imageDigest }) =>
          usesOf(target, here.name, imageDigest, manifests.get(imageDigest), ids.idOf(environment, imageDigest)),
        );
      }
    }
  },
});

function usesOf(target: CallScope, repository: string, digest: string, facts: ManifestFacts | undefined, byId: string) {
  if (facts?.unreadable !== undefined) {
    const what = `reading ${repository}@${digest} in ${whereIs(target)}`;
    throw new ReadError(`${what}: ${facts.unreadable}`, { problem: 'malformed' });
  }
  const by = `index ${digest}`;
  return (facts?.parts ?? []).map((alias) => ({ alias, says: 'used' as const, by, byId }));
}
