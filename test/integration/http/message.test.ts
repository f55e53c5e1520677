import { beforeEach, describe, expect, test } from '@jest/globals';
import { batchesOf } from '../../../src/core/common/batches.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, recordNotice } from '../../../src/core/mark/mark.ts';
import { type MessageClaims, signMessage } from '../../../src/core/owner/optOutToken.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { type Namespace, namespaceOf } from '../../../src/core/resource/namespace.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { optOutKey } from '../../support/optOutKey.ts';
import { workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { askedWhileRedisStands, DAY, IMAGES, KEY, link, mark, NOW, post, siteForAll, startPublic } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startPublic(store, { workConfigurations: () => CONFIGURED }));

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const ELSEWHERE = namespaceOf({ provider: 'aws', account: 'test', location: 'eu-west-1', resourceType: 'image' });
const CONFIGURED = [workConfiguration(), workConfiguration({ namespace: ELSEWHERE, location: 'eu-west-1' })];
const ofType = (type: Pick<WorkConfiguration, 'keepKey'>, namespace: Namespace = IMAGES) =>
  workConfiguration({ namespace, ...type });

beforeEach(() => store.redis.flush());

/** A message about so many in each namespace. */
function open(messageId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, i) => `ami-${i}`);
  const items = ids.flatMap((id) => [IMAGES, ELSEWHERE].map((namespace) => ({ namespace, id })));
  return store.messages.open({ messageId, owner: ANN, items });
}

/** A message that names these, of {@link IMAGES} unless another namespace is given. */
function names(...items: readonly (string | { readonly namespace: Namespace; readonly id: string })[]): Promise<void> {
  const all = items.map((item) => (typeof item === 'string' ? { namespace: IMAGES, id: item } : item));
  return store.messages.open({ messageId: '<1@x>', owner: ANN, items: all });
}
const ELSEWHERE_2 = { namespace: ELSEWHERE, id: 'ami-2' };

interface Notified {
  readonly namespace?: Namespace;
  readonly messageId?: string;
  readonly owner?: string;
  readonly name?: string;
}

/** A mark that a message notified its owner of. */
async function notified(id: string, { messageId = '<1@x>', owner = ANN, ...given }: Notified = {}): Promise<Mark> {
  const before = await mark(store, id, { owner, ...given });
  const { generation, namespace } = before;
  const shownAt = NOW + 10 * DAY;
  const notice = {
    messageId,
    recipient: owner,
    acceptedAt: NOW - DAY,
    shownAt,
    generation,
    validUntil: NOW + 30 * DAY,
  };
  const after = recordNotice(before, notice, shownAt);
  const audit = { at: NOW - DAY, namespace, id, event: 'noticed', actor: 'holystone' } as const;
  await store.marks.apply(namespace, [{ id, before, after, audit }]);
  return after;
}

const tokenOf = (given: Partial<MessageClaims> = {}, key = KEY) =>
  signMessage({ messageId: '<1@x>', owner: ANN, expiresAt: NOW + 30 * DAY, ...given }, key);
const all = (given: Partial<MessageClaims> = {}) => `${site.url}/m/${tokenOf(given)}`;
const text = async (answer: Promise<Response>) => (await (await answer).text()).replace(/\s+/g, ' ');
const kept = async () => [...(await store.optOuts.list(IMAGES)), ...(await store.optOuts.list(ELSEWHERE))];
const links = (page: string) => [...page.matchAll(/href="([^"]*\bo\/[^"]+)"/g)].map(([, href = '']) => href);

