import { beforeEach, describe, expect, test } from '@jest/globals';
import { CursorError } from '../../../src/core/common/errors.ts';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { RedisEvents } from '../../../src/state/redis/events.ts';
import { EVENTS } from '../../../src/state/redis/keys.ts';
import { ManualClock } from '../../support/queue.ts';
import { until } from '../../support/until.ts';
import { adding, auditOf, changing, KEYS, LogBook, markOf, NOW, NS, stateForEach } from './support.ts';

const state = stateForEach();
let events: RedisEvents;

beforeEach(async () => {
  events = new RedisEvents({ connection: state.connection, log: state.log, clock: new ManualClock(NOW) });
});

const ids = (page: { events: readonly { entry: AuditEntry }[] }) => page.events.map(({ entry }) => entry.id);

/** Adds entries, and waits until Redis has them. */
async function added(...entries: AuditEntry[]): Promise<void> {
  const before = await length();
  for (const entry of entries) events.add(entry);
  await until('the feed has them', async () => (await length()) >= before + entries.length);
}
const length = () => state.connection.client.xlen(EVENTS.feed);

test('P10 a change of a mark and a change of the control are in the feed of the fleet', async () => {
  await state.marks.apply(NS, [adding(markOf('ami-1'))]);
  await state.control.write(
    { killed: true },
    { at: NOW, namespace: 'fleet', event: 'control', actor: 'ann', reason: 'an outage' },
  );
  await until('both are there', async () => (await length()) === 2);
  const page = await state.events.before(undefined, 10);
  expect(
    page.events.map(({ entry }) => [entry.event, entry.namespace, entry.actor, entry.before, entry.after]),
  ).toEqual([
    ['control', 'fleet', 'ann', expect.stringContaining('kill switch off'), expect.stringContaining('kill switch on')],
    ['marked', NS, 'holystone', 'none', 'marked'],
  ]);
});

test('the pages are newest first, and end', async () => {
  await added(...['a', 'b', 'c', 'd', 'e'].map((id) => auditOf(id)));
  const first = await events.before(undefined, 2);
  const second = await events.before(first.next, 2);
  const third = await events.before(second.next, 2);
  expect([first, second, third].map(ids)).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
  expect(third.next).toBeUndefined();
});

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['no actor', JSON.stringify({ at: NOW, namespace: NS, event: 'marked' })],
  ['a name that is no text', JSON.stringify({ ...auditOf('x'), name: {} })],
  ['a reason that is no text', JSON.stringify({ ...auditOf('x'), reason: 5 })],
  ['no time', JSON.stringify({ ...auditOf('x'), at: 'now' })],
  ['a time that no date has', JSON.stringify({ ...auditOf('x'), at: 1e300 })],
])(
  'P10 an entry that nobody can read, %s, is skipped in the feed and in histories, with one warning',
  async (_what, entry) => {
    const { client } = state.connection;
    await state.marks.apply(NS, [adding(markOf('a'))]);
    await until('the feed has it', async () => (await length()) === 1);
    for (const stream of [EVENTS.feed, KEYS.audit]) {
      for (let i = 0; i < 2; i++) await client.xadd(stream, '*', 'id', 'a', 'entry', entry);
    }
    expect(ids(await state.events.before(undefined, 10))).toEqual(['a']);
    expect((await state.audit.history(NS, 'a')).map(({ id }) => id)).toEqual(['a']);
    expect((await state.audit.histories(NS, ['a'])).get('a')?.length).toBe(1);
    const warned = state.log.lines.filter(({ message }) => /unreadable/.test(message));
    expect(warned.map(({ fields }) => (fields as { what: string }).what)).toEqual([
      'the feed of events',
      'the histories of resources',
    ]);
  },
);

test('after a cursor come the newer events, oldest first, and the place that was reached', async () => {
  await added(auditOf('a'));
  const from = await events.newest();
  expect(await events.after(from, 10)).toEqual({ events: [] });
  await added(auditOf('b'), auditOf('c', 'deleted'));
  const page = await events.after(from, 10, { event: 'deleted' });
  expect([ids(page), page.reached]).toEqual([['c'], await events.newest()]);
  expect(ids(await events.after(from, 10))).toEqual(['b', 'c']);
});

