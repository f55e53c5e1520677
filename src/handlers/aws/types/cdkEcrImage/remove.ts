import type { ImageFailure } from '@aws-sdk/client-ecr';
import type { DeleteOutcome } from '../../../../core/resource/resource.ts';
import { ecr } from '../../calls/ecr.ts';
import { heldByStacks } from '../../evidence/cdk/heldByStacks.ts';
import type { AssetParameters } from '../../resources/cdk/parameters.ts';
import type { CallScopes } from '../../session/session.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { AssetImage } from './resource.ts';

/** One request for all of them, by digest: each goes with all its tags. */
export async function removeImages(
  repositoryName: string,
  batch: readonly AssetImage[],
  { reader, deleter }: CallScopes,
  parameters: AssetParameters,
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  const held = await heldByStacks(reader, parameters, batch);
  const free = batch.filter(({ id }) => !held.has(id));
  if (free.length === 0) return held;
  const imageIds = free.map(({ id: imageDigest }) => ({ imageDigest }));
  const answer = await send(deleter, ecr.batchDeleteImage, { repositoryName, imageIds });
  const asked = new Set(free.map(({ id }) => id));
  const outcomes = new Map<string, DeleteOutcome>(held);
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
