import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import {
  type Call,
  type Input,
  type Item,
  type ListCall,
  type Method,
  type Output,
  permissionsOf,
} from '../../calls/call.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import { groupsIn } from './namedGroups.ts';

type Listed<C extends object, M extends Method<C>, L extends keyof Output<C, M>> = Item<Output<C, M>, L>;

/** The members that a request must have. */
type Needed<I> = { [K in keyof I]-?: object extends Pick<I, K> ? never : K }[keyof I] & string;

interface Described<
  C extends object,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  D extends Method<C>,
  P extends keyof Output<C, D> & string,
> extends Pick<EvidenceSource, 'name' | 'summary'> {
  readonly lists: ListCall<C, M, L>;
  readonly describes: Call<C, D>;
  /** For errors: `reading the security groups of pipes`. */
  readonly what: string;
  /** The members of a listed item by which it is described, and their names there: each item has them all. */
  readonly by: Readonly<Record<Needed<Input<C, D>>, keyof Listed<C, M, L> & string>>;
  /** A member that every complete description has: a blank one would otherwise pass for one without groups. */
  readonly has: P;
  /** The part of the description that may name groups; absent: all of it. */
  part?(described: Output<C, D>): unknown;
  /** The user, in words that help to find it: `pipe orders of EventBridge (STOPPED)`. */
  user(listed: Listed<C, M, L>, described: Output<C, D>): string;
}

/**
 * Users that one call lists and another describes, one by one, in every account: each id of a security group anywhere in
 * the description counts. One that was deleted after the listing has no users.
 */
export function describedSource<
  C extends object,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  D extends Method<C>,
  P extends keyof Output<C, D> & string,
>({ lists, describes, what, by, has, part, user, ...declared }: Described<C, M, L, D, P>): EvidenceSource {
  return {
    ...declared,
    permissions: permissionsOf(describes, lists),
    per: 'location',
    places: everyAccount,
    async read(place, scope, _candidates, io) {
      const target = await provenReader(place, scope, io);
      return findInPages(pages(target, lists, what), async (listed) => {
        const named = Object.entries<keyof Listed<C, M, L> & string>(by).map(([sent, member]) => [
          sent,
          requirePart(listed[member] || undefined, member, { target, api: lists.api, what }),
        ]);
        try {
          const described = await read(target, describes, what, Object.fromEntries(named) as Input<C, D>);
          requirePart(described[has] || undefined, has, { target, api: describes.api, what });
          const text = JSON.stringify(part?.(described) ?? described);
          return groupsIn(text, user(listed, described));
        } catch (error) {
          // It was deleted after the listing.
          if (saysNotFound(error)) return [];
          throw error;
        }
      });
    },
  };
}
