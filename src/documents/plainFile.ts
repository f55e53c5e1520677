/** The bytes of a plain file of another program: never of a pipe or a device, which may have no end. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** How a file is read. */
export interface FileLimits {
  /** A longer file is not the expected one. */
  readonly maxBytes: number;
  /** The read stops between two parts of the file. */
  readonly signal?: AbortSignal;
}

/**
 * The whole file, or the file to which a link leads.
 * @throws Error with the reason, in words or of the system; the signal's reason when it is aborted
 */
export async function readPlainFile(path: string, { maxBytes, signal }: FileLimits): Promise<Buffer> {
  signal?.throwIfAborted();
  // A pipe without a writer would never open; a device opens, and nothing of it is read.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('it is no plain file');
    if (stats.size > maxBytes) throw new Error(`it has ${stats.size} bytes, more than ${maxBytes}`);
    return await wholeOf(file, stats.size, signal);
  } finally {
    await file.close();
  }
}

/** A part more than its size: a file that grows, and one of the system without a size, has not been read whole. */
async function wholeOf(file: FileHandle, size: number, signal: AbortSignal | undefined): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(bytes, length, Math.min(PART, bytes.length - length));
    length += bytesRead;
    if (length > size) throw new Error('it grew while it was read, or does not say how long it is');
    if (bytesRead === 0) return bytes.subarray(0, length);
  }
}

const PART = 8 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws Error if it is no UTF-8: a sign that stands for a wrong one is another name */
export function utf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Error('it is no UTF-8', { cause });
  }
}
