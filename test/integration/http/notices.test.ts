import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SentNotice } from '../../../src/core/notice/sentNotices.ts';
import type { AccessToken, SentAgain } from '../../../src/http/app/deps.ts';
import { stateForAll } from '../state/support.ts';
import { configurationOf, DAY, IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';
import { notifiedMail } from './notifiedMail.ts';

const READER: AccessToken = { name: 'rita', access: 'reader', secret: 'reader-secret' };
const OPERATOR: AccessToken = { name: 'olga', access: 'operator', secret: 'olga-secret' };
const ANN = 'ann@example.com';
const OTHER = configurationOf({ account: 'prod', location: 'eu-west-1', resourceType: 'image' }).namespace;

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    tokens: [READER, OPERATOR],
    preview: async (owner) =>
      owner === ANN ? { subject: '2 resources', text: 'Nothing appears to use these.', resources: 2 } : undefined,
    sendAgain: async (request) => {
      asked.push(request);
      return answer;
    },
  }),
);
let answer: SentAgain;
let asked: object[];

beforeEach(async () => {
  await store.redis.flush();
  asked = [];
  answer = { kind: 'sent', messageId: '<new@example.com>', resources: 2 };
});

const bearer = ({ secret }: AccessToken) => ({ authorization: `Bearer ${secret}` });

async function get(path: string) {
  const reply = await fetch(`${site.url}/api/v1/${path}`, { headers: bearer(READER) });
  return { status: reply.status, body: await reply.json() };
}