describe('P2 keep all of this message', () => {
  test("the page lists the message's resources that are still marked, each with a link to its own page", async () => {
    await names('ami-1', ELSEWHERE_2, 'ami-5');
    await notified('ami-1', { name: 'web-base' });
    await notified('ami-2', { namespace: ELSEWHERE });
    await notified('ami-3', { messageId: '<2@x>' });
    await notified('ami-4', { owner: BOB });
    const page = await text(fetch(all()));
    expect(page).toContain('<h1>Keep both resources in this message?</h1>');
    expect(page).toContain('web-base');
    expect(page).toContain('eu-west-1');
    expect(page).not.toMatch(/ami-3|ami-4/);
    const pages = await Promise.all(links(page).map((href) => text(fetch(new URL(href, all())))));
    expect(pages.map((one) => /<h1>(.*?)<\/h1>/.exec(one)?.[1])).toEqual(['Keep web-base?', 'Keep name of ami-2?']);
  });

  test('L62 "keep all" keeps each resource, in each namespace, and no other', async () => {
    await names('ami-1', ELSEWHERE_2);
    await notified('ami-1');
    await notified('ami-2', { namespace: ELSEWHERE });
    const other = await notified('ami-3', { messageId: '<2@x>' });
    const page = await text(post(all(), { keep: '30d', reason: 'audit' }));
    expect(page).toContain('<h1>Kept: all 2</h1>');
    expect(page).toContain('2 in this message are kept until Wednesday 1 July 2026, 12:00 (UTC)');
    expect(await kept()).toMatchObject([
      { target: { kind: 'id', value: 'ami-1' }, until: NOW + 30 * DAY, actor: ANN, reason: 'audit' },
      { target: { kind: 'id', value: 'ami-2' } },
    ]);
    expect(await store.marks.get(IMAGES, 'ami-1')).toBeUndefined();
    expect(await store.marks.get(IMAGES, 'ami-3')).toEqual(other);
    expect((await store.audit.history(ELSEWHERE, 'ami-2')).map(({ event }) => event)).toContain('optedOut');
  });

  test('L97 P7 until a day: the whole of it, in UTC, in place of the duration; a day that is over or none keeps nothing', async () => {
    await names('ami-1');
    await notified('ami-1');
    expect(await text(fetch(all()))).toMatch(/or until the end of <input type="date" name="until"/);
    expect([(await post(all(), { keep: '30d', until: '2026-05-31' })).status, await kept()]).toEqual([400, []]);
    expect(await text(post(all(), { keep: 'forever', until: '2026-09-30' }))).toContain(
      'kept until Thursday 1 October 2026, 00:00 (UTC)',
    );
    expect(await kept()).toMatchObject([{ until: Date.parse('2026-10-01'), actor: ANN }]);
    await text(post(all(), { keep: 'forever', until: '' }));
    expect(await kept()).toMatchObject([{ until: 'forever' }]);
  });

  test('P2 the reader keeps only the selected resources of a message; the others stay marked', async () => {
    await names('ami-1', 'ami-2', ELSEWHERE_2);
    for (const id of ['ami-1', 'ami-2']) await notified(id);
    await notified('ami-2', { namespace: ELSEWHERE });
    const boxes = [...(await text(fetch(all()))).matchAll(/type="checkbox" name="only" value="([^"]+)" checked/g)];
    const [first = '', , third = ''] = boxes.map(([, value]) => value ?? '');
    expect([boxes.length, new Set([first, third]).size]).toEqual([3, 2]);
    const body = new URLSearchParams([
      ['keep', '30d'],
      ['only', first],
      ['only', third],
    ]);
    const page = await text(fetch(all(), { method: 'POST', body }));
    expect(page).toContain('<h1>Kept: 2 of 3</h1>');
    expect(page).toContain('You did not select 1 other resource in this message');
    expect((await kept()).length).toBe(2);
    const marks = [
      await store.marks.getMany(IMAGES, ['ami-1', 'ami-2']),
      await store.marks.getMany(ELSEWHERE, ['ami-2']),
    ];
    expect(marks.flat().length).toBe(1);
  });

  test('P2 a selection of one, and one of no resource of the message, keep no other', async () => {
    await names('ami-1', 'ami-2');
    for (const id of ['ami-1', 'ami-2']) await notified(id);
    expect(await text(post(all(), { keep: '7d', only: 'somethingElse' }))).toContain('<h1>Kept: 0 of 2</h1>');
    expect(await kept()).toEqual([]);
  });

  test('L64 the undo withdraws these opt-outs, and no other of this or another person', async () => {
    await names('ami-1', 'ami-2');
    await notified('ami-1');
    await notified('ami-2');
    await post(site.url + link('ami-9'), { keep: 'forever' });
    const page = await text(post(all(), { keep: '7d' }));
    await post(site.url + link('ami-2', { owner: BOB }), { keep: 'forever' });
    const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? '';
    const at = /name="at" value="(\d+)"/.exec(page)?.[1] ?? '';
    // The clock of the test stands still: the time shows which event came at another time.
    await store.optOuts.optOut(IMAGES, {
      target: { kind: 'id', value: 'ami-9' },
      until: 'forever',
      actor: ANN,
      at: NOW - 1,
    });
    const undone = await text(post(new URL(action, all()).href, { at }));
    expect(undone).toContain('<h1>Your decisions are withdrawn</h1>');
    expect((await kept()).map(({ target, actor }) => `${target.value} ${actor}`).sort()).toEqual([
      `ami-2 ${BOB}`,
      `ami-9 ${ANN}`,
    ]);
    expect((await post(new URL(action, all()).href, { at })).status).toBe(409);
  });

  test.each<[string, readonly WorkConfiguration[], readonly string[]]>([
    ['the usual one, also of a type that is no longer configured', [], ['holystone:keep']],
    ['those of two types', [ofType({}), ofType({ keepKey: 'a.b/keep' }, ELSEWHERE)], ['holystone:keep', 'a.b/keep']],
    ['none of a type that carries none', [ofType({ keepKey: null }), ofType({ keepKey: null }, ELSEWHERE)], []],
  ])('L64 an undo of nothing names the keys that may keep all the same: %s', async (_which, configured, keys) => {
    const { app, url } = await startPublic(store, { workConfigurations: () => configured });
    await names('ami-1', ELSEWHERE_2);
    const answer = await post(`${url}/m/${tokenOf()}/undo`, { at: String(NOW) });
    const said = await answer.text();
    await app.close();
    expect([answer.status, [...said.matchAll(/still has (\S+), that keeps it/g)].map(([, key]) => key)]).toEqual([
      409,
      keys,
    ]);
  });

  test('L65 a resource whose deletion has begun: the opt-out is stored, and the page says so', async () => {
    await names('ami-1', 'ami-2');
    const before = await notified('ami-1');
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'permitted', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after: intendDeletion(before, 'p', NOW), audit }]);
    await notified('ami-2');
    const page = await text(post(all(), { keep: '7d' }));
    expect(page).toContain('<h1>Kept: 1 of 2</h1>');
    expect(page).toContain('The deletion of 1 had begun before.');
    expect(await kept()).toHaveLength(2);
  });

  test.each([
    [
      'deleted',
      'ami-1',
      '<h1>Kept: 1 of 2</h1>',
      '1 in this message no longer exists: your decision came too late for it.',
    ],
    ['gone', 'ami-1', '<h1>Kept: 1 of 2</h1>', '1 in this message is kept forever.'],
    [
      'deleted',
      'both',
      '<h1>Kept: 0 of 2</h1>',
      '2 in this message no longer exist: your decision came too late for them.',
    ],
  ] as const)(
    'L65 a resource that is %s (%s) does not count as kept, also the second time',
    async (event, which, title, said) => {
      // A link of its own: changes by one link are limited.
      const own = all({ expiresAt: NOW + 29 * DAY });
      await names('ami-1', 'ami-2');
      for (const id of ['ami-1', 'ami-2']) {
        const before = await notified(id);
        const audit = { at: NOW, namespace: IMAGES, id, event, actor: 'holystone' } as const;
        const isOver = which === 'both' || id === which;
        if (isOver) await store.marks.apply(IMAGES, [{ id, before, after: undefined, audit }]);
      }
      const page = await text(post(own, { keep: 'forever' }));
      expect(page).toContain(title);
      expect(page).toContain(said);
      if (which === 'both') expect(page).not.toContain('This is stored');
      expect(await text(post(own, { keep: 'forever' }))).toContain(title);
    },
  );

  test('a reader keeps all again: Holystone stores nothing, because all are kept as long already, and the page has no question', async () => {
    await names('ami-1');
    await notified('ami-1');
    await post(all(), { keep: '7d' });
    const again = await text(post(all(), { keep: '7d' }));
    expect(again).toContain('<h1>Kept: all 1</h1>');
    expect(again).toContain('You already keep 1 in this message at least as long');
    expect(await text(fetch(all()))).toContain('<h1>Nothing to keep</h1>');
    expect(await kept()).toHaveLength(1);
  });

  test('L62 "keep all" keeps all that the message names although no notice is on record: its answer was lost, it bounced, or it is being recorded', async () => {
    await names('ami-1', 'ami-2', 'ami-3');
    await mark(store, 'ami-1');
    await notified('ami-2', { messageId: '<2@x>' });
    await notified('ami-3', { owner: BOB });
    expect(await text(fetch(all()))).toContain('<h1>Keep all 3 resources in this message?</h1>');
    const page = await text(post(all(), { keep: 'forever' }));
    expect(page).toContain('3 in this message are kept forever');
    expect((await kept()).map(({ target }) => target.value).sort()).toEqual(['ami-1', 'ami-2', 'ami-3']);
    expect((await store.marks.count(IMAGES, NOW)).marked).toBe(0);
  });

  test("L62 keep all also keeps the message's resources without a mark, and the page says so", async () => {
    await names('ami-1', 'ami-2');
    await notified('ami-1');
    const page = await text(post(all(), { keep: 'forever' }));
    expect(page).toContain('<h1>Kept: all 2</h1>');
    expect(page).toContain('Of these, 1 had no planned deletion at the moment, or is gone.');
    expect(await kept()).toHaveLength(2);
  });

  test('a shorter decision about all does not shorten a longer one of the same person', async () => {
    await names('ami-1', 'ami-2');
    await notified('ami-2');
    await post(site.url + link('ami-1'), { keep: 'forever' });
    await text(post(all(), { keep: '7d' }));
    expect(new Set((await kept()).map(({ target, until }) => `${target.value} ${until}`))).toEqual(
      new Set(['ami-1 forever', `ami-2 ${NOW + 7 * DAY}`]),
    );
  });

  test('a link of a forgotten message keeps nothing, and its page does not claim that all is kept', async () => {
    await notified('ami-1');
    for (const answer of [await fetch(all()), await post(all(), { keep: 'forever' })]) {
      expect(answer.status).toBe(410);
      expect(await answer.text()).toContain('This message is no longer on record');
    }
    expect(await kept()).toEqual([]);
  });

  test('L62 an unreadable mark does not block "keep all"', async () => {
    await names('ami-1', 'ami-2');
    await notified('ami-1');
    await notified('ami-2');
    await store.connection.client.hset(namespaceKeys(IMAGES).marks, 'ami-1', 'broken');
    expect(await text(fetch(all()))).toContain('<h1>Keep the resource in this message?</h1>');
    expect(await text(post(all(), { keep: 'forever' }))).toContain('<h1>Kept: all 2</h1>');
    expect(await kept()).toHaveLength(2);
  });

  test('L62 with Redis not answering: 503, "not safely stored"', async () => {
    const path = all().slice(site.url.length);
    const [status, page] = await askedWhileRedisStands(store, startPublic, async (url) => {
      const answer = await post(url + path, { keep: 'forever' });
      return [answer.status, await answer.text()];
    });
    expect(status).toBe(503);
    expect(page).toContain('Not safely stored, try again');
  });

  test('"keep all" of 250 keeps all, and the page shows the soonest 200', async () => {
    const ids = Array.from({ length: 250 }, (_, i) => `ami-${i}`);
    await names(...ids);
    await Promise.all(ids.map((id) => notified(id)));
    const page = await text(fetch(all()));
    expect(page).toContain('50 more are not shown here');
    expect(links(page)).toHaveLength(200);
    expect(await text(post(all(), { keep: 'forever' }))).toContain('<h1>Kept: all 250</h1>');
    expect(await kept()).toHaveLength(250);
  });
});

