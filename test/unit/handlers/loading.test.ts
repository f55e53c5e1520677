import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { loadInTurn } from '../../../src/handlers/aws/wire/client.ts';

test('between two loads the event loop has a turn: an answer that came meanwhile is read', async () => {
  const seen: string[] = [];
  const loads = ['a', 'b', 'c'].map((name) => async () => {
    seen.push(name);
    // What waits for its turn, as an answer of Redis does.
    void setImmediate().then(() => seen.push(`answer after ${name}`));
    return name;
  });
  expect(await Promise.all(loads.map((load) => loadInTurn(load)))).toEqual(['a', 'b', 'c']);
  await setImmediate();
  expect(seen).toEqual(['a', 'answer after a', 'b', 'answer after b', 'c', 'answer after c']);
});

test('a part is loaded once, and again only if that failed', async () => {
  let count = 0;
  const load = async () => {
    count += 1;
    if (count === 1) throw new Error('no such module');
    return count;
  };
  await expect(loadInTurn(load)).rejects.toThrow('no such module');
  expect([await loadInTurn(load), await loadInTurn(load)]).toEqual([2, 2]);
});

test('one that fails does not keep the next from loading', async () => {
  const failing = loadInTurn(async () => {
    throw new Error('broken');
  });
  const next = loadInTurn(async () => 'there');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('there');
});
