/** Texts that answers repeat (`available`, an account, a tag's key) become one string each, in memory and in time. */

const SLOTS = 4096;
/** Longer texts seldom repeat. */
const LONGEST = 48;

const slots = new Array<string>(SLOTS).fill('');

/**
 * The ASCII text of these bytes, as a string of its own: a part of a larger string would keep all of that in memory.
 * @param hash of these bytes
 */
export function wordOf(bytes: Buffer, from: number, to: number, hash: number): string {
  const length = to - from;
  if (length > LONGEST) return bytes.toString('latin1', from, to);
  const slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
  const word = slots[slot] as string;
  if (word.length === length && isAt(bytes, from, word)) return word;
  const text = bytes.toString('latin1', from, to);
  slots[slot] = text;
  return text;
}

function isAt(bytes: Buffer, from: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[from + i] !== word.charCodeAt(i)) return false;
  return true;
}
