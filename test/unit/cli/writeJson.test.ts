import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { writeJson } from '../../../src/cli/text/writeJson.ts';
import { captured } from '../../support/captured.ts';

test('a document in pieces is the text that JSON.stringify makes', async () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, () => 1),
    fc.date(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 7 }, leaf, fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
  }));
  const document = fc.dictionary(fc.string(), value);
  await fc.assert(
    fc.asyncProperty(document, async (one) => {
      const { output, stdout } = captured();
      await writeJson(stdout, one);
      expect(output.stdout).toBe(`${JSON.stringify(one)}\n`);
    }),
    { numRuns: 200 },
  );
});

test('a reader that is slow gets one piece at a time, and all of them', async () => {
  let text = '';
  let waiting = 0;
  let most = 0;
  const slow = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      most = Math.max(most, ++waiting);
      setImmediate(() => {
        text += chunk;
        waiting -= 1;
        done();
      });
    },
  });
  const document = { rows: Array.from({ length: 5_000 }, (_, at) => ({ id: `ami-${at}`, name: 'n'.repeat(50) })) };
  await writeJson(slow, document);
  slow.end();
  expect(most).toBe(1);
  expect(JSON.parse(text)).toEqual(document);
});
