import { ReadError } from '../../../../core/common/errors.ts';
import { s3 } from '../../calls/s3.ts';
import { markOfObject, objectTagsWith } from '../../resources/cdk/marks.ts';
import type { CallScopes } from '../../session/session.ts';
import { fromTags } from '../../session/tags.ts';
import { send } from '../../wire/client.ts';
import { readError } from '../../wire/readError.ts';
import { inBucket, tagsOf } from './read.ts';
import type { AssetObject } from './resource.ts';

/**
 * Writes the mark of `cdk gc` beside the object's other tags, which S3 replaces as a whole: they are read just before. An
 * object that has a mark keeps it.
 * @param at ms since the epoch; `undefined` removes the mark
 * @throws ReadError; the rest of the batch is written first
 */
export async function markObjects(
  bucket: string,
  batch: readonly AssetObject[],
  at: number | undefined,
  { reader, deleter }: CallScopes,
): Promise<void> {
  const failures: ReadError[] = [];
  for (const { id: Key } of batch) {
    const what = `writing the mark of ${Key} in ${bucket}`;
    try {
      const before = await tagsOf(reader, bucket, Key);
      const { kind } = markOfObject(before, reader.io.clock.now());
      if (at === undefined ? kind === 'none' : kind === 'marked') continue;
      const after = objectTagsWith(before, at === undefined ? undefined : new Date(at));
      if (after === undefined) {
        throw new ReadError(`${what}: the object has 10 tags, and S3 takes no more`, { problem: 'failed' });
      }
      await send(deleter, s3.putObjectTagging, {
        ...inBucket(deleter, bucket),
        Key,
        Tagging: { TagSet: fromTags(after) },
      });
    } catch (error) {
      const failed = readError(error, { target: deleter, api: s3.putObjectTagging.api, what });
      if (!(failed instanceof ReadError)) throw failed;
      failures.push(failed);
    }
  }
  const [first] = failures;
  if (first) throw first;
}
