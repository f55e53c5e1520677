import { dynamoDb } from '../calls/dynamoDb.ts';
import { send } from '../wire/client.ts';
import type { Tagging } from './tagging.ts';
import { fromTags } from './tags.ts';

/** Of a table of DynamoDB, by its ARN. */
export const tableTags: Tagging<{ readonly id: string; readonly arn: string }> = {
  calls: { add: dynamoDb.tagResource, remove: dynamoDb.untagResource },
  writer: (target, { arn: ResourceArn }) => ({
    apis: { write: dynamoDb.tagResource.api, remove: dynamoDb.untagResource.api },
    async write(tags) {
      await send(target, dynamoDb.tagResource, { ResourceArn, Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, dynamoDb.untagResource, { ResourceArn, TagKeys: Object.keys(tags) });
    },
  }),
};
