import type { DeleteOutcome } from '../../../../core/resource/resource.ts';
import { ecr } from '../../calls/ecr.ts';
import { deleteSame } from '../../session/deleteSame.ts';
import type { CallScopes } from '../../session/session.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { readTags } from './read.ts';
import type { EcrTagResource } from './resource.ts';

/**
 * Deletes one tag and no other: "You can remove a tag from an image by specifying the image's tag in your request. When
 * you remove the last tag from an image, the image is deleted". The digest stands in no request: with it, all tags go.
 * https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_BatchDeleteImage.html
 */
export async function removeTag(
  resource: EcrTagResource,
  { reader, deleter }: CallScopes,
): Promise<DeleteOutcome | undefined> {
  const { id, repository, name: imageTag } = resource;
  const now = (await readTags(reader, [id])).get(id);
  return deleteSame<EcrTagResource>('image tag', resource, now, async () => {
    const imageIds = [{ imageTag }];
    const answer = await send(deleter, ecr.batchDeleteImage, { repositoryName: repository, imageIds });
    const failure = answer.failures?.[0];
    if (failure) {
      const { failureCode, failureReason = 'without a reason' } = failure;
      return failureCode === 'ImageNotFound'
        ? { kind: 'gone' }
        : { kind: 'refused', reason: `ECR refuses (${failureCode}): ${failureReason}` };
    }
    const isDone = answer.imageIds?.some((one) => one.imageTag === imageTag) ?? false;
    return isDone ? { kind: 'deleted', requestId: requestIdOf(answer) } : undefined;
  });
}
