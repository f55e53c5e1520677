import { expect, test } from '@jest/globals';
import { oncePer } from '../../../src/core/common/oncePer.ts';

test('makes a result once for each object, also an undefined one', () => {
  const made: string[] = [];
  const lengthOf = oncePer((of: { readonly name: string }) => {
    made.push(of.name);
    return of.name === '' ? undefined : of.name.length;
  });
  const [one, same, empty] = [{ name: 'one' }, { name: 'one' }, { name: '' }];
  expect([one, one, same, empty, empty].map(lengthOf)).toEqual([3, 3, 3, undefined, undefined]);
  expect(made).toEqual(['one', 'one', '']);
});
