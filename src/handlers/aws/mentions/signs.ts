/** What stands in a text that names something, seen in one pass: most values of an answer have none of it. Pure. */
import { mayHaveText, SHORTEST_RUN } from './base64.ts';
import { LAST_WORDS } from './words.ts';

export const SIGNS = {
  /** A dash behind what may be the prefix of an id, or `ec2` of `ec2-203-0-113-10.`. */
  id: 1,
  /** What may be `arn:`. */
  arn: 2,
  /** What may be `sha256:`. */
  digest: 4,
  /** A dot or a colon, a slash and a colon in this order: what may be an image. */
  image: 8,
  /** A host that ends in `amazonaws.com`, an address, or a host of one that ends in `nip.io` or `sslip.io`. */
  threeDots: 16,
  backslash: 32,
  /** The last of the words that stand before a name, and a blank, `=` or `:`. */
  word: 64,
  /** Base64 in which a text may be. */
  longRun: 128,
} as const;

const [DASH, COLON, DOT, SLASH, BACKSLASH, QUOTE, BLANK, OTHER] = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/**
 * By character; letters, digits and `+` are ordinary, as in base64. A word may be separated from its name by `=`, as by a
 * blank, and blanks of other scripts are blanks, too.
 */
const KINDS = new Uint8Array(65_536).fill(OTHER, 0, 128).fill(BLANK, 128);
for (const [kind, characters] of [
  [DASH, '-'],
  [COLON, ':'],
  [DOT, '.'],
  [SLASH, '/'],
  [BACKSLASH, '\\'],
  [QUOTE, `"'`],
  [BLANK, '= \t\n\v\f\r'],
  [0, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+'],
] as const)
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;

/** Capitals differ from small letters by this bit; digits have it. */
const SMALL = 32;
const [N, P, S, SIX] = [...'nps6'].map((character) => character.charCodeAt(0));
/** The last letters of `ami`, `eipalloc`, `eni`, `fs`, `fsap`, `i`, `lt`, `nat`, `sg`, `snap`, `subnet`, `vol`, `vpce`, `ec2`. */
const BEFORE_DASH = marked([...'icgstple2']);
/** The last two letters of each word. */
const ENDS = marked(LAST_WORDS.map((word) => word.slice(-2)));

/** The signs of a text, added up. */
export function signsOf(text: string): number {
  const { length } = text;
  let signs = 0;
  let dots = 0;
  let hasPort = false;
  let slashAfterHost = false;
  let beforeRun = -1;
  for (let at = 0; at < length; at += 1) {
    const kind = KINDS[text.charCodeAt(at)];
    if (kind === 0) continue;
    if (kind !== SLASH) {
      if (isLong(text, beforeRun + 1, at)) signs |= SIGNS.longRun;
      beforeRun = at;
    }
    if (kind === DASH) {
      if (at > 0 && BEFORE_DASH[text.charCodeAt(at - 1) | SMALL]) signs |= SIGNS.id;
    } else if (kind === DOT) dots += endsHostOfAddress(text, at) ? 3 : 1;
    else if (kind === SLASH) slashAfterHost ||= dots > 0 || hasPort;
    else if (kind === BACKSLASH) signs |= SIGNS.backslash;
    else if (kind === COLON || kind === BLANK) {
      if (kind === COLON && at > 0) {
        const before = text.charCodeAt(at - 1);
        if (before === N) signs |= SIGNS.arn;
        if (before === SIX) signs |= SIGNS.digest;
        if (slashAfterHost) signs |= SIGNS.image;
        hasPort = true;
      }
      if (!(signs & SIGNS.word) && endsWord(text, at)) signs |= SIGNS.word;
    }
  }
  if (isLong(text, beforeRun + 1, length)) signs |= SIGNS.longRun;
  return dots < 3 ? signs : signs | SIGNS.threeDots;
}

/** Is it the dot before the last label of `10-0-1-5.nip.io`? */
function endsHostOfAddress(text: string, dot: number): boolean {
  return dot > 0 && (text.charCodeAt(dot - 1) | SMALL) === P && /^\.io\b/i.test(text.slice(dot, dot + 4));
}

/** Is it long enough for an id, and may it have a text? */
function isLong(text: string, start: number, end: number): boolean {
  return end - start >= SHORTEST_RUN && mayHaveText(text, start, end);
}

/** May a word end before this place, in the plural or in quotes? */
function endsWord(text: string, at: number): boolean {
  let last = at - 1;
  while (last >= 0 && isQuote(text.charCodeAt(last))) last -= 1;
  if (last >= 2 && (text.charCodeAt(last) | SMALL) === S) last -= 1;
  if (last < 1) return false;
  if (ENDS[pair(text, last)] !== 1) return false;
  return LAST_WORDS.some((word) => text.slice(Math.max(0, last + 1 - word.length), last + 1).toLowerCase() === word);
}

/** Also in a text in a text: `\"image\": …`. */
function isQuote(code: number): boolean {
  return KINDS[code] === QUOTE || KINDS[code] === BACKSLASH;
}

/** A number for the two letters that end at a place, in small ones; others have none. */
function pair(text: string, last: number): number {
  return (text.charCodeAt(last - 1) | SMALL) * 128 + (text.charCodeAt(last) | SMALL);
}

/** A table with 1 at the code of each character, or at the number of each two. */
function marked(ends: readonly string[]): Uint8Array {
  const table = new Uint8Array(128 * 128);
  for (const end of ends) table[end.length === 1 ? end.charCodeAt(0) : pair(end, 1)] = 1;
  return table;
}
