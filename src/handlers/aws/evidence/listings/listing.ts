/**
 * Listings as data: a call, what is asked about each of its items, and the user in words. The compiler checks members
 * against the types of the SDK. Whatever an item mentions, it uses (see noUse.ts).
 */
import type { Finding } from '../../../../core/common/finding.ts';
import type { Call, Input, Item, ListCall, Method, Output } from '../../calls/call.ts';
import { type CallContext, unlessGone, unread } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { Reading } from './reading.ts';
import { selfOf } from './self.ts';

/** A part of a listing that is read for everything that is known so far: of an item, and of those above it. */
export interface Step<K> {
  readonly calls: readonly Call[];
  readonly read: (reading: Reading, known: K) => Promise<void>;
}

/** The same for many items at once. */
export interface Batch<K, T> {
  readonly calls: readonly Call[];
  readonly read: (reading: Reading, known: K, items: readonly T[]) => Promise<void>;
}

/** How the users among some items are told. */
export interface Told<K, T> {
  /** The user in words that help to find it; absent: the items only lead to others. */
  readonly user?: (known: K & T) => string;
  /** States that are no users: terminated, deleted, an old version. */
  readonly unless?: (known: K & T) => boolean;
  /** The part of an item that may mention something; absent: all of it. */
  readonly part?: (item: T) => unknown;
  /** Members that every complete item has, each in a sentence: one without them would pass for one that mentions nothing. */
  readonly must?: { readonly [M in keyof T & string]?: string };
  readonly each?: readonly Step<K & T>[];
}

/** The members of a request, by the member with the value among all that is known. */
type By<I, K> = { readonly [P in keyof I & string]?: keyof K & string };
/** The members that a request must have. */
type Needed<I> = { [P in keyof I]-?: object extends Pick<I, P> ? never : P }[keyof I] & string;

interface Lists<K, T, I> extends Told<K, T> {
  readonly input?: Partial<I>;
  readonly by?: By<I, K>;
  /** Of what is known so far: does the listing apply? */
  readonly when?: (known: K) => boolean;
  readonly batches?: readonly Batch<K, T>[];
}

/** All items of a listing. */
export function lists<K extends object, C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>(
  call: ListCall<C, M, L>,
  row: Lists<NoInfer<K>, Item<Output<C, M>, L>, Input<C, M>>,
): Step<K> {
  type T = Item<Output<C, M>, L>;
  return allOf<K, T, C, M, L, T>(call, (item) => [item], row);
}

/** The same for a listing whose items are texts. @param as the member under which an item is known from here on */
export function listsNames<
  K extends object,
  C extends object,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  const A extends string,
>(call: ListCall<C, M, L>, as: A, row: Lists<NoInfer<K>, { readonly [P in A]: string }, Input<C, M>>): Step<K> {
  return allOf(call, (item) => [{ [as]: String(item) } as { readonly [P in A]: string }], row);
}

/** The same for a listing whose items have lists of what is looked for, or of what is decoded of it. @param list its member */
export function listsIn<
  K extends object,
  C extends object,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  R,
  I extends keyof R & string,
>(call: ListCall<C, M, L, R>, list: I, row: Lists<NoInfer<K>, Item<R, I>, Input<C, M>>): Step<K> {
  type T = Item<R, I>;
  return allOf(call, (item, context) => requirePart(item[list] as readonly T[] | undefined, list, context), row);
}

function allOf<K extends object, T, C extends object, M extends Method<C>, L extends keyof Output<C, M> & string, R>(
  call: ListCall<C, M, L, R>,
  known: (item: R, context: CallContext) => readonly T[],
  row: Lists<K, T, Input<C, M>>,
): Step<K> {
  const { batches = [], each = [] } = row;
  return {
    calls: [call, ...[...each, ...batches].flatMap(({ calls }) => calls)],
    async read(reading, above) {
      const { target, what, found } = reading;
      if (row.when?.(above) === false) return;
      const input = { ...row.input, ...requestMembers(reading, call, row.by, above) };
      for await (const page of pages(target, call, what, input as Partial<Input<C, M>>)) {
        const items = page.flatMap((item) => known(item, { target, what, api: call.api }));
        for (const batch of batches) await found.attempt(() => batch.read(reading, above, items));
        for (const item of items) {
          const isTold = found.attempt(() => tell<K, T>(reading, call, row, item, joined(above, item)));
          if (isTold) await isTold;
        }
      }
    },
  };
}

