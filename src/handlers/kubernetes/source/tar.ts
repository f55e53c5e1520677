/** The entries of a tar archive: ustar, pax and GNU's long names. Pure; anything that it does not know is an error. */
import { utf8 } from '../../../documents/plainFile.ts';

const BLOCK = 512;

/** One entry, with the name that a header before it may have given. */
export interface TarEntry {
  readonly path: string;
  /** `other`: a link, a device, a pipe, a file with holes, a part of another volume. */
  readonly kind: 'file' | 'folder' | 'other';
  /** When it was written, ms since the epoch. */
  readonly at: number;
  readonly content: Buffer;
}

/**
 * Each entry; `undefined` for a header that describes another one.
 * @throws Error unless the archive is whole and ends where it says
 */
export function* tarEntries(tar: Buffer): Generator<TarEntry | undefined> {
  let longName: string | undefined;
  for (let at = 0; ; ) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw new Error('it is cut short');
    if (isZero(header)) {
      if (!isZero(tar.subarray(at))) throw new Error('it goes on after its end');
      return;
    }
    if (!hasItsSum(header)) throw new Error('it is no tar archive');
    const size = octal(header, 124, 12);
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw new Error('it is cut short');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'x' || type === 'g') {
      const path = pathIn(content, size);
      if (type === 'g' && path !== undefined) throw new Error('it gives one name to all of its files');
      longName = path ?? longName;
      yield undefined;
    } else if (type === 'L' || type === 'K') {
      // K: to where a link leads.
      if (type === 'L') longName = text(content, 0, size);
      yield undefined;
    } else {
      const path = longName ?? nameIn(header);
      longName = undefined;
      yield { path, kind: kindOf(type, path, size), at: octal(header, 136, 12) * 1000, content };
    }
  }
}

/** Before POSIX a folder was a file whose name ends so. */
function kindOf(type: string, path: string, size: number): TarEntry['kind'] {
  const isPlain = type === '0' || type === '\0';
  if (type === '5' || (isPlain && path.endsWith('/'))) return size === 0 ? 'folder' : 'other';
  return isPlain ? 'file' : 'other';
}

/** All bytes are zero: each is the one before it, and the first one is. */
function isZero(bytes: Buffer): boolean {
  return bytes[0] === 0 && bytes.subarray(1).equals(bytes.subarray(0, -1));
}

/** The sum of the header's bytes, with its own field as spaces. */
function hasItsSum(header: Buffer): boolean {
  let sum = 0;
  for (let index = 0; index < BLOCK; index++) sum += index >= 148 && index < 156 ? 0x20 : (header[index] ?? 0);
  return sum === Number.parseInt(header.toString('latin1', 148, 156).trim(), 8);
}

function nameIn(header: Buffer): string {
  const isUstar = text(header, 257, 6) === 'ustar';
  const prefix = isUstar ? text(header, 345, 155) : '';
  return prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
}

/** Records of pax (POSIX): `28 path=a/b.yaml\n`, the length of the whole record in bytes, a key, a value. */
function pathIn(content: Buffer, size: number): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < size; ) {
    const space = content.indexOf(0x20, at);
    const length = space > at ? number(content.toString('latin1', at, space), 10) : 0;
    const record = content.subarray(space + 1, at + length);
    if (length === 0 || at + length > size || record.at(-1) !== 0x0a) throw new Error('its pax records are odd');
    const equals = record.indexOf('=');
    if (equals < 1) throw new Error('its pax records are odd');
    const key = record.toString('latin1', 0, equals);
    // A file with holes is stored without them; a size beside that of the header is one of a file that is too large.
    if (key === 'size' || key.startsWith('GNU.sparse.')) throw new Error(`a file of it has \`${key}\``);
    if (key === 'path') path = utf8(record.subarray(equals + 1, -1));
    at += length;
  }
  return path;
}

function octal(header: Buffer, from: number, length: number): number {
  return number(text(header, from, length).trim() || '0', 8);
}

function number(digits: string, base: 8 | 10): number {
  const isNumber = base === 8 ? /^[0-7]{1,12}$/.test(digits) : /^\d{1,10}$/.test(digits);
  if (!isNumber) throw new Error('a number in it is odd');
  return Number.parseInt(digits, base);
}

function text(bytes: Buffer, from: number, length: number): string {
  const part = bytes.subarray(from, from + length);
  const end = part.indexOf(0);
  return utf8(part.subarray(0, end === -1 ? undefined : end));
}
