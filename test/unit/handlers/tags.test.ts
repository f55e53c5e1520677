import { expect, test } from '@jest/globals';
import { toTags } from '../../../src/handlers/aws/session/tags.ts';

test('a tag without a value has an empty one, also where an answer has null, and a key of the prototype is a key', () => {
  const list = [
    { Key: 'a', Value: 'b' },
    { Key: 'c' },
    { Key: 'd', Value: null },
    { Key: '__proto__', Value: 'e' },
    {},
  ];
  expect(Object.entries(toTags(list as Parameters<typeof toTags>[0]))).toEqual([
    ['a', 'b'],
    ['c', ''],
    ['d', ''],
    ['__proto__', 'e'],
  ]);
  expect(toTags(undefined)).toEqual({});
  expect(toTags(null as never)).toEqual({});
});
