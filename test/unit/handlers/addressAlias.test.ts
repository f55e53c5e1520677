import { expect, test } from '@jest/globals';
import { addressAlias } from '../../../src/handlers/aws/resources/addressAlias.ts';

test.each([
  ['203.0.113.10', '203.0.113.10'],
  ['203.0.113.10/32', '203.0.113.10'],
  ['2001:DB8:0:0:0:0:0:1/128', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:0db8:0000::0001', '2001:db8::1'],
])('A17 %s is exactly the address %s', (text, alias) => {
  expect(addressAlias(text)).toBe(alias);
});

test.each([
  undefined,
  '',
  '0.0.0.0/0',
  '203.0.113.0/24',
  '203.0.113.10/31',
  '2001:db8::1/64',
  '::/0',
  'sg-1',
  '1:2',
  'a:b:c',
])('A17 %s is no single address', (text) => {
  expect(addressAlias(text)).toBeUndefined();
});
