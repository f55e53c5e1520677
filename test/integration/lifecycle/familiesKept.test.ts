/** What people hold in a review stays held, whatever is lost, fails, runs at the same time or cannot be read. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import type { PassRecord } from '../../../src/core/policy/pass.ts';
import { rolloutOf, whyWhole } from '../../../src/core/policy/rollout.ts';
import { stageUnitOf } from '../../../src/core/policy/stage.ts';
import { approve } from '../../../src/lifecycle/index.ts';
import { PassFailures } from '../../../src/queue/passFailure.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { DAY, HERE, HOUR, IMAGES, OTHER_ACCOUNT, worldForAll } from '../../support/awsWorld.ts';

const OPTIONS = {
  account: 'rollout: notify',
  defaults: 'tripwires: { newMarks: 2, markedShare: 100%, unmarkedShare: 100% }',
};
const ITEM = { kind: 'pass', namespace: IMAGES, action: 'mark' } as const;
const KEYS = namespaceKeys(IMAGES);

const world = worldForAll();
beforeEach(() => world.reset(OPTIONS));

let serial = 0;
const survey = (ms = 6 * HOUR) => {
  world.clock.advance(ms);
  return world.pass('mark');
};
const add = (family: string, count: number) =>
  Array.from({ length: count }, () => world.addImages(1, { Name: `${family}-${1000 + serial++}` })[0] ?? '');
async function approved(passId = '', names?: readonly string[], actor = 'olga') {
  const wc = world.configuration.workConfigurations.find(({ namespace }) => namespace === IMAGES);
  if (!wc) throw new Error('no such namespace');
  const { stage } = rolloutOf(await world.wired.parts.control.read(), wc);
  const families = names && { families: { names, whyWhole: whyWhole(wc, stage) } };
  return approve(world.wired.deps, { namespace: IMAGES, passId, actor, ...families });
}
const marked = async () => (await world.marks()).map(({ id }) => id);
const keep = (id: string) =>
  world.wired.deps.optOuts.optOut(IMAGES, {
    ...{ target: { kind: 'id', value: id }, actor: 'ann', at: world.clock.now(), until: 'forever', source: 'console' },
  } as never);
const lose = (...keys: readonly string[]) => world.connection.command('losing keys', (client) => client.del(...keys));

/** Four of `nightly` are marked, two of `golden` are held. */
async function half() {
  const [nightly, golden] = [add('nightly', 4), add('golden', 2)];
  await approved((await survey()).passId, ['nightly-*']);
  const through = await survey();
  expect([through.counts.marked, through.counts.held]).toEqual([4, 2]);
  return { nightly, golden, through };
}

describe('L74 what is held stays held when a later pass fails outside of its runner', () => {
  /** An approval of something else has replaced the one that opened the review. */
  async function underReview() {
    const [used = ''] = add('used', 1);
    const [instance = ''] = world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    const { nightly } = await half();
    await keep(used);
    world.sandbox.control.remove(HERE, 'instance', instance);
    const shrunk = await survey();
    expect([shrunk.outcome, await approved(shrunk.passId)]).toMatchObject(['blocked', { kind: 'approved' }]);
    const after = await survey();
    expect([after.outcome, after.review?.size]).toEqual(['complete', 2]);
    return nightly;
  }

  test.each(['throws', 'is killed'] as const)('its worker %s', async (how) => {
    const nightly = await underReview();
    const { passes, lock } = world.wired.parts;
    const failures = new PassFailures(passes, world.clock);
    const before = await passes.get(IMAGES, 'mark');
    const run = { startedAt: world.clock.now(), everyMs: 6 * HOUR, before };
    if (how === 'throws') await failures.record(ITEM, run, new Error('Redis is away'));
    else {
      const lease = await lock.acquire(IMAGES);
      if (!lease) throw new Error('the namespace is locked');
      await failures.recordKills(ITEM, 6 * HOUR, 3, lease);
      await lease.release();
    }
    expect(await passes.get(IMAGES, 'mark')).toMatchObject({ outcome: 'failed', review: before?.review });
    await survey(DAY);
    expect(await marked()).toEqual(nightly.toSorted());
  });

  test('what a failed pass is to remember of the one before is all that says what may be marked', async () => {
    const { through } = await half();
    const failures = new PassFailures(world.wired.parts.passes, world.clock);
    await failures.record(ITEM, { startedAt: world.clock.now(), everyMs: DAY, before: through }, new Error('x'));
    const after = await world.wired.parts.passes.get(IMAGES, 'mark');
    const forgotten = (Object.keys(through) as (keyof PassRecord)[]).filter((key) => after?.[key] === undefined);
    expect(forgotten).toEqual(['periodAt', 'everyMs']);
  });
});

