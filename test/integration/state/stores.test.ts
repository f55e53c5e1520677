import { beforeEach, describe, expect, test } from '@jest/globals';
import { LockLostError, StoreError } from '../../../src/core/common/errors.ts';
import type { Digest } from '../../../src/core/notice/digest.ts';
import type { PassRecord } from '../../../src/core/policy/pass.ts';
import type { OutboxItem } from '../../../src/core/ports/ports.ts';
import { KeyedSeal, type SealKey } from '../../../src/core/resource/seal.ts';
import { CONTROL, namespaceKeys, outboxKeys } from '../../../src/state/redis/keys.ts';
import { RedisOutbox } from '../../../src/state/redis/outbox.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { ScriptRunner } from '../../../src/state/redis/script.ts';
import { oneType } from '../../support/oneType.ts';
import {
  adding,
  auditOf,
  changing,
  DAY,
  dump,
  KEYS,
  markOf,
  NOW,
  NS,
  OTHER_NS,
  type StateFixture,
  stateForAll,
  WILD_IDS,
} from './support.ts';

const KEY: SealKey = { id: 'k1', secret: 'one secret of thirty-two letters' };
const state = stateForAll();
beforeEach(async () => {
  await state.markTable.settled();
  await state.redis.flush();
  state.log.lines.length = 0;
});
const client = () => state.connection.client;