describe('a message about thousands', () => {
  const hidden = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  const forms = (page: string) => [...page.matchAll(/<form method="post".*?<\/form>/g)].map(([form]) => form);

  /** 2,302 resources. */
  async function long(): Promise<void> {
    await open('<3@x>', 1151);
    const { generation, ...first } = await notified('ami-0', { messageId: '<3@x>' });
    await notified('ami-0', { messageId: '<3@x>', namespace: ELSEWHERE });
    const marks = [IMAGES, ELSEWHERE].flatMap((namespace) =>
      Array.from({ length: 1150 }, (_, i) => ({ ...first, namespace, id: `ami-${i + 1}`, generation: `g ${i}` })),
    );
    for (const namespace of [IMAGES, ELSEWHERE])
      await store.marks.apply(
        namespace,
        marks
          .filter((one) => one.namespace === namespace)
          .map((after) => {
            const audit = { at: NOW, namespace, id: after.id, event: 'marked', actor: 'holystone' } as const;
            return { id: after.id, before: undefined, after, audit };
          }),
      );
  }
  const marked = async () =>
    (await store.marks.count(IMAGES, NOW)).marked + (await store.marks.count(ELSEWHERE, NOW)).marked;

  test('P2 L62 "keep all" keeps a thousand at a time, each confirmed, and the undo withdraws all', async () => {
    await long();
    const url = all({ messageId: '<3@x>' });
    expect(await text(fetch(url))).toContain('<h1>Keep the first 1,000 resources in this message?</h1>');
    let page = await text(post(url, { keep: '30d', reason: 'audit' }));
    expect([/<h1>(.*?)<\/h1>/.exec(page)?.[1], await marked()]).toEqual(['Kept: all 1,000', 1302]);
    for (const left of [302, 0]) {
      const [next = ''] = forms(page);
      page = await text(
        post(url, {
          keep: hidden(next, 'keep'),
          reason: hidden(next, 'reason'),
          from: hidden(next, 'from'),
          at: hidden(next, 'at'),
        }),
      );
      expect(await marked()).toBe(left);
    }
    expect(page).not.toContain('Keep the next');
    expect(await kept()).toHaveLength(2302);
    const at = hidden(page, 'at');
    let from: string | undefined = '0';
    for (let requests = 0; from !== undefined && requests < 10; requests++) {
      page = await text(post(`${url}/undo`, { at, from }));
      from = page.includes('name="from"') ? hidden(page, 'from') : undefined;
    }
    expect(await kept()).toEqual([]);
  });

  test.each([{ from: '-1' }, { from: 'x' }, { from: '1e99' }, { at: 'x' }, { at: '1,'.repeat(5) }])(
    'P12 %j: 400, without a change',
    async (form: Record<string, string>) => {
      await names('ami-1');
      await notified('ami-1');
      expect((await post(all(), { keep: '7d', ...form })).status).toBe(400);
      expect(await kept()).toEqual([]);
    },
  );

  test('the preferences page shows 200 at a time, and every one on some page', async () => {
    await long();
    const seen = new Set<string>();
    let path: string | undefined = `preferences?t=${tokenOf()}`;
    let pages = 0;
    for (; path !== undefined && pages < 30; pages++) {
      const page = await text(fetch(`${site.url}/${path}`));
      const here = [...page.matchAll(/href="o\/([^"]+)"/g)].map(([, token = '']) => token);
      expect(here.length).toBeLessThanOrEqual(200);
      for (const token of here) seen.add(token);
      path = /href="(preferences\?[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([seen.size, pages]).toEqual([2302, 12]);
  });
});

describe('the preferences page', () => {
  const preferences = (given: Partial<MessageClaims> = {}) => `${site.url}/preferences?t=${tokenOf(given)}`;

  test("the preferences page lists the reader's own resources of all messages and namespaces, and no others", async () => {
    await names('ami-1');
    await notified('ami-1', { name: 'web-base' });
    await notified('ami-2', { namespace: ELSEWHERE, messageId: '<2@x>' });
    await notified('ami-3', { owner: BOB });
    const page = await text(fetch(preferences()));
    expect(page).toContain('<h1>Resources you get messages about</h1>');
    expect(page).toContain('2 resources');
    expect(page).not.toMatch(/ami-3|<form|<button/);
    expect((await fetch(new URL(links(page)[0] ?? '', preferences()))).status).toBe(200);
    const keepAll = /href="(m\/[^"]+)"/.exec(page)?.[1] ?? '';
    expect(await text(fetch(new URL(keepAll, preferences())))).toContain('Keep the resource in this message?');
  });

  test('the preferences page accepts no POST', async () => {
    expect((await post(preferences(), { keep: 'forever' })).status).toBe(405);
    expect((await post(preferences(), { 'List-Unsubscribe': 'One-Click' })).status).toBe(405);
  });
});

