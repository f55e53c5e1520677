import { expect, test } from '@jest/globals';
import type { ReadinessCheck } from '../../../src/http/app/deps.ts';
import { stateForAll } from '../state/support.ts';
import { type Listening, siteForAll, startOperator, startPublic } from './fixture.ts';

const store = stateForAll();
const open = siteForAll(() => startPublic(store, { readiness: () => readiness() }));
const own = siteForAll(() => startOperator(store, { readiness: () => readiness() }));
let readiness: () => readonly ReadinessCheck[];

async function ready({ url }: Listening) {
  const answer = await fetch(`${url}/health/ready`);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

test('ready: 200 while every condition is met', async () => {
  readiness = () => [{ name: 'redis', ok: true }];
  expect(await ready(own)).toMatchObject({ status: 200, body: { ready: true, reasons: [] } });
  expect(await ready(open)).toEqual({ status: 200, body: { ready: true } });
});

test('not ready: 503, and only the operator gets the reasons, which name hosts', async () => {
  readiness = () => [
    { name: 'redis', ok: false, why: 'redis://127.0.0.1:1 does not answer' },
    { name: 'mail', ok: true },
  ];
  expect(await ready(own)).toMatchObject({
    status: 503,
    body: { ready: false, reasons: ['redis: redis://127.0.0.1:1 does not answer'] },
  });
  expect(await ready(open)).toEqual({ status: 503, body: { ready: false } });
});

test('a readiness that cannot be read is none', async () => {
  readiness = () => {
    throw new Error('boom');
  };
  expect(await ready(own)).toMatchObject({ status: 503, body: { reasons: ['readiness: boom'] } });
});

test('live answers while not ready', async () => {
  readiness = () => [{ name: 'redis', ok: false }];
  expect((await fetch(`${open.url}/health/live`)).status).toBe(200);
});