describe('L74 what is held stays held when Redis loses the record of the passes', () => {
  test.each([
    ['the record alone', () => [KEYS.pass]],
    ['and everything else of the passes', () => [KEYS.pass, KEYS.passes('mark'), KEYS.blocked('mark')]],
    ['and the marks', () => [KEYS.pass, KEYS.marks, KEYS.schedule, KEYS.retry, KEYS.refused]],
  ])('%s: everything new is held until somebody approves it', async (_what, keys) => {
    const { golden } = await half();
    await lose(...keys());
    const remaining = await marked();
    const after = await survey(DAY);
    expect(await marked()).toEqual(remaining);
    for (let day = 0; day < 4; day++) await survey(DAY);
    expect(await marked()).toEqual(remaining);
    expect(await approved(after.review?.passId)).toMatchObject({ kind: 'approved' });
    const last = await survey();
    expect([last.review, (await marked()).filter((id) => golden.includes(id))]).toEqual([undefined, golden.toSorted()]);
  });

  test('also when the first pass after the loss fails, and records that', async () => {
    const { nightly } = await half();
    await lose(KEYS.pass, KEYS.passes('mark'));
    const run = { startedAt: world.clock.now(), everyMs: 6 * HOUR, before: undefined };
    await new PassFailures(world.wired.parts.passes, world.clock).record(ITEM, run, new Error('Redis is away'));
    await survey(DAY);
    expect(await marked()).toEqual(nightly.toSorted());
  });

  test('a first survey without any mark is no loss: below the limits it marks', async () => {
    const images = add('a', 2);
    expect((await survey()).review).toBeUndefined();
    expect(await marked()).toEqual(images.toSorted());
  });
});

