import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/common/duration.ts';
import { StoreError } from '../../../src/core/common/errors.ts';
import { sessionKey, sessionsOfKey } from '../../../src/state/redis/keys.ts';
import { RedisSessions } from '../../../src/state/redis/sessions.ts';
import { NOW, openState, type StateFixture } from './support.ts';

const SUBJECT = 'https://login.example.com 42';
const SESSION = { subject: SUBJECT, actor: 'ann', groups: [], startedAt: NOW, seenAt: NOW, endsAt: NOW + HOUR_MS };

let state: StateFixture;

beforeEach(async () => {
  state = await openState();
});
afterEach(() => state.close());

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
  const opening = new RedisSessions({ connection }).open('a', SESSION, HOUR_MS);
  await expect(opening).rejects.toThrow(StoreError);
  await expect(opening).rejects.toThrow(/signed out everywhere meanwhile; sign in again/);
  expect(await client.exists(sessionKey('a'), sessionsOfKey(SUBJECT))).toBe(0);
});
