/** `holystone repair` on a real Redis, in this process. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/core/common/clock.ts';
import { type Namespace, parseNamespace } from '../../../src/core/resource/namespace.ts';
import { KeyedSeal } from '../../../src/core/resource/seal.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { encodeMark } from '../../../src/state/redis/markValue.ts';
import { commandAt } from '../../support/commandAt.ts';
import { markOf, openState, type StateFixture } from '../state/support.ts';

const IMAGES = parseNamespace('aws:test:us-east-1:image') as Namespace;
const { marks: MARKS, schedule: SCHEDULE } = namespaceKeys(IMAGES);
const secretOf = (id: string) => `${id}-56789abcdef0123456789abcdef0123`;
/** As a writer with this key stores a mark. */
const signed = (id: string, key: string) =>
  encodeMark({ ...markOf(id), namespace: IMAGES }, new KeyedSeal([{ id: key, secret: secretOf(key) }]));

let state: StateFixture;
let dir: string;
beforeAll(async () => {
  [state, dir] = await Promise.all([openState(), mkdtemp(join(tmpdir(), 'holystone-repair-'))]);
  await writeFile(
    join(dir, 'holystone.yaml'),
    `
redis: { url: "${state.redis.url}" }
signing: { keys: [{ id: k1, secret: "${secretOf('k1')}" }] }
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }]
cleanup: [{ type: image, when: [{ rule: unused }] }]
`,
  );
});
beforeEach(async () => {
  await state.redis.flush();
  const marks = { 'ami-good': signed('ami-good', 'k1'), 'ami-forged': signed('ami-forged', 'eve'), 'ami-odd': 'odd' };
  await state.connection.client.hset(MARKS, marks);
  await state.connection.client.zadd(SCHEDULE, markOf('ami-good').projectedDeletionAt, 'ami-good');
});
afterAll(async () => {
  await state.close();
  await rm(dir, { recursive: true, force: true });
});

async function repair(...args: readonly string[]) {
  return commandAt(systemClock, ['repair', IMAGES, '-c', join(dir, 'holystone.yaml'), ...args]);
}

const stored = async () => (await state.connection.client.hkeys(MARKS)).sort();

describe('holystone repair', () => {
  test('L69 Redis lost the dates of the marks → it makes them again, and says how many', async () => {
    const { client } = state.connection;
    const before = await client.zrange(SCHEDULE, '0', '-1', 'WITHSCORES');
    await client.del(SCHEDULE);
    expect((await repair()).stdout).toMatch(/^Indexed again: 1 entry of/);
    expect(await client.zrange(SCHEDULE, '0', '-1', 'WITHSCORES')).toEqual(before);
    expect((await repair()).stdout).not.toContain('Indexed again');
  });

  test('L56 lists the marks that cannot be read, why, and their values; it changes nothing', async () => {
    const { code, stdout } = await repair();
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ami-odd {2}.*\n {2}odd$/m) });
    expect(stdout).toMatch(/^ami-forged {2}.*wrong keyed checksum/m);
    expect(stdout).not.toContain('ami-good');
    const json = JSON.parse((await repair('--format', 'json')).stdout);
    expect(json.unreadable.map(({ id }: { id: string }) => id).sort()).toEqual(['ami-forged', 'ami-odd']);
    expect(await stored()).toEqual(['ami-forged', 'ami-good', 'ami-odd']);
  });

  test('L56 --drop removes one unreadable mark, and writes the audit log', async () => {
    const { code, stdout, stderr } = await repair('--drop', 'ami-forged', '--as', 'olga');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^ami-forged {2}dropped/) });
    expect(await stored()).toEqual(['ami-good', 'ami-odd']);
    const entry = { event: 'unmarked', actor: 'olga', reason: expect.stringContaining('wrong keyed checksum') };
    expect((await state.audit.history(IMAGES, 'ami-forged')).at(-1)).toMatchObject(entry);
    expect(stderr).toContain('"actor":"olga"');
  });

  test('L56 --drop without an id removes every unreadable mark, and no other', async () => {
    const { code, stdout } = await repair('--drop', '--as', 'olga');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ami-odd {2}dropped/m) });
    expect(stdout).toMatch(/^ami-forged {2}dropped/m);
    expect(await stored()).toEqual(['ami-good']);
    expect(await repair('--drop')).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing to drop') });
  });

  test('L56 --drop while another process has the namespace: it waits for the lock', async () => {
    const { client } = state.connection;
    const { lock } = namespaceKeys(IMAGES);
    await client.set(lock, 'of a pass', 'PX', 1_500);
    expect((await repair('--drop')).code).toBe(0);
    expect(await client.exists(lock)).toBe(0);
    expect(await stored()).toEqual(['ami-good']);
  });

  test('removes the keys that only release 0.2 used', async () => {
    const { client } = state.connection;
    const old = ['last-used', 'first-seen', 'gone-since', 'existed-at', 'surveyed', 'blind'];
    for (const name of old) await client.set(`holystone:{${IMAGES}}:${name}`, '1');
    expect((await repair()).stdout).toMatch(/^Removed: 6 keys of an earlier release\.$/m);
    expect((await client.keys('*')).filter((key) => old.some((name) => key.endsWith(`:${name}`)))).toEqual([]);
    expect((await repair()).stdout).not.toContain('Removed');
  });

  test.each(['ami-good', 'ami-absent'])('L56 --drop %s: exit 2, and nothing changes', async (id) => {
    expect(await repair('--drop', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing to drop') });
    expect(await stored()).toEqual(['ami-forged', 'ami-good', 'ami-odd']);
  });

  test('without unreadable marks the command says so', async () => {
    await state.connection.client.hdel(MARKS, 'ami-forged', 'ami-odd');
    expect(await repair()).toMatchObject({ code: 0, stdout: `Every stored mark of ${IMAGES} can be read.\n` });
  });
});