describe('L74 a first key of signing', () => {
  const SIGNED = {
    ...OPTIONS,
    top: 'signing: { keys: [{ id: k1, secret: "another-secret-of-this-test-only-4711" }] }',
  };
  const lifted = async () =>
    world.wired.parts.control.write(
      { killed: false, stages: { [IMAGES]: 'notify' } },
      { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' },
    );

  test('ends no review', async () => {
    await half();
    await world.configure(SIGNED);
    await lifted();
    expect((await survey(DAY)).review).toBeDefined();
  });

  test('opens none where nobody reviews anything', async () => {
    add('a', 1);
    expect((await survey()).counts.marked).toBe(1);
    await world.configure(SIGNED);
    await lifted();
    expect((await survey(DAY)).review).toBeUndefined();
  });
});

describe('L80 a review is a fact of the fleet, and no record of a pass ends it', () => {
  const SIGNED = {
    ...OPTIONS,
    top: 'signing: { keys: [{ id: k1, secret: "another-secret-of-this-test-only-4711" }] }',
  };
  const everything = () => world.connection.command('copying the passes', (client) => client.hgetall(KEYS.pass));
  const putBack = async (fields: Readonly<Record<string, string>>) => {
    await lose(KEYS.pass);
    await world.connection.command('putting the passes back', (client) => client.hset(KEYS.pass, fields));
  };

  test('neither an earlier one with its signature, which somebody puts back, nor one without', async () => {
    await world.reset(SIGNED);
    const first = add('first', 1);
    expect((await survey()).outcome).toBe('complete');
    const before = await everything();
    const { nightly, through } = await half();
    await putBack(before);
    const after = await survey(DAY);
    expect([after.review?.size, after.counts.held]).toEqual([through.review?.size, 2]);
    await putBack({ ...before, mark: JSON.stringify({ outcome: 'complete', baseline: { listed: 1, findings: {} } }) });
    add('later', 1);
    expect((await survey(DAY)).counts.held).toBe(3);
    expect(await marked()).toEqual([...first, ...nightly].toSorted());
  });

  test('an instance of an earlier version marks nothing there: it knows no such stage', async () => {
    await half();
    const fields = await world.connection.command('reading', (client) => client.hgetall('holystone:control'));
    const stages = ['plan', 'notify', 'canary', 'live'];
    expect(stages).not.toContain(fields[`stage:${IMAGES}`]);
    expect(fields[`stage:${IMAGES}`]).toBeTruthy();
  });

  test('one that the version before opened in the record of a pass goes on, and is one of the fleet then', async () => {
    const { nightly, golden } = await half();
    const before = await everything();
    await world.connection.command('as before', (client) => client.hdel('holystone:control', `stage:${IMAGES}`));
    expect((await survey(DAY)).counts.held).toBe(2);
    const { mark = '{}', ...rest } = before;
    const { review: _review, ...record } = JSON.parse(mark) as PassRecord;
    await putBack({ ...rest, mark: JSON.stringify(record) });
    expect((await survey(DAY)).counts.held).toBe(2);
    expect(await marked()).toEqual(nightly.toSorted());
    const open = await world.wired.parts.passes.get(IMAGES, 'mark');
    await approved(open?.review?.passId);
    expect((await survey()).review).toBeUndefined();
    expect([(await world.wired.parts.control.read()).reviews, await marked()]).toEqual([
      undefined,
      [...nightly, ...golden].toSorted(),
    ]);
  });

  test('a stage that somebody sets for it, or for its type, does not end it', async () => {
    const { nightly } = await half();
    const audit = { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' } as const;
    for (const unit of [IMAGES, stageUnitOf(IMAGES)])
      await world.wired.parts.control.write({ stages: { [unit]: 'live' } }, audit);
    expect((await survey(DAY)).counts.held).toBe(2);
    expect(await marked()).toEqual(nightly.toSorted());
  });
});

describe('L74 an approval of families while a pass runs', () => {
  let now: (() => Promise<unknown>) | undefined;
  /** Acts when the pass has just read that there is no approval. */
  const swap = (parts: Parts): Parts => ({
    ...parts,
    passes: new Proxy(parts.passes, {
      get(target, key) {
        const own = Reflect.get(target, key, target);
        if (typeof own !== 'function') return own;
        return async (...args: unknown[]) => {
          const answer = await own.apply(target, args);
          const act = key === 'approval' ? now : undefined;
          now = key === 'approval' ? undefined : now;
          await act?.();
          return answer;
        };
      },
    }),
  });

  test('that marks the whole set: it is refused, however often, and nobody is told that the others are held', async () => {
    await world.reset({ ...OPTIONS, swap });
    const images = [...add('nightly', 4), ...add('golden', 2)];
    await survey(DAY);
    const blocked = await survey(DAY);
    const said: unknown[] = [];
    now = async () => {
      for (const _press of ['once', 'again']) said.push(await approved(blocked.passId, ['nightly-*']));
    };
    // The third equal survey confirms the set.
    await survey(DAY);
    const refused = { kind: 'conflict', why: expect.stringContaining('approve again when it has ended') };
    expect(said).toEqual([refused, refused]);
    expect(await marked()).toEqual(images.toSorted());
    expect(world.audit.filter(({ event }) => event === 'approved')).toEqual([]);
  });

  test('that knows of the review: it is stored, and the pass after it marks them', async () => {
    await world.reset({ ...OPTIONS, swap });
    const { nightly, golden, through } = await half();
    const said: unknown[] = [];
    now = async () => said.push(await approved(through.review?.passId, ['golden-*']));
    await survey();
    expect([said, await marked()]).toEqual([[{ kind: 'approved', size: 2, held: 0 }], nightly.toSorted()]);
    await survey();
    expect(await marked()).toEqual([...nightly, ...golden].toSorted());
  });
});

describe('L74 a review that somebody opened', () => {
  test('goes on when the pass that would have ended it is blocked, and another approval replaces that one', async () => {
    const [used = ''] = add('used', 1);
    const [instance = ''] = world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    const keptLater = [...add('a', 4), ...add('b', 2)];
    await keep(used);
    expect((await survey()).outcome).toBe('blocked');
    for (const names of [['a-*'], undefined])
      await approved((await world.wired.parts.passes.get(IMAGES, 'mark'))?.passId, names);
    expect((await survey()).outcome).toBe('complete');
    // A review of its own, in a namespace with a baseline: the same once more.
    const more = [...add('c', 4), ...add('d', 2)];
    const blocked = await survey();
    for (const names of [['c-*'], undefined]) await approved(blocked.passId, names);
    world.sandbox.control.remove(HERE, 'instance', instance);
    const shrunk = await survey();
    expect([shrunk.outcome, shrunk.review?.size]).toEqual(['blocked', 6]);
    await keep(more[0] ?? '');
    for (const id of more.slice(1, 4)) await keep(id);
    await approved(shrunk.passId);
    const after = await survey();
    expect([after.outcome, after.counts.held, await marked()]).toEqual(['complete', 2, keptLater.toSorted()]);
  });

  test.each([
    ['is there still: another set by then is held', 4, []],
    ['ends by it: exactly that set is marked', 0, ['a', 'b']],
  ])('and an approval of the whole before the next pass %s', async (_what, used, families) => {
    const all = { a: add('a', 4), b: add('b', 2) };
    const blocked = await survey();
    await approved(blocked.passId, ['a-*']);
    expect(await approved(blocked.passId)).toMatchObject({ kind: 'approved', size: 6 });
    if (used > 0)
      world.sandbox.control.addInstances(
        HERE,
        all.a.map((ImageId) => ({ ImageId })),
      );
    const through = await survey();
    const expected = families.flatMap((name) => all[name as 'a' | 'b']);
    expect([through.review !== undefined, await marked()]).toEqual([used > 0, expected.toSorted()]);
    // An approval that was used opens none again.
    await survey();
    expect((await world.wired.parts.passes.get(IMAGES, 'mark'))?.review !== undefined).toBe(used > 0);
  });
});

test('L74 one of the held cannot be judged when the others are approved: it is held, and the review goes on', async () => {
  const cleanup =
    '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, evidence: { sharing: check } }]';
  await world.reset({ ...OPTIONS, cleanup });
  const nightly = add('nightly', 4);
  const shared = { Name: 'golden-1', launchPermissions: [{ UserId: OTHER_ACCOUNT }] };
  const [unread = ''] = world.addImages(1, shared);
  const others = add('golden', 2);
  await approved((await survey()).passId, ['nightly-*']);
  expect((await survey()).counts.held).toBe(3);
  world.deny('ec2:DescribeInstances', OTHER_ACCOUNT);
  const partly = await survey();
  expect(partly.counts).toMatchObject({ held: 2, unknown: 1 });
  expect(await approved(partly.review?.passId)).toEqual({ kind: 'approved', size: 2 });
  const open = await survey();
  expect([open.review?.size, await marked()]).toEqual([0, [...nightly, ...others].toSorted()]);
  // An approval of nothing does not end it either, while something is unread.
  await approved(open.review?.passId);
  expect((await survey()).review?.size).toBe(0);
  world.allow('ec2:DescribeInstances', OTHER_ACCOUNT);
  const read = await survey(DAY);
  expect([read.counts.held, await marked()]).toEqual([1, [...nightly, ...others].toSorted()]);
  await approved(read.review?.passId);
  expect([(await survey()).review, await marked()]).toEqual([undefined, [...nightly, ...others, unread].toSorted()]);
});