describe('refused requests', () => {
  test('P7 a scanner that follows every link ten times with GET and HEAD changes nothing', async () => {
    await names('ami-1');
    const before = await notified('ami-1');
    for (let i = 0; i < 10; i++)
      for (const method of ['GET', 'HEAD'])
        for (const path of [all(), `${all()}/undo`, `${all()}?keep=7d`, `${site.url}/preferences?t=${tokenOf()}`])
          expect((await fetch(path, { method })).status).toBe(200);
    expect(await store.marks.get(IMAGES, 'ami-1')).toEqual(before);
    expect(await kept()).toEqual([]);
  });

  test.each<[what: string, token: () => string, status: number]>([
    ['altered', () => `${tokenOf().slice(0, -1)}~`, 400],
    ['cut', () => tokenOf().slice(0, -5), 400],
    ['swapped', () => tokenOf().replace(/\.[^.]+$/, `.${tokenOf({ owner: BOB }).split('.').at(-1)}`), 400],
    ['foreign', () => tokenOf({}, optOutKey('a key that this service does not have')), 400],
    ['of a single resource', () => link('ami-1').slice(3), 400],
    ['expired', () => tokenOf({ expiresAt: NOW }), 410],
    ['nothing', () => 'x', 400],
  ])('P8 a token that is %s: a page says so, nothing is changed', async (_what, token, status) => {
    await notified('ami-1');
    for (const answer of [
      await fetch(`${site.url}/m/${token()}`),
      await post(`${site.url}/m/${token()}`, { keep: 'forever' }),
      await post(`${site.url}/m/${token()}/undo`, { at: String(NOW) }),
      await fetch(`${site.url}/preferences?t=${token()}`),
    ]) {
      expect(answer.status).toBe(status);
      expect(await answer.text()).not.toContain('ami-1');
    }
    expect(await kept()).toEqual([]);
  });

  test('P8 the token of a message opens no page of a resource', async () => {
    expect((await post(`${site.url}/o/${tokenOf()}`, { keep: 'forever' })).status).toBe(400);
    expect((await fetch(`${site.url}/preferences`)).status).toBe(400);
  });

  test('P8 a message of another owner with the same name keeps nothing of this one', async () => {
    await names('ami-1');
    await notified('ami-1');
    expect((await post(all({ owner: BOB }), { keep: 'forever' })).status).toBe(410);
    expect(await kept()).toEqual([]);
  });

  test.each([
    ['no choice', {}],
    ['an unknown choice', { keep: '0d' }],
  ] as [string, Record<string, string>][])(
    'P12 %s → Holystone answers 400, and nothing changes',
    async (_what, form) => {
      await notified('ami-1');
      expect((await post(all(), form)).status).toBe(400);
      expect((await post(`${all()}/undo`, { at: 'soon' })).status).toBe(400);
      expect(await kept()).toEqual([]);
    },
  );

  test('P3 the page shows markup in names, and never runs it', async () => {
    await names('ami-1');
    await notified('ami-1', { name: '"><img src=x onerror=alert(1)>' });
    expect(await text(fetch(all()))).not.toContain('<img');
  });
});

