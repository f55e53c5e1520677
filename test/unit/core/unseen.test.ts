import { describe, expect, test } from '@jest/globals';
import { type AskedTarget, ClosestTo, type Meant, type Unseen, unseenWords } from '../../../src/core/owner/unseen.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { shellWord } from '../../../src/core/text/shell.ts';
import { jsonWord } from '../../../src/http/operator/api/optOutChanges.ts';

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
    ['an id in several quotes, with space between them', '«" snap-0ab2 "»', ['snap-0ab2']],
    ['an id as a page shows it, in another case', 'WEB[U+200D]1', ['web\u200D1']],
    ['nothing without the signs within an id', 'shop/webv1', []],
    ['an id of an address', 'shop%2Fweb%3Av1', ['shop/web:v1']],
    ['an id with the blank of an address', '%20snap-0ab2%20', ['snap-0ab2']],
    ['an id with a percent sign that is no escape', 'snap-0ab2%', ['snap-0ab2']],
    ['the id in the address of a page', 'https://x.example/ec2#SnapshotDetails:snapshotId=snap-0ab1', ['snap-0ab1']],
    ['the id inside an address', 'https://x.example/#s:id=snap-0ab1;tab=tags', ['snap-0ab1']],
    ['the id at the beginning of a text', 'snap-0ab1;tab=tags', ['snap-0ab1']],
    ['nothing inside another word', 'https://x.example/#s:id=snap-0ab12;tab=tags', []],
    ['nothing at the end of another word', 'https://x.example/#s:id=xsnap-0ab1;tab=tags', []],
    ['nothing at the end of a longer id', 'arn:aws:ec2:us-east-1::snapshot/xsnap-0ab1', []],
    ['nothing before a dot', 'https://x.example/#snap-0ab1.x;tab=tags', []],
    ['nothing by a pattern', 'x=snap-0ab1*', []],
    ['the id in an ARN', 'arn:aws:ec2:us-east-1::snapshot/snap-0ab1', ['snap-0ab1']],
    ['a tag without its repository', 'v1', ['shop/web:v1']],
    ['an object by its name', 'shop/old', ['/ConfigMap/shop/old']],
    ['nothing that is only similar', 'snap-0ab', []],
    ['nothing by an empty text', ' ', []],
  ])('is %s', (_what, text, ids) => {
    expect(meant(text)).toEqual(ids);
  });

  test.each<[string, string, readonly Meant[], readonly string[]]>([
    [
      'an id as a page shows it before one in another case',
      ' web[U+200D]1 ',
      [{ id: 'WEB\u200D1' }, { id: 'web\u200D1' }],
      ['web\u200D1'],
    ],
    ['an id in another case before a name', 'abc', [{ id: 'x', name: 'abc' }, { id: 'ABC' }], ['ABC']],
    [
      'a name before one in another case',
      'abc',
      [
        { id: 'x', name: 'ABC' },
        { id: 'y', name: 'abc' },
      ],
      ['y'],
    ],
    ['a name in another case before the end of an id', 'abc', [{ id: 'x/abc' }, { id: 'y', name: 'ABC' }], ['y']],
    ['the end of a text before a word in it', 'a=shop-1 b=shop-22', [{ id: 'shop-1' }, { id: 'shop-22' }], ['shop-22']],
    [
      'a name as it stands',
      'abc ',
      [
        { id: 'x', name: 'abc ' },
        { id: 'y', name: 'ABC' },
      ],
      ['x'],
    ],
    [
      'a name as a page shows it',
      ' a[U+200D]b',
      [
        { id: 'x', name: 'a\u200Db' },
        { id: 'y', name: 'A\u200DB' },
      ],
      ['x'],
    ],
    ['a name whatever the space in it', 'Nightly   backup', [{ id: 'x', name: 'nightly backup' }], ['x']],
    ['no name with space that the text lacks', 'nightlybackup', [{ id: 'x', name: 'nightly backup' }], []],
    ['an id with a longer escape', 'A[U+E0001]B', [{ id: 'a\u{E0001}b' }], ['a\u{E0001}b']],
    ['an id of three letters in several quotes', '«"abc"»', [{ id: 'abc' }], ['abc']],
    ['no name where there is none', 'abc', [{ id: 'x' }, { id: 'y', name: '' }], []],
    ['a word of six letters', 'id=abcdef;x', [{ id: 'abcdef' }], ['abcdef']],
    ['no word of five', 'id=abcde;x', [{ id: 'abcde' }], []],
    ['nothing by quotes alone', '“”', [{ id: 'x', name: '"' }], []],
    ['no id of quotes alone', 'shop/', [{ id: '"' }], []],
  ])('is %s', (_what, text, known, ids) => {
    const closest = new ClosestTo(text);
    for (const one of known) closest.see(one);
    expect(closest.meant.map(({ id }) => id)).toEqual(ids);
  });

  test('is one of at most five, the first that were read', () => {
    const closest = new ClosestTo('web');
    for (let n = 0; n < 7; n++) closest.see({ id: `i-${n}`, name: 'web' });
    expect(closest.meant.map(({ id }) => id)).toEqual(['i-0', 'i-1', 'i-2', 'i-3', 'i-4']);
  });

  test.each<[AskedTarget, Unseen, string]>([
    [
      { kind: 'group', value: 'team*' },
      { kind: 'absent', meant: [{ id: 'team' }] },
      'There is no group «team*» in aws:test:us-east-1:snapshot: it has no mark, and no read finds it. Nothing is stored. Did you mean «team»? UNSEEN stores it all the same.',
    ],
    [
      { kind: 'id', value: 'snap-1' },
      {
        kind: 'unread',
        why: 'AWS denies it',
        meant: [
          { id: 'a', name: 'web' },
          { id: 'b', name: 'b' },
        ],
      },
      'Holystone has no mark of a resource with the id «snap-1» in aws:test:us-east-1:snapshot, and could not ask whether it exists: AWS denies it. Nothing is stored. Did you mean «a» (web), «b»? UNSEEN stores it all the same.',
    ],
    [
      { kind: 'id', value: 'a*' },
      { kind: 'absent', meant: [] },
      'There is no resource with the id «a*» in aws:test:us-east-1:snapshot: it has no mark, and no read finds it. Nothing is stored. An id is taken literally: PATTERN makes it a pattern. UNSEEN stores it all the same.',
    ],
  ])('is said of %j', (target, unseen, words) => {
    const say = { pattern: 'PATTERN', unseen: 'UNSEEN', quote: (text: string) => `«${text}»` };
    expect(unseenWords(target, SNAPSHOTS, unseen, say)).toBe(words);
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
