/** Rate limits behind reverse proxies: each client has its own, and no client chooses by which it is counted. */
import { afterEach, expect, test } from '@jest/globals';
import type { App } from '../../../src/http/app/validation.ts';
import { buildPublic } from '../../../src/http/public/publicApp.ts';
import { stateForAll } from '../state/support.ts';
import { publicDeps } from './fixture.ts';

const LIMIT = 3;
const store = stateForAll();
let app: App;
afterEach(() => app.close());

const start = async (trustedProxies: readonly string[]) => {
  app = await buildPublic(publicDeps(store, { trustedProxies, rateLimit: { max: LIMIT, windowMs: 60_000 } }));
};
async function ask(remoteAddress: string, forwarded?: string): Promise<number> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/o/x', remoteAddress, headers })).statusCode;
}
const exhaust = async (remoteAddress: string, forwarded?: string) => {
  for (let i = 0; i < LIMIT; i++) await ask(remoteAddress, forwarded);
};

test('P12 behind a trusted proxy, a client that floods leaves the others their limit', async () => {
  await start(['10.0.0.0/8']);
  await exhaust('10.1.2.3', '192.0.2.1');
  expect([await ask('10.1.2.3', '192.0.2.1'), await ask('10.1.2.3', '192.0.2.2')]).toEqual([429, 400]);
});

test('P12 a client cannot hide behind an address that it forwards itself', async () => {
  await start(['10.0.0.0/8']);
  await exhaust('10.1.2.3', '203.0.113.1, 192.0.2.1');
  expect(await ask('10.1.2.3', '203.0.113.99, 192.0.2.1')).toBe(429);
});

test.each([[[]], [['10.0.0.1']]])(
  'P12 a peer that is no trusted proxy (%j) is counted by its own address',
  async (trusted) => {
    await start(trusted);
    await exhaust('192.0.2.9', '203.0.113.1');
    expect(await ask('192.0.2.9', '203.0.113.2')).toBe(429);
  },
);

test('P12 another address of the same IPv6 /64 is the same client', async () => {
  await start([]);
  await exhaust('2001:db8:1:2::1');
  expect([await ask('2001:db8:1:2::ffff'), await ask('2001:db8:1:3::1')]).toEqual([429, 400]);
});

test('P12 closed connections, which have no address, share one limit and log no error', async () => {
  await start([]);
  store.log.lines.length = 0;
  await exhaust('unknown');
  expect(await ask('gone')).toBe(429);
  expect(store.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
