import type { PutImageRequest } from '@aws-sdk/client-ecr';
import type { Read } from '../../../../core/resource/resource.ts';
import type { NotRestored, Restored, Restoring } from '../../../../core/resource/restoring.ts';
import { ecr } from '../../calls/ecr.ts';
import { tagId } from '../../resources/ecrTagId.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { sendForId } from '../../wire/client.ts';
import { readTags } from './read.ts';
import type { EcrDefinition, EcrTagResource } from './resource.ts';

const PUT = ecr.putImage;

/** Writes the manifest again under its tag. ECR refuses it once it has removed a layer, some time after the image. */
export async function restoreTag({ restorer, stored }: Wanted): Promise<Restoring> {
  const { id } = stored;
  const { repository, tag, digest, manifest, mediaType } = stored.definition as EcrDefinition;
  if (tagId(repository, tag) !== id) return refused(`its definition is of another tag, ${tagId(repository, tag)}`);
  // In a mutable repository a request takes the tag from any other image.
  const taken = async () => standing((await readTags(restorer, [id])).get(id), id, digest);
  const now = await taken();
  if (now) return now;
  const input: PutImageRequest = {
    repositoryName: repository,
    imageTag: tag,
    imageDigest: digest,
    imageManifest: manifest,
    ...(mediaType === undefined ? {} : { imageManifestMediaType: mediaType }),
  };
  return {
    kind: 'ready',
    id,
    steps: [
      {
        says: `writes the manifest of ${id} again, if ECR still has its layers`,
        command: awsJsonCommand(restorer, 'ecr put-image', input),
      },
    ],
    afterwards: [],
    async run() {
      const meanwhile = await taken();
      if (meanwhile) return meanwhile;
      const done = await restoreBy(restorer, PUT.api, `writing ${id} again`, () => sendForId(restorer, PUT, input));
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}

/** What the tag means now; `undefined`: nothing. */
function standing(
  now: Read<EcrTagResource> | undefined,
  id: string,
  digest: string,
): Restored | NotRestored | undefined {
  if (now?.kind === 'gone') return undefined;
  if (now?.kind !== 'found') return refused(`whether the tag means another image is not known: ${now?.why}`);
  const { digest: other } = now.resource;
  return other === digest ? isThere(id) : refused(`the tag means another image now (${other})`);
}
