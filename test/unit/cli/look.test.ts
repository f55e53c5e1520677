import { expect, test } from '@jest/globals';
import type { Look } from '../../../src/cli/look/look.ts';
import { report } from '../../../src/cli/look/report.tsx';
import { ageOf } from '../../../src/cli/look/sums.ts';
import { lookText } from '../../../src/cli/look/text.ts';
import { headline, manyOf } from '../../../src/cli/look/words.ts';
import { colorsFor } from '../../../src/cli/text/colors.ts';
import { providers } from '../../../src/handlers/index.ts';
import { lookOf } from '../../support/lookOf.ts';

const color = colorsFor({ env: { NO_COLOR: '1' }, stdout: {} });

function withoutPrices(): Look {
  const { prices: _prices, ...look } = lookOf(1, {}, { inUse: [] });
  return look;
}

test('every source that a plain filter sees is one of its type', () => {
  const unknown = providers.flatMap(({ firstLook, handlers }) =>
    Object.entries(firstLook?.filters ?? {}).flatMap(([type, { sees }]) => {
      const names = handlers.find(({ resourceType }) => resourceType === type)?.evidence.map(({ name }) => name) ?? [];
      return sees.filter((name) => !names.includes(name)).map((name) => `${type}: ${name}`);
    }),
  );
  expect(unknown).toEqual([]);
});

test('the report of 10,000 resources has at most 2 MB, and the steps of the 600 most expensive', () => {
  const html = report(lookOf(10_000), 'look.json');
  expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
  expect(html.match(/<ol class="steps">/g)).toHaveLength(600);
  expect(html.match(/class="row/g)).toHaveLength(10_000);
});

test.each([
  [lookOf(2), 'This account wastes up to $199 a month in 2 things.', '1 more looks unused and is not'],
  [lookOf(1), 'This account wastes $100 a month in 1 thing.', '1 more looks unused and is not'],
  [lookOf(0), 'This account has nothing that is surely unused.', '1 looks unused and is not'],
  [
    lookOf(1, { monthlyCost: { amount: 0, upTo: false } }, { inUse: [] }),
    'This account has 1 thing that nothing uses; it costs nothing.',
    undefined,
  ],
  [
    lookOf(1, {}, { notLookedAt: 3, inUse: [] }),
    'The part of this account that was looked at wastes $100 a month in 1 thing.',
    undefined,
  ],
  [withoutPrices(), 'This account has 1 thing that nothing uses; there is no figure of the cost.', undefined],
])('the headline %#', (look, wasted, inUse) => {
  expect(headline(look)).toEqual([wasted, inUse]);
});

test('the text has ten lines or fewer, whatever is found, and names both files', () => {
  const text = lookText(lookOf(300), { html: 'look.html', json: 'look.json' }, { width: 100, color });
  const lines = text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(10);
  expect(lines.slice(0, 2)).toEqual([
    'This account wastes up to $17,550 a month in 300 things.',
    '1 more looks unused and is not: the report says who still uses each.',
  ]);
  expect(text).toContain(
    'look.html has each with its reason; look.json is for programs; 1,204 calls, none that changes',
  );
});

test('names of strangers cannot move the cursor of a terminal', () => {
  const text = lookText(lookOf(1, { owner: 'a\u001b[2J@x.example', called: 'EBS volume' }), {}, { width: 80, color });
  expect(text).not.toContain('\u001b');
});

test.each([
  ['2026-11-01T00:00:00.000Z', 'under 90 days'],
  ['2026-08-29T10:31:00.000Z', '90 days to 1 year'],
  ['2025-11-27T10:31:00.000Z', '1 to 2 years'],
  ['2020-01-01T00:00:00.000Z', 'over 3 years'],
  [null, 'no date'],
])('what was made at %s is %s old', (createdAt, age) => {
  expect(ageOf({ createdAt }, '2026-11-27T10:31:00.000Z')).toBe(age);
});

test.each([
  [1, 'AMI', '1 AMI'],
  [2, 'Elastic IP address', '2 Elastic IP addresses'],
  [0, 'EBS volume', '0 EBS volumes'],
])('%i of %s is "%s"', (count, called, words) => {
  expect(manyOf(count, called)).toBe(words);
});
