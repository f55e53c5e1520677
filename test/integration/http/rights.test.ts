/** Every route of the API that changes something, as everybody who may ask it. The list of routes is the API's own. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ACTIONS } from '../../../src/core/policy/workConfiguration.ts';
import type { AccessToken } from '../../../src/http/app/deps.ts';
import type { OpenApi } from '../../../src/http/operator/openapi/document.ts';
import { passRecord } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { IMAGES, mark, siteForAll, startOperator } from './fixture.ts';

const READER: AccessToken = { name: 'grafana', access: 'reader', secret: 'reader-secret' };
const OTHERS: AccessToken = {
  name: 'otto',
  access: 'operator',
  secret: 'otto-secret',
  accounts: ['prod-*', 'tes'],
};
const OWN: AccessToken = { name: 'tess', access: 'operator', secret: 'tess-secret', accounts: ['prod', 'TE*'] };
const ALL: AccessToken = { name: 'olga', access: 'operator', secret: 'olga-secret' };

const MESSAGE = '<a.message@example.com>';

interface Example {
  readonly body?: object;
  /** Beside `namespace`, which is always {@link IMAGES}. */
  readonly path?: Readonly<Record<string, string>>;
  /** It changes the whole fleet: no operator of single accounts may use it. */
  readonly fleet?: true;
}

/** A request that succeeds, by method and address. A route that changes something and has none here fails the test. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  'PUT /opt-outs/{namespace}/{id}': { path: { id: 'ami-1' }, body: { reason: 'a test' } },
  'DELETE /opt-outs/{namespace}/{id}': { path: { id: 'ami-kept' } },
  'POST /marks/keep': { body: { items: [{ namespace: IMAGES, id: 'ami-1' }] } },
  'POST /marks/undo': { body: { items: [{ namespace: IMAGES, id: 'ami-kept' }] } },
  'POST /marks/recalculate': { body: { items: [{ namespace: IMAGES, id: 'ami-1' }], seconds: 60 } },
  'POST /approvals': { body: { namespace: IMAGES, passId: 'pass-1' } },
  'POST /namespaces/{namespace}/recalculate': { body: { seconds: 60, count: 1 } },
  'PUT /service': { body: { service: 'out' }, fleet: true },
  'PUT /kill-switch': { body: { on: true, reason: 'a drill' }, fleet: true },
  'PUT /limits': { body: { capacity: 1 }, fleet: true },
  'PUT /stages': { body: { namespace: 'aws:test:*:image', stage: 'notify' } },
  'POST /configuration/reload': { fleet: true },
  'POST /notices/{messageId}/bounce': {
    path: { messageId: MESSAGE },
    body: { recipient: 'ann@example.com', reason: 'unknown user', permanent: true },
    fleet: true,
  },
  'POST /notices/{messageId}/again': { path: { messageId: MESSAGE }, body: { reason: 'a test' } },
};

/** They evaluate and write nothing. */
const READS = ['POST /check/{namespace}/{id}'];

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    tokens: [READER, OTHERS, OWN, ALL],
    passes: {
      get: async (namespace, action) => passRecord({ namespace, action, passId: 'pass-1' }),
      last: async (namespace) => ACTIONS.map((action) => passRecord({ namespace, action, passId: 'pass-1' })),
      past: async () => [],
      blockedChanges: async () => [],
      blockedRows: async () => [],
      approval: async () => undefined,
    },
    approve: async () => ({ kind: 'approved', size: 1 }),
    bounced: async () => ({ kind: 'withdrawn', notices: 1 }),
    sendAgain: async () => ({ kind: 'sent', messageId: '<again@example.com>', resources: 1 }),
  }),
);
let changing: readonly string[];

beforeAll(async () => {
  const { paths } = (await (
    await fetch(`${site.url}/api/openapi.json`, { headers: bearer(READER) })
  ).json()) as OpenApi;
  changing = Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((key) => !key.startsWith('GET ') && !READS.includes(key));
});
beforeEach(async () => {
  await store.redis.flush();
  await mark(store, 'ami-1');
  const items = [{ namespace: IMAGES, id: 'ami-1' }];
  await store.messages.open({ messageId: MESSAGE, owner: 'ann@example.com', items });
  const target = { kind: 'id', value: 'ami-kept' } as const;
  await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'ann', at: 1 });
});

const bearer = ({ secret }: AccessToken) => ({ authorization: `Bearer ${secret}` });

function send(key: string, as: AccessToken | undefined): Promise<Response> {
  const [method = '', pattern = ''] = key.split(' ');
  const { path = {}, body } = EXAMPLES[key] ?? {};
  const values: Readonly<Record<string, string>> = { namespace: IMAGES, ...path };
  const address = pattern.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  return fetch(`${site.url}/api/v1${address}`, {
    method,
    headers: { ...(as ? bearer(as) : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

const stateNow = async () =>
  JSON.stringify([
    await store.control.read(),
    await store.optOuts.list(IMAGES),
    (await store.marks.getMany(IMAGES, ['ami-1'])).length,
  ]);

test('P11 each route that changes something has an example here, and each example has a route', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual([...changing].toSorted());
});

describe.each(Object.entries(EXAMPLES))('%s', (key, { fleet = false }) => {
  test('P11 nobody gets 401, a reader and an operator of another account get 403, and nothing changes', async () => {
    const before = await stateNow();
    const statuses: number[] = [];
    for (const as of [undefined, READER, OTHERS]) statuses.push((await send(key, as)).status);
    expect(statuses).toEqual([401, 403, 403]);
    expect(await stateNow()).toBe(before);
  });

  test('P11 each refused change is an event with its actor', async () => {
    store.log.lines.length = 0;
    for (const as of [READER, OTHERS]) await send(key, as);
    const [method = ''] = key.split(' ');
    const refused = {
      namespace: 'fleet',
      event: 'changeRefused',
      reason: expect.stringContaining(`${method} /api/v1/`),
    };
    expect(store.log.lines.filter(({ message }) => message === 'audit').map(({ fields }) => fields)).toMatchObject([
      { ...refused, actor: 'grafana' },
      { ...refused, actor: 'otto' },
    ]);
  });

  test('P11 an operator changes it; an operator of its account does too, except for the whole fleet', async () => {
    const limited = await send(key, OWN);
    expect(limited.status).toBe(fleet ? 403 : 200);
    await store.optOuts.optOut(IMAGES, {
      target: { kind: 'id', value: 'ami-kept' },
      until: 'forever',
      actor: 'ann',
      at: 1,
    });
    expect((await send(key, ALL)).status).toBe(200);
  });
});

test('P11 a stage of several accounts needs the right to all of them', async () => {
  const before = await stateNow();
  const answer = await fetch(`${site.url}/stages`, {
    method: 'POST',
    headers: { ...bearer(OTHERS), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ namespace: '*', stage: 'notify', reason: 'a test' }),
  });
  expect(answer.status).toBe(403);
  expect(await stateNow()).toBe(before);
});
