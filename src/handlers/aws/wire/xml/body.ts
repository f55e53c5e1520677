/**
 * The bytes of an answer, in memory that the next answer uses again. A page is a megabyte, and it lives for longer than V8
 * gives young objects: without this a listing of a hundred pages holds dozens of them until the next full collection.
 */
import { Readable } from 'node:stream';
import { collectBody } from '@smithy/core/protocols';

type Context = Parameters<typeof collectBody>[1];

const SMALLEST = 1 << 16;
/** Larger ones, and more than these, are left to the collector. */
const LARGEST_KEPT = 1 << 22;
const MOST_KEPT = 4;

const free: Buffer[] = [];

/**
 * @param read must copy what it keeps: the bytes are another answer's afterwards
 * @throws as the stream does, if it ends before the answer has
 */
export async function withBody<T>(body: unknown, context: Context, read: (bytes: Buffer) => T): Promise<T> {
  if (!(body instanceof Readable)) {
    const { buffer, byteOffset, byteLength } = await collectBody(body, context);
    return read(Buffer.from(buffer, byteOffset, byteLength));
  }
  let bytes = free.pop() ?? Buffer.allocUnsafeSlow(SMALLEST);
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (length + chunk.length > bytes.length) bytes = larger(bytes, length, length + chunk.length);
      chunk.copy(bytes, length);
      length += chunk.length;
    }
    return read(bytes.subarray(0, length));
  } finally {
    if (free.length < MOST_KEPT && bytes.length <= LARGEST_KEPT) free.push(bytes);
  }
}

function larger(bytes: Buffer, length: number, needed: number): Buffer {
  const more = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length));
  bytes.copy(more, 0, 0, length);
  return more;
}
