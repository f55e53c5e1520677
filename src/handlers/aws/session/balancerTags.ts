/** Tags of load balancers and target groups: no listing returns them. */
import type { Read } from '../../../core/resource/resource.ts';
import type { Call } from '../calls/call.ts';
import { elb, elbV2 } from '../calls/loadBalancing.ts';
import { send } from '../wire/client.ts';
import { readById } from '../wire/readById.ts';
import { list } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';
import type { TagWriter } from './protecting.ts';
import { fromTags, toTags } from './tags.ts';

type Tags = Readonly<Record<string, string>>;
type TagList = Parameters<typeof toTags>[0];

/** How one of the two APIs reads and writes tags. */
export interface Tagging {
  readonly calls: { readonly describe: Call; readonly add: Call; readonly remove: Call };
  /** @param ids at most {@link MOST_IDS} @throws the SDK's own errors: one missing id fails the whole call */
  read(target: CallScope, ids: readonly string[]): Promise<readonly { readonly id?: string; readonly tags: TagList }[]>;
  writer(target: CallScope, id: string): TagWriter;
}

/** "You can specify up to 20 resources in a single call": DescribeTags of both APIs, and DescribeLoadBalancers. */
export const MOST_IDS = 20;

/** Classic load balancers, by name. */
export const elbTags: Tagging = {
  calls: { describe: elb.describeTags, add: elb.addTags, remove: elb.removeTags },
  async read(target, ids) {
    const described = await list(target, elb.describeTags, 'reading tags', { LoadBalancerNames: [...ids] });
    return described.map(({ LoadBalancerName: id, Tags: tags }) => ({ ...(id === undefined ? {} : { id }), tags }));
  },
  writer: (target, id) => ({
    apis: { write: elb.addTags.api, remove: elb.removeTags.api },
    async write(tags) {
      await send(target, elb.addTags, { LoadBalancerNames: [id], Tags: fromTags(tags) });
    },
    async remove(tags) {
      const Tags = Object.keys(tags).map((Key) => ({ Key }));
      await send(target, elb.removeTags, { LoadBalancerNames: [id], Tags });
    },
  }),
};

/** By ARN. */
export const elbV2Tags: Tagging = {
  calls: { describe: elbV2.describeTags, add: elbV2.addTags, remove: elbV2.removeTags },
  async read(target, ids) {
    const described = await list(target, elbV2.describeTags, 'reading tags', { ResourceArns: [...ids] });
    return described.map(({ ResourceArn: id, Tags: tags }) => ({ ...(id === undefined ? {} : { id }), tags }));
  },
  writer: (target, id) => ({
    apis: { write: elbV2.addTags.api, remove: elbV2.removeTags.api },
    async write(tags) {
      await send(target, elbV2.addTags, { ResourceArns: [id], Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, elbV2.removeTags, { ResourceArns: [id], TagKeys: Object.keys(tags) });
    },
  }),
};

/**
 * The tags by id. `gone` is NotFound for exactly that id; an id that AWS leaves out is `unknown`, because a tag that was
 * not read may keep the resource.
 * @throws ReadError when a call fails for a reason other than an id
 */
export function readTags(
  target: CallScope,
  { calls, read }: Tagging,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Read<{ readonly tags: Tags }>>> {
  return readById(
    target,
    {
      api: calls.describe.api,
      noun: 'tag list',
      most: MOST_IDS,
      idOf: ({ id }: { readonly id?: string; readonly tags: TagList }) => id,
      fetch: read,
      toRead: (_target, _id, { tags }) => ({ kind: 'found', resource: { tags: toTags(tags) } }),
    },
    ids,
  );
}
