import { ReadError } from '../../../../core/common/errors.ts';
import type { NotRestored, Restorable, Restored, Restoring } from '../../../../core/resource/restoring.ts';
import { s3 } from '../../calls/s3.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { sendForId } from '../../wire/client.ts';
import { read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { inBucket, readObjects } from './read.ts';
import type { ObjectDefinition } from './resource.ts';

const REMOVE = s3.deleteObject;

/** Whether the bucket keeps a deleted object, and for how long only its lifecycle rules know. */
export async function restorableIn(reader: CallScope, bucket: string): Promise<Restorable> {
  try {
    const what = `reading whether ${bucket} keeps versions`;
    const { Status } = await read(reader, s3.getBucketVersioning, what, inBucket(reader, bucket));
    return Status === 'Enabled'
      ? { says: 'its bucket keeps it behind a delete marker until a lifecycle rule of the bucket removes it' }
      : { says: 'its bucket keeps no versions, so nothing brings it back' };
  } catch (error) {
    if (error instanceof ReadError) return { says: `whether its bucket keeps it is not known: ${error.message}` };
    throw error;
  }
}

/**
 * Removes the delete marker that hides the object. Where the bucket keeps no versions, it is gone for ever.
 * @param place the bucket of the environment as it is now
 */
export async function restoreObject({ restorer, stored }: Wanted, place: AssetPlace): Promise<Restoring> {
  const { id } = stored;
  const { bucket, key: Key, etag } = stored.definition as ObjectDefinition;
  if (Key !== id) return refused(`its definition is of another object, ${Key}`);
  if (bucket !== place.name)
    return refused(`it was in ${bucket}, and the bucket of the environment is ${place.name} now`);
  const now = await nowAt(restorer, place, id, etag);
  if (now !== 'hidden') return now;
  const what = `reading the versions of ${Key} in ${bucket}`;
  const found = await read(restorer, s3.listObjectVersions, what, { ...inBucket(restorer, bucket), Prefix: Key });
  const marker = found.DeleteMarkers?.find(({ Key: key, IsLatest }) => key === Key && IsLatest);
  // S3 lists the versions of a key from the newest to the oldest; the newest is what the marker hides.
  const newest = found.Versions?.find(({ Key: key }) => key === Key);
  if (!marker?.VersionId || !newest) {
    const why = 'the bucket has no version of it behind a delete marker: it kept none, or a lifecycle rule removed it';
    return { kind: 'expired', why, steps: [] };
  }
  if (newest.ETag !== etag) return refused('another object had its key since, and would come back in its place');
  const input = { ...inBucket(restorer, bucket), Key, VersionId: marker.VersionId };
  return {
    kind: 'ready',
    id,
    steps: [
      { says: `removes the delete marker of ${Key}`, command: awsJsonCommand(restorer, 's3api delete-object', input) },
    ],
    afterwards: [],
    async run() {
      const done = await restoreBy(restorer, REMOVE.api, `restoring ${id}`, () => sendForId(restorer, REMOVE, input));
      if ('kind' in done) return done;
      const after = await nowAt(restorer, place, id, etag);
      if (after === 'hidden') return refused('another delete marker hides it: run it again');
      return after.kind === 'restored' ? { ...after, ...done } : after;
    },
  };
}

/** What has the key now. @throws ReadError */
async function nowAt(
  restorer: CallScope,
  place: AssetPlace,
  id: string,
  etag: string,
): Promise<Restored | NotRestored | 'hidden'> {
  const now = (await readObjects(restorer, place, [id], undefined)).get(id);
  if (now?.kind !== 'found') return 'hidden';
  return now.resource.etag === etag ? isThere(id) : refused('another object has its key now');
}
