/** A Redis that answers, and takes no writes; and a file that cannot be written. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { BeatFile } from '../../../src/state/files/beatFile.ts';
import { askRedis } from '../../support/askRedis.ts';
import { until } from '../../support/until.ts';
import { stateForAll } from './support.ts';

const state = stateForAll();

test.each([
  [
    'its memory is full',
    ['CONFIG', 'SET', 'maxmemory', '1'],
    ['CONFIG', 'SET', 'maxmemory', '0'],
    /OOM.*; give it memory/,
  ],
  ['it is a replica', ['REPLICAOF', '127.0.0.1', '2'], ['REPLICAOF', 'NO', 'ONE'], /READONLY/],
])('L70 %s → the watch says why Redis takes no writes, and when it does again', async (_what, on, off, why) => {
  // By a connection of its own: that of the state is renewed when it meets a replica.
  const run = (words: string[]) => askRedis(state.redis.port, words.join(' '));
  await run(on);
  await state.watch.incarnation().catch(() => undefined);
  expect(state.watch.failure()).toMatch(why);
  await run(off);
  await until('it takes writes', () => state.watch.incarnation().then(Boolean, () => false));
  expect(state.watch.failure()).toBeUndefined();
});

test('L70 the file of the beat cannot be written → no temporary file stays', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'holystone-beat-'));
  try {
    // A folder has the name of the file.
    await mkdir(join(dir, 'beat.json'));
    const file = new BeatFile(join(dir, 'beat.json'));
    await expect(file.write({ beat: 1, shards: {}, control: {} })).rejects.toThrow();
    expect(await readdir(dir)).toEqual(['beat.json']);
  } finally {
    await rm(dir, { recursive: true });
  }
});
