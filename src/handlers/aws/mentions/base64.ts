/** What a run of base64 may have in it, seen without decoding it. Pure. */

/** As long as an id in base64 is at least. */
export const SHORTEST_RUN = 16;
const [LINE, RETURN, H, E] = [10, 13, 72, 101] as const;
/** Six bits of each character of base64; -1: none, such as a line break or the padding. */
const BITS = new Int8Array(65_536).fill(-1);
for (const [bits, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  BITS[character.charCodeAt(0)] = bits;

/** @param at within the text: a place beyond its end would make every later look much slower */
export function bitsAt(text: string, at: number): number {
  return BITS[text.charCodeAt(at)] ?? -1;
}

/** May it be packed, or have ten printable bytes in a row, of UTF-16 each beside a zero? @param end of its first line */
export function mayHaveText(text: string, start: number, end: number): boolean {
  return isLineBreak(text, end) || isPacked(text, start) || mayHaveRow(text, start, end);
}

function isLineBreak(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const code = text.charCodeAt(at);
  return code === LINE || code === RETURN;
}

/** 0x1f8b08, or 0x78 and its check. */
export function isPacked(text: string, start: number): boolean {
  const first = text.charCodeAt(start);
  return (first === H && text.startsWith('H4s', start)) || (first === E && isDeflated(text, start));
}

function isDeflated(text: string, start: number): boolean {
  const [second, third] = [bitsAt(text, start + 1), bitsAt(text, start + 2)];
  return second < 16 && third >= 0 && isZlib(0x78, (second << 4) | (third >> 2));
}

/** https://www.rfc-editor.org/rfc/rfc1950#section-2.2 */
export function isZlib(method: number | undefined, flags: number | undefined): boolean {
  return method === 0x78 && flags !== undefined && ((method << 8) | flags) % 31 === 0;
}

/** Four characters are three bytes. Ten printable bytes in a row have the first two of three such triples in a row. */
function mayHaveRow(text: string, start: number, end: number): boolean {
  for (let at = start + 8; at < end; at += 12) {
    if (isWide(text, at, end) && isWide(text, at + 4, end)) return true;
    if (!isPrintable(text, at, end)) continue;
    const [before, after] = [isPrintable(text, at - 4, end), isPrintable(text, at + 4, end)];
    if (before && (after || isPrintable(text, at - 8, end))) return true;
    if (after && isPrintable(text, at + 8, end)) return true;
  }
  return false;
}

/** The first two bytes of the triple that begins here, by their first bits. */
function isPrintable(text: string, at: number, end: number): boolean {
  if (at + 1 >= end) return false;
  const [first, second] = [bitsAt(text, at), bitsAt(text, at + 1) & 15];
  return first >= 8 && first < 32 && second >= 2 && second < 8;
}

/** The triple that begins here, of UTF-16: zero, printable, zero, or the other way round. Ten letters have five such triples in a row. */
function isWide(text: string, at: number, end: number): boolean {
  if (at + 3 >= end) return false;
  const [first, second, third] = [bitsAt(text, at), bitsAt(text, at + 1), bitsAt(text, at + 2)];
  if (first === 0) return second >= 2 && second < 8 && (third & 3) === 0 && bitsAt(text, at + 3) === 0;
  return first >= 8 && first < 32 && (second & 15) === 0 && third >= 0 && third < 2;
}
