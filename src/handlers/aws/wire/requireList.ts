import { ReadError } from '../../../core/common/errors.ts';
import type { CallContext } from './readError.ts';
import { whereIs } from './target.ts';

/** The list of an answer. AWS sends an empty list for no items; an answer without a list is incomplete. */
export function requireList<T>(list: readonly T[] | undefined, { what, api, target }: CallContext): readonly T[] {
  if (list) return list;
  throw new ReadError(`${what} in ${whereIs(target)}: the answer to ${api} has no list in it`, {
    problem: 'malformed',
  });
}

/** A part that every complete answer has. @param noun for a sentence: `recipe` */
export function requirePart<T>(part: T | undefined, noun: string, { what, api, target }: CallContext): T {
  if (part !== undefined) return part;
  throw new ReadError(`${what} in ${whereIs(target)}: the answer to ${api} has no ${noun}`, { problem: 'malformed' });
}