/** So many requests at once: with all of them a loaded machine refuses connections. */
const AT_ONCE = 50;

/** Sends a request for each, and reads each answer to its end, so that no connection stays behind. */
async function inBatches<T>(all: readonly T[], send: (one: T) => Promise<Response>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const some of batchesOf(all, AT_ONCE)) {
    const answers = await Promise.all(some.map(send));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

describe('a thousand GETs from the same address', () => {
  test('P12 requests of junk and of other links do not close the pages of a link, whose requests are counted by themselves', async () => {
    await names('ami-1');
    await notified('ami-1');
    const flooded = await startPublic(store);
    const paths = Array.from({ length: 1000 }, (_, i) => (i % 10 ? `/o/x${i}` : link(`ami-${i}`, { owner: BOB })));
    const flood = await inBatches(paths, (path) => fetch(flooded.url + path));
    const own = [link('ami-1'), `${link('ami-1')}/undo`, `/m/${tokenOf()}`, `/preferences?t=${tokenOf()}`];
    const statuses: number[] = [];
    for (const path of own)
      for (const method of ['GET', 'HEAD']) statuses.push((await fetch(flooded.url + path, { method })).status);
    await flooded.app.close();
    expect(new Set(flood)).toEqual(new Set([200, 400, 429]));
    expect(statuses).toEqual(own.flatMap(() => [200, 200]));
  });
});

describe('a thousand POSTs a second', () => {
  test('rate limits block no owner with a link; a limited client gets "try again"', async () => {
    const flooded = await startPublic(store);
    const flood = await inBatches(Array.from({ length: 1000 }), () => post(`${flooded.url}/o/x`, { keep: 'forever' }));
    const decided = await post(flooded.url + link('ami-1'), { keep: '7d' });
    const mine = await Promise.all(
      Array.from({ length: 80 }, () => post(flooded.url + link('ami-2', { owner: BOB }), { keep: '7d' })),
    );
    const limited = mine.filter(({ status }) => status === 429);
    const page = await limited[0]?.text();
    await flooded.app.close();
    expect([flood.includes(400), flood.includes(429), flood.includes(200)]).toEqual([true, true, false]);
    expect(decided.status).toBe(200);
    expect(mine.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(limited).toHaveLength(50);
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page).toContain('Your decision was not stored, try again.');
    expect((await kept()).map(({ target, actor }) => `${target.value} ${actor}`).sort()).toEqual([
      `ami-1 ${ANN}`,
      `ami-2 ${BOB}`,
    ]);
  });
});
