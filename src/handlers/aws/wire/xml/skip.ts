/** An element that no schema names: passed over, and well-formed all the same. */
import { DEEPEST, type XmlCursor } from './cursor.ts';
import { readSection, textOf } from './text.ts';

const SLASH = 47;
const LESS = 60;

/** From its start tag to behind its end tag. */
export function skipElement(cursor: XmlCursor): void {
  const open = [startAny(cursor)].filter((name) => name !== undefined);
  for (let name = open.at(-1); name !== undefined; name = open.at(-1)) {
    skipText(cursor);
    if (cursor.bytes[cursor.at + 1] === SLASH) {
      cursor.end(name);
      open.pop();
    } else if (cursor.isAtRemark()) {
      if (readSection(cursor) === undefined) cursor.skipRemark();
    } else {
      const inner = startAny(cursor);
      if (inner !== undefined && open.push(inner) > DEEPEST)
        cursor.refuse(`elements within more than ${DEEPEST} others`);
    }
  }
}

/** @returns the name of the element that is open now; `undefined`: it is empty */
function startAny(cursor: XmlCursor): Buffer | undefined {
  const name = cursor.name();
  cursor.start(name);
  return cursor.isEmpty ? undefined : name;
}

function skipText(cursor: XmlCursor): void {
  const to = cursor.bytes.indexOf(LESS, cursor.at);
  if (to < 0) cursor.refuse('an element that does not end');
  if (to > cursor.at) textOf(cursor, to);
}
