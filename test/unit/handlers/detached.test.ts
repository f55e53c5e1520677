import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { detached } from '../../../src/handlers/aws/resources/detached.ts';

test('what is detached is equal to what it was, in every character', () => {
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
  fc.assert(fc.property(value, (given) => expect(detached(given)).toEqual(given)));
  expect(detached('\ud800 ä 🦊')).toBe('\ud800 ä 🦊');
});

test('a member called like a property of every object is a member', () => {
  const tags = JSON.parse('{"__proto__":"x","constructor":"y"}');
  expect(JSON.stringify(detached({ tags }))).toBe('{"tags":{"__proto__":"x","constructor":"y"}}');
});
