import { expect, test } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/common/duration.ts';
import { StoreError } from '../../../src/core/common/errors.ts';
import { KeyedSeal, NO_SEAL } from '../../../src/core/resource/seal.ts';
import { sessionKey, sessionsOfKey } from '../../../src/state/redis/keys.ts';
import { RedisSessions } from '../../../src/state/redis/sessions.ts';
import { NOW, type StateFixture, stateForEach } from './support.ts';

const SUBJECT = 'https://login.example.com 42';
const SESSION = { subject: SUBJECT, actor: 'ann', groups: [], startedAt: NOW, seenAt: NOW, endsAt: NOW + HOUR_MS };

const state = stateForEach();

test('P11 a session that Redis stored without a generation is over: nothing could end it', async () => {
  const stored = JSON.stringify({ ...SESSION, generation: null });
  await state.connection.client.set(sessionKey('a'), stored);
  expect(await state.sessions.get('a')).toBeUndefined();
});

test('P11 a sign-in while the same person signs out everywhere is refused, and stores no session', async () => {
  const { client } = state.connection;
  const signedOutBetween = new Proxy(client, {
    get: (target, name) =>
      name === 'pexpire'
        ? async (key: string, ms: number) => {
            await client.pexpire(key, ms);
            await state.sessions.endAll(SUBJECT);
          }
        : Reflect.get(target, name),
  });
  const connection = {
    command: <T>(operation: string, run: (redis: typeof client) => Promise<T>) =>
      state.connection.command(operation, () => run(signedOutBetween)),
  } as unknown as StateFixture['connection'];
  const opening = new RedisSessions({ connection, seal: NO_SEAL }).open('a', SESSION, HOUR_MS);
  await expect(opening).rejects.toThrow(StoreError);
  await expect(opening).rejects.toThrow(/signed out everywhere meanwhile; sign in again/);
  expect(await client.exists(sessionKey('a'), sessionsOfKey(SUBJECT))).toBe(0);
});

test.each<[string, (text: string) => string]>([
  ['with other groups', (text) => text.replace('"groups":[]', '"groups":["operators"]')],
  ['without a checksum', (text) => text.replace(/,"mac":.*/, '}')],
  ['of another id', (text) => text],
])('Law 8 a session that somebody wrote %s, without a key of `signing`, is no session', async (_, forged) => {
  const { connection } = state;
  const sessions = new RedisSessions({
    connection,
    seal: new KeyedSeal([{ id: 'k1', secret: 'of thirty-two letters, or more' }]),
  });
  await sessions.open('a', SESSION, HOUR_MS);
  expect(await sessions.get('a')).toEqual(SESSION);
  await connection.client.set(sessionKey('b'), forged((await connection.client.get(sessionKey('a'))) ?? ''));
  expect(await sessions.get('b')).toBeUndefined();
});
