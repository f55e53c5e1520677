import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { shellWord } from '../../../src/core/text/shell.ts';
import { visible } from '../../../src/core/text/visible.ts';

test.each([
  ['nothing special', 'ami-1'],
  ['spaces and quotes', `it's "a" $(name) \`x\``],
  ['invisible characters', 'web\u200D-\u202E1\u{E0041}'],
  ['line ends, a backslash and a quote', "a\r\nb\\U00000041'c\t"],
])('bash reads a word with %s as the text itself, also as a page shows it', (_what, text) => {
  const shown = visible(shellWord(text));
  expect(execFileSync('bash', ['--norc', '-c', `printf %s ${shown}`], { env: { LC_ALL: 'C.UTF-8' } }).toString()).toBe(
    text,
  );
});
