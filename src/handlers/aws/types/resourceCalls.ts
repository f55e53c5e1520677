/** The calls that list the resources of a type, and find them again by ids or names. */
import type { Call, Input, Item, ListCall, Method, Output } from '../calls/call.ts';
import { allOf } from '../wire/paging.ts';
import { list, pages } from '../wire/reading.ts';
import { describingEach, type EachDescribed } from './describingEach.ts';
import type { Calls } from './resourceReading.ts';

/** How those are read that several calls list. */
export interface ReadsWith<O> extends Calls<O> {
  readonly calls: readonly Call[];
}

/** How AWS is asked: EC2 allows no paging together with ids, and returns all of at most 1,000. */
export function callsOf<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string, O>({
  noun,
  reads,
  idsInput,
  describesEach,
  readsWith,
  leftOut,
  each = (item) => [item as O],
}: {
  readonly noun: string;
  readonly reads: ListCall<C, M, L>;
  readonly leftOut?: 'gone';
  idsInput?(ids: string[]): Input<C, M>;
  readonly describesEach?: EachDescribed<Item<Output<C, M>, L>, O>;
  readonly readsWith?: ReadsWith<O>;
  each?(item: Item<Output<C, M>, L>): readonly O[];
}): Calls<O> {
  if (describesEach) return describingEach(noun, reads, describesEach);
  if (readsWith) return readsWith;
  if (!idsInput) throw new Error(`nothing says how a ${noun} is read by its id`);
  return {
    api: reads.api,
    async *all(target) {
      for await (const page of pages(target, reads, `listing ${noun}s`)) yield page.flatMap(each);
    },
    async some(target, ids) {
      const items =
        leftOut === 'gone'
          ? await allOf(pages(target, reads, `reading ${noun}s by name`, idsInput([...ids])))
          : await list(target, reads, `reading ${noun}s`, idsInput([...ids]));
      return items.flatMap(each);
    },
  };
}
