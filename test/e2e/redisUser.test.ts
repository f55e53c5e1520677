/** The user that docker/compose.yaml gives Holystone in Redis: it may do all that the daemon needs, and nothing that empties it. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { parse } from 'yaml';
import { endAllDaemons } from '../support/daemon.ts';
import { Stage } from './stage.ts';

const PASSWORD = 'f00ba4f00ba4f00ba4f00ba4';

let stage: Stage;
let admin: Redis;
beforeAll(async () => {
  stage = await Stage.start();
  admin = new Redis(stage.redis.url);
});
afterEach(() => endAllDaemons());
afterAll(async () => {
  admin?.disconnect();
  await stage?.stop();
});

/** `holystone`, `on`, … as the compose file has them, with a password of the test's. */
function user(): readonly string[] {
  const { services } = parse(readFileSync('docker/compose.yaml', 'utf8'), { merge: true }) as {
    services: { redis: { command: readonly string[] } };
  };
  const [, words = ''] = /"user (holystone [^"]*)"/.exec(services.redis.command.join('\n')) ?? [];
  return words.split(' ').map((word) => (word.startsWith('#') ? `>${PASSWORD}` : word));
}

test('L52 a daemon works through the user of the compose file, which may neither empty nor stop Redis', async () => {
  await admin.call('ACL', 'SETUSER', ...user());
  const url = stage.redis.url.replace('redis://', `redis://holystone:${PASSWORD}@`);
  const [id] = stage.addImages(1);
  // Surveyed once: a survey each second leaves little time for the notice and the deletion.
  const one = stage.serve(stage.config({ redis: url, every: '{ mark: 1h, notify: 1s, delete: 1s }' }));
  await one.serving();
  await one.logged('audit', ({ event }) => event === 'deleted');
  expect(stage.deregistered()).toEqual([id]);
  expect((await one.readiness(200)).reasons).toEqual([]);
  expect(await one.stop()).toEqual({ code: 0, signal: null });

  const client = new Redis(url);
  const refused = [];
  for (const command of [
    ['FLUSHALL'],
    ['SHUTDOWN'],
    ['CONFIG', 'SET', 'appendonly', 'no'],
    ['KEYS', '*'],
    ['ACL', 'LIST'],
  ]) {
    const [name = '', ...args] = command;
    refused.push(await client.call(name, ...args).catch(({ message }: Error) => message.split(' ')[0]));
  }
  client.disconnect();
  expect(refused).toEqual(['NOPERM', 'NOPERM', 'NOPERM', 'NOPERM', 'NOPERM']);
});