async function again(messageId: string, body: object = { reason: 'she lost it' }, as = OPERATOR) {
  const reply = await fetch(`${site.url}/api/v1/notices/${encodeURIComponent(messageId)}/again`, {
    method: 'POST',
    headers: { ...bearer(as), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: await reply.json() };
}

const sent = (n: number, given: Partial<SentNotice> = {}) =>
  store.sentNotices.add({
    messageId: `<${n}@example.com>`,
    owner: ANN,
    at: NOW - n * DAY,
    resources: 1,
    isReminder: false,
    ...given,
  });

describe('P10 GET notices', () => {
  test('has each message with its answer, newest first', async () => {
    await sent(1, { subject: '2 resources', transport: 'smtp' });
    await sent(2, { refusedBecause: '550 no such user' });
    await sent(3, { isReminder: true, repeats: { messageId: '<9@example.com>', actor: 'olga' } });
    await store.messages.open({ messageId: '<3@example.com>', owner: ANN, items: [] });
    await store.messages.bounce('<3@example.com>', { why: 'full', permanent: false, actor: 'ses', at: NOW });
    await store.sentNotices.opened('<1@example.com>', NOW);
    const { status, body } = await get('notices');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      items: [
        {
          messageId: '<1@example.com>',
          state: 'accepted',
          subject: '2 resources',
          openedAt: '2026-06-01T12:00:00.000Z',
        },
        { state: 'refused', refusedBecause: '550 no such user' },
        { state: 'bounced', bounce: { why: 'full' }, isReminder: true, repeats: { actor: 'olga' } },
      ],
    });
  });

  test('P12 is filtered, and refuses an unknown filter', async () => {
    for (let n = 0; n < 4; n++) await sent(n, n === 2 ? { owner: 'bob@example.com' } : {});
    const ids = async (query: string) =>
      (await get(`notices?${query}`)).body.items.map(({ messageId }: { messageId: string }) => messageId[1]);
    expect(await ids(`owner=${ANN}`)).toEqual(['0', '1', '3']);
    expect(await ids('since=2026-05-30&before=2026-06-01')).toEqual(['1', '2']);
    for (const query of ['state=lost', 'since=yesterday', 'cursor=%21', 'limit=501', 'sort=owner']) {
      expect([query, (await get(`notices?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('reads in pages, each no longer than its limit', async () => {
    for (let n = 0; n < 5; n++) await sent(n);
    const first = await get('notices?limit=3');
    expect(first.body.items).toHaveLength(3);
    const second = await get(`notices?limit=3&cursor=${first.body.next}`);
    expect(second.body).toMatchObject({ items: [{}, {}] });
    expect(second.body.next).toBeUndefined();
  });
});

describe('P10 GET notices/{messageId}', () => {
  const MESSAGE = '<1@example.com>';

  test('has the resources of the message as they are today', async () => {
    await mark(store, 'ami-1');
    const target = { kind: 'id', value: 'ami-2' } as const;
    await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: ANN, at: NOW, reason: 'ours' });
    const items = ['ami-1', 'ami-2', 'ami-3'].map((id) => ({ namespace: IMAGES, id }));
    await store.messages.open({ messageId: MESSAGE, owner: ANN, items });
    await sent(1, { resources: 3 });
    const { body } = await get('notices/1%40example.com');
    expect(body).toMatchObject({
      messageId: MESSAGE,
      notice: { state: 'accepted', resources: 3 },
      items: [
        { id: 'ami-1', mark: { state: 'marked', name: 'name of ami-1' } },
        { id: 'ami-2', lastEvent: { event: 'optedOut', actor: ANN } },
        { id: 'ami-3' },
      ],
    });
    expect(body.items[2].mark ?? body.items[2].lastEvent).toBeUndefined();
  });

  test('is in parts: no answer has more than 100 resources', async () => {
    const items = Array.from({ length: 600 }, (_, n) => ({ namespace: n % 2 ? IMAGES : OTHER, id: `ami-${n}` }));
    await store.messages.open({ messageId: MESSAGE, owner: ANN, items });
    const seen: string[] = [];
    let from: number | undefined = 0;
    while (from !== undefined) {
      const { body } = await get(`notices/1%40example.com?from=${from}`);
      expect(body.items.length).toBe(100);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      from = body.next;
    }
    expect(seen).toEqual(items.map(({ id }) => id));
  });

  test('a message that is not known → 404', async () => {
    expect(await get('notices/none%40example.com')).toMatchObject({ status: 404, body: { code: 'unknownId' } });
  });
});

test('P13 the page of a resource leads to the message that was sent', async () => {
  await notifiedMail(store, site.url, { resources: [{ id: 'ami-1' }] });
  const page = async (path: string) => (await fetch(`${site.url}/${path}`, { headers: bearer(READER) })).text();
  const resource = await page(`resources/${encodeURIComponent(IMAGES)}/ami-1`);
  expect(resource).toContain('<a href="../../../notices/1%40x">the message that was sent</a>');
  expect(await page('notices/1%40x')).toContain('Message to ann@example.com');
});

test('P13 the page of a message that was refused has the words of the server', async () => {
  await sent(2, { refusedBecause: '550 no such user' });
  await store.messages.open({ messageId: '<2@example.com>', owner: ANN, items: [] });
  const page = await fetch(`${site.url}/notices/2%40example.com`, { headers: bearer(READER) });
  expect(await page.text()).toContain('550 no such user');
});

test('P2 GET notices/preview has the next message as text, or null', async () => {
  expect((await get(`notices/preview?owner=${ANN}`)).body).toMatchObject({ message: { subject: '2 resources' } });
  expect((await get('notices/preview?owner=bob%40example.com')).body).toEqual({
    owner: 'bob@example.com',
    message: null,
  });
});

describe('P11 POST notices/{messageId}/again', () => {
  beforeEach(async () => {
    await store.messages.open({
      messageId: '<1@example.com>',
      owner: ANN,
      items: [{ namespace: IMAGES, id: 'ami-1' }],
    });
  });

  test('sends it as the operator, with the reason', async () => {
    expect(await again('1@example.com')).toMatchObject({
      status: 200,
      body: { messageId: '<new@example.com>', repeats: '<1@example.com>', owner: ANN, resources: 2 },
    });
    expect(asked).toEqual([{ messageId: '<1@example.com>', actor: 'olga', reason: 'she lost it' }]);
  });

  test('needs a reason, a known message and an operator', async () => {
    expect((await again('1@example.com', {})).status).toBe(400);
    expect((await again('1@example.com', { reason: ' ' })).status).toBe(400);
    expect((await again('2@example.com')).status).toBe(404);
    expect((await again('1@example.com', undefined, READER)).status).toBe(403);
    expect(asked).toEqual([]);
  });

  test.each<[SentAgain, number, RegExp]>([
    [{ kind: 'tooSoon', actor: 'otto', at: NOW }, 409, /"otto".*2026-06-01T12:00.*2026-06-01T13:00/],
    [{ kind: 'nothing', why: 'The window is closed.' }, 409, /The window is closed/],
    [{ kind: 'notAccepted', why: '550 nobody here' }, 502, /550 nobody here/],
    [{ kind: 'unknown' }, 404, /No message of the last 90 days/],
  ])('%j → %i with what to do', async (given, status, said) => {
    answer = given;
    const reply = await again('1@example.com');
    expect([reply.status, reply.body.detail]).toEqual([status, expect.stringMatching(said)]);
  });
});
