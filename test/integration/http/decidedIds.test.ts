/** Whether a decision of a person is about the resource that they saw: ids in forms, and ids that nobody saw. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ReadError } from '../../../src/core/common/errors.ts';
import type { Read, Resource } from '../../../src/core/resource/resource.ts';
import type { AccessToken } from '../../../src/http/app/deps.ts';
import { lookFor } from '../../../src/lifecycle/index.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { IMAGES, type Listening, link, mark, NOW, startOperator, startPublic } from './fixture.ts';

const OPERATOR: AccessToken = { name: 'olga', access: 'operator', secret: 'olga-secret' };
const THERE: Resource = { id: 'ami-there', identity: 'i', name: 'nightly', tags: {}, aliases: [], group: 'shop' };
const ODD = ['web\u200D-\u202E1', 'a%2Fb%41', 'line\r\nend \u2028\u0085', '"><b>&amp;', "it's + 1=2;"];

let store: StateFixture;
let site: Listening;
let read: () => Read<Resource>;

beforeAll(async () => {
  store = await openState();
  const reads = {
    get: async (id: string) => (id === THERE.id ? ({ kind: 'found', resource: THERE } as const) : read()),
    async *list() {
      yield [THERE];
    },
  };
  site = await startOperator(store, {
    tokens: [OPERATOR],
    lookFor: (namespace, target) => lookFor(store, namespace, target, () => reads),
  });
});
beforeEach(async () => {
  read = () => ({ kind: 'gone' });
  await store.redis.flush();
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

const headers = { authorization: `Bearer ${OPERATOR.secret}` };
const page = async (path: string) =>
  (await fetch(`${site.url}/${path}`, { headers: { ...headers, accept: 'text/html' } })).text();
const select = async (pick: string, to = 'marks') => {
  const body = new URLSearchParams({ ...(to === 'marks' ? { pick } : {}), do: 'forever' });
  const answer = await fetch(`${site.url}/${to}`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/html' },
    body,
  });
  return { status: answer.status, text: await answer.text() };
};
const api = async (method: string, path: string, body?: object) => {
  const init = {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  };
  const answer = await fetch(`${site.url}/api/v1/${path}`, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const path = (id: string) => `${encodeURIComponent(IMAGES)}/${encodeURIComponent(id)}`;
const kept = async () => [...(await store.optOuts.all(IMAGES)).keys()];

/** The values of attributes as a browser reads them. */
function values(html: string, attribute: string): readonly string[] {
  return [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, raw = '']) =>
    raw
      .replace(/&#x([0-9A-F]+);/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&'),
  );
}

describe.each(ODD)('P3 P18 of the id %j', (id) => {
  test('the form of each page keeps the resource itself, and every link leads to it', async () => {
    for (const from of ['marks', `resources/${path(id)}`]) {
      await mark(store, id, { name: id });
      const html = await page(from);
      const pick = values(html, 'value').find((value) => value.startsWith(`${IMAGES} `));
      const to = values(html, 'action').find((value) => /(^\.\/marks|resources\/.*)$/.test(value)) ?? '';
      const { status, text } = await select(pick ?? '', to.replace(/^[./]+/, ''));
      expect({ from, status, kept: await kept() }).toEqual({ from, status: 200, kept: [`id:${id}`] });
      expect(text).not.toMatch(/[\u200D\u202E\u2028]/);
      for (const href of values(html, 'href').filter((one) => one.includes('resources/')))
        expect(decodeURIComponent(new URL(href, 'http://x/').pathname)).toContain(`/resources/${IMAGES}/${id}`);
      await store.redis.flush();
    }
  });
});

test('P3 a person sees invisible characters by name, and a form sends them as they are', async () => {
  await mark(store, 'ami-1');
  const html = await page(`marks?q=${encodeURIComponent('a\u202Eb')}`);
  expect(html).toContain('a[U+202E]b');
  expect(html).toContain('value="a&#x202E;b"');
  expect(html).not.toContain('\u202E');
});

test('P3 the page of a link sends the reason of its owner as it was written', async () => {
  const open = await startPublic(store);
  await mark(store, 'ami-1');
  const form = new URLSearchParams({ statement: 'deleteEarly', reason: 'no\u200D more' });
  const html = await (await fetch(`${open.url}${link('ami-1')}/say`, { method: 'POST', body: form })).text();
  expect(values(html, 'value')).toContain('no\u200D more');
  await open.app.close();
});

