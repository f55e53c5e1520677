import type { DeletedObject, DeleteObjectsCommandOutput, _Error as Refused } from '@aws-sdk/client-s3';
import type { DeleteOutcome } from '../../../../core/resource/resource.ts';
import { s3 } from '../../calls/s3.ts';
import { namedByStacks } from '../../evidence/cdk/namedByStacks.ts';
import type { AssetParameters } from '../../resources/cdk/parameters.ts';
import type { CallScopes } from '../../session/session.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { inBucket } from './read.ts';
import type { AssetObject } from './resource.ts';

/** S3 asks for patience with one key, while it deletes others of the same request. */
const BUSY: ReadonlySet<string | undefined> = new Set(['OperationAborted', 'SlowDown']);
const AGAIN_MS = 60_000;

/**
 * One request for all of them, without versions: a bucket with versions keeps each behind a delete marker. An object
 * that was written again since its read has another ETag, and stays:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 */
export async function removeObjects(
  bucket: string,
  batch: readonly AssetObject[],
  { reader, deleter }: CallScopes,
  parameters: AssetParameters,
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  const waiting = await namedByStacks(reader, parameters, batch);
  const free = batch.filter(({ id }) => !waiting.has(id));
  if (free.length === 0) return waiting;
  const Objects = free.map(({ id: Key, etag: ETag }) => ({ Key, ETag }));
  const answer = await send(deleter, s3.deleteObjects, { ...inBucket(deleter, bucket), Delete: { Objects } });
  return new Map([...waiting, ...outcomesOf(answer, new Set(free.map(({ id }) => id)))]);
}

/** Only the parts of the answer about a requested key; S3 lists each key once, as deleted or with its error. */
function outcomesOf(
  answer: DeleteObjectsCommandOutput,
  asked: ReadonlySet<string>,
): ReadonlyMap<string, DeleteOutcome> {
  const requestId = requestIdOf(answer);
  const outcomes = new Map<string, DeleteOutcome>();
  const set = (key: string | undefined, outcome: DeleteOutcome | undefined) => {
    if (key !== undefined && outcome !== undefined && asked.has(key)) outcomes.set(key, outcome);
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
