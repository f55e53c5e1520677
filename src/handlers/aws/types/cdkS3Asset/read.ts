/** Reads the objects of a staging bucket. Each request names the account that must own the bucket. */
import type { Read } from '../../../../core/resource/resource.ts';
import { each } from '../../../contract/each.ts';
import { s3 } from '../../calls/s3.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import { withLastUser } from '../../resources/cdk/lastNamed.ts';
import { toTags } from '../../session/tags.ts';
import { send } from '../../wire/client.ts';
import { isNotFound } from '../../wire/errors.ts';
import { pagesOf } from '../../wire/paging.ts';
import { unknownRead } from '../../wire/readById.ts';
import { type CallContext, readError } from '../../wire/readError.ts';
import { read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { type AssetObject, listedObject, readObject } from './resource.ts';

/**
 * The bucket, and its owner: the names of staging buckets are known beforehand, so another account may have made one.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-owner-condition.html
 */
export function inBucket({ account }: CallScope, Bucket: string): { Bucket: string; ExpectedBucketOwner?: string } {
  return { Bucket, ...(account.id === undefined ? {} : { ExpectedBucketOwner: account.id }) };
}

/** Every object, without tags: they cost a request each. @throws ReadError */
export async function* listObjects(target: CallScope, place: AssetPlace): AsyncGenerator<readonly AssetObject[]> {
  const what = `listing the objects of ${place.name}`;
  const operation = { target, api: s3.listObjectsV2.api, what };
  yield* pagesOf(operation, async (ContinuationToken) => {
    const answer = await send(target, s3.listObjectsV2, { ...inBucket(target, place.name), ContinuationToken });
    // Every answer counts its keys, also that of an empty bucket.
    requirePart(answer.KeyCount, 'count of keys', operation);
    const nextToken = answer.IsTruncated ? answer.NextContinuationToken : undefined;
    if (answer.IsTruncated) requirePart(nextToken || undefined, 'token of the next page', operation);
    const items = (answer.Contents ?? []).map((one) => requirePart(listedObject(place, one), 'key or ETag', operation));
    return { items, nextToken };
  });
}

/**
 * Objects by their keys, with their tags.
 * @param mark absent: marks of other tools count for nothing
 * @throws ReadError for a read that fails, of any of them
 */
export async function readObjects(
  target: CallScope,
  place: AssetPlace,
  keys: readonly string[],
  mark: { readonly now: number } | undefined,
): Promise<ReadonlyMap<string, Read<AssetObject>>> {
  const reads = new Map<string, Read<AssetObject>>();
  await each(keys, async (key) => {
    reads.set(key, await readOne(target, place, key, mark));
  });
  return reads;
}

async function readOne(
  target: CallScope,
  place: AssetPlace,
  Key: string,
  mark: { readonly now: number } | undefined,
): Promise<Read<AssetObject>> {
  const operation = { target, api: s3.headObject.api, what: `reading ${Key} in ${place.name}` };
  try {
    const head = await headOf(place, Key, operation);
    const plain = readObject(place, Key, head, await tagsOf(target, place.name, Key), mark);
    const [resource = plain] = await withLastUser(target, [plain], ({ id }) => [id]);
    return { kind: 'found', resource };
  } catch (error) {
    // A bucket that is gone answers the same to a request without a body: only the listing of the key shows it.
    if (isNotFound(error)) return goneOr(target, place, Key);
    throw readError(error, operation);
  }
}

/** The identity of the object that has this key now; `undefined`: S3 says that none has. @throws ReadError */
export async function identityNow(target: CallScope, place: AssetPlace, Key: string): Promise<string | undefined> {
  const operation = { target, api: s3.headObject.api, what: `reading ${Key} in ${place.name}` };
  try {
    return readObject(place, Key, await headOf(place, Key, operation), {}, undefined).identity;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw readError(error, operation);
  }
}

async function headOf({ name }: AssetPlace, Key: string, operation: CallContext) {
  const input = { ...inBucket(operation.target, name), Key, ChecksumMode: 'ENABLED' as const };
  const head = await send(operation.target, s3.headObject, input);
  return { ...head, ETag: requirePart(head.ETag || undefined, 'ETag', operation) };
}

async function goneOr(target: CallScope, { name: bucket }: AssetPlace, key: string): Promise<Read<AssetObject>> {
  const what = `looking for ${key} in ${bucket}`;
  const input = { ...inBucket(target, bucket), Prefix: key, MaxKeys: 1 };
  const { Contents = [], KeyCount } = await read(target, s3.listObjectsV2, what, input);
  if (KeyCount !== undefined && Contents.every(({ Key }) => Key !== key)) return { kind: 'gone' };
  return unknownRead(`S3 lists ${key} in ${whereIs(target)}, and says that it does not exist`);
}

/** All tags of one object. @throws ReadError */
export async function tagsOf(
  target: CallScope,
  bucket: string,
  Key: string,
): Promise<Readonly<Record<string, string>>> {
  const what = `reading the tags of ${Key} in ${bucket}`;
  const { TagSet } = await read(target, s3.getObjectTagging, what, { ...inBucket(target, bucket), Key });
  return toTags(requirePart(TagSet, 'list of tags', { target, api: s3.getObjectTagging.api, what }));
}
