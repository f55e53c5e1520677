import { ReadError } from '../../../../core/common/errors.ts';
import { ecr } from '../../calls/ecr.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import { imageMarkTag } from '../../resources/cdk/marks.ts';
import type { CallScopes } from '../../session/session.ts';
import { send } from '../../wire/client.ts';
import { readError } from '../../wire/readError.ts';
import { readImages } from './read.ts';
import type { AssetImage } from './resource.ts';

/**
 * Gives each image the further tag with which `cdk gc` marks it, unless it has one. Holystone removes none: ECR removes a
 * tag only by the request that deletes images, and `cdk gc` removes the mark of an image that is used again.
 * @param at ms since the epoch; `undefined`: nothing is done
 * @throws ReadError; the rest of the batch is written first
 */
export async function markImages(
  place: AssetPlace,
  batch: readonly AssetImage[],
  at: number | undefined,
  { reader, deleter }: CallScopes,
): Promise<void> {
  if (at === undefined) return;
  const reads = await readImages(
    reader,
    place,
    batch.map(({ id }) => id),
    { now: reader.io.clock.now() },
  );
  const failures: ReadError[] = [];
  for (const [index, { id }] of batch.entries()) {
    const read = reads.get(id);
    if (read?.kind !== 'found' || read.resource.markedElsewhereAt || !read.resource.described) continue;
    const { manifest: imageManifest, mediaType } = read.resource.described;
    const what = `writing the mark of ${id} in ${place.name}`;
    try {
      await send(deleter, ecr.putImage, {
        repositoryName: place.name,
        imageManifest,
        imageDigest: id,
        imageTag: imageMarkTag(index, new Date(at)),
        ...(mediaType === undefined ? {} : { imageManifestMediaType: mediaType }),
      });
    } catch (error) {
      const failed = readError(error, { target: deleter, api: ecr.putImage.api, what });
      if (!(failed instanceof ReadError)) throw failed;
      failures.push(failed);
    }
  }
  const [first] = failures;
  if (first) throw first;
}
