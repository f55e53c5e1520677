/**
 * One owner may be several people. They are one owner: they get one message, one notice counts for all, and any of them
 * decides. Their addresses in one order are the owner's identity, so the order of a tag does not matter, and whoever
 * leaves or joins makes another owner, who needs a notice of their own. Pure.
 */

/** No address has a comma or a space ({@link parseAddress}). */
const BETWEEN = ', ';

/** More people make links longer than mail programs take; AWS's tags have room for a dozen. */
export const MOST_ADDRESSES = 20;

/** `undefined`: nobody, or more than {@link MOST_ADDRESSES}; of them some would hear nothing, and could not object. */
export function ownerOf(addresses: readonly string[]): string | undefined {
  const each = [...new Set(addresses)].sort();
  return each.length === 0 || each.length > MOST_ADDRESSES ? undefined : each.join(BETWEEN);
}

/** The addresses of an owner. */
export function addressesOf(owner: string): readonly string[] {
  return owner.split(BETWEEN);
}