test('a filter that matches few reads a bounded part of the feed, and the next page continues', async () => {
  const { client } = state.connection;
  const pipeline = client.pipeline();
  for (let i = 0; i < 6_000; i++) {
    const entry = JSON.stringify(auditOf(i === 10 ? 'wanted' : `r-${i}`));
    pipeline.xadd(EVENTS.feed, `${i + 1}-0`, 'id', 'x', 'entry', entry);
  }
  await pipeline.exec();
  const first = await events.before(undefined, 10, { id: 'wanted' });
  expect([ids(first), first.next]).toEqual([[], '1001-0']);
  const second = await events.before(first.next, 10, { id: 'wanted' });
  expect([ids(second), second.next]).toEqual([['wanted'], undefined]);
});

test('filters by namespace, kind and a part of the actor, in any case', async () => {
  await added(
    { ...auditOf('a'), actor: 'Ann@example.com' },
    { ...auditOf('b', 'deleted'), actor: 'holystone' },
    { at: NOW, namespace: 'fleet', event: 'control', actor: 'bob' },
  );
  expect(ids(await events.before(undefined, 10, { actor: 'ann@' }))).toEqual(['a']);
  expect(ids(await events.before(undefined, 10, { event: 'deleted' }))).toEqual(['b']);
  expect((await events.before(undefined, 10, { namespace: 'fleet' })).events).toHaveLength(1);
  expect(ids(await events.before(undefined, 10, { namespace: NS }))).toEqual(['b', 'a']);
});

describe('entries that say the same with every pass', () => {
  test('are in the feed once, until the resource says something else', async () => {
    const same = { ...auditOf('a', 'deferred'), reason: 'its owner could not be notified' };
    for (let pass = 0; pass < 3; pass++) events.add(same);
    await added({ ...same, reason: 'the kill switch is on' }, same);
    expect((await events.before(undefined, 10)).events.map(({ entry }) => entry.reason)).toEqual([
      'its owner could not be notified',
      'the kill switch is on',
      'its owner could not be notified',
    ]);
  });

  test('a refreshed mark is no event', async () => {
    const mark = markOf('ami-1');
    await state.marks.apply(NS, [adding(mark)]);
    await state.marks.apply(NS, [changing(mark, { reasons: ['other'] })]);
    await state.control.write({ killed: true }, { at: NOW, namespace: 'fleet', event: 'control', actor: 'ann' });
    await until('the last one is there', async () => (await length()) === 2);
    expect((await state.events.before(undefined, 10)).events.map(({ entry }) => entry.event)).toEqual([
      'control',
      'marked',
    ]);
  });
});

test('the counts of each hour have every hour, also those without events', async () => {
  await added(auditOf('a'), auditOf('b'), auditOf('c', 'deleted'));
  const hour = Math.floor(NOW / 3_600_000) * 3_600_000;
  expect(await events.counts(NOW - 3_600_000, NOW)).toEqual([
    { at: hour - 3_600_000, counts: {} },
    { at: hour, counts: { marked: 2, deleted: 1 } },
  ]);
});

test('events that an earlier version counted under another name are counted with those of the present name', async () => {
  const { client } = state.connection;
  const hour = Math.floor(NOW / 3_600_000) * 3_600_000;
  const actor = 'ann@example.com';
  await added({ ...auditOf('a', 'expedited'), actor });
  await client.hincrby(EVENTS.hour(hour / 3_600_000), 'hastened', 2);
  await client.hincrby(EVENTS.decisions(actor), 'hastened', 2);
  expect(await events.counts(NOW, NOW)).toEqual([{ at: hour, counts: { expedited: 3 } }]);
  expect((await events.decisions([actor])).get(actor)).toEqual({ kept: 0, undone: 0, expedited: 3, disclaimed: 0 });
});

test.each(['0', '1-2-3', '99999999999999999999-0', '+', '-', '(5-0', '$', '*'])(
  'the foreign cursor %j is refused',
  async (cursor) => {
    await expect(events.after(cursor, 1)).rejects.toThrow(CursorError);
    await expect(events.before(cursor, 1)).rejects.toThrow(CursorError);
  },
);