describe('the outbox', () => {
  const OWNERS = ['a@example.com', 'A@example.com', 'team {x}@example.com', 'ö:|\n@example.com'];
  const itemOf = (id: string, generation = 'g'): OutboxItem => ({ namespace: NS, id, generation });
  const byId = (items: readonly OutboxItem[]) => [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
  const digestOf = (owner: string): Digest => ({
    messageId: '<1@x>',
    owner,
    preparedAt: NOW,
    rows: [],
    itemsPerMessage: 50,
  });

  test.each(OWNERS)('the outbox of %j has each pending notice once', async (owner) => {
    const items = WILD_IDS.map((id) => itemOf(id));

    await state.outbox.put(owner, items);
    await state.outbox.put(owner, items.slice(1));

    expect(byId((await state.outbox.read(owner)).items)).toEqual(byId(items));
    expect(await state.outbox.owners()).toEqual([{ owner, resources: items.length, namespaces: [NS] }]);
  });

  test('1,200 items of one owner are all there', async () => {
    await state.outbox.put(
      'a',
      Array.from({ length: 1_200 }, (_, i) => itemOf(`${i}`)),
    );

    expect((await state.outbox.read('a')).items).toHaveLength(1_200);
  });

  test('keeps two owners apart', async () => {
    await state.outbox.put('a', [itemOf('1')]);
    await state.outbox.put('b', [itemOf('2')]);

    expect((await state.outbox.read('a')).items).toEqual([itemOf('1')]);
    expect((await state.outbox.owners()).map(({ owner }) => owner).sort()).toEqual(['a', 'b']);
  });

  test('an empty outbox has no pending notice', async () => {
    await state.outbox.put('a', []);

    expect(await state.outbox.owners()).toEqual([]);
    expect(await state.outbox.read('a')).toEqual({ items: [] });
  });

  test('L48 a prepared message is there until it is settled', async () => {
    await state.outbox.put('a', [itemOf('1')]);
    await state.outbox.prepare('a', digestOf('a'));

    expect(await state.outbox.read('a')).toEqual({ items: [itemOf('1')], prepared: digestOf('a') });
    await state.outbox.settle('a', []);
    expect(await state.outbox.read('a')).toEqual({ items: [itemOf('1')] });
  });

  test('sent notices leave the outbox, which keeps the time of the last message', async () => {
    await state.outbox.put('a', [itemOf('1'), itemOf('2')]);
    await state.outbox.prepare('a', digestOf('a'));

    await state.outbox.settle('a', [itemOf('1')], NOW);

    expect(await state.outbox.read('a')).toEqual({ items: [itemOf('2')] });
    expect(await state.outbox.owners()).toEqual([{ owner: 'a', lastSentAt: NOW, resources: 1, namespaces: [NS] }]);
  });

  test('L46 a refusal is stored until the outbox is settled, and is no pending notice by itself', async () => {
    const refusal = { since: NOW, attempts: 2, problem: '550', permanent: true, nextAttemptAt: NOW + 1 };
    await state.outbox.put('a', [itemOf('1')]);
    await state.outbox.refuse('a', refusal);
    expect(await state.outbox.owners()).toEqual([{ owner: 'a', resources: 1, namespaces: [NS], refused: refusal }]);
    expect(await state.outbox.read('a')).toEqual({ items: [itemOf('1')], refused: refusal });
    await state.outbox.settle('a', [itemOf('1')]);
    expect([await state.outbox.owners(), await state.outbox.read('a')]).toEqual([[], { items: [] }]);
  });

  test('L44 the time of the last message outlives an empty outbox', async () => {
    await state.outbox.put('a', [itemOf('1')]);
    await state.outbox.settle('a', [itemOf('1')], NOW);
    expect(await state.outbox.owners()).toEqual([]);
    expect(await client().pttl(outboxKeys('a').outbox)).toBeGreaterThan(30 * DAY);

    await state.outbox.put('a', [itemOf('2')]);

    expect(await state.outbox.owners()).toEqual([{ owner: 'a', lastSentAt: NOW, resources: 1, namespaces: [NS] }]);
    expect(await client().pttl(outboxKeys('a').outbox)).toBe(-1);
  });

  test('a notice that arrives while the last message is settled is not lost', async () => {
    for (let round = 0; round < 30; round += 1) {
      await state.outbox.put('a', [itemOf('old')]);
      await Promise.all([
        state.outbox.settle('a', [itemOf('old')], NOW),
        state.outbox.put('a', [itemOf('new')]),
        state.outbox.settle('a', [itemOf('old')], NOW),
      ]);
      expect(await state.outbox.owners()).toEqual([{ owner: 'a', lastSentAt: NOW, resources: 1, namespaces: [NS] }]);
      await state.outbox.settle('a', [itemOf('new')]);
    }
  });

  test('a version that knows no parts stored a message over a longer one: it is read without the parts of the other', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => itemOf(`${i}`)) as unknown as Digest['rows'];
    await state.outbox.put('a', [itemOf('1')]);
    await state.outbox.prepare('a', { ...digestOf('a'), rows });
    expect((await state.outbox.read('a')).prepared?.rows).toHaveLength(1_200);
    const { outbox } = outboxKeys('a');
    const next: Digest = { ...digestOf('a'), messageId: '<2@x>', rows: rows.slice(0, 700) };
    // As that version settles the first message and prepares the next one.
    await client().hdel(outbox, 'prepared', 'refused');
    await client().hset(outbox, 'prepared', JSON.stringify(next));

    expect(await state.outbox.read('a')).toEqual({ items: [itemOf('1')], prepared: next });
    await state.outbox.settle('a', [itemOf('1')], NOW);
    expect(await client().hkeys(outbox)).toEqual(['lastSentAt']);
  });

  test('a message with a missing part is an error', async () => {
    const rows = Array.from({ length: 501 }, (_, i) => itemOf(`${i}`)) as unknown as Digest['rows'];
    await state.outbox.prepare('a', { ...digestOf('a'), rows });
    await client().hdel(outboxKeys('a').outbox, 'prepared:1');

    await expect(state.outbox.read('a')).rejects.toThrow(StoreError);
  });

  describe('Law 8 who writes Redis without a key of `signing`', () => {
    const rows = Array.from({ length: 501 }, (_, i) => itemOf(`${i}`)) as unknown as Digest['rows'];
    const sealed = () =>
      new RedisOutbox({
        ...state,
        seal: new KeyedSeal([KEY]),
        scripts: new ScriptRunner(state.connection),
        recorded: () => {},
      });
    const { outbox } = outboxKeys('a');
    const change = async (field: string, to: (text: string) => string) =>
      client().hset(outbox, field, to(`${await client().hget(outbox, field)}`));

    test.each<[string, () => Promise<unknown>]>([
      ['changes a row', () => change('prepared', (text) => text.replace('"id":"0"', '"id":"1"'))],
      ['changes a row of a later part', () => change('prepared:1', (text) => text.replace('"500"', '"1"'))],
      ['removes the checksum', () => change('prepared', (text) => text.replace(/,"mac":.*/, '}'))],
      ['removes the later parts', () => client().hdel(outbox, 'parts')],
      [
        'copies the message to another owner',
        async () => {
          await sealed().prepare('b', { ...digestOf('a'), rows });
          await client().copy(outboxKeys('b').outbox, outbox, 'REPLACE');
        },
      ],
    ])('%s: the prepared message is composed anew', async (_, forge) => {
      await sealed().prepare('a', { ...digestOf('a'), rows });
      expect((await sealed().read('a')).prepared?.rows).toHaveLength(501);
      await forge();
      expect((await sealed().read('a')).prepared).toBeUndefined();
    });
  });

  test('an unreadable outbox is an error', async () => {
    await client().hset(outboxKeys('a').outbox, 'prepared', '{');

    await expect(state.outbox.read('a')).rejects.toThrow(StoreError);
  });
});

