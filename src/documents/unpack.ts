import { addAbortSignal } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** By the first two bytes of gzip (RFC 1952). */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * The content of gzip, whole.
 * @throws Error if it is cut short, is none, or has more bytes; the signal's reason when it is aborted
 */
export async function unpack(bytes: Buffer, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const gunzip = createGunzip({ chunkSize: 1024 * 1024 });
  gunzip.end(bytes);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of addAbortSignal(signal, gunzip) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
  return Buffer.concat(parts);
}
