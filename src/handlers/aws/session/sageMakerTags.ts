import type { Tag } from '@aws-sdk/client-sagemaker';
import { sageMaker } from '../calls/sageMaker.ts';
import { send } from '../wire/client.ts';
import { allOf } from '../wire/paging.ts';
import { saysNotFound } from '../wire/readError.ts';
import { pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';
import type { Tagging } from './tagging.ts';
import { fromTags } from './tags.ts';

/** Of everything of SageMaker, by its ARN. */
export const sageMakerTags: Tagging<{ readonly id: string; readonly arn: string }> = {
  calls: { add: sageMaker.addTags, remove: sageMaker.deleteTags },
  writer: (target, { arn: ResourceArn }) => ({
    apis: { write: sageMaker.addTags.api, remove: sageMaker.deleteTags.api },
    async write(tags) {
      await send(target, sageMaker.addTags, { ResourceArn, Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, sageMaker.deleteTags, { ResourceArn, TagKeys: Object.keys(tags) });
    },
  }),
};

/** @throws ReadError; AWS's own error if the resource vanished */
export async function readSageMakerTags(target: CallScope, ResourceArn: string): Promise<readonly Tag[]> {
  const reading = pages(target, sageMaker.listTags, `reading the tags of ${ResourceArn}`, { ResourceArn });
  return allOf(reading).catch((error: unknown) => {
    throw saysNotFound(error) ? (error as Error).cause : error;
  });
}