describe('passes', () => {
  const record: PassRecord = {
    passId: 'p',
    namespace: NS,
    action: 'mark',
    outcome: 'blocked',
    startedAt: NOW,
    endedAt: NOW + 1,
    nextDueAt: NOW + DAY,
    counts: { candidate: 3 },
    blocked: { digest: 'd', size: 3 },
    failures: 0,
  };

  test('the last of an action is kept, apart from other actions and namespaces', async () => {
    await state.passes.record({ ...record, passId: 'earlier' });
    await state.passes.record(record);

    expect(await state.passes.get(NS, 'mark')).toEqual(record);
    expect(await state.passes.get(NS, 'delete')).toBeUndefined();
    expect(await state.passes.get(OTHER_NS, 'mark')).toBeUndefined();
  });

  test('the last of each action comes in the order of the actions', async () => {
    const notify = { ...record, action: 'notify', passId: 'n' } as const;
    await state.passes.record(notify);
    await state.passes.record(record);
    expect(await state.passes.last(NS)).toEqual([record, notify]);
    expect(await state.passes.last(OTHER_NS)).toEqual([]);
  });

  test('a pass of an earlier version keeps the evidence that it left out, under its present name', async () => {
    const stored = JSON.stringify({ ...record, madeWithout: ['emr in shared'] });
    await client().hset(KEYS.pass, 'mark', stored);
    expect(await state.passes.get(NS, 'mark')).toEqual({ ...record, waivedEvidence: ['emr in shared'] });
    expect(await state.passes.last(NS)).toEqual([{ ...record, waivedEvidence: ['emr in shared'] }]);
  });

  test('a pass of an earlier version keeps its counts under the present names of the evidence', async () => {
    const baseline = { listed: 3, findings: { 'copiesUnderWay@test/us-east-1': 2, 'users@test/us-east-1': 1 } };
    await client().hset(KEYS.pass, 'mark', JSON.stringify({ ...record, baseline }));
    expect((await state.passes.get(NS, 'mark'))?.baseline).toEqual({
      listed: 3,
      findings: { 'pendingCopies@test/us-east-1': 2, 'users@test/us-east-1': 1 },
    });
  });

  test('a pass is recorded only while its lock is held', async () => {
    await client().set(KEYS.lock, 'mine');
    await state.passes.record(record, { token: 'mine' });
    const before = await dump(state);

    await expect(state.passes.record({ ...record, passId: 'late' }, { token: 'old' })).rejects.toThrow(LockLostError);

    expect(await dump(state)).toEqual(before);
  });

  test('L32 an approval is kept per action and audited once', async () => {
    const approval = { action: 'mark', digest: 'd', actor: 'op', at: NOW } as const;
    const audit = { at: NOW, namespace: NS, event: 'approved', actor: 'op' } as const;

    await state.passes.approve(NS, approval, audit);

    expect(await state.passes.approval(NS, 'mark')).toEqual(approval);
    expect(await state.passes.approval(NS, 'delete')).toBeUndefined();
    expect(state.log.lines).toEqual([{ level: 'info', message: 'audit', fields: audit }]);
  });

  test('P13 of two operators who approve the same pass at once one does, and the other learns who', async () => {
    const approvals = ['olga', 'otto'].map((actor) =>
      state.passes.approve(
        NS,
        { action: 'mark', digest: 'd', actor, at: NOW, passId: 'p1' },
        { at: NOW, namespace: NS, event: 'approved', actor },
      ),
    );
    const answers = await Promise.all(approvals);
    const winner = (await state.passes.approval(NS, 'mark'))?.actor;
    expect(answers.toSorted()).toEqual([{ by: winner }, undefined]);
    expect(state.log.lines.map(({ fields }) => fields)).toEqual([expect.objectContaining({ actor: winner })]);
    const again = { action: 'mark', digest: 'e', actor: 'otto', at: NOW, passId: 'p2' } as const;
    const audit = { at: NOW, namespace: NS, event: 'approved', actor: 'otto' } as const;
    expect(await state.passes.approve(NS, again, audit)).toBeUndefined();
  });

  test('an approval that must be alone is refused while a pass runs, and leaves no trace', async () => {
    const approval = { action: 'mark', digest: 'd', actor: 'olga', at: NOW, passId: 'p1' } as const;
    const audit = { at: NOW, namespace: NS, event: 'approved', actor: 'olga' } as const;
    const { lock } = namespaceKeys(NS);
    await state.connection.client.set(lock, 'of a pass', 'PX', 60_000);
    expect(await state.passes.approve(NS, approval, audit, true)).toBe('busy');
    expect([await state.passes.approval(NS, 'mark'), state.log.lines]).toEqual([undefined, []]);
    await state.connection.client.del(lock);
    expect(await state.passes.approve(NS, approval, audit, true)).toBeUndefined();
    await state.connection.client.set(lock, 'of a pass', 'PX', 60_000);
    expect(await state.passes.approve(NS, { ...approval, passId: 'p2' }, audit)).toBeUndefined();
  });

  test.each([
    ['written without a key', []],
    ['signed with a key that was withdrawn', [{ id: 'old', secret: 'x'.repeat(32) }]],
  ])('an approval %s does not count, and another operator approves the pass instead', async (_, earlierKeys) => {
    const approving = ({ passes }: Pick<StateFixture, 'passes'>, actor: string) =>
      passes.approve(
        NS,
        { action: 'mark', digest: 'd', actor, at: NOW, passId: 'p1' },
        { at: NOW, namespace: NS, event: 'approved', actor },
      );
    const withKeys = (signingKeys: readonly SealKey[]) =>
      redisState(state.connection, { log: state.log, typesOf: oneType, signingKeys });
    await approving(withKeys(earlierKeys), 'olga');

    const now = withKeys([{ id: 'new', secret: 'y'.repeat(32) }]);
    expect(await now.passes.approval(NS, 'mark')).toBeUndefined();
    expect(await approving(now, 'otto')).toBeUndefined();
    expect(await now.passes.approval(NS, 'mark')).toMatchObject({ actor: 'otto' });
    expect(await approving(now, 'olga')).toEqual({ by: 'otto' });
  });

  test('an unreadable record is an error', async () => {
    await client().hset(KEYS.pass, 'mark', '{');

    await expect(state.passes.get(NS, 'mark')).rejects.toThrow(/mark is unreadable/);
  });
});

