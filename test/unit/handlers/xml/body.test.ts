/** The bytes of answers that arrive in pieces, several at a time. */
import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { withBody } from '../../../../src/handlers/aws/wire/xml/body.ts';

const CONTEXT = { streamCollector: async () => new Uint8Array() };
const text = (bytes: Buffer) => bytes.toString();

test('two answers that arrive at once stay apart, however large', async () => {
  const streams = [new PassThrough(), new PassThrough()];
  const read = streams.map((stream) => withBody(stream, CONTEXT, text));
  const pieces = ['a', 'b'].map((letter) => letter.repeat(40_000));
  for (let piece = 0; piece < 5; piece++) {
    for (const [at, stream] of streams.entries()) {
      stream.write(pieces[at]);
      await setImmediate();
    }
  }
  for (const stream of streams) stream.end();
  expect(await Promise.all(read)).toEqual(pieces.map((piece) => piece.repeat(5)));
});

test('an answer has nothing of a longer one before it', async () => {
  await withBody(Readable.from([Buffer.from('a'.repeat(100_000))]), CONTEXT, text);
  expect(await withBody(Readable.from([Buffer.from('b')]), CONTEXT, text)).toBe('b');
});

test.each([
  ['with an error', new Error('aborted')],
  ['without one', undefined],
])('an answer that breaks off %s is an error, never the part that arrived', async (_how, error) => {
  const stream = new PassThrough();
  const read = withBody(stream, CONTEXT, text);
  stream.write('<half>');
  stream.destroy(error);
  await expect(read).rejects.toThrow();
});
