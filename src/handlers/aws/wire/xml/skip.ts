/** An element that nobody reads: passed over without a copy of any of it, and well-formed all the same. */
import { DEEPEST, type XmlCursor } from './cursor.ts';
import { readSection, textOf } from './text.ts';

const TAB = 9;
const NEWLINE = 10;
const SPACE = 32;
const AMPERSAND = 38;
const SLASH = 47;
const LESS = 60;
const BRACKET = 93;
const DELETE = 127;

/** From its start tag to behind its end tag. */
export function skipElement(cursor: XmlCursor): void {
  const from = cursor.at + 1;
  const to = cursor.nameEnd(from);
  cursor.startFrom(to);
  skipContent(cursor, cursor.bytes, from, to);
}

/**
 * From behind the start tag that was read last to behind its end tag.
 * @param named the bytes that have its name, from one to the other
 * @param depth of the elements around it that nobody reads
 */
export function skipContent(cursor: XmlCursor, named: Buffer, from: number, to: number, depth = 1): void {
  if (cursor.isEmpty) return;
  if (depth > DEEPEST) cursor.refuse(`elements within more than ${DEEPEST} others`);
  const { bytes } = cursor;
  for (skipText(cursor); bytes[cursor.at + 1] !== SLASH; skipText(cursor)) {
    if (cursor.isAtRemark()) {
      if (readSection(cursor) === undefined) cursor.skipRemark();
    } else {
      const begin = cursor.at + 1;
      const end = cursor.nameEnd(begin);
      cursor.startFrom(end);
      skipContent(cursor, bytes, begin, end, depth + 1);
    }
  }
  cursor.endAs(named, from, to);
}

function skipText(cursor: XmlCursor): void {
  const { bytes } = cursor;
  const { length } = bytes;
  let at = cursor.at;
  for (; at < length; at++) {
    const c = bytes[at] as number;
    if (c === LESS) {
      cursor.at = at;
      return;
    }
    const isPlain = c >= SPACE ? c < DELETE && c !== AMPERSAND && c !== BRACKET : c === NEWLINE || c === TAB;
    if (!isPlain) break;
  }
  const to = bytes.indexOf(LESS, at);
  if (to < 0) cursor.refuse('an element that does not end');
  textOf(cursor, to);
}
