/** The manifests in an archive: tar, packed with gzip. Any unexpected entry makes the whole source unreadable. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ReadError } from '../../../core/common/errors.ts';
import { isManifest, MAX_BYTES, type SourceFile } from './folder.ts';

const unpacked = promisify(gunzip);
const BLOCK = 512;

/** The manifests of an archive. */
export interface Archived {
  readonly files: readonly SourceFile[];
  /** When the newest file was written, ms since the epoch. */
  readonly newestAt: number;
}

/** By the first two bytes of gzip (RFC 1952). */
export function isPacked(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** @throws ReadError unless the archive is whole, and every manifest in it a plain file */
export async function filesInArchive(bytes: Buffer, name: string): Promise<Archived> {
  let tar: Buffer;
  try {
    tar = await unpacked(bytes, { maxOutputLength: MAX_BYTES });
  } catch (cause) {
    throw odd(name, `it cannot be unpacked, or has more than ${MAX_BYTES} bytes`, cause);
  }
  return filesInTar(tar, name);
}

function filesInTar(tar: Buffer, name: string): Archived {
  const files: SourceFile[] = [];
  let newestAt = 0;
  let longName: string | undefined;
  for (let at = 0; ; ) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw odd(name, 'it is cut short');
    if (header.every((byte) => byte === 0)) return { files, newestAt };
    if (!hasItsSum(header)) throw odd(name, 'it is no tar archive');
    const size = octal(header, 124, 12);
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw odd(name, 'it is cut short');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'x') longName = paxPath(content) ?? longName;
    else if (type === 'L') longName = text(content, 0, size);
    else if (type !== 'g') {
      const path = longName ?? pathIn(header);
      longName = undefined;
      if (!isManifest(path)) continue;
      if (type !== '0' && type !== '\0') throw odd(name, `${path} is no plain file`);
      newestAt = Math.max(newestAt, octal(header, 136, 12) * 1000);
      files.push({ name: path.replace(/^\.\//, ''), text: content.toString('utf8') });
    }
  }
}

/** The sum of the header's bytes, with its own field as spaces. */
function hasItsSum(header: Buffer): boolean {
  const sum = header.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  return sum === octal(header, 148, 8);
}

function pathIn(header: Buffer): string {
  const isUstar = text(header, 257, 5) === 'ustar';
  const prefix = isUstar ? text(header, 345, 155) : '';
  return prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
}

/** `28 path=a/b.yaml\n`: the length of the whole record, a key, a value. */
function paxPath(content: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1];
}

function octal(header: Buffer, from: number, length: number): number {
  const value = Number.parseInt(text(header, from, length).trim() || '0', 8);
  return Number.isSafeInteger(value) && value >= 0 ? value : Number.POSITIVE_INFINITY;
}

function text(bytes: Buffer, from: number, length: number): string {
  const part = bytes.subarray(from, from + length);
  const end = part.indexOf(0);
  return part.subarray(0, end === -1 ? undefined : end).toString('utf8');
}

function odd(name: string, why: string, cause?: unknown): ReadError {
  return new ReadError(`reading the source ${name}: ${why}`, { problem: 'malformed', cause });
}