test('without Redis a change is not delayed: the event is lost, which the log says, and later ones come', async () => {
  const log = new LogBook();
  const closed = new RedisConnection({ url: state.redis.url, log });
  await closed.whenReady();
  await closed.close();
  const lost = new RedisEvents({ connection: closed, log, clock: new ManualClock(NOW) });
  lost.add(auditOf('a'));
  await until('the log says it', async () => log.lines.some(({ level }) => level === 'warn'));
  expect(log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
    { message: 'events are missing in the feed; the log has them', fields: { missing: 1 } },
  ]);
  await added(auditOf('b'));
  expect(ids(await events.before(undefined, 10))).toEqual(['b']);
});

test('the log says how many events are missing when more came than may wait for Redis', async () => {
  const all = 10_600;
  for (let i = 0; i < all; i++) events.add(auditOf(`r-${i}`));
  await until('the log says it', async () => state.log.lines.some(({ level }) => level === 'warn'));
  const warnings = state.log.lines.filter(({ level }) => level === 'warn');
  const kept = await length();
  expect(warnings).toMatchObject([
    {
      message: 'events are missing in the feed; the log has them',
      fields: { missing: all - kept, problem: 'more than 10000 events waited for Redis' },
    },
  ]);
  expect(kept).toBeLessThan(all);
});

describe('changes of the control are not lost among the events of marks', () => {
  const kill = (actor: string): AuditEntry => ({ at: NOW, namespace: 'fleet', event: 'control', actor, reason: 'why' });
  /** Redis gets them for the control after the feed has them. */
  const controlHas = (count: number) =>
    until('the control has them', async () => (await state.connection.client.xlen(EVENTS.control)) === count);
  const actors = (page: { events: readonly { entry: AuditEntry }[] }) => page.events.map(({ entry }) => entry.actor);

  test('P10 they stay when a flood of other events pushes them out of the feed, each of them once', async () => {
    await added(kill('ann'), auditOf('a'), kill('bob'), auditOf('b'));
    await controlHas(2);
    await state.connection.client.xtrim(EVENTS.feed, 'MAXLEN', 1);
    expect(actors(await events.before(undefined, 10))).toEqual(['holystone', 'bob', 'ann']);
    expect(actors(await events.before(undefined, 10, { namespace: 'fleet' }))).toEqual(['bob', 'ann']);
    expect(actors(await events.after('0-1', 10))).toEqual(['ann', 'bob', 'holystone']);
  });

  test('pages go on from the feed into the changes of the control', async () => {
    await added(kill('ann'), kill('bob'), auditOf('a'), kill('cid'));
    await controlHas(3);
    await state.connection.client.xtrim(EVENTS.feed, 'MAXLEN', 1);
    const first = await events.before(undefined, 1);
    const second = await events.before(first.next, 1);
    const third = await events.before(second.next, 10);
    expect([first, second, third].map(actors)).toEqual([['cid'], ['bob'], ['ann']]);
    expect(third.next).toBeUndefined();
    const forward = await events.after('0-1', 2);
    expect(actors(forward)).toEqual(['ann', 'bob']);
    expect(actors(await events.after(forward.next ?? '', 10))).toEqual(['cid']);
  });

  test('a change of the control waits for Redis also where more events wait than may', async () => {
    for (let i = 0; i < 10_600; i++) events.add(auditOf(`r-${i}`));
    events.add(kill('ann'));
    await until('the log says it', async () => state.log.lines.some(({ level }) => level === 'warn'));
    expect(actors(await events.before(undefined, 1))).toEqual(['ann']);
  });

  test('P10 a command that ends right after its changes loses none of them, in the feed and for the control', async () => {
    const connection = new RedisConnection({ url: state.redis.url, log: state.log, commandTimeoutMs: 60_000 });
    await connection.whenReady();
    const feed = new RedisEvents({ connection, log: state.log, clock: new ManualClock(NOW) });
    for (const entry of [kill('ann'), kill('bob'), auditOf('a')]) feed.add(entry);
    await connection.close();
    expect(actors(await events.before(undefined, 10))).toEqual(['holystone', 'bob', 'ann']);
    expect(await state.connection.client.xlen(EVENTS.control)).toBe(2);
  });

  test('a refused change or sign-in of anybody cannot push them out', async () => {
    const refused = { ...kill('eve'), event: 'signInRefused' } as const;
    await added(kill('ann'), refused, { ...refused, event: 'changeRefused' });
    await controlHas(1);
    await state.connection.client.xtrim(EVENTS.feed, 'MAXLEN', 0);
    expect(actors(await events.before(undefined, 10))).toEqual(['ann']);
  });
});