describe('observations', () => {
  test('the last use only moves forward', async () => {
    await state.lastUsed.seen(NS, WILD_IDS, NOW);
    await state.lastUsed.seen(NS, ['ami-1'], NOW - 1);
    await state.lastUsed.seen(NS, ['AMI-1'], NOW + 1);

    const expected = new Map(WILD_IDS.map((id) => [id, id === 'AMI-1' ? NOW + 1 : NOW]));
    expect(await state.lastUsed.all(NS)).toEqual(expected);
    expect(await state.lastUsed.all(OTHER_NS)).toEqual(new Map());
  });

  test('L34 the first time something was seen only moves back', async () => {
    await state.lastUsed.firstSeen(NS, WILD_IDS, NOW);
    await state.lastUsed.firstSeen(NS, ['ami-1'], NOW + 1);
    await state.lastUsed.firstSeen(NS, ['AMI-1'], NOW - 1);

    const expected = new Map(WILD_IDS.map((id) => [id, id === 'AMI-1' ? NOW - 1 : NOW]));
    expect(await state.lastUsed.allFirstSeen(NS)).toEqual(expected);
    expect(await state.lastUsed.all(NS)).toEqual(new Map());
  });

  test('L108 what an earlier version saw and did not note was there at the first survey, and what comes later was not', async () => {
    await state.lastUsed.surveyed(NS, NOW - HOUR);
    await state.lastUsed.firstSeen(NS, ['old'], NOW, true);
    await state.lastUsed.firstSeen(NS, ['new'], NOW + 1, true);
    expect([await state.lastUsed.allFirstSeen(NS), (await state.lastUsed.surveys(NS)).firstAt]).toEqual([
      new Map([
        ['old', NOW - HOUR],
        ['new', NOW + 1],
      ]),
      NOW - HOUR,
    ]);
  });

  test('C5 the store keeps since when surveys see a thing gone, and forgets it once one sees it exist', async () => {
    await state.lastUsed.gone(NS, WILD_IDS, NOW);
    await state.lastUsed.gone(NS, WILD_IDS, NOW + 1);
    await state.lastUsed.existing(NS, ['ami-1'], NOW + 2);
    await state.lastUsed.existing(NS, ['ami-1'], NOW + 1);
    await state.lastUsed.notGone(NS, ['AMI-1', 'never seen']);

    const others = WILD_IDS.filter((id) => id !== 'ami-1' && id !== 'AMI-1');
    expect(await state.lastUsed.existence(NS)).toEqual(
      new Map<string, unknown>([
        ...others.map((id) => [id, { goneSince: NOW }] as const),
        ['ami-1', { existedAt: NOW + 2 }],
      ]),
    );
    expect(await state.lastUsed.existence(OTHER_NS)).toEqual(new Map());
  });

  test('only the forgotten records are removed', async () => {
    const ids = Array.from({ length: 1_200 }, (_, i) => `vol-${i}`);
    await state.lastUsed.seen(NS, ids, NOW);
    await state.lastUsed.firstSeen(NS, ids, NOW);
    await state.lastUsed.forget(NS, { aliases: ids.slice(1), firstSeenKeys: ids.slice(2) });
    await state.lastUsed.forget(NS, { aliases: ['never seen'], firstSeenKeys: [] });

    expect(await state.lastUsed.all(NS)).toEqual(new Map([['vol-0', NOW]]));
    expect(await state.lastUsed.allFirstSeen(NS)).toEqual(new Map(ids.slice(0, 2).map((id) => [id, NOW])));
  });

  test('20,000 aliases are written and read', async () => {
    const aliases = Array.from({ length: 20_000 }, (_, i) => `ami-${i}`);
    await state.lastUsed.seen(NS, aliases, NOW);

    expect((await state.lastUsed.all(NS)).size).toBe(20_000);
  });

  const HOUR = DAY / 24;

  test('surveys closer than six hours leave nothing out; of a longer pause all but six hours is kept', async () => {
    for (const at of [NOW, NOW + 6 * HOUR, NOW + 9 * HOUR, NOW + 40 * HOUR]) await state.lastUsed.surveyed(NS, at);

    expect(await state.lastUsed.surveys(NS)).toEqual({
      lastAt: NOW + 40 * HOUR,
      firstAt: NOW,
      unobserved: [
        { from: 0, to: NOW },
        { from: NOW + 15 * HOUR, to: NOW + 40 * HOUR },
      ],
    });
    expect(await state.lastUsed.surveys(OTHER_NS)).toEqual({ unobserved: [] });
  });

  test('R30 the first survey is that of the earliest clock, with or without a resource', async () => {
    await state.lastUsed.surveyed(NS, NOW + 300 * DAY);
    await state.lastUsed.surveyed(NS, NOW);
    await state.lastUsed.firstSeen(NS, ['a@1'], NOW + HOUR);
    expect((await state.lastUsed.surveys(NS)).firstAt).toBe(NOW);
    await state.lastUsed.firstSeen(OTHER_NS, ['a@1'], NOW + HOUR);
    await state.lastUsed.surveyed(OTHER_NS, NOW + 2 * HOUR);
    expect((await state.lastUsed.surveys(OTHER_NS)).firstAt).toBe(NOW + HOUR);
  });

  test('Law 1 a clock that goes back, or a survey recorded twice, adds no watched time', async () => {
    const THEN = NOW - 100 * HOUR;
    for (const at of [THEN, THEN + 90 * HOUR, THEN + 90 * HOUR, THEN + HOUR, THEN + 20 * HOUR]) {
      await state.lastUsed.surveyed(NS, at);
    }

    const { unobserved, lastAt } = await state.lastUsed.surveys(NS);
    expect(lastAt).toBe(THEN + 20 * HOUR);
    expect(unobserved).toContainEqual({ from: THEN + 6 * HOUR, to: THEN + 90 * HOUR });
    expect(unobserved).toContainEqual({ from: 0, to: THEN + HOUR });
    expect(unobserved).toContainEqual({ from: THEN + 7 * HOUR, to: THEN + 20 * HOUR });
  });

  test('Law 1 a span that a clock ahead of Redis wrote ends now at the next survey by a right one, and never earlier', async () => {
    const today = Date.now();
    await state.lastUsed.surveyed(NS, today - 10 * DAY);
    await state.lastUsed.surveyed(NS, today + 300 * DAY);
    await state.lastUsed.surveyed(NS, today - DAY);

    const { unobserved } = await state.lastUsed.surveys(NS);
    const ends = unobserved.map(({ to }) => to).sort((a, b) => a - b);
    expect(ends.at(-1)).toBeGreaterThanOrEqual(today);
    expect(ends.at(-1)).toBeLessThan(today + DAY);
    expect(unobserved).toContainEqual({ from: today - 10 * DAY + 6 * HOUR, to: ends.at(-1) });
  });

  test('Law 1 too many pauses become fewer and longer ones; after 400 days they are forgotten', async () => {
    for (let pause = 0; pause <= 502; pause++) await state.lastUsed.surveyed(NS, NOW + pause * 7 * HOUR);
    const { unobserved } = await state.lastUsed.surveys(NS);
    expect(unobserved).toHaveLength(500);
    expect(unobserved[0]).toEqual({ from: 0, to: NOW + 21 * HOUR });

    await state.lastUsed.surveyed(NS, NOW + 502 * 7 * HOUR + 500 * DAY);

    expect((await state.lastUsed.surveys(NS)).unobserved).toHaveLength(1);
  });

  test('nothing observed writes nothing', async () => {
    await state.lastUsed.seen(NS, [], NOW);

    expect(await client().dbsize()).toBe(0);
  });
});

