import type { PutImageRequest } from '@aws-sdk/client-ecr';
import { batchesOf } from '../../../../core/common/batches.ts';
import type { NotRestored, Restored, Restoring } from '../../../../core/resource/restoring.ts';
import { ecr } from '../../calls/ecr.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import { getImages, IDS_PER_CALL } from '../../evidence/images/ecrManifests.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { sendForId } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';
import { readImages } from './read.ts';
import type { ImageDefinition } from './resource.ts';

const PUT = ecr.putImage;

/** Writes the manifest again under each of its tags. ECR refuses it once it has removed a layer. */
export async function restoreImage({ restorer, stored }: Wanted, place: AssetPlace): Promise<Restoring> {
  const { id } = stored;
  const { repository, digest, tags, manifest, mediaType } = stored.definition as ImageDefinition;
  if (digest !== id) return refused(`its definition is of another image, ${digest}`);
  if (repository !== place.name)
    return refused(`it was in ${repository}, and the repository of the environment is ${place.name} now`);
  const now = (await readImages(restorer, place, [id], undefined)).get(id);
  if (now?.kind === 'found') return isThere(id);
  // In a mutable repository a request takes the tag from any other image.
  const taken = () => takenFrom(restorer, repository, tags);
  const refusal = await taken();
  if (refusal) return refusal;
  const inputs = (tags.length === 0 ? [undefined] : tags).map(
    (imageTag): PutImageRequest => ({
      repositoryName: repository,
      imageManifest: manifest,
      imageDigest: id,
      ...(imageTag === undefined ? {} : { imageTag }),
      ...(mediaType === undefined ? {} : { imageManifestMediaType: mediaType }),
    }),
  );
  return {
    kind: 'ready',
    id,
    steps: inputs.map((input) => ({
      says: `writes the manifest of ${id} again${input.imageTag ? ` as ${input.imageTag}` : ''}, if ECR still has its layers`,
      command: awsJsonCommand(restorer, 'ecr put-image', input),
    })),
    afterwards: [],
    async run(): Promise<Restored | NotRestored> {
      const meanwhile = await taken();
      if (meanwhile) return meanwhile;
      let requestId: string | undefined;
      for (const input of inputs) {
        const done = await restoreBy(restorer, PUT.api, `writing ${id} again`, () => sendForId(restorer, PUT, input));
        if ('kind' in done) return done;
        requestId = done.requestId;
      }
      return { kind: 'restored', id, ...(requestId === undefined ? {} : { requestId }), afterwards: [] };
    },
  };
}

/** Only of an image that is gone: any other image may have got one of its tags. @throws ReadError */
async function takenFrom(
  restorer: CallScope,
  repository: string,
  tags: readonly string[],
): Promise<NotRestored | undefined> {
  for (const batch of batchesOf(tags, IDS_PER_CALL)) {
    const imageIds = batch.map((imageTag) => ({ imageTag }));
    const [other] = (await getImages(restorer, repository, imageIds)).images;
    if (!other) continue;
    const { imageDigest = 'unknown', imageTag = '' } = other.imageId ?? {};
    return refused(`its tag ${imageTag} means another image now (${imageDigest})`);
  }
  return undefined;
}
