import type { ImageFailure } from '@aws-sdk/client-ecr';
import type { DeleteOutcome, Read } from '../../../../core/resource/resource.ts';
import { ecr } from '../../calls/ecr.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import { again, namedByStacks, unread } from '../../evidence/cdk/namedByStacks.ts';
import type { AssetParameters } from '../../resources/cdk/parameters.ts';
import type { CallScopes } from '../../session/session.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';
import { readImages } from './read.ts';
import type { AssetImage } from './resource.ts';

/**
 * One request for all of them, by digest: each goes with all its tags. So each is read again first: a deployment may have
 * given it another tag, or pushed it again.
 */
export async function removeImages(
  place: AssetPlace,
  batch: readonly AssetImage[],
  { reader, deleter }: CallScopes,
  parameters: AssetParameters,
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  const { name: repositoryName } = place;
  const inStacks = await namedByStacks(reader, parameters, batch);
  const left = batch.filter(({ id }) => !inStacks.has(id));
  const waiting = new Map([...inStacks, ...(await changedSince(reader, place, left))]);
  const free = left.filter(({ id }) => !waiting.has(id));
  if (free.length === 0) return waiting;
  const imageIds = free.map(({ id: imageDigest }) => ({ imageDigest }));
  const answer = await send(deleter, ecr.batchDeleteImage, { repositoryName, imageIds });
  const wanted = new Set(free.map(({ id }) => id));
  const outcomes = new Map<string, DeleteOutcome>(waiting);
  const set = (digest: string | undefined, outcome: DeleteOutcome) => {
    if (digest !== undefined && wanted.has(digest)) outcomes.set(digest, outcome);
  };
  // ECR lists a deleted image once for each of its tags.
  for (const { imageDigest } of answer.imageIds ?? [])
    set(imageDigest, { kind: 'deleted', requestId: requestIdOf(answer) });
  for (const failure of answer.failures ?? []) set(failure.imageId?.imageDigest, outcomeOf(failure));
  return outcomes;
}

/** The images that are not as they were checked: a tag may be the first of a deployment, whose stack names it soon. */
async function changedSince(
  reader: CallScope,
  place: AssetPlace,
  batch: readonly AssetImage[],
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  const ids = batch.map(({ id }) => id);
  const reads = await readImages(reader, place, ids, undefined).catch(unread);
  const outcomes = new Map<string, DeleteOutcome>();
  for (const checked of batch) {
    const outcome = typeof reads === 'string' ? again(reads) : changeOf(checked, reads.get(checked.id));
    if (outcome) outcomes.set(checked.id, outcome);
  }
  return outcomes;
}

function changeOf({ identity, tagged }: AssetImage, now: Read<AssetImage> | undefined): DeleteOutcome | undefined {
  if (now?.kind === 'gone') return { kind: 'gone' };
  if (now?.kind !== 'found') return again(now?.why ?? 'AWS answered without it');
  if (now.resource.identity !== identity) return again('it was pushed again just now');
  const added = now.resource.tagged.filter((tag) => !tagged.includes(tag));
  return added.length === 0 ? undefined : again(`it got the tag ${added.join(', ')} just now`);
}

function outcomeOf({ failureCode, failureReason = 'without a reason' }: ImageFailure): DeleteOutcome {
  if (failureCode === 'ImageNotFound') return { kind: 'gone' };
  const reason = `ECR refuses (${failureCode}): ${failureReason}`;
  const isInUse = failureCode === 'ImageReferencedByManifestList';
  return { kind: 'refused', reason, ...(isInUse ? { isInUse } : {}) };
}
