/** The text of an element that has no others in it. */
import { charactersOf } from './characters.ts';
import type { XmlCursor } from './cursor.ts';

/** Texts that answers repeat (`available`, an account, a tag's key) become one string each, in memory and in time. */

const SLOTS = 4096;
/** Longer texts seldom repeat. */
const LONGEST = 48;

const slots = new Array<string>(SLOTS).fill('');

/**
 * The ASCII text of these bytes, as a string of its own: a part of a larger string would keep all of that in memory.
 * @param hash of these bytes
 */
function wordOf(bytes: Buffer, from: number, to: number, hash: number): string {
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

const SPACE = 32;
const AMPERSAND = 38;
const SLASH = 47;
const LESS = 60;
const BRACKET = 93;
const DELETE = 127;

const SECTION = '<![CDATA[';

/**
 * From behind the start tag to behind the end tag.
 * @returns as the SDK reads it: white space with a line end in it is no text
 * @throws Error if another element is in it, or if it has attributes and no text (`xsi:nil`): the SDK refuses both
 */
export function readText(cursor: XmlCursor, name: Buffer): string {
  const { bytes, isEmpty, attributes } = cursor;
  if (attributes.size > 0) return readParts(cursor, name);
  if (isEmpty) return '';
  const from = cursor.at;
  const { length } = bytes;
  let at = from;
  let hash = 0;
  for (; at < length; at++) {
    const c = bytes[at] as number;
    if (c === LESS || c === AMPERSAND || c < SPACE || c >= DELETE || c === BRACKET) break;
    hash = (Math.imul(hash, 31) + c) | 0;
  }
  if (bytes[at] !== LESS || bytes[at + 1] !== SLASH) return readParts(cursor, name);
  cursor.at = at;
  cursor.end(name);
  return wordOf(bytes, from, at, hash);
}

/** Text with references, sections, comments or letters of several bytes. */
function readParts(cursor: XmlCursor, name: Buffer): string {
  const hasAttributes = cursor.attributes.size > 0;
  const parts = cursor.isEmpty ? [] : partsOf(cursor);
  if (!cursor.isEmpty) cursor.end(name);
  if (!hasAttributes) return kept(parts.join('')) ?? '';
  const texts = parts.filter((part) => kept(part) !== undefined);
  return texts.length > 0 ? texts.join('') : cursor.refuse('an element with attributes and without a value');
}

function partsOf(cursor: XmlCursor): readonly string[] {
  const { bytes } = cursor;
  const parts: string[] = [];
  for (;;) {
    const from = cursor.at;
    const to = bytes.indexOf(LESS, from);
    if (to < 0) cursor.refuse('a text that does not end');
    if (to > from) parts.push(textOf(cursor, to));
    if (bytes[to + 1] === SLASH) return parts;
    const section = readSection(cursor);
    if (section !== undefined) parts.push(section);
    else if (cursor.isAtRemark()) cursor.skipRemark();
    else cursor.refuse('an element within a text');
  }
}

/** Text up to this byte. */
export function textOf(cursor: XmlCursor, to: number): string {
  const text = charactersOf(cursor.bytes, cursor.at, to);
  // What a reference stands for cannot end a section.
  if (text.includes(']]>') && cursor.bytes.subarray(cursor.at, to).includes(']]>')) cursor.refuse('`]]>` in a text');
  cursor.at = to;
  return text;
}

/** The text of the section that begins here. @returns `undefined`: none begins here */
export function readSection(cursor: XmlCursor): string | undefined {
  if (cursor.bytes.toString('latin1', cursor.at, cursor.at + SECTION.length) !== SECTION) return undefined;
  cursor.at += SECTION.length;
  return cursor.until(']]>');
}

function kept(text: string): string | undefined {
  return text.includes('\n') && text.trim() === '' ? undefined : text;
}
