import { beforeAll, describe, expect, test } from '@jest/globals';
import { bucketed } from '../../../src/http/operator/api/activity.ts';
import { until } from '../../support/until.ts';
import { stateForAll } from '../state/support.ts';
import { DAY, type Listening, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startOperator(store));

beforeAll(async () => {
  await mark(store, 'ami-1');
  await change('PUT', '/kill-switch', { on: true, reason: 'an <b>outage</b>' });
  await until('both are in the feed', async () => (await list()).items.length === 2);
});

type Event = { readonly cursor: string; readonly event: string; readonly actor: string; readonly reason?: string };
type Page = { readonly items: readonly Event[]; readonly next?: string };

const list = async (query = '') => (await (await fetch(`${site.url}/api/v1/events${query}`)).json()) as Page;
const TOKENS = [0, 1, 2, 3].map((n) => ({ name: `reader-${n}`, access: 'reader' as const, secret: `token-${n}` }));
const live = ({ url }: Listening, token: number) =>
  fetch(`${url}/api/v1/events/live`, { headers: { authorization: `Bearer token-${token}` } });
const statusOf = async (path: string, init?: RequestInit) => (await fetch(`${site.url}/api/v1${path}`, init)).status;

async function change(method: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${site.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(await reply.text());
}

/** Reads a stream until `count` events came. */
async function follow(
  count: number,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string },
) {
  const reply = await fetch(`${site.url}/api/v1/events/live${query}`, { headers });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no body');
  let text = '';
  const next = async (): Promise<Event[]> => {
    for (;;) {
      const events = [...text.matchAll(/^id: (.+)\ndata: (.+)\n\n/gm)].map(
        ([, , data = '']) => JSON.parse(data) as Event,
      );
      if (events.length >= count) {
        await reader.cancel();
        return events;
      }
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended after ${text}`);
      text += value;
    }
  };
  return { events: next(), policy: reply.headers.get('content-security-policy') };
}

describe('P10 GET events', () => {
  test('has marks and control, newest first, with who, why, before and after', async () => {
    expect((await list()).items).toMatchObject([
      {
        event: 'control',
        actor: 'operator@loopback',
        reason: 'an <b>outage</b>',
        before: expect.stringContaining('kill switch off'),
        after: expect.stringContaining('kill switch on'),
      },
      { event: 'marked', id: 'ami-1', actor: 'holystone' },
    ]);
  });

  test('pages by cursor, in both directions', async () => {
    const first = await list('?limit=1');
    const second = await list(`?limit=1&before=${first.next}`);
    expect([...first.items, ...second.items].map(({ event }) => event)).toEqual(['control', 'marked']);
    expect((await list(`?after=${second.items[0]?.cursor}`)).items).toEqual(first.items);
  });

  test('filters; an empty field of a form is no filter', async () => {
    expect((await list('?event=marked&actor=&namespace=&id=&before=')).items).toHaveLength(1);
    expect((await list('?actor=OPERATOR')).items).toMatchObject([{ event: 'control' }]);
    expect((await list('?id=ami-2')).items).toEqual([]);
  });

  test.each([
    '/events?before=x',
    '/events?after=5',
    '/events?before=1-1&after=1-1',
    '/events?event=nothing',
    '/events?limit=501',
  ])('%s is a bad request', async (path) => expect(await statusOf(path)).toBe(400));
});

describe('P10 GET events/live', () => {
  test('sends events as they happen, with the headers of every answer', async () => {
    const { events, policy } = await follow(1, {});
    await mark(store, 'ami-live');
    expect(await events).toMatchObject([{ event: 'marked', id: 'ami-live' }]);
    expect(policy).toContain("default-src 'none'");
  });

  test('continues after Last-Event-ID, so that a connection that broke loses nothing', async () => {
    const [newest] = (await list('?event=control')).items;
    const [oldest] = (await list('?id=ami-1')).items;
    const { events } = await follow(1, { headers: { 'last-event-id': oldest?.cursor ?? '' }, query: '?event=control' });
    expect(await events).toMatchObject([{ event: 'control', cursor: newest?.cursor }]);
  });

  test('says so to a client that was away for longer than the feed goes back, and continues with the oldest event', async () => {
    const old = await fetch(`${site.url}/api/v1/events/live`, { headers: { 'last-event-id': '1-1' } });
    const reader = old.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('ami-1"')) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    expect(text).toMatch(/^retry: 1000\n\nevent: reset\ndata: \{\}\n\nid: /);
  });

  test('a client that missed nothing hears of no gap', async () => {
    const [newest] = (await list('?limit=1')).items;
    const reply = await fetch(`${site.url}/api/v1/events/live`, { headers: { 'last-event-id': newest?.cursor ?? '' } });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('retry: 1000\n\n');
    await reader?.cancel();
  });

  test('refuses a foreign cursor', async () => {
    expect(await statusOf('/events/live', { headers: { 'last-event-id': 'x' } })).toBe(400);
  });

  test('P12 serves a bounded number of streams, refuses more, and frees the place of one that ended', async () => {
    const many = await startOperator(store, { tokens: TOKENS });
    const open = await Promise.all(Array.from({ length: 20 }, (_, index) => live(many, index % TOKENS.length)));
    expect(open.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await live(many, 3)).status).toBe(429);
    await Promise.all(open.map(({ body }) => body?.cancel()));
    await until('a place is free', async () => {
      const reply = await live(many, 0);
      await reply.body?.cancel();
      return reply.status === 200;
    });
    await many.app.close();
  });

  test('P12 one person or program takes no place from the others', async () => {
    const many = await startOperator(store, { tokens: TOKENS });
    const open = await Promise.all(Array.from({ length: 20 }, () => live(many, 0)));
    const refused = open.filter(({ status }) => status === 429);
    expect([refused.length, await refused[0]?.text(), (await live(many, 1)).status]).toEqual([
      14,
      expect.stringContaining('\\"reader-0\\" has as many live streams as one may have here; close one first.'),
      200,
    ]);
    await many.app.close();
  });

  test('P12 HEAD ends, and takes no place', async () => {
    for (let asked = 0; asked < 25; asked++) {
      const reply = await fetch(`${site.url}/api/v1/events/live`, { method: 'HEAD' });
      expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
        200,
        expect.stringContaining('text/event-stream'),
        '',
      ]);
    }
    const reply = await fetch(`${site.url}/api/v1/events/live`);
    await reply.body?.cancel();
    expect(reply.status).toBe(200);
  });

  test('an instance that stops ends its streams', async () => {
    const other = await startOperator(store);
    const reply = await fetch(`${other.url}/api/v1/events/live`);
    const rest = reply.text();
    await other.app.close();
    expect(await rest).toBe('retry: 1000\n\n');
  });
});

describe('P10 GET activity', () => {
  test('counts events by day, today included', async () => {
    const reply = await fetch(`${site.url}/api/v1/activity?days=2`);
    const { bucket, items } = (await reply.json()) as { bucket: string; items: { at: string; counts: object }[] };
    expect(bucket).toBe('1d');
    const today = Math.floor(NOW / DAY) * DAY;
    expect(items.map(({ at }) => Date.parse(at))).toEqual([today - DAY, today]);
  });

  test('P10 a day is the sum of its hours', () => {
    const hour = 3_600_000;
    const hours = [
      { at: 22 * hour, counts: { marked: 1 } },
      { at: 23 * hour, counts: { marked: 2, deleted: 1 } },
      { at: 24 * hour, counts: {} },
    ];
    expect(bucketed(hours, 24 * hour)).toEqual([
      { at: 0, counts: { marked: 3, deleted: 1 } },
      { at: 24 * hour, counts: {} },
    ]);
    expect(bucketed(hours, hour)).toEqual(hours);
  });

  test.each(['?bucket=1w', '?days=0', '?days=91'])('%s is a bad request', async (query) => {
    expect(await statusOf(`/activity${query}`)).toBe(400);
  });
});

/** Last: it adds an event. */
test('P10 GET events from one day to another, both included, also on the page; another word is refused', async () => {
  // The feed is in the order of Redis's time, so its days are too.
  const at = Date.now();
  const said = { namespace: 'fleet', event: 'control', actor: 'day-keeper', reason: 'a range of days' } as const;
  await store.control.write({ capacity: 3 }, { at, ...said });
  const [today, before] = [at, at - 24 * 3_600_000].map((one) => new Date(one).toISOString().slice(0, 10));
  const found = async (query: string) => (await list(`?actor=day-keeper&${query}`)).items.length;
  expect(await found(`from=${today}&to=${today}`)).toBe(1);
  expect(await found(`to=${before}`)).toBe(0);
  expect(await found('from=&to=')).toBe(1);
  expect(await statusOf('/events?from=yesterday')).toBe(400);
  const page = await (await fetch(`${site.url}/activity?from=${before}&to=${before}`)).text();
  expect(page).toContain(`events?from=${before}&amp;to=${before}`);
  expect(page).toContain('No events here.');
});
