/** One document: its declaration, its root, and nothing behind that. */
import { isAscii, isUtf8 } from 'node:buffer';
import { XmlCursor } from './cursor.ts';
import type { ElementReader } from './shapes.ts';

const DECLARATION = '<?xml';

/** https://www.w3.org/TR/xml/#NT-XMLDecl, of the encoding that AWS uses. */
const DECLARED =
  /^\s+version\s*=\s*(["'])1\.[01]\1(?:\s+encoding\s*=\s*(["'])(?:utf-8|us-ascii)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*$/i;

/** No character, in UTF-8: the rest of these is refused where text is read. */
const NONCHARACTERS = [Buffer.from('\ufffe'), Buffer.from('\uffff')];

/**
 * Reads a document whose root has this name.
 * @throws Error if it is not well-formed to its last byte, has another root, or not the shape that the reader knows
 */
export function readDocument(bytes: Buffer, root: Buffer, read: ElementReader): unknown {
  const cursor = new XmlCursor(bytes);
  if (!isAscii(bytes)) {
    if (!isUtf8(bytes)) cursor.refuse('it is not UTF-8');
    if (NONCHARACTERS.some((none) => bytes.includes(none))) cursor.refuse('a character that no XML has');
  }
  if (bytes.toString('latin1', 0, DECLARATION.length) === DECLARATION) readDeclaration(cursor);
  if (!cursor.toTag()) cursor.refuse('an end tag before the root');
  if (!cursor.isStartOf(root)) cursor.refuse(`<${cursor.name()}> instead of <${root.toString()}>`);
  cursor.start(root);
  const value = read(cursor, root);
  while (cursor.at < bytes.length) {
    if (cursor.skipSpace()) continue;
    if (!cursor.isAtRemark()) cursor.refuse('something behind the root');
    cursor.skipRemark();
  }
  return value;
}

function readDeclaration(cursor: XmlCursor): void {
  cursor.at += DECLARATION.length;
  if (!DECLARED.test(cursor.until('?>'))) cursor.refuse('a declaration of another XML than 1.0 in UTF-8');
}
