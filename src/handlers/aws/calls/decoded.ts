/**
 * Calls of which only a part of each answer is decoded. What is not named is not there, for the compiler too: a member that is
 * forgotten here is an error at its use, and never a value that looks absent. Only AWS's answers in XML leave anything out, and every
 * answer is checked to its last byte all the same.
 */
import type { Item, ListCall, Method, Output } from './call.ts';
import type { DecodedItems, Members } from './decodedItems.ts';

/** {@link Members} that a value of the SDK may have. */
export type MembersOf<T> = T extends readonly (infer I)[]
  ? MembersOf<I>
  : T extends Date | string | number | boolean
    ? true
    : true | { readonly [K in keyof T]?: MembersOf<NonNullable<T[K]>> };

declare const undecoded: unique symbol;

/** In the place of a member that is not decoded: nothing takes it for a value that the SDK declares, nor for an absent one. */
export type Undecoded = typeof undecoded;

/** The value, of which only these members are decoded. */
export type Decoded<T, M> = M extends true
  ? T
  : T extends readonly (infer I)[]
    ? Decoded<I, M>[]
    : T extends object
      ? { [K in keyof T]: K extends keyof M ? Decoded<T[K], M[K]> : Undecoded }
      : T;

/** The same call, with these members of its items. Made once per use: what decodes an answer is kept with it. */
export function decoding<
  C extends object,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  const N extends MembersOf<Item<Output<C, M>, L>>,
>(call: ListCall<C, M, L>, members: N): ListCall<C, M, L, Decoded<Item<Output<C, M>, L>, N>> {
  const decoded: DecodedItems = { list: call.list, members: members as Members };
  return { ...call, decoded } as unknown as ReturnType<typeof decoding<C, M, L, N>>;
}
