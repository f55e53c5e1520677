/** L100: a sum of a message, of which some resources have no list price. */
import { describe, expect, test } from '@jest/globals';
import type { CostTotal } from '../../../src/core/resource/prices.ts';
import { de } from '../../../src/notify/texts/de/messages.ts';
import { en } from '../../../src/notify/texts/en/messages.ts';

const [english, german] = [en('deletes'), de('deletes')];
const prices = { currency: 'USD', date: '2026-05-01' } as const;

describe('an entry of three resources', () => {
  test.each<[string, CostTotal, string, string]>([
    [
      'one free, two without a list price',
      { amount: 0, unpriced: 2 },
      'nothing for 1 resource, which has no cost of its own; 2 resources have no list price',
      'nichts für 1 Ressource ohne eigene Kosten; für 2 Ressourcen gibt es keinen Listenpreis',
    ],
    [
      'two free, one without a list price',
      { amount: 0, unpriced: 1 },
      'nothing for 2 resources, which have no cost of their own; 1 resource has no list price',
      'nichts für 2 Ressourcen ohne eigene Kosten; für 1 Ressource gibt es keinen Listenpreis',
    ],
    [
      'all free',
      { amount: 0, unpriced: 0 },
      'nothing: they have no cost of their own',
      'nichts: sie haben keine eigenen Kosten',
    ],
    [
      'snapshots that stay, one without a list price',
      { staying: 5, unpriced: 1 },
      'their snapshots, up to $5.00 a month, stay; 1 resource has no list price',
      'die Snapshots bleiben und kosten bis zu 5,00 $ im Monat; für 1 Ressource gibt es keinen Listenpreis',
    ],
    [
      'snapshots that stay',
      { staying: 5, unpriced: 0 },
      'nothing now; their snapshots, up to $5.00 a month, stay',
      'im Moment nichts; die Snapshots bleiben und kosten bis zu 5,00 $ im Monat',
    ],
    [
      'some money, one without a list price',
      { amount: 4, upTo: true, unpriced: 1 },
      'up to $4.00 a month; 1 resource has no list price',
      'bis zu 4,00 $ im Monat; für 1 Ressource gibt es keinen Listenpreis',
    ],
  ])('L100 %s', (_what, total, inEnglish, inGerman) => {
    expect(english.saving(total, 'USD', 3)).toBe(inEnglish);
    expect(german.saving(total, 'USD', 3)?.replaceAll('\u00a0', ' ')).toBe(inGerman);
  });

  test('L100 without any figure it says nothing', () => {
    expect(english.saving({ unpriced: 3 }, 'USD', 3)).toBeUndefined();
  });
});

test.each<[string, CostTotal]>([
  [
    'Their snapshots stay and cost up to $5.00 a month, at list prices of 1 May 2026. 1 resource has no list price.',
    { staying: 5, unpriced: 1 },
  ],
  [
    'Deleting them saves nothing now: their snapshots stay and cost up to $5.00 a month, at list prices of 1 May 2026.',
    { staying: 5, unpriced: 0 },
  ],
  [
    'Deleting them saves $4.00 a month, at list prices of 1 May 2026. 2 resources have no list price.',
    { amount: 4, unpriced: 2 },
  ],
])('L100 the total of the message says %j', (words, total) => {
  expect(english.savings(total, { ...prices, count: 3 })?.replaceAll('\u00a0', ' ')).toBe(words);
  expect(german.savings(total, { ...prices, count: 3 })?.includes('nichts')).toBe(words.includes('nothing'));
});