describe('control', () => {
  const audit = { at: NOW, namespace: 'fleet', event: 'control', actor: 'op' } as const;

  test('the fleet is in service and not killed by default', async () => {
    expect(await state.control.read()).toEqual({ service: 'in', killed: false, version: 0, stages: {}, canaries: {} });
  });

  test('writes the named fields only, and audits it with the state before and after', async () => {
    await state.control.write({ killed: true, capacity: 0 }, audit);
    const changed = await state.control.write({ service: 'out' }, audit);

    expect(await state.control.read()).toEqual({
      service: 'out',
      killed: true,
      capacity: 0,
      version: 2,
      stages: {},
      canaries: {},
    });
    expect(changed).toMatchObject({ before: { service: 'in', killed: true }, after: { service: 'out', version: 2 } });
    await state.control.write({ killed: false }, audit);
    expect(await state.control.read()).toEqual({
      service: 'out',
      killed: false,
      capacity: 0,
      version: 3,
      stages: {},
      canaries: {},
    });
    expect(state.log.lines.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({
        ...audit,
        before: 'service in, kill switch off, capacity as configured, deletes per day as configured',
        after: 'service in, kill switch on, capacity 0, deletes per day as configured',
      }),
      expect.objectContaining({ ...audit, after: expect.stringContaining('service out, kill switch on') }),
      expect.objectContaining({ ...audit, after: expect.stringContaining('service out, kill switch off') }),
    ]);
  });

  test('a limit is taken away by null', async () => {
    await state.control.write({ capacity: 3, deletesPerDay: 20 }, audit);
    await state.control.write({ deletesPerDay: null }, audit);

    expect(await state.control.read()).toEqual({
      service: 'in',
      killed: false,
      capacity: 3,
      version: 2,
      stages: {},
      canaries: {},
    });
    await state.control.write({ capacity: null }, audit);
    expect(await state.control.read()).toEqual({ service: 'in', killed: false, version: 3, stages: {}, canaries: {} });
  });

  test('L20 many operators at once: each change is whole, one comes after the other, all are audited', async () => {
    const pairs = Array.from({ length: 12 }, (_, index) => index + 1);
    await Promise.all(pairs.map((n) => state.control.write({ capacity: n, deletesPerDay: n }, audit)));

    const last = await state.control.read();
    expect(last.version).toBe(12);
    expect(last.capacity).toBe(last.deletesPerDay);
    const lines = state.log.lines.map(({ fields }) => fields as { before: string; after: string });
    expect(lines).toHaveLength(12);
    expect(lines.slice(1).map(({ before }) => before)).toEqual(lines.slice(0, -1).map(({ after }) => after));
  });

  test('an unreadable control permits nothing', async () => {
    await client().hset(CONTROL.control, { service: 'IN', killed: '', capacity: 'many' });

    expect(await state.control.read()).toEqual({
      service: 'out',
      killed: true,
      capacity: 0,
      version: 0,
      stages: {},
      canaries: {},
    });
  });
});

