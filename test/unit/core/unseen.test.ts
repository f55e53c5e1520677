import { describe, expect, test } from '@jest/globals';
import { ClosestTo, type Meant, unseenWords } from '../../../src/core/owner/unseen.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { jsonWord } from '../../../src/core/text/jsonWord.ts';
import { shellWord } from '../../../src/core/text/shell.ts';

const SNAPSHOTS = 'aws:test:us-east-1:snapshot' as Namespace;
const KNOWN: readonly Meant[] = [
  { id: 'snap-0ab1', name: 'nightly' },
  { id: 'snap-0ab2', name: 'Nightly' },
  { id: 'web\u200D1', name: 'web\u200D1' },
  { id: 'shop/web:v1', name: 'v1' },
  { id: '/ConfigMap/shop/old', name: 'old' },
];
const meant = (text: string) => {
  const closest = new ClosestTo(text);
  for (const one of KNOWN) closest.see(one);
  return closest.meant.map(({ id }) => id);
};

describe('what a person probably meant', () => {
  test.each<[string, string, readonly string[]]>([
    ['the id behind a name', 'nightly', ['snap-0ab1']],
    ['the ids behind a name in another case', 'NIGHTLY', ['snap-0ab1', 'snap-0ab2']],
    ['an id in another case', 'SNAP-0AB1', ['snap-0ab1']],
    ['an id with space around it', ' snap-0ab2\n', ['snap-0ab2']],
    ['an id in quotes', '"snap-0ab2"', ['snap-0ab2']],
    ['an id as a page shows it', 'web[U+200D]1', ['web\u200D1']],
    ['an id without its invisible characters', 'web1', ['web\u200D1']],
    ['an id with a blank of Korean, which nobody sees', 'snap-0ab1\u3164', ['snap-0ab1']],
    ['an id with a variation selector', 'snap-\uFE0F0ab1', ['snap-0ab1']],
    ['an id in the quotes of a word processor', '“snap-0ab2”', ['snap-0ab2']],
    ['an id with the end of its sentence', 'snap-0ab2.', ['snap-0ab2']],
    ['an id in brackets, with a comma', '(snap-0ab2),', ['snap-0ab2']],
    ['an id in letters of full width', 'ｓｎａｐ－０ａｂ２', ['snap-0ab2']],
    ['an id of an address', 'shop%2Fweb%3Av1', ['shop/web:v1']],
    ['an id with the blank of an address', '%20snap-0ab2%20', ['snap-0ab2']],
    ['an id with a percent sign that is no escape', 'snap-0ab2%', ['snap-0ab2']],
    ['the id in the address of a page', 'https://x.example/ec2#SnapshotDetails:snapshotId=snap-0ab1', ['snap-0ab1']],
    ['the id inside an address', 'https://x.example/#s:id=snap-0ab1;tab=tags', ['snap-0ab1']],
    ['nothing inside another word', 'https://x.example/#s:id=snap-0ab12;tab=tags', []],
    ['the id in an ARN', 'arn:aws:ec2:us-east-1::snapshot/snap-0ab1', ['snap-0ab1']],
    ['a tag without its repository', 'v1', ['shop/web:v1']],
    ['an object by its name', 'shop/old', ['/ConfigMap/shop/old']],
    ['nothing that is only similar', 'snap-0ab', []],
    ['nothing by an empty text', ' ', []],
  ])('is %s', (_what, text, ids) => {
    expect(meant(text)).toEqual(ids);
  });

  test('is said as it is written where the person decides, invisible characters as escapes', () => {
    const unseen = { kind: 'absent', meant: [{ id: 'web\u200D1', name: 'web\u200D1' }] } as const;
    const target = { kind: 'id', value: 'web1' } as const;
    const cli = { pattern: '--pattern', unseen: '--unseen', quote: shellWord };
    expect(unseenWords(target, SNAPSHOTS, unseen, cli)).toBe(
      "There is no resource with the id web1 in aws:test:us-east-1:snapshot: it has no mark, and no read finds it. Nothing is stored. Did you mean $'web\\U0000200d1'? --unseen stores it all the same.",
    );
    expect(unseenWords(target, SNAPSHOTS, unseen, { ...cli, quote: jsonWord })).toContain(
      'Did you mean "web\\u200d1"?',
    );
  });

  test('is a pattern where the text has a star', () => {
    const cli = { pattern: '--pattern', unseen: '--unseen', quote: shellWord };
    const said = unseenWords({ kind: 'id', value: 'snap-*' }, SNAPSHOTS, { kind: 'absent', meant: [] }, cli);
    expect(said).toContain('--pattern makes it a pattern');
  });
});
