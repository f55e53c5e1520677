/** Hundreds of changes a second: limited per link and address, nothing of it lost, and the owner of another link decides. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from '@jest/globals';
import { recordNotice } from '../../../src/core/mark/mark.ts';
import { signMessage } from '../../../src/core/owner/optOutToken.ts';
import { stateForAll } from '../state/support.ts';
import { DAY, IMAGES, KEY, type Listening, link, mark, NOW, post, startPublic } from './fixture.ts';

const store = stateForAll();
let site: Listening;

const ANN = 'ann@example.com';
const FLOOD = 300;
/** So many that the memory of the process shows the share of each. */
const GREAT_FLOOD = 1_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** Changes by one link in a minute. */
const LIMIT = 30;
/** Of one request more than the limit, in bytes of the whole process: a counter, not the request's own bytes. */
const KEPT_PER_REQUEST = 2_000;

beforeEach(async () => {
  await store.redis.flush();
  const ses = {
    topics: ['arn:aws:sns:us-east-1:123456789012:bounces'],
    readUrl: async () => '',
    bounced: async () => ({ kind: 'unknown' }) as const,
  };
  site = await startPublic(store, { ses });
  for (const id of ['ami-1', 'ami-2']) {
    const before = await mark(store, id);
    const { generation } = before;
    const notified = { messageId: '<1@x>', recipient: ANN, acceptedAt: NOW - DAY, shownAt: NOW + 10 * DAY, generation };
    const after = recordNotice(before, { ...notified, validUntil: NOW + 30 * DAY }, NOW + 10 * DAY);
    const audit = { at: NOW - DAY, namespace: IMAGES, id, event: 'noticed', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id, before, after, audit }]);
  }
  await store.messages.open({ messageId: '<1@x>', owner: ANN, items: [{ namespace: IMAGES, id: 'ami-1' }] });
});

const own = (id: string) => link(id, { generation: `generation of ${id}` });
const message = `/m/${signMessage({ messageId: '<1@x>', owner: ANN, expiresAt: NOW + DAY }, KEY)}`;
const kept = async (id: string) =>
  (await store.optOuts.list(IMAGES, { kind: 'id', value: id })).map(({ actor }) => actor);

/** As fast as they can be sent, a hundred at once; how often there was which answer. */
async function flood(path: string, form: Record<string, string>, count = FLOOD): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  // Plain Node: `fetch` costs more than the service that it floods.
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const body = new URLSearchParams(form).toString();
  const sendOne = async () => {
    const sent = request(site.url + path, { method: 'POST', agent, headers: FORM }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    const status = answer.statusCode ?? 0;
    counts[status] = (counts[status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: count }, sendOne));
  agent.destroy();
  return counts;
}

test.each<[what: string, path: string, form: Record<string, string>, done: () => Promise<unknown>, is: unknown]>([
  ['keep it', own('ami-1'), { keep: '7d' }, () => kept('ami-1'), [ANN]],
  ['take it back', `${own('ami-1')}/undo`, { scope: 'id' }, () => kept('ami-1'), []],
  [
    'it is not mine',
    `${own('ami-1')}/say`,
    { statement: 'notMine' },
    async () => (await store.marks.get(IMAGES, 'ami-1'))?.disclaimedBy,
    [ANN],
  ],
  ['keep all', message, { keep: 'forever' }, () => kept('ami-1'), [ANN]],
  ['take all back', `${message}/undo`, { at: String(NOW) }, () => kept('ami-1'), []],
])(
  'P12 %s, hundreds of times by one link: thirty a minute, done once, and another link of the same owner decides',
  async (_, path, form, done, is) => {
    const counts = await flood(path, form);
    const mine = await post(site.url + own('ami-2'), { keep: '30d' });
    await site.app.close();
    expect([counts[429], Object.keys(counts).filter((status) => !/200|409|429/.test(status))]).toEqual([
      FLOOD - LIMIT,
      [],
    ]);
    expect(await done()).toEqual(is);
    expect([mine.status, await kept('ami-2')]).toEqual([200, [ANN]]);
  },
  900_000,
);

test('P12 junk requests, also to the address of SES, limit no link and no service', async () => {
  const junk = [
    await flood('/o/x', { keep: '7d' }),
    await flood('/m/x/undo', { at: '1' }),
    await flood('/hooks/ses', { Type: 'Notification' }),
  ];
  const mine = await post(site.url + own('ami-2'), { keep: '30d' });
  const hook = await fetch(`${site.url}/hooks/ses`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  });
  await site.app.close();
  expect(junk.map((counts) => Object.keys(counts).includes('200'))).toEqual([false, false, false]);
  expect([mine.status, await kept('ami-2')]).toEqual([200, [ANN]]);
  expect(hook.status).toBe(400);
});

test('P12 a flood leaves memory and store as large as before', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const used = () => {
    // The test's own.
    store.log.lines.length = 0;
    gc();
    return process.memoryUsage().heapUsed;
  };
  // The record of a script's operation expires by itself.
  const size = async () => {
    const { client } = store.connection;
    const lifetimes = await Promise.all((await client.keys('*')).map((key) => client.pttl(key)));
    return lifetimes.filter((ms) => ms === -1).length;
  };
  // The first requests of either kind compile the pages that the others get, too.
  await flood(own('ami-1'), { keep: '7d' });
  await flood('/o/x', { keep: '7d' });
  const before = { heap: used(), keys: await size() };
  await flood(own('ami-1'), { keep: '7d', reason: 'x'.repeat(500) }, GREAT_FLOOD);
  await flood('/o/x', { keep: '7d', reason: 'x'.repeat(500) }, GREAT_FLOOD);
  const grown = used() - before.heap;
  await site.app.close();
  expect(grown).toBeLessThan(2 * GREAT_FLOOD * KEPT_PER_REQUEST);
  expect(await size()).toBeLessThanOrEqual(before.keys);
}, 900_000);
