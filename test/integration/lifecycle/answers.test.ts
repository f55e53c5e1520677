/** Each deletion is in the audit log once, with its request id, whatever became of its mark meanwhile. */
import { describe, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import { approve } from '../../../src/lifecycle/index.ts';
import { bounced } from '../../../src/lifecycle/notice/bounce.ts';
import { approvalInForce } from '../../../src/lifecycle/pass/approval.ts';
import { dueItemsOf } from '../../../src/queue/dueItems.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { DAY, GROUPS, HERE, HOUR, IMAGES, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

const WIDE: WorldOptions = {
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
};

async function dueImage(): Promise<string> {
  await world.reset(WIDE);
  const [id = ''] = world.addImages(1);
  await world.untilDue();
  return id;
}

/** Between the permit and the request `meanwhile` happens; it is given the mark as it was stored before the permit. */
async function deleteWhile(id: string, meanwhile: (before: string) => Promise<unknown>) {
  const { marks } = namespaceKeys(IMAGES);
  const swap = (parts: Parts): Parts => ({
    ...parts,
    permits: {
      async request(...asked) {
        const before = (await world.connection.client.hget(marks, id)) ?? '';
        const answer = await parts.permits.request(...asked);
        await meanwhile(before);
        return answer;
      },
    },
  });
  await world.configure({ ...WIDE, swap });
  const record = await world.pass('delete');
  await world.configure(WIDE);
  return record;
}

const entries = (id: string, event: string) => world.audit.filter((entry) => entry.id === id && entry.event === event);
const ONE_WITH_REQUEST_ID = [expect.objectContaining({ requestId: expect.stringMatching(/[0-9a-f-]{36}/) })];

/** The changes that may happen to a mark between its permit and the cloud's answer. */
const MEANWHILE: readonly (readonly [string, (id: string, before: string) => Promise<unknown>])[] = [
  [
    'its notice bounces',
    async (id) => {
      const messageId = (await world.markOf(id))?.notice?.messageId ?? '';
      const report = { messageId, recipient: 'ann@example.com', why: 'mailbox full', permanent: false, actor: 'ses' };
      await bounced(world.wired.deps, report);
    },
  ],
  [
    'Redis falls back behind the permit',
    (id, before) => world.connection.client.hset(namespaceKeys(IMAGES).marks, id, before),
  ],
  ['Redis loses the mark', (id) => world.connection.client.hdel(namespaceKeys(IMAGES).marks, id)],
];

test.each(MEANWHILE)(
  'L52 %s: the deletion is counted and audited once, at once, with its request id',
  async (_what, happens) => {
    const id = await dueImage();

    const record = await deleteWhile(id, (before) => happens(id, before));
    world.clock.advance(HOUR);
    const again = await world.pass('delete');

    expect(world.deregistered()).toEqual([id]);
    expect([record.counts.deleted, again.counts.deleted]).toEqual([1, 0]);
    expect(entries(id, 'deleted')).toEqual(ONE_WITH_REQUEST_ID);
    expect(await world.markOf(id)).toBeUndefined();
  },
);

test('L52 law 10 Redis loses the mark, and the history cannot be read: the deletion is in the log, as unconfirmed', async () => {
  const id = await dueImage();
  const { marks } = namespaceKeys(IMAGES);
  const swap = (parts: Parts): Parts => ({
    ...parts,
    permits: {
      async request(...asked) {
        const answer = await parts.permits.request(...asked);
        await world.connection.client.hdel(marks, id);
        return answer;
      },
    },
    audit: new Proxy(parts.audit, {
      get(audit, method) {
        if (method === 'history') return () => Promise.reject(new Error('Redis is away'));
        const own = Reflect.get(audit, method) as unknown;
        return typeof own === 'function' ? own.bind(audit) : own;
      },
    }),
  });
  await world.configure({ ...WIDE, swap });
  const record = await world.pass('delete');
  await world.configure(WIDE);
  expect(world.deregistered()).toEqual([id]);
  expect(record.outcome).not.toBe('complete');
  expect(entries(id, 'deleted')).toEqual([
    expect.objectContaining({ unconfirmed: true, requestId: expect.stringMatching(/[0-9a-f-]{36}/) }),
  ]);
});

test('L56 its notice bounces: the refusal is audited, and the mark waits for a new notice', async () => {
  const id = await dueImage();
  const fault = { operation: 'DeregisterImage', kind: 'error', code: 'OperationNotPermitted', status: 400 } as const;
  world.sandbox.control.addFault(fault);

  await deleteWhile(id, (before) => MEANWHILE[0]?.[1](id, before) ?? Promise.resolve());

  expect(entries(id, 'refused')).toHaveLength(1);
  expect(await world.markOf(id)).toMatchObject({ state: 'marked', refusals: 1 });
});

test('L52 the answer is lost and the notice bounces → the next pass reads the resource by id, without waiting for the new date', async () => {
  const id = await dueImage();
  world.sandbox.control.addFault({ operation: 'DeregisterImage', kind: 'dropAfter', times: 1 });

  await deleteWhile(id, (before) => MEANWHILE[0]?.[1](id, before) ?? Promise.resolve());
  world.clock.advance(HOUR);

  expect((await world.pass('delete')).counts).toMatchObject({ deleted: 1 });
  expect(entries(id, 'deleted')).toHaveLength(1);
});

test('L52 a deletion that is accepted is counted and audited when it is over, with its request id, also while a canary holds', async () => {
  const cleanup =
    '[{ type: autoScalingGroup, accounts: [test], live: true, rollout: canary, when: [{ rule: zeroInstances }] }]';
  await world.reset({ ...WIDE, cleanup });
  const CreatedTime = new Date(world.clock.now() - 90 * DAY).toISOString();
  const names = ['a', 'b', 'c', 'd', 'e'];
  world.sandbox.control.addAutoScalingGroups(
    HERE,
    names.map((AutoScalingGroupName) => ({ AutoScalingGroupName, CreatedTime, tags: { owner: 'ann@example.com' } })),
  );
  await world.pass('mark', GROUPS);
  await world.notify(GROUPS);
  world.clock.advance(11 * DAY);
  const accepted = await world.pass('delete', GROUPS);
  expect(accepted).toMatchObject({ counts: { accepted: 5, deleted: 0 }, nextDueAt: world.clock.now() + 60_000 });
  for (const name of names) world.sandbox.control.remove(HERE, 'autoScalingGroup', name);
  world.clock.advance(60_000);

  const record = await world.pass('delete', GROUPS);

  expect(record).toMatchObject({ outcome: 'paced', counts: { accepted: 0, deleted: 5 } });
  for (const name of names) {
    expect(entries(name, 'deleted')).toEqual(ONE_WITH_REQUEST_ID);
    expect(entries(name, 'deleted')[0]?.requestId).toBe(entries(name, 'accepted')[0]?.requestId);
  }
});

describe('a deletion that an earlier pass had accepted', () => {
  const GROUP_TYPE = '[{ type: autoScalingGroup, accounts: [test], live: true, when: [{ rule: zeroInstances }] }]';

  /** Groups of these ages in days, marked, with notices that are due. */
  async function dueGroups(pace: string, ages: Readonly<Record<string, number>>, every = {}, top = ''): Promise<void> {
    const defaults = `${WIDE.defaults}, pace: ${pace}, every: ${JSON.stringify(every)}`;
    await world.reset({ ...WIDE, defaults, cleanup: GROUP_TYPE, top });
    for (const [AutoScalingGroupName, days] of Object.entries(ages)) {
      const CreatedTime = new Date(world.clock.now() - days * DAY).toISOString();
      const tags = { owner: 'ann@example.com' };
      world.sandbox.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName, CreatedTime, tags }]);
    }
    await world.pass('mark', GROUPS);
    await world.notify(GROUPS);
    world.clock.advance(11 * DAY);
  }

  test('does not delay the next pass beyond its interval', async () => {
    await dueGroups('{ deletesPerPass: 2 }', { a: 90 }, { delete: '20s' });

    const accepted = await world.pass('delete', GROUPS);

    expect(accepted).toMatchObject({ counts: { accepted: 1 }, nextDueAt: world.clock.now() + 20_000 });
  });

  test('ends with the next pass, although the day has no place left and older marks come first', async () => {
    await dueGroups('{ batch: 1, deletesPerDay: 1 }', { a: 90, b: 90, c: 90 });
    const { counts } = await world.pass('delete', GROUPS);
    expect(counts).toMatchObject({ accepted: 1, denied: 1 });
    const [begun = ''] = ['a', 'b', 'c'].filter((name) => entries(name, 'accepted').length > 0);
    await putLast(begun);
    world.sandbox.control.remove(HERE, 'autoScalingGroup', begun);
    world.clock.advance(60_000);

    const record = await world.pass('delete', GROUPS);

    expect(record).toMatchObject({ outcome: 'paced', counts: { accepted: 0, deleted: 1 } });
    expect(entries(begun, 'deleted')).toEqual(ONE_WITH_REQUEST_ID);
  });

  test('takes no place from the pass that finds it done: it had one when it was requested', async () => {
    await dueGroups('{ deletesPerPass: 2 }', { a: 90, b: 90, c: 90, d: 90 });
    await world.pass('delete', GROUPS);
    const begun = ['a', 'b', 'c', 'd'].filter((name) => entries(name, 'accepted').length > 0);
    for (const name of begun) world.sandbox.control.remove(HERE, 'autoScalingGroup', name);
    world.clock.advance(HOUR);

    expect((await world.pass('delete', GROUPS)).counts).toMatchObject({ deleted: 2, accepted: 2 });
  });

  describe('outside the window', () => {
    const WINDOW = 'window: { days: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], from: "11:00", to: "13:00", timeZone: UTC }';

    /** Two due groups; the deletion of one was accepted before the window closed. */
    async function acceptedThenClosed(): Promise<string> {
      await dueGroups('{ batch: 1, deletesPerDay: 1 }', { a: 90, b: 90 }, {}, WINDOW);
      expect((await world.pass('delete', GROUPS)).counts).toMatchObject({ accepted: 1, denied: 1 });
      world.clock.advance(2 * HOUR);
      const begun = ['a', 'b'].find((name) => entries(name, 'accepted').length > 0) ?? '';
      // Auto Scaling still lists a group that it deletes; the sandbox deletes at once.
      const AutoScalingGroupARN = (await world.markOf(begun, GROUPS))?.identity ?? '';
      world.sandbox.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName: begun, AutoScalingGroupARN }]);
      return begun;
    }

    async function queued(): Promise<readonly string[]> {
      const { deps, parts } = world.wired;
      const wcs = parts.workConfigurations().filter(({ namespace }) => namespace === GROUPS);
      const items = await Promise.all(wcs.map((wc) => dueItemsOf(deps, wc, world.clock.now())));
      return items.flat().flatMap((item) => (item.kind === 'pass' ? [item.action] : []));
    }

    test('it is recorded once, as soon as a read by id says that the resource is gone', async () => {
      const begun = await acceptedThenClosed();
      world.sandbox.control.remove(HERE, 'autoScalingGroup', begun);

      const record = await world.pass('delete', GROUPS);

      expect(record).toMatchObject({ outcome: 'paced', problem: 'the window is closed', counts: { deleted: 1 } });
      expect(record.counts).toMatchObject({ accepted: 0, denied: 0 });
      expect(entries(begun, 'deleted')).toEqual(ONE_WITH_REQUEST_ID);
      expect(await world.markOf(begun, GROUPS)).toBeUndefined();
    });

    test('L32 a pass that was blocked inside the window stays blocked, and keeps its approval, until the window opens', async () => {
      const begun = await acceptedThenClosed();
      const { deps, parts } = world.wired;
      const before = await deps.passes.get(GROUPS, 'delete');
      const lease = await parts.lock.acquire(GROUPS);
      if (!before || !lease) throw new Error('the pass has no record, or another process has the lock');
      const problem = 'dueShare: 2 of 2 (100%) became due without a notice for this date, more than 10%';
      const blocked = { digest: 'd', size: 2, dueUntil: world.clock.now() };
      await deps.passes.record({ ...before, outcome: 'blocked', problem, blocked }, lease);
      await lease.release();
      const answer = { namespace: GROUPS, passId: before.passId, actor: 'olga' };
      expect(await approve(deps, answer)).toMatchObject({ kind: 'approved' });

      const looks = [await world.pass('delete', GROUPS)];
      world.clock.advance(HOUR);
      world.sandbox.control.remove(HERE, 'autoScalingGroup', begun);
      looks.push(await world.pass('delete', GROUPS));

      for (const look of looks)
        expect(look).toMatchObject({ outcome: 'blocked', problem, blocked, passId: before.passId });
      expect(looks.map(({ counts }) => counts.deleted)).toEqual([0, 1]);
      expect(await approvalInForce(deps, looks[1], GROUPS, 'delete')).toMatchObject({ actor: 'olga' });
    });

    test('the daemon looks until it has ended, and then waits for the window', async () => {
      const begun = await acceptedThenClosed();
      expect(await queued()).toContain('delete');
      expect(await queued()).toContain('delete');
      await world.pass('delete', GROUPS);
      expect(await queued()).not.toContain('delete');
      world.clock.advance(60_000);
      expect(await queued()).toContain('delete');
      world.sandbox.control.remove(HERE, 'autoScalingGroup', begun);
      await world.pass('delete', GROUPS);
      world.clock.advance(HOUR);
      expect(await queued()).not.toContain('delete');
      expect(['a', 'b'].flatMap((name) => entries(name, 'permitted'))).toHaveLength(1);
    });

    test('the daemon goes on when a read by id failed meanwhile', async () => {
      const begun = await acceptedThenClosed();
      world.sandbox.control.addFault({
        operation: 'DescribeAutoScalingGroups',
        kind: 'error',
        code: 'InternalFailure',
        status: 500,
      });
      await world.pass('delete', GROUPS);
      world.sandbox.control.clearFaults();
      world.sandbox.control.remove(HERE, 'autoScalingGroup', begun);
      world.clock.advance(HOUR);
      expect(await queued()).toContain('delete');
      expect((await world.pass('delete', GROUPS)).counts).toMatchObject({ deleted: 1 });
    });
  });

  /** The other marks are older, as marks are that were deferred when this one was due. */
  async function putLast(id: string): Promise<void> {
    await world.connection.client.zadd(namespaceKeys(GROUPS).schedule, world.clock.now() - 1, id);
  }
});
