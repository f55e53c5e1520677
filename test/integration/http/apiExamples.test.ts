import { beforeAll, describe, expect, test } from '@jest/globals';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import type { OpenApi, Operation } from '../../../src/http/operator/openapi/document.ts';
import { OPERATIONS } from '../../../src/http/operator/openapi/operations.ts';
import { passRecord } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { checkedRoutes } from './answers.ts';
import { configurationOf, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const PROD = { account: 'prod', location: 'us-east-1', resourceType: 'image' };
const NAMESPACE = namespaceOf({ provider: 'aws', ...PROD });
const ID = 'ami-0123456789abcdef0';
const PASS = '01KAEXAMPLE';
const TOKEN = { name: 'ann', secret: 'token-of-the-tests-long-enough', access: 'operator' } as const;
const BEARER = { authorization: `Bearer ${TOKEN.secret}` };

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    tokens: [TOKEN],
    workConfigurations: () => [configurationOf(PROD)],
    approve: async () => ({ kind: 'approved', size: 1 }),
    check: async () => ({ kind: 'unknown', why: 'the cloud does not answer' }),
    bounced: async () => ({ kind: 'withdrawn', notices: 1 }),
    sendAgain: async () => ({ kind: 'sent', messageId: '<again@example.com>', resources: 1 }),
  }),
);
let document: OpenApi;

beforeAll(async () => {
  document = (await (await fetch(`${site.url}/api/openapi.json`, { headers: BEARER })).json()) as OpenApi;
});

/** A fleet in which each example has a subject. */
async function seed(): Promise<void> {
  await store.redis.flush();
  await mark(store, ID, { namespace: NAMESPACE });
  const target = { kind: 'id', value: ID } as const;
  await store.optOuts.optOut(NAMESPACE, { target, until: 'forever', actor: 'ann@example.com', at: NOW });
  const sent = { messageId: '<a1b2c3@holystone.example.com>', owner: 'ann@example.com' };
  await store.messages.open({ ...sent, items: [{ namespace: NAMESPACE, id: ID }] });
  await store.sentNotices.add({ ...sent, at: NOW, resources: 1, isReminder: false });
  await store.passes.record(
    passRecord({ namespace: NAMESPACE, passId: PASS, outcome: 'blocked', blocked: { digest: 'd', size: 1 } }),
    undefined,
    [{ change: 'mark', id: ID }],
  );
}

interface WithExample {
  readonly content: { readonly 'application/json': { readonly example?: unknown } };
}

/** The request that a reader of the document would send. */
function requestOf(path: string, method: string, { parameters, requestBody }: Operation): [string, RequestInit] {
  const given = parameters.filter(({ example }) => example !== undefined);
  const address = given
    .filter((one) => one.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = new URLSearchParams(
    given.filter((one) => one.in === 'query').map(({ name, example }) => [name, String(example)]),
  );
  const body = (requestBody as WithExample | undefined)?.content['application/json'].example;
  const withBody =
    body === undefined
      ? { headers: BEARER }
      : { headers: { ...BEARER, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return [`${site.url}/api/v1${address}?${query}`, { method: method.toUpperCase(), ...withBody }];
}

describe('each example of the document is a request that the API answers', () => {
  test.each(Object.keys(OPERATIONS))('P10 %s', async (key) => {
    await seed();
    const [method = '', path = ''] = key.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${key} is not in the document`);
    const leave = new AbortController();
    const [url, request] = requestOf(path, method, operation);
    const answer = await fetch(url, { ...request, signal: leave.signal });
    if (OPERATIONS[key]?.isStream) leave.abort();
    else expect([answer.status, await answer.json()]).toEqual([answer.ok ? answer.status : 200, expect.anything()]);
    expect(answer.ok).toBe(true);
  });

  test('P10 every answer but the stream was held against its schema', () => {
    const unchecked = Object.keys(OPERATIONS).filter((key) => !checkedRoutes().has(key));
    expect(unchecked).toEqual(['GET /events/live']);
  });
});
