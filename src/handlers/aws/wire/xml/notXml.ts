/**
 * Refuses an answer. The SDK adds its status to this error, so that {@link isMalformed} of `../errors.ts` knows it.
 * @param at the byte of the answer
 */
export function refuse(what: string, at: number): never {
  throw new Error(`the XML of the answer cannot be read: ${what} (byte ${at})`);
}
