import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ReadinessCheck } from '../../../src/http/deps.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { type Listening, startPublic } from './fixture.ts';

let store: StateFixture;
let site: Listening;
let readiness: () => readonly ReadinessCheck[];

beforeAll(async () => {
  store = await openState();
  site = await startPublic(store, { readiness: () => readiness() });
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

async function ready() {
  const answer = await fetch(`${site.url}/health/ready`);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

test('ready: 200 while every condition is met', async () => {
  readiness = () => [{ name: 'redis', ok: true }];
  expect(await ready()).toMatchObject({ status: 200, body: { ready: true, reasons: [] } });
});

test('not ready: 503 with the reasons', async () => {
  readiness = () => [
    { name: 'redis', ok: false, why: 'redis://127.0.0.1:1 does not answer' },
    { name: 'mail', ok: true },
  ];
  expect(await ready()).toMatchObject({
    status: 503,
    body: { ready: false, reasons: ['redis: redis://127.0.0.1:1 does not answer'] },
  });
});

test('a readiness that cannot be told is none', async () => {
  readiness = () => {
    throw new Error('boom');
  };
  expect(await ready()).toMatchObject({ status: 503, body: { reasons: ['readiness: boom'] } });
});

test('live answers while not ready', async () => {
  readiness = () => [{ name: 'redis', ok: false }];
  expect((await fetch(`${site.url}/health/live`)).status).toBe(200);
});
