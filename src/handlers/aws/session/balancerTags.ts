/** Tags of load balancers and target groups: no listing returns them. */
import { elb, elbV2 } from '../calls/loadBalancing.ts';
import { send } from '../wire/client.ts';
import { list } from '../wire/reading.ts';
import type { Tagging } from './tagging.ts';
import { fromTags } from './tags.ts';

type Listed = Required<Tagging>;

/** "You can specify up to 20 resources in a single call": DescribeTags of both APIs, and DescribeLoadBalancers. */
export const MOST_IDS = 20;

/** Classic load balancers, by name. */
export const elbTags: Listed = {
  calls: { add: elb.addTags, remove: elb.removeTags },
  listing: {
    call: elb.describeTags,
    most: MOST_IDS,
    async read(target, ids) {
      const described = await list(target, elb.describeTags, 'reading tags', { LoadBalancerNames: [...ids] });
      return described.map(({ LoadBalancerName: id, Tags: tags }) => ({ id, tags }));
    },
  },
  writer: (target, { id }) => ({
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
export const elbV2Tags: Listed = {
  calls: { add: elbV2.addTags, remove: elbV2.removeTags },
  listing: {
    call: elbV2.describeTags,
    most: MOST_IDS,
    async read(target, ids) {
      const described = await list(target, elbV2.describeTags, 'reading tags', { ResourceArns: [...ids] });
      return described.map(({ ResourceArn: id, Tags: tags }) => ({ id, tags }));
    },
  },
  writer: (target, { id }) => ({
    apis: { write: elbV2.addTags.api, remove: elbV2.removeTags.api },
    async write(tags) {
      await send(target, elbV2.addTags, { ResourceArns: [id], Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, elbV2.removeTags, { ResourceArns: [id], TagKeys: Object.keys(tags) });
    },
  }),
};
