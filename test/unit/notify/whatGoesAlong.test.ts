/** However many reasons a resource has, its owner reads what goes with it: nobody tells it otherwise. */
import { expect, test } from '@jest/globals';
import { withLast } from '../../../src/core/notice/digest.ts';
import { itemsOf } from '../../../src/notify/message/item.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { digest, row } from './digests.ts';

const ALONG = 'its volume vol-0123456789abcdef0 goes with it';
const reasons = (count: number) => [...Array.from({ length: count }, (_, n) => `reason ${n + 1}`), ALONG];

test.each([1, 3, 4, 5, 12])('a message with %i reasons names what goes along', async (count) => {
  const [item] = await itemsOf(digest([row({ reasons: reasons(count) })]), catalogueOf('en'));
  expect(item?.why.join()).toContain(ALONG);
  expect(item?.why[0]).toBe('reason 1');
});

test('the others are cut, and counted', async () => {
  const [item] = await itemsOf(digest([row({ reasons: reasons(6) })]), catalogueOf('en'));
  expect(item?.why).toEqual(['reason 1', 'reason 2', 'reason 3', 'reason 4', ALONG, expect.stringContaining('2 more')]);
});

test('a list that is not too long stays as it is', () => {
  expect(withLast(['a', 'b'], 2)).toEqual(['a', 'b']);
  expect(withLast([], 2)).toEqual([]);
  expect(withLast(['a', 'b', 'c'], 2)).toEqual(['a', 'c']);
  expect(withLast(['a', 'b', 'c'], 1)).toEqual(['c']);
});