describe('P18 a decision about an id without a mark', () => {
  test('is stored when a read finds the resource: by PUT, in a bulk request, by a form', async () => {
    expect((await api('PUT', `opt-outs/${path(THERE.id)}`)).status).toBe(200);
    expect((await select(`${IMAGES} ${THERE.id}`)).status).toBe(200);
    expect((await api('PUT', `opt-outs/${path('shop')}`, { group: true })).status).toBe(200);
    expect((await kept()).sort()).toEqual(['group:shop', `id:${THERE.id}`]);
    const [decision] = await store.optOuts.list(IMAGES, { kind: 'id', value: THERE.id });
    expect(decision).toMatchObject({ name: 'nightly' });
  });

  test.each<[string, () => Promise<{ status: number; said: unknown }>]>([
    ['PUT', async () => said(await api('PUT', `opt-outs/${path('nightly')}`))],
    [
      'POST marks/keep',
      async () => itemOf(await api('POST', 'marks/keep', { items: [{ namespace: IMAGES, id: 'nightly' }] })),
    ],
    [
      'a form',
      async () => {
        const { status, text } = await select(`${IMAGES} nightly`);
        return { status, said: text };
      },
    ],
  ])('is refused when no read finds it, with what was probably meant: %s', async (_what, ask) => {
    const answer = await ask();
    expect(answer.status).toBeGreaterThanOrEqual(404);
    expect(answer.said).toContain('ami-there (nightly)');
    expect(await kept()).toEqual([]);
  });

  test('is refused with the word that makes it a pattern, and for a group that nothing belongs to', async () => {
    const literal = await api('PUT', `opt-outs/${path('ami-*')}`);
    expect(literal).toMatchObject({
      status: 404,
      body: { code: 'unknownId', detail: expect.stringContaining('"pattern": true') },
    });
    const group = await api('PUT', `opt-outs/${path('Shop')}`, { group: true });
    expect(group).toMatchObject({ status: 404, body: { detail: expect.stringContaining('Did you mean "shop"?') } });
    expect(await kept()).toEqual([]);
  });

  test.each<[string, () => Read<Resource>]>([
    [
      'the provider does not answer',
      () => {
        throw new ReadError('reading image: no answer', { problem: 'unreachable' });
      },
    ],
    ['the answer says nothing about it', () => ({ kind: 'unknown', why: 'no answer' })],
  ])('is refused with 409 where %s, and stored with `unseen`', async (_what, answer) => {
    read = answer;
    const refused = await api('PUT', `opt-outs/${path('ami-9')}`);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'unreadId', detail: expect.stringContaining('no answer') },
    });
    expect(await kept()).toEqual([]);
    expect((await api('PUT', `opt-outs/${path('ami-9')}`, { unseen: true })).status).toBe(200);
    expect(await kept()).toEqual(['id:ami-9']);
  });

  test('is stored while the provider does not answer if the resource had a mark before', async () => {
    read = () => ({ kind: 'unknown', why: 'no answer' });
    await mark(store, 'ami-1');
    for (const until of ['30d', 'forever'])
      expect((await api('PUT', `opt-outs/${path('ami-1')}`, { until })).body).toMatchObject({
        optOut: { target: { value: 'ami-1' } },
      });
  });

  test('of a bulk request stops no other item', async () => {
    await mark(store, 'ami-2');
    read = () => ({ kind: 'unknown', why: 'no answer' });
    const items = ['ami-9', 'ami-2'].map((id) => ({ namespace: IMAGES, id }));
    const { body } = await api('POST', 'marks/keep', { items });
    expect(body.items).toMatchObject([
      { status: 409, code: 'unreadId' },
      { status: 200, unmarked: true },
    ]);
    expect(await kept()).toEqual(['id:ami-2']);
  });
});

test('P18 the link of an owner keeps its resource without a read of the provider, also when its mark is gone', async () => {
  const open = await startPublic(store, { clock: { now: () => NOW } });
  const answer = await fetch(`${open.url}${link('ami-1')}`, {
    method: 'POST',
    body: new URLSearchParams({ keep: 'forever' }),
  });
  expect([answer.status, await kept()]).toEqual([200, ['id:ami-1']]);
  await open.app.close();
});

const said = ({ status, body }: Awaited<ReturnType<typeof api>>) => ({
  status,
  said: String(body.detail).replaceAll('"', ''),
});
function itemOf({ body }: Awaited<ReturnType<typeof api>>) {
  const [{ status = 0, detail = '' } = {}] = body.items as { status: number; detail: string }[];
  return { status, said: detail.replaceAll('"', '') };
}
