/** What the answer to one command is decoded of, in the context that the SDK gives to its middlewares and to its protocol. */
import type { DecodedItems } from '../../calls/decodedItems.ts';

const DECODED = Symbol('the items that are decoded');

/** Of the answer, only these are decoded. @param context of the command, as its middlewares get it */
export function decodeOnly(context: object, items: DecodedItems): void {
  Object.assign(context, { [DECODED]: items });
}

/** `undefined`: all of it. */
export function decodedOf(context: object): DecodedItems | undefined {
  return (context as { readonly [DECODED]?: DecodedItems })[DECODED];
}
