/** Types whose listing has little more than names: each is described by a call of its own. */
import type { Call, Item, ListCall, Method, Output } from '../calls/call.ts';
import { isNotFound } from '../wire/errors.ts';
import { readError } from '../wire/readError.ts';
import { pages } from '../wire/reading.ts';
import { requirePart } from '../wire/requireList.ts';
import type { CallScope } from '../wire/target.ts';
import type { Calls } from './resourceReading.ts';

/** How one is read whose listing has little more than its name. */
export interface EachDescribed<T, O> {
  /** All calls of {@link read}; that which says whether it exists is the first. */
  readonly calls: readonly [Call, ...Call[]];
  nameOf(item: T): string | undefined;
  /** @throws the SDK's own errors, and ReadError for what is read beside it */
  read(target: CallScope, name: string): Promise<O>;
}

/** One that vanished after the listing is left out: its own read says that it is gone. */
export function describingEach<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string, O>(
  noun: string,
  reads: ListCall<C, M, L>,
  { calls: [{ api }], nameOf, read }: EachDescribed<Item<Output<C, M>, L>, O>,
): Calls<O> {
  return {
    api,
    async *all(target) {
      const what = `listing ${noun}s`;
      for await (const page of pages(target, reads, what)) {
        const found: O[] = [];
        for (const item of page) {
          const name = requirePart(nameOf(item) || undefined, 'name of one', { target, what, api: reads.api });
          const one = await read(target, name).catch((error: unknown) => {
            if (isNotFound(error)) return undefined;
            throw readError(error, { target, api, what: `describing ${noun} ${name}` });
          });
          if (one !== undefined) found.push(one);
        }
        yield found;
      }
    },
    some: (target, names) => Promise.all(names.map((name) => read(target, name))),
  };
}
