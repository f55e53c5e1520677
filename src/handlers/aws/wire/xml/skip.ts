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
  const { bytes } = cursor;
  /** Where the names of the open elements begin and end. */
  const open: number[] = [];
  startAny(cursor, open);
  while (open.length > 0) {
    skipText(cursor);
    if (bytes[cursor.at + 1] === SLASH) {
      const to = open.pop() as number;
      cursor.endAs(bytes, open.pop() as number, to);
    } else if (cursor.isAtRemark()) {
      if (readSection(cursor) === undefined) cursor.skipRemark();
    } else {
      startAny(cursor, open);
      if (open.length > 2 * DEEPEST) cursor.refuse(`elements within more than ${DEEPEST} others`);
    }
  }
}

function startAny(cursor: XmlCursor, open: number[]): void {
  const from = cursor.at + 1;
  const to = cursor.nameEnd(from);
  cursor.startFrom(to);
  if (!cursor.isEmpty) open.push(from, to);
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
