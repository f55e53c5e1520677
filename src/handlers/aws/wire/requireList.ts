import { type CallContext, unread } from './readError.ts';

/** The list of an answer. AWS sends an empty list for no items; an answer without a list is incomplete. */
export function requireList<T>(list: readonly T[] | undefined, call: CallContext): readonly T[] {
  if (list) return list;
  throw unread(call, `the answer to ${call.api} has no list in it`);
}

/** A part that every complete answer has. @param noun for a sentence: `recipe` */
export function requirePart<T>(part: T | undefined, noun: string, call: CallContext): T {
  if (part !== undefined) return part;
  throw unread(call, `the answer to ${call.api} has no ${noun}`);
}
