/** Text between two tags, or between two quotes, as a reader of XML 1.0 sees it. */
import { refuse } from './notXml.ts';

/** A character that XML knows in no form: https://www.w3.org/TR/xml/#charsets */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
const NO_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** Every `&` is one: what is no reference matches as `&` alone. */
const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6});|#([0-9]{1,7});|([a-z]{1,4});)?/g;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Text with its references resolved.
 * @param at the byte where it begins
 * @throws Error for a reference to anything but the five entities and a character
 */
export function charactersOf(bytes: Buffer, from: number, to: number): string {
  // Quotes first, and fast: a template in JSON has one in every twenty characters.
  const text = rawOf(bytes, from, to).replaceAll('&quot;', '"');
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? refuse(`the entity ${name}`, from);
    if (hex !== undefined) return character(Number.parseInt(hex, 16), from);
    return decimal === undefined ? refuse('an `&` that begins no reference', from) : character(Number(decimal), from);
  });
}

/** Text without references: that of a section or a comment. Lines end as XML says. */
export function rawOf(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to);
  if (NO_CHARACTER.test(text)) refuse('a character that no XML has', from);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** AWS writes control characters of names as numbers (XML 1.1 allows it); half of a pair, and 0, are no characters. */
function character(code: number, at: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && (code & 0xfffe) !== 0xfffe;
  return isCharacter ? String.fromCodePoint(code) : refuse(`a reference to the character ${code}`, at);
}
