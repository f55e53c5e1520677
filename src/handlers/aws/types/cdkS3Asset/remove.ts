import type { DeletedObject, DeleteObjectsCommandOutput, _Error as Refused } from '@aws-sdk/client-s3';
import type { DeleteOutcome } from '../../../../core/resource/resource.ts';
import { each } from '../../../contract/each.ts';
import { s3 } from '../../calls/s3.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import { again, namedByStacks, unread } from '../../evidence/cdk/namedByStacks.ts';
import type { AssetParameters } from '../../resources/cdk/parameters.ts';
import type { CallScopes } from '../../session/session.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';
import { identityNow, inBucket } from './read.ts';
import type { AssetObject } from './resource.ts';

/** S3 asks for patience with one key, while it deletes others of the same request. */
const BUSY: ReadonlySet<string | undefined> = new Set(['OperationAborted', 'SlowDown']);
const AGAIN_MS = 60_000;
/** A permit lasts about 20 s; at a quarter of `S3_READ` so many reads take 1 s. */
const MOST_READ_AGAIN = 100;

/**
 * One request for all of them, without versions: a bucket with versions keeps each behind a delete marker. An object that
 * a deployment wrote again since its check stays: S3 compares the ETag. That is the same for the same bytes, so a request
 * for few objects also reads each again just before and compares its date:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 */
export async function removeObjects(
  place: AssetPlace,
  batch: readonly AssetObject[],
  { reader, deleter }: CallScopes,
  parameters: AssetParameters,
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  const inStacks = await namedByStacks(reader, parameters, batch);
  const left = batch.filter(({ id }) => !inStacks.has(id));
  const waiting = new Map([...inStacks, ...(await writtenAgain(reader, place, left))]);
  const free = left.filter(({ id }) => !waiting.has(id));
  if (free.length === 0) return waiting;
  const Objects = free.map(({ id: Key, etag: ETag }) => ({ Key, ETag }));
  const answer = await send(deleter, s3.deleteObjects, { ...inBucket(deleter, place.name), Delete: { Objects } });
  return new Map([...waiting, ...outcomesOf(answer, new Set(free.map(({ id }) => id)))]);
}

/** One that is gone meanwhile is left to the request, whose answer says so. */
async function writtenAgain(
  reader: CallScope,
  place: AssetPlace,
  batch: readonly AssetObject[],
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  const outcomes = new Map<string, DeleteOutcome>();
  if (batch.length > MOST_READ_AGAIN) return outcomes;
  await each(batch, async ({ id, identity }) => {
    try {
      const now = await identityNow(reader, place, id);
      if (now !== undefined && now !== identity) outcomes.set(id, again('it was written again since its read'));
    } catch (error) {
      outcomes.set(id, again(unread(error)));
    }
  });
  return outcomes;
}

/** Only the parts of the answer about a requested key; S3 lists each key once, as deleted or with its error. */
function outcomesOf(
  answer: DeleteObjectsCommandOutput,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, DeleteOutcome> {
  const requestId = requestIdOf(answer);
  const outcomes = new Map<string, DeleteOutcome>();
  const set = (key: string | undefined, outcome: DeleteOutcome | undefined) => {
    if (key !== undefined && outcome !== undefined && wanted.has(key)) outcomes.set(key, outcome);
  };
  for (const { Key } of answer.Deleted ?? ([] as DeletedObject[])) set(Key, { kind: 'deleted', requestId });
  for (const failed of answer.Errors ?? []) set(failed.Key, outcomeOf(failed));
  return outcomes;
}

function outcomeOf({ Code, Message = 'without a reason' }: Refused): DeleteOutcome | undefined {
  if (Code === 'NoSuchKey') return { kind: 'gone' };
  if (Code === 'PreconditionFailed') return { kind: 'refused', reason: 'it was written again just now' };
  if (BUSY.has(Code)) return { kind: 'retry', afterMs: AGAIN_MS, reason: `S3 asks to wait (${Code}): ${Message}` };
  // It says nothing about what was done; without an outcome a read by id decides.
  if (Code === 'InternalError') return undefined;
  return { kind: 'refused', reason: `S3 refuses (${Code}): ${Message}` };
}
