/** What is asked about many items of a listing at once. */
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Input, Item, ListCall, Method, Output } from '../../calls/call.ts';
import { read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import { whereIs } from '../../wire/target.ts';
import { type Batch, joined, partOf, type Told } from './listing.ts';
import { selfOf } from './self.ts';

interface Batched<K, T, C extends object, M extends Method<C>, U> extends Told<K & T, U> {
  /** So many names in one request. */
  readonly most: number;
  /** The name of a listed item; `undefined`: not asked about. */
  readonly name: (item: K & T) => string | undefined;
  readonly input: (names: string[], known: K) => Input<C, M>;
  /** The names by which an answered item may have been asked for. */
  readonly names: (item: U) => readonly (string | undefined)[];
  /** The names that AWS says do not exist. */
  readonly missing?: (answer: Output<C, M>) => readonly (string | undefined)[] | undefined;
  /** Why one is not in the answer, if AWS says so. */
  readonly why?: (answer: Output<C, M>, name: string) => string | undefined;
  /** Tells the content of a listed item from every other, if it is known by that: then it is read once. */
  readonly unchanging?: (item: K & T) => string | undefined;
}

/** Many items of the listing above in one answer; each is in it, or named as missing. */
export function batches<
  K extends object,
  T extends object,
  C extends object,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
>(call: ListCall<C, M, L>, row: Batched<NoInfer<K>, NoInfer<T>, C, M, Item<Output<C, M>, L>>): Batch<K, T> {
  type U = Item<Output<C, M>, L>;
  return {
    calls: [call],
    async read(reading, known, items) {
      const { target, found, what, memory } = reading;
      const named = items.flatMap((item) => {
        const all = joined(known, item);
        const name = row.name(all);
        return name === undefined ? [] : [{ name, key: row.unchanging?.(all), item: all }];
      });
      const isKnown = async ({ key, item }: (typeof named)[number]) => {
        const mentions = key === undefined ? undefined : memory.known(key);
        if (mentions && row.user) found.add(await reading.usesOf(mentions, row.user(item as K & T & U)));
        return mentions !== undefined;
      };
      const unread: typeof named = [];
      for (const one of named) if (!(await isKnown(one))) unread.push(one);
      await found.inAll(batchesOf(unread, row.most), async (batch) => {
        const names = batch.map(({ name }) => name);
        const answer = await read(target, call, what, row.input(names, known));
        const answered = requirePart(answer[call.list] as readonly U[] | undefined, 'list in it', {
          target,
          api: call.api,
          what,
        });
        for (const item of answered) {
          const { key, item: listed } = batch.find(({ name }) => row.names(item).includes(name)) ?? {};
          const part = partOf(row, item);
          const mentions = reading.mentionsOf(call, part);
          const all = joined((listed ?? known) as K & T, item);
          if (!row.user || row.unless?.(all)) continue;
          const by = row.user(all);
          found.add(await reading.usesOf(mentions, by, selfOf(call, item)));
          await found.attempt(() => {
            reading.requireNames(part, by, item, row.must);
            if (key !== undefined) memory.keep(key, mentions);
          });
        }
        const there = new Set([...answered.flatMap(row.names), ...(row.missing?.(answer) ?? [])]);
        const left = names.find((name) => !there.has(name));
        if (left === undefined) return [];
        const why = row.why?.(answer, left);
        const message = `${what} in ${whereIs(target)}: ${left} exists and was not in the answer${why ? ` (${why})` : ''}`;
        throw new ReadError(message, { problem: 'malformed' });
      });
    },
  };
}
