import type { PutImageRequest } from '@aws-sdk/client-ecr';
import type { NotRestored, Restored, Restoring } from '../../../../core/resource/restoring.ts';
import { ecr } from '../../calls/ecr.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { sendForId } from '../../wire/client.ts';
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
