import type { ImageFailure } from '@aws-sdk/client-ecr';
import type { DeleteOutcome } from '../../../../core/resource/resource.ts';
import { ecr } from '../../calls/ecr.ts';
import { heldByReview } from '../../evidence/cdk/reviewed.ts';
import type { CallScopes } from '../../session/session.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { AssetImage } from './resource.ts';

/** One request for all of them, by digest: each goes with all its tags. */
export async function removeImages(
  repositoryName: string,
  batch: readonly AssetImage[],
  { reader, deleter }: CallScopes,
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  const held = await heldByReview(reader);
  if (held) return new Map(batch.map(({ id }) => [id, held]));
  const imageIds = batch.map(({ id: imageDigest }) => ({ imageDigest }));
  const answer = await send(deleter, ecr.batchDeleteImage, { repositoryName, imageIds });
  const asked = new Set(batch.map(({ id }) => id));
  const outcomes = new Map<string, DeleteOutcome>();
  const set = (digest: string | undefined, outcome: DeleteOutcome) => {
    if (digest !== undefined && asked.has(digest)) outcomes.set(digest, outcome);
  };
  // ECR lists a deleted image once for each of its tags.
  for (const { imageDigest } of answer.imageIds ?? [])
    set(imageDigest, { kind: 'deleted', requestId: requestIdOf(answer) });
  for (const failure of answer.failures ?? []) set(failure.imageId?.imageDigest, outcomeOf(failure));
  return outcomes;
}

function outcomeOf({ failureCode, failureReason = 'without a reason' }: ImageFailure): DeleteOutcome {
  if (failureCode === 'ImageNotFound') return { kind: 'gone' };
  const reason = `ECR refuses (${failureCode}): ${failureReason}`;
  const isInUse = failureCode === 'ImageReferencedByManifestList';
  return { kind: 'refused', reason, ...(isInUse ? { isInUse } : {}) };
}