/** One answer about an item above. One that was deleted after the listing uses nothing. */
export function describes<
  K extends object,
  C extends object,
  M extends Method<C>,
  P extends keyof Output<C, M> & string,
>(
  call: Call<C, M>,
  row: Told<NoInfer<K>, Output<C, M>> & {
    readonly by: By<Input<C, M>, NoInfer<K>> & Readonly<Record<Needed<Input<C, M>>, keyof NoInfer<K> & string>>;
    /** A member that every complete answer has: a blank one would otherwise pass for one that mentions nothing. */
    readonly has: P;
    /** It in a sentence; absent: the member. */
    readonly noun?: string;
    /** Tells it from every other of the same name, if it never changes: then it is read once. */
    readonly unchanging?: (known: NoInfer<K>) => string | undefined;
  },
): Step<K> {
  const { by, has, unchanging, each = [] } = row;
  return {
    calls: [call, ...each.flatMap(({ calls }) => calls)],
    async read(reading, known) {
      const { target, what } = reading;
      const describe = async () => {
        const answer = await read(target, call, what, requestMembers(reading, call, by, known) as Input<C, M>);
        if (answer[has]) return answer;
        const user = row.user?.(joined(known, answer)) ?? 'one';
        const { noun = has } = row;
        const why = `${user} came without its ${noun}: the answer to ${call.api} has no ${noun}`;
        throw unread({ what, target }, why);
      };
      const key = unchanging?.(known);
      if (key === undefined) {
        const answer: Output<C, M> | undefined = await unlessGone(describe());
        if (answer) await tell<K, Output<C, M>>(reading, call, row, answer, joined(known, answer));
        return;
      }
      // The words of the user come from the listing: the answer is not read again.
      const mentions = await reading.memory.of(key, async () => {
        const answer = await unlessGone(describe());
        if (!answer) return undefined;
        const part = partOf(row, answer);
        reading.requireNames(part, row.user?.(joined(known, answer)) ?? key, answer, row.must);
        return reading.mentionsOf(call, part);
      });
      if (mentions && row.user) reading.found.add(await reading.usesOf(mentions, row.user(known as K & Output<C, M>)));
    },
  };
}

/** The members of a request that come from what is known. @throws ReadError if AWS left one of them out */
function requestMembers<K extends object>(
  { target, what }: Reading,
  { api }: Call,
  by: Readonly<Record<string, string | undefined>> | undefined,
  known: K,
): Readonly<Record<string, unknown>> {
  const values = known as Readonly<Record<string, unknown>>;
  const named = Object.entries(by ?? {}).map(([sent, member = '']) => {
    return [sent, requirePart(values[member] || undefined, member, { target, api, what })];
  });
  return Object.fromEntries(named);
}

/** What was known, and what an answer adds to it. */
export function joined<K, T>(known: K, more: T): K & T {
  return Object.assign({}, known, more);
}

/** @returns a promise only where something else is read for the item */
function tell<K, T>(reading: Reading, call: Call, row: Told<K, T>, item: T, known: K & T): Promise<void> | void {
  if (row.unless?.(known)) return;
  const isTold = row.user && tellUses(reading, call, row, item, row.user(known));
  if (isTold || row.each) return tellEach(reading, row, known, isTold);
}

function tellUses<K, T>(reading: Reading, call: Call, row: Told<K, T>, item: T, by: string): Promise<void> | void {
  const { found } = reading;
  const part = partOf(row, item);
  const add = (uses: readonly Finding[]) => {
    found.add(uses);
    found.attempt(() => reading.requireNames(part, by, item, row.must));
  };
  const uses = reading.usesOf(reading.mentionsOf(call, part), by, selfOf(call, item));
  if (uses instanceof Promise) return uses.then(add);
  add(uses);
}

/** @param isTold before the rest is read */
async function tellEach<K, T>(
  reading: Reading,
  { each = [] }: Told<K, T>,
  known: K & T,
  isTold: Promise<void> | void,
): Promise<void> {
  await isTold;
  for (const step of each) await reading.found.attempt(() => unlessGone(step.read(reading, known)));
}

/** What of an item may mention something. */
export function partOf<T>({ part }: Pick<Told<object, T>, 'part'>, item: T): unknown {
  return part ? part(item) : item;
}
