import { ReadError } from '../../../../core/common/errors.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restorable, Restoring } from '../../../../core/resource/restoring.ts';
import { s3 } from '../../calls/s3.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { sendForId } from '../../wire/client.ts';
import { read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { inBucket } from './read.ts';
import type { AssetObject, ObjectDefinition } from './resource.ts';

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

/** Removes the delete marker that hides the object. Where the bucket keeps no versions, it is gone for ever. */
export async function restoreObject(
  { restorer, stored }: Wanted,
  now: Read<AssetObject> | undefined,
): Promise<Restoring> {
  const { id } = stored;
  const { bucket, key: Key, etag } = stored.definition as ObjectDefinition;
  if (now?.kind === 'found') {
    return now.resource.etag === etag ? isThere(id) : refused('another object has its key now');
  }
  const what = `reading the versions of ${Key} in ${bucket}`;
  const found = await read(restorer, s3.listObjectVersions, what, { ...inBucket(restorer, bucket), Prefix: Key });
  const marker = found.DeleteMarkers?.find(({ Key: key, IsLatest }) => key === Key && IsLatest);
  const kept = found.Versions?.some(({ Key: key, ETag }) => key === Key && ETag === etag);
  if (!marker?.VersionId || !kept) {
    const why = 'the bucket has no version of it behind a delete marker: it kept none, or a lifecycle rule removed it';
    return { kind: 'expired', why, steps: [] };
  }
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
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}
