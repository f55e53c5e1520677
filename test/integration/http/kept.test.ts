/** The page of all that people keep: who, until when, why, and the way to undo it. */
import { beforeEach, expect, test } from '@jest/globals';
import type { AccessToken } from '../../../src/http/app/deps.ts';
import { stateForAll } from '../state/support.ts';
import { configurationOf, DAY, IMAGES, NOW, siteForAll, startOperator } from './fixture.ts';

const OPERATOR: AccessToken = { name: 'olga', access: 'operator', secret: 'olga-secret' };
const READER: AccessToken = { name: 'rita', access: 'reader', secret: 'rita-secret' };
const ELSEWHERE: AccessToken = { name: 'otto', access: 'operator', accounts: ['shop'], secret: 'otto-secret' };
const SHOP = configurationOf({ account: 'shop', location: 'us-east-1', resourceType: 'volume' });
const TEST = configurationOf({ account: 'test', location: 'us-east-1', resourceType: 'image' });

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    tokens: [OPERATOR, READER, ELSEWHERE],
    workConfigurations: () => [TEST, SHOP],
  }),
);
beforeEach(async () => {
  await store.redis.flush();
  const at = NOW - DAY;
  const keep = (namespace: typeof IMAGES, target: Parameters<typeof store.optOuts.optOut>[1]['target'], more: object) =>
    store.optOuts.optOut(namespace, { target, until: 'forever', actor: 'ann@example.com', at, ...more });
  await keep(IMAGES, { kind: 'id', value: 'ami-forever' }, { name: 'golden' });
  await keep(IMAGES, { kind: 'pattern', value: 'demo-*' }, { until: NOW + 40 * DAY, reason: 'the fair' });
  await keep(SHOP.namespace, { kind: 'id', value: 'vol-soon' }, { until: NOW + DAY, actor: 'li@example.com' });
  await keep(IMAGES, { kind: 'id', value: 'ami-over' }, { until: NOW - 1000 });
});

const as = ({ secret }: AccessToken) => ({ authorization: `Bearer ${secret}` });
const ask = (path: string, who = OPERATOR) => fetch(`${site.url}/${path}`, { headers: as(who) });
const html = async (path: string, who = OPERATOR) => (await ask(path, who)).text();
const send = (form: Record<string, string>, who = OPERATOR) =>
  fetch(`${site.url}/kept/undo`, { method: 'POST', headers: as(who), body: new URLSearchParams(form) });
const decisionFor = async (target: string) => {
  const page = await html('kept');
  const row = page.split('<tr>').find((one) => one.includes(target)) ?? '';
  return /decision=([\w-]+)/.exec(row)?.[1] ?? '';
};

test('P14 a person sees all that is kept, what ends soonest first, and nothing that is over', async () => {
  const page = await html('kept', READER);
  const order = ['vol-soon', 'demo-*', 'golden'].map((text) => page.indexOf(text));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(page).toContain('the fair');
  expect(page).not.toContain('ami-over');
  expect(page).not.toContain('kept/undo');
});

test('P14 a filter is a part or a pattern of the name or the id, and the CSV has the same rows', async () => {
  expect(await html('kept?q=GOLD*')).toContain('ami-forever');
  expect(await html('kept?q=GOLD*')).not.toContain('vol-soon');
  expect(await html('kept?by=LI@')).not.toContain('ami-forever');
  const csv = await html('kept.csv?by=li@');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain('"vol-soon"');
});

test('P14 an operator undoes a decision of somebody else with a reason, which the history keeps', async () => {
  const decision = await decisionFor('ami-forever');
  expect(await html(`kept/undo?decision=${decision}`)).toContain('Keep golden no longer?');
  const done = await send({ decision, reason: 'the fair is over' });
  expect(done.status).toBe(200);
  expect(await store.optOuts.list(IMAGES, { kind: 'id', value: 'ami-forever' })).toEqual([]);
  const [last] = (await store.audit.history(IMAGES, 'ami-forever')).slice(-1);
  expect(last).toMatchObject({ event: 'optOutUndone', actor: 'olga', name: 'golden' });
  expect(last?.reason).toContain('the fair is over');
  expect((await send({ decision, reason: 'again' })).status).toBe(404);
});

test('P14 a pattern is undone like a resource', async () => {
  expect((await send({ decision: await decisionFor('demo-*'), reason: 'over' })).status).toBe(200);
  expect(await store.optOuts.patterns(IMAGES)).toEqual([]);
});

test('P14 without a reason the same page comes back and says so, and nothing is changed', async () => {
  const decision = await decisionFor('ami-forever');
  const refused = await send({ decision, reason: '  ' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toMatch(/aria-invalid="true"[\s\S]*Say why/);
  expect(await store.optOuts.list(IMAGES, { kind: 'id', value: 'ami-forever' })).toHaveLength(1);
});

test('P14 a reader, and an operator of another account, undo nothing', async () => {
  const decision = await decisionFor('ami-forever');
  expect((await send({ decision, reason: 'x' }, READER)).status).toBe(403);
  expect((await send({ decision, reason: 'x' }, ELSEWHERE)).status).toBe(403);
  expect(await html('kept', ELSEWHERE)).toMatch(/vol-soon[\s\S]*kept\/undo/);
  expect(await store.optOuts.list(IMAGES, { kind: 'id', value: 'ami-forever' })).toHaveLength(1);
});

test('P14 a decision that is from no page is refused', async () => {
  for (const decision of [
    'x',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('["a","tag","b","c"]').toString('base64url'),
  ])
    expect((await send({ decision, reason: 'x' })).status).toBe(400);
});
