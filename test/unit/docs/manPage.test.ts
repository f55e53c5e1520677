import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { OUTLINE } from '../../../src/cli/outline.ts';
import { helpOf } from '../../support/helpOf.ts';

/** `npm run docs:check` says whether it is that of the source. */
const page = readFileSync('docs/holystone.1', 'utf8').split('\n');
const REQUESTS = ['.TH', '.SH', '.SS', '.TP', '.PP', '.B', '.I', '.RI', '.nf', '.fi'];

test('the man page has each command, with each of its options', () => {
  for (const { name, options } of OUTLINE.flatMap(([, outlines]) => outlines)) {
    const begin = page.findIndex((line) => line.startsWith(`.SS "holystone ${name.replaceAll('-', '\\-')}`));
    const section = page.slice(begin).join('\n').replaceAll('\\-', '-');
    expect([name, begin >= 0, options.filter((option) => !section.includes(option))]).toEqual([name, true, []]);
  }
});

test('the man page says what the help of a command says after the options', async () => {
  const plain = page.join('\n').replaceAll('\\-', '-').replaceAll('\\e', '\\');
  const help = await helpOf('plan');
  const after = help.slice(help.indexOf('\nCtrl-C')).trim();
  expect(after.split('\n').filter((line) => !plain.includes(line))).toEqual([]);
});

test('nothing of a text is a request of roff', () => {
  const requests = page.filter((line) => /^[.']/.test(line)).map((line) => line.split(' ')[0] ?? '');
  expect([...new Set(requests)].filter((request) => !REQUESTS.includes(request))).toEqual([]);
});
