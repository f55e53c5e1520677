import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Instance, Instances } from '../../../src/core/policy/fleet.ts';
import { changeControl } from '../../../src/lifecycle/index.ts';
import { ageInstances } from '../../support/redis.ts';
import { until } from '../../support/until.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { IMAGES, type Listening, mark, NOW, startOperator } from './fixture.ts';

let store: StateFixture;
let instances: Instances;
let site: Listening;
let patienceMs: number;

beforeAll(async () => {
  store = await openState();
  const { control } = store;
  instances = store.instances;
  site = await startOperator(store, {
    changeControl: (request) => changeControl({ clock: { now: () => NOW }, control, instances }, request, patienceMs),
    instances: () => instances.list(),
    drift: () => new Map([[IMAGES, 'two runs with another configuration']]),
    configuredCapacity: 8,
  });
});
beforeEach(async () => {
  patienceMs = 600_000;
  await store.redis.flush();
  await ageInstances(store.redis);
  store.log.lines.length = 0;
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

async function call(method: string, at: string, body?: unknown) {
  const headers = { 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const given = body === undefined ? {} : { headers, body: text };
  const answer = await fetch(`${site.url}/api/v1${at}`, { method, ...given });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const audited = () => store.log.lines.filter(({ message }) => message === 'audit').map(({ fields }) => fields);
const instance = (given: Partial<Instance> = {}): Instance => ({
  id: 'i-1',
  name: 'one',
  configuration: 'same',
  obeys: 0,
  ...given,
});

describe('service and kill switch', () => {
  test('L20 out and in again: in force at once, audited with who, why, before and after', async () => {
    const out = await call('PUT', '/service', { service: 'out', reason: 'maintenance' });
    expect(out).toMatchObject({
      status: 200,
      body: { service: 'out', killed: false, acknowledged: true, before: { service: 'in' } },
    });
    expect(await store.control.read()).toMatchObject({ service: 'out' });
    await call('PUT', '/service', { service: 'in' });
    expect((await call('GET', '/service')).body).toMatchObject({ service: 'in' });
    expect(audited()).toEqual([
      expect.objectContaining({
        event: 'control',
        actor: 'operator@loopback',
        reason: 'maintenance',
        before: expect.stringContaining('service in'),
        after: expect.stringContaining('service out'),
      }),
      expect.objectContaining({ before: expect.stringContaining('service out') }),
    ]);
  });

  test('the service, the history and the page name who stopped it, the reason and the former value', async () => {
    const { control } = store;
    const audit = {
      at: NOW - 60_000,
      namespace: 'fleet',
      event: 'control',
      actor: 'olga',
      reason: 'wrong account',
    } as const;
    await control.write({ killed: true }, audit);
    await control.write({ capacity: 3 }, { ...audit, actor: 'ben', reason: 'later' });

    expect((await call('GET', '/service')).body).toMatchObject({
      killedBy: { actor: 'olga', reason: 'wrong account', at: new Date(NOW - 60_000).toISOString() },
    });
    expect((await call('GET', '/history')).body).toEqual({
      items: [
        expect.objectContaining({
          actor: 'olga',
          reason: 'wrong account',
          before: expect.stringContaining('kill switch off'),
          after: expect.stringContaining('kill switch on'),
        }),
        expect.objectContaining({ actor: 'ben', after: expect.stringContaining('capacity 3') }),
      ],
    });
    expect(await (await fetch(`${site.url}/`)).text()).toMatch(
      /The kill switch is on: [^<]*olga set this on [^<]*: wrong account/,
    );
    await control.write({ killed: false }, audit);
    expect((await call('GET', '/service')).body).not.toHaveProperty('killedBy');
  });

  test('L61 the answer waits until every live instance obeys', async () => {
    await instances.announce(instance());
    const answer = call('PUT', '/kill-switch', { on: true });
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    await until('the switch is stored', async () => (await store.control.read()).killed);
    await instances.announce(instance({ obeys: 0 }));
    expect(answered).toBe(false);
    await instances.announce(instance({ obeys: 1 }));
    expect(await answer).toMatchObject({ status: 200, body: { killed: true, acknowledged: true, waitingFor: [] } });
  });

  test('L61 an instance without the change in time: 202 with its name; the switch is on', async () => {
    patienceMs = 50;
    await instances.announce(instance());
    const answer = await call('PUT', '/kill-switch', { on: true });
    expect(answer).toMatchObject({ status: 202, body: { killed: true, acknowledged: false, waitingFor: ['one'] } });
    expect(await store.control.read()).toMatchObject({ killed: true });
  });

  test('L61 the switch does not wait for an instance that has left', async () => {
    await instances.announce(instance());
    await instances.leave('i-1');
    expect(await call('PUT', '/kill-switch', { on: true })).toMatchObject({ status: 200, body: { waitingFor: [] } });
  });

  test('lifting the switch waits for no instance', async () => {
    await instances.announce(instance());
    expect(await call('PUT', '/kill-switch', { on: false })).toMatchObject({ status: 200, body: { killed: false } });
  });
});

describe('limits', () => {
  test('L22 shown and changed; null is the configuration again', async () => {
    const unset = { providers: {}, deleteBudget: null, starveAfter: '1h' };
    expect((await call('GET', '/limits')).body).toEqual({ capacity: 8, deletesPerDay: null, ...unset });
    const changed = await call('PUT', '/limits', { capacity: 0, deletesPerDay: 20 });
    const before = { capacity: 8, deletesPerDay: null, ...unset };
    expect(changed.body).toEqual({ capacity: 0, deletesPerDay: 20, ...unset, before });
    expect((await call('PUT', '/limits', { capacity: null })).body).toMatchObject({ capacity: 8, deletesPerDay: 20 });
    expect(await store.control.read()).toEqual({
      service: 'in',
      killed: false,
      deletesPerDay: 20,
      version: 2,
      stages: {},
      canaries: {},
    });
  });

  test('R18 the places of a provider, the delete budget and starveAfter change at run time, and go back', async () => {
    const put = { providers: { aws: 4 }, deleteBudget: '120s', starveAfter: '30m' };
    expect((await call('PUT', '/limits', put)).body).toMatchObject({ ...put, deleteBudget: '2m' });
    expect(await store.control.read()).toMatchObject({
      providers: { aws: 4 },
      deleteBudgetMs: 120_000,
      starveAfterMs: 1_800_000,
    });
    await call('PUT', '/limits', { providers: { aws: null }, deleteBudget: null, starveAfter: null });
    expect(await store.control.read()).toEqual({ service: 'in', killed: false, version: 2, stages: {}, canaries: {} });
  });

  test('two operators at once: each change is whole, one comes last, both are audited', async () => {
    await Promise.all([
      call('PUT', '/limits', { capacity: 1, deletesPerDay: 1 }),
      call('PUT', '/limits', { capacity: 2, deletesPerDay: 2 }),
    ]);
    const { capacity, deletesPerDay } = await store.control.read();
    expect(capacity).toBe(deletesPerDay);
    expect(audited()).toHaveLength(2);
  });
});

describe('requests that change nothing', () => {
  test.each([
    ['/limits', { capacity: -1 }, 'body.capacity'],
    ['/limits', { capacity: 1.5 }, 'body.capacity'],
    ['/limits', { capacity: '4' }, 'body.capacity'],
    ['/limits', { capacity: 1e9 }, 'body.capacity'],
    ['/limits', { capacity: Number.NaN, deletesPerDay: 0 }, 'body.deletesPerDay'],
    ['/limits', { capacity: 4, deletesPerDay: 0 }, 'body.deletesPerDay'],
    ['/limits', { capacity: 4, deletesPerDay: 'many' }, 'body.deletesPerDay'],
    ['/limits', { capacity: 4, concurrency: 2 }, 'body.concurrency'],
    ['/limits', '{ "capacity": 1e999 }', 'body.capacity'],
    ['/limits', {}, 'body'],
    ['/limits', { deleteBudget: '0s' }, 'body.deleteBudget'],
    ['/limits', { starveAfter: '3bd' }, 'body.starveAfter'],
    ['/limits', { providers: { aws: -1 } }, 'body.providers.aws'],
    ['/limits', { providers: { gcp: 1 } }, 'body.providers'],
    ['/service', { service: 'OUT' }, 'body.service'],
    ['/service', {}, 'body.service'],
    ['/kill-switch', { on: 'yes' }, 'body.on'],
    ['/kill-switch', { on: true, reason: '' }, 'body.reason'],
  ])('PUT %s %j → 400 that names the field, without a change', async (at, body, field) => {
    const answer = await call('PUT', at, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'badRequest' } });
    expect((answer.body.errors as { field: string }[]).map((error) => error.field)).toContain(field);
    expect(await store.control.read()).toEqual({ service: 'in', killed: false, version: 0, stages: {}, canaries: {} });
    expect(audited()).toEqual([]);
  });

  test('a body that is no JSON → 400, without a change', async () => {
    expect((await call('PUT', '/kill-switch', 'on')).status).toBe(400);
    expect(await store.control.read()).toMatchObject({ killed: false });
  });
});

test('P10 the history of one resource, oldest first; empty without entries', async () => {
  await mark(store, 'ami-1');
  const at = (id: string) => `/history/${encodeURIComponent(IMAGES)}/${encodeURIComponent(id)}`;
  expect(await call('GET', at('ami-1'))).toMatchObject({
    status: 200,
    body: { namespace: IMAGES, id: 'ami-1', items: [{ event: 'marked', actor: 'holystone' }] },
  });
  expect((await call('GET', at('ami/"2"'))).body.items).toEqual([]);
  expect((await call('GET', `/history/nonsense/ami-1`)).status).toBe(404);
});

test('L12 the live instances, and the namespaces that wait because configurations differ', async () => {
  await instances.announce(instance());
  await instances.announce(instance({ id: 'i-2', name: 'two', configuration: 'other' }));
  const { body } = await call('GET', '/instances');
  expect(body).toMatchObject({ items: [{ name: 'one' }, { name: 'two' }], drift: [{ namespace: IMAGES }] });
  const { body: namespaces } = await call('GET', '/namespaces');
  expect(namespaces.items).toMatchObject([{ drift: 'two runs with another configuration' }]);
});
