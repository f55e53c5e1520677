import { describe, expect, test } from '@jest/globals';
import { handlers } from '../../../src/handlers/index.ts';
import { ACCOUNTS, load, problemsOf } from './load.ts';

const file = (general: string, own = '', type = 'volume') =>
  `${ACCOUNTS}${general}\ncleanup: [{ type: ${type}, accounts: [test], when: [{ rule: expired }], ${own} }]\n`;
const expiryIn = (text: string) => load(text, { handlers }).workConfigurations[0]?.expiry;

test('L40 the general tags and formats count, and an entry replaces each as a whole', () => {
  const general = 'expiry: { keys: [maid_status, ttl], formats: [epoch, "YYYY/MM/DD", duration-since-created] }';
  const all = { keys: ['maid_status', 'ttl'], formats: ['epoch', 'YYYY/MM/DD', 'duration-since-created'] };
  expect(expiryIn(file(''))).toBeUndefined();
  expect(expiryIn(file(general))).toEqual(all);
  expect(expiryIn(file(general, 'expiry: { keys: [ends] }'))).toEqual({ ...all, keys: ['ends'] });
  expect(expiryIn(file('', 'expiry: { formats: [date] }'))).toEqual({ formats: ['date'] });
});

test('L12 another expiry is another configuration', () => {
  const hashOf = (general: string) => load(file(general), { handlers }).workConfigurations[0]?.hash;
  expect(hashOf('expiry: { keys: [ends] }')).not.toBe(hashOf('expiry: { keys: [ttl] }'));
});

describe('L5 the loader refuses', () => {
  test.each([
    [
      'expiry: { formats: [epochs] }',
      'expiry.formats[0]: found "epochs"; did you mean "epoch"? allowed: date, instant, epoch, ',
    ],
    ['expiry: { formats: ["YYYY/MM"] }', 'or a pattern of a date such as YYYY/MM/DD'],
    [
      'expiry: { formats: ["DD/MM/YYYY", "MM/DD/YYYY"] }',
      'DD/MM/YYYY and MM/DD/YYYY read one value as different dates',
    ],
    ['expiry: { formats: [] }', 'at least one format'],
    ['expiry: { formats: epoch }', 'a list of formats'],
    ['expiry: { keys: [] }', 'at least one tag key'],
    ['expiry: { keys: [TTL, ttl] }', 'it is listed twice'],
    ['expiry: { keys: [""] }', 'not empty'],
    ['expiry: {}', 'keys, formats, or both'],
    ['expiry: { key: [ttl] }', 'unknown key "key"; did you mean "keys"? allowed: keys, formats'],
    ['expiri: { keys: [ttl] }', 'unknown key "expiri"; did you mean "expiry"?'],
  ])('%s', (general, why) => {
    expect(problemsOf(file(general), { handlers })).toEqual([expect.stringContaining(why)]);
  });

  test('expiry tags of a type without tags', () => {
    expect(problemsOf(file('', 'expiry: { keys: [ttl] }', 'launchConfiguration'), { handlers })).toEqual([
      expect.stringContaining('cleanup[0].expiry: resources of the type launchConfiguration carry no tags'),
    ]);
    expect(problemsOf(file('expiry: { keys: [ttl] }', '', 'launchConfiguration'), { handlers })).toEqual([]);
  });
});
