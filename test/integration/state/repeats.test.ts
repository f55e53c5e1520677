/** The history of a resource whose mark is held pass after pass. */
import { beforeEach, expect, test } from '@jest/globals';
import type { Mark } from '../../../src/core/mark/mark.ts';
import type { AuditEvent } from '../../../src/core/resource/audit.ts';
import { adding, auditOf, KEYS, markOf, NOW, NS, stateForAll } from './support.ts';

const state = stateForAll();
beforeEach(() => state.redis.flush());

const A = 'ami-a';
const MINUTE = 60_000;

/** One transition of the mark of A: the next revision, with an entry that says so. */
async function say(before: Mark, minute: number, event: AuditEvent, reason: string): Promise<Mark> {
  const after = { ...before, problem: reason, revision: before.revision + 1 };
  const audit = { ...auditOf(A, event), reason, at: NOW + minute * MINUTE, passId: `p${minute}` };
  expect(await state.marks.apply(NS, [{ id: A, before, after, audit }])).toEqual(['applied']);
  return after;
}

async function added(): Promise<Mark> {
  const mark = markOf(A, { at: NOW });
  await state.marks.apply(NS, [adding(mark)]);
  return mark;
}

const history = async () =>
  (await state.audit.history(NS, A)).map(({ event, reason, at, count, lastAt }) => ({
    ...{ event, reason, count },
    from: (at - NOW) / MINUTE,
    to: ((lastAt ?? at) - NOW) / MINUTE,
  }));

test('a mark held for the same reason by 300 passes has one entry, with their number; earlier entries stay', async () => {
  state.log.lines.length = 0;
  let mark = await added();
  for (let pass = 1; pass <= 300; pass++) mark = await say(mark, pass, 'deferred', 'its owner could not be notified');

  expect(await state.connection.client.xlen(KEYS.audit)).toBe(2);
  expect((await history()).slice(1)).toEqual([
    { event: 'deferred', reason: 'its owner could not be notified', count: 300, from: 1, to: 300 },
  ]);
});

test('another reason, or another event between, begins another entry', async () => {
  let mark = await added();
  const passes: [AuditEvent, string][] = [
    ['deferred', 'x'],
    ['deferred', 'x'],
    ['deferred', 'y'],
    ['deferred', 'x'],
    ['noticed', 'sent'],
    ['deferred', 'x'],
  ];
  for (const [at, [event, reason]] of passes.entries()) mark = await say(mark, at + 1, event, reason);

  expect((await history()).slice(1)).toEqual([
    { event: 'deferred', reason: 'x', count: 2, from: 1, to: 2 },
    { event: 'deferred', reason: 'y', count: undefined, from: 3, to: 3 },
    { event: 'deferred', reason: 'x', count: undefined, from: 4, to: 4 },
    { event: 'noticed', reason: 'sent', count: undefined, from: 5, to: 5 },
    { event: 'deferred', reason: 'x', count: undefined, from: 6, to: 6 },
  ]);
});

test('entries that an earlier version stored one a pass, as `held`, are shown as one, and no longer hide the older ones', async () => {
  await added();
  const { client } = state.connection;
  for (let pass = 1; pass <= 250; pass++) {
    const entry = JSON.stringify({
      ...auditOf(A, 'deferred'),
      event: 'held',
      reason: 'as before',
      at: NOW + pass * MINUTE,
    });
    await client.xadd(KEYS.audit, '*', 'id', A, 'entry', entry);
  }
  expect((await history()).map(({ event, count }) => [event, count])).toEqual([
    ['marked', undefined],
    ['deferred', 250],
  ]);
  expect((await state.audit.histories(NS, [A])).get(A)).toHaveLength(2);
});

test('every repetition is a line of the log, which is the record', async () => {
  state.log.lines.length = 0;
  let mark = await added();
  for (let pass = 1; pass <= 3; pass++) mark = await say(mark, pass, 'deferred', 'x');
  expect(state.log.audited(A).filter(({ event }) => event === 'deferred')).toHaveLength(3);
});
