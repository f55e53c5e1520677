/** Keys that a person took for the keep tag, on every provider, and keys that nobody took for it. */
import { describe, expect, test } from '@jest/globals';
import { isKeepTag } from '../../../src/core/owner/keepKey.ts';
import { findOptOut, keepIn } from '../../../src/core/owner/optOut.ts';
import { NOW, resource } from '../../support/evaluation.ts';

const HOUR = 3_600_000;
const SEEN: readonly (readonly [string, string])[] = [
  ['as AWS has it', 'holystone:keep'],
  ['as Kubernetes has it', 'holystone/keep'],
  ['in capitals', 'Holystone:KEEP'],
  ['of Kubernetes in capitals', 'holystone/Keep'],
  ['with blanks around it', ' holystone:keep '],
  ['with blanks of a page around it', '\u00a0holystone:keep\u3000'],
  ['with a blank behind the colon', 'holystone: keep'],
  ['with another sign', 'holystone-keep'],
  ['with a point', 'holystone.keep'],
];
/** Each invisible character at each place of the key is a spelling of its own. */
const UNSEEN = ['\u200b', '\u200d', '\ufeff', '\u00ad', '\u2060', '\u200e', '\ufe0f', '\u0000', '\u{e0020}'];
const WIDE = [...'holystone:keep'].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0)).join('');
const spellings = [
  ...SEEN,
  ['with the colon of a Chinese or Japanese keyboard', 'holystone\uff1akeep'],
  ['with the slash of one', 'holystone\uff0fkeep'],
  ['in full-width forms', WIDE],
  ['in full-width capitals', WIDE.toUpperCase()],
  ['with a letter that looks like a colon', 'holystone\ua789keep'],
] as const;

describe('Law 15 the key of a person who keeps a resource', () => {
  test.each(spellings)('%s keeps', (_what, key) => {
    expect(isKeepTag(key)).toBe(true);
    expect(findOptOut(resource('ami-1', { tags: { [key]: 'always' } }), new Map(), NOW)).toMatchObject({
      until: 'forever',
      reason: `tag ${key}=always`,
    });
  });

  test('keeps with an invisible character at any place, which nobody can see there', () => {
    const lost = spellings.flatMap(([, key]) =>
      UNSEEN.flatMap((unseen) =>
        Array.from({ length: key.length + 1 }, (_, at) => key.slice(0, at) + unseen + key.slice(at)),
      ),
    );
    expect(lost.filter((key) => !isKeepTag(key))).toEqual([]);
  });

  test.each([
    'keep',
    'holystone',
    'holystone:keep-by',
    'holystone:keep:x',
    'holystone:keeper',
    'holystone/kept-before',
    'holystone:quarantine',
    'my-holystone:keep',
    'holystone:do-not-keep',
    'holystonekeep',
  ])('is not %s', (key) => {
    expect(isKeepTag(key)).toBe(false);
    for (const unseen of UNSEEN) expect(isKeepTag(`${key}${unseen}`)).toBe(false);
  });

  test('of several spellings counts with the one that lasts longest; one that has ended counts for nothing', () => {
    const dates = { 'holystone:keep': new Date(NOW + HOUR).toISOString(), 'Holystone/Keep': 'always' };
    expect(keepIn(dates, NOW)).toEqual({ key: 'Holystone/Keep', value: 'always', until: 'forever' });
    const past = new Date(NOW - HOUR).toISOString();
    expect(keepIn({ ...dates, 'Holystone/Keep': past }, NOW)).toMatchObject({
      key: 'holystone:keep',
      until: NOW + HOUR,
    });
    expect(keepIn({ 'holystone:keep': past }, NOW)).toBeUndefined();
  });
});
