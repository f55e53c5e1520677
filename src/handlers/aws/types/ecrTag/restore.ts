import type { PutImageRequest } from '@aws-sdk/client-ecr';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { ecr } from '../../calls/ecr.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { sendForId } from '../../wire/client.ts';
import type { EcrDefinition, EcrTagResource } from './resource.ts';

const PUT = ecr.putImage;

/** Writes the manifest again under its tag. ECR refuses it once it has removed a layer, some time after the image. */
export async function restoreTag(
  { restorer, stored }: Wanted,
  now: Read<EcrTagResource> | undefined,
): Promise<Restoring> {
  const { id } = stored;
  const { repository, tag, digest, manifest, mediaType } = stored.definition as EcrDefinition;
  if (now?.kind === 'found') {
    return now.resource.digest === digest
      ? isThere(id)
      : refused(`the tag means another image now (${now.resource.digest})`);
  }
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
      const done = await restoreBy(restorer, PUT.api, `writing ${id} again`, () => sendForId(restorer, PUT, input));
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}
