import { expect, test } from '@jest/globals';
import type { SavedPart } from '../../../src/core/resource/saved.ts';
import { savedBy, savedWords, savingsCsv } from '../../../src/core/text/savedSums.ts';

const part = (more: Partial<SavedPart>): SavedPart => ({
  ...{ month: '2026-11', currency: 'USD', type: 'image', team: 'ann@example.com', saved: 1, unpriced: 0 },
  ...more,
});
const words = (...parts: readonly SavedPart[]) =>
  savedBy(parts, ({ team }) => team).map((sum) => [sum.name, savedWords(sum)]);

test('P13 a team saves the sum of its types, the highest first, and amounts of two currencies have no sum', () => {
  const bob = { team: 'bob@example.com' };
  expect(words(part({}), part({ type: 'volume', saved: 4 }), part({ ...bob, saved: 6 }))).toEqual([
    ['bob@example.com', '$6.00'],
    ['ann@example.com', '$5.00'],
  ]);
  expect(words(part({}), part({ currency: 'EUR', saved: 3 }))).toEqual([['ann@example.com', '€3.00 + $1.00']]);
});

test('P13 a resource without a figure adds no amount: alone it is no figure, beside others it is counted', () => {
  const unknown = part({ currency: '', saved: 0, unpriced: 2 });
  expect(words(unknown)).toEqual([['ann@example.com', 'no figure']]);
  expect(words(unknown, part({}))).toEqual([['ann@example.com', '$1.00, and 2 without a figure']]);
});

test('P13 the CSV begins no formula and has no 0 where there is no figure', () => {
  expect(savingsCsv([part({ team: '=cmd()', currency: '', saved: 0, unpriced: 1 })])).toBe(
    '"month","team","type","currency","saved_a_month","without_a_figure"\r\n"2026-11","\'=cmd()","image","","","1"\r\n',
  );
});
