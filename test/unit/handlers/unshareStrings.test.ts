import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unshareStrings } from '../../../src/handlers/aws/resources/unshareStrings.ts';

test('an unshared string is equal to the original, in every character', () => {
  const value = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(undefined),
      fc.date(),
    ),
    tree: fc.oneof({ maxDepth: 3 }, tie('leaf'), fc.array(tie('tree')), fc.dictionary(fc.string(), tie('tree'))),
  })).tree;
  fc.assert(fc.property(value, (given) => expect(unshareStrings(given)).toEqual(given)));
  expect(unshareStrings('\ud800 ä 🦊')).toBe('\ud800 ä 🦊');
});

test('a member called like a property of every object is a member', () => {
  const tags = JSON.parse('{"__proto__":"x","constructor":"y"}');
  expect(JSON.stringify(unshareStrings({ tags }))).toBe('{"tags":{"__proto__":"x","constructor":"y"}}');
});