describe('the audit log', () => {
  test('answers the history of one resource, oldest first, from among many', async () => {
    const mark = markOf('a');
    await state.marks.apply(NS, [adding(mark)]);
    await state.marks.apply(
      NS,
      Array.from({ length: 2_500 }, (_, i) => adding(markOf(`other-${i}`))),
    );
    await state.marks.apply(NS, [changing(mark, { problem: 'x' })]);

    expect(await state.audit.history(NS, 'a')).toMatchObject([auditOf('a'), auditOf('a', 'refreshed')]);
    expect(await state.audit.history(NS, 'nobody')).toEqual([]);
  });

  test('keeps about as many entries as it is capped to', async () => {
    await state.marks.apply(
      NS,
      Array.from({ length: 11_000 }, (_, i) => adding(markOf(`a-${i}`))),
    );

    expect(await client().xlen(KEYS.audit)).toBeLessThan(10_500);
  });

  test('a direct audit entry is one log line', () => {
    state.audit.log(auditOf('a', 'deferred'));

    expect(state.log.lines).toEqual([{ level: 'info', message: 'audit', fields: auditOf('a', 'deferred') }]);
  });
});

describe('slots', () => {
  test('L15 of many who claim a slot one gets it, and the next slot is free again', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => state.claimSlot('tick', NOW)));

    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await state.claimSlot('tick', NOW)).toBe(false);
    expect(await state.claimSlot('tick', NOW + 60_000)).toBe(true);
    expect(await state.claimSlot('tock {x}', NOW)).toBe(true);
  });
});
