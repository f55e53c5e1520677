import { expect, test } from '@jest/globals';
import { SharedReads } from '../../../src/http/app/sharedReads.ts';

/** Reads that the test ends; each answers which one it was. */
function reads() {
  const shared = new SharedReads<number>();
  const ends: ((error?: Error) => void)[] = [];
  const begin = () => {
    const which = ends.length + 1;
    return new Promise<number>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve(which))));
  };
  return { ends, read: (name = 'a') => shared.read(name, begin) };
}

test('requests during a read share the next one, which begins after them', async () => {
  const { ends, read } = reads();
  const first = read();
  const [second, third] = [read(), read()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

test('a failed read fails only its own requests, and is not cached', async () => {
  const { ends, read } = reads();
  const first = read();
  const second = read();
  ends[0]?.(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await Promise.resolve();
  ends[1]?.();
  expect(await second).toBe(2);
  const later = read();
  ends[2]?.();
  expect(await later).toBe(3);
});

test('reads of different names run side by side', () => {
  const { ends, read } = reads();
  void read('a');
  void read('b');
  expect(ends).toHaveLength(2);
});
