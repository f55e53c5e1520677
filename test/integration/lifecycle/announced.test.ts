/** Many due resources at once: an announced cohort is paced; any other waits for a person, or for two days. */
import { expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import type { MonotonicClock } from '../../../src/core/common/clock.ts';
import { approve, recalculate } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, IMAGES, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

/** Surveyed every other day; with the tripwires that everybody has who writes none. */
const OPTIONS: WorldOptions = { defaults: 'every: { mark: 2d }' };
const withDefaults = (more: string): WorldOptions => ({ defaults: `every: { mark: 2d }, ${more}` });

/** Of 40 images six are unused, 15 %: fewer than `markedShare`, more than `dueShare`. */
async function cohort(options: WorldOptions = OPTIONS): Promise<readonly string[]> {
  await world.reset(options);
  const images = world.addImages(40);
  world.sandbox.control.addInstances(
    HERE,
    images.slice(6).map((ImageId) => ({ ImageId })),
  );
  expect(await world.pass('mark')).toMatchObject({ outcome: 'complete', counts: { marked: 6 } });
  return images.slice(0, 6);
}

/** Days go by as in a fleet that runs. */
async function surveyed(days: number): Promise<void> {
  for (let gone = 0; gone < days; gone += 2) {
    world.clock.advance(Math.min(2, days - gone) * DAY);
    await world.pass('mark');
  }
}

const UNANNOUNCED = /^dueShare: 6 of 40 \(15%\) became due without a notice for this date, more than 10%/;

test('L57 a delete pass paces marks that passed the mark tripwires and have a notice, and never blocks them', async () => {
  const paced = withDefaults('pace: { deletesPerPass: 4 }');
  const images = await cohort(paced);
  await world.notify();
  await surveyed(10);
  // Another instance, or this one started anew, finds the time watched as well.
  await world.configure(paced);
  world.clock.advance(HOUR);
  const passes = [await world.pass('delete'), await world.pass('delete')];
  expect(passes.map(({ outcome, counts }) => [outcome, counts.deleted])).toEqual([
    ['paced', 4],
    ['complete', 2],
  ]);
  expect([...world.deregistered()].sort()).toEqual([...images].sort());
});

test('L57 a clock that jumps while the daemon runs makes no share due that was announced for another day', async () => {
  let jumpedMs = 0;
  const stands: MonotonicClock = { monotonicMs: () => world.clock.now() - jumpedMs };
  const swap = (parts: Parts): Parts => ({ ...parts, steady: stands });
  await cohort({ ...OPTIONS, swap });
  await world.notify();
  await surveyed(1);
  jumpedMs = 9 * DAY + HOUR;
  world.clock.advance(jumpedMs);
  await world.pass('mark');
  const jumped = await world.pass('delete');
  expect(jumped).toMatchObject({ outcome: 'blocked', problem: expect.stringMatching(UNANNOUNCED) });
  expect(jumped.problem).toContain('or a clock was set ahead');
  expect(world.deregistered()).toEqual([]);
});

test.each([
  ['before the next survey', async () => undefined],
  ['after it', async () => void (await world.pass('mark'))],
])(
  'L57 a restart that finds the clock ten days ahead, %s: blocked',
  async (_when, survey) => {
    await cohort();
    await world.notify();
    world.clock.advance(10 * DAY + HOUR);
    await world.configure(OPTIONS);
    await survey();
    expect(await world.pass('delete')).toMatchObject({
      outcome: 'blocked',
      problem: expect.stringMatching(UNANNOUNCED),
    });
    expect(world.deregistered()).toEqual([]);
  },
  900_000,
);

test('L57 a shorter retention makes no unnoticed share due', async () => {
  const quiet = (retention: string): WorldOptions => ({
    ...withDefaults(`retention: ${retention}`),
    cleanup: '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, notice: off }]',
  });
  await cohort(quiet('30d'));
  await surveyed(4);
  await world.configure(quiet('2d'));
  const asTheMarkSays = await world.pass('delete');
  await recalculate(world.wired.deps, { namespace: IMAGES, seconds: 60, count: 100, actor: 'olga' });
  world.clock.advance(HOUR);
  const movedIn = await world.pass('delete');
  expect([asTheMarkSays.counts.deleted, movedIn.problem]).toEqual([0, expect.stringMatching(UNANNOUNCED)]);
  expect(world.deregistered()).toEqual([]);
});

test('L25 L57 a state restored from a backup makes nothing due whose date passed meanwhile: owners are notified anew', async () => {
  await cohort();
  await world.notify();
  await surveyed(1);
  const { client } = world.connection;
  const keys = (await client.keys('holystone:*')).filter((key) => !/:(op|lock)(:|$)/.test(key));
  const backup = await Promise.all(keys.map(async (key) => [key, await client.dumpBuffer(key)] as const));
  world.clock.advance(9 * DAY + HOUR);
  await world.wired.deps.watch.incarnation();
  await client.flushall();
  for (const [key, value] of backup) if (value) await client.restore(key, 0, value);
  expect((await world.pass('delete')).outcome).toBe('unfinished');
  await world.pass('mark');
  await world.pass('delete');
  expect(world.deregistered()).toEqual([]);
  expect(new Set((await world.marks()).map(({ state }) => state))).toEqual(new Set(['marked']));
});

/** Restarted ten days later: due, and blocked. */
async function blockedCohort() {
  await cohort();
  await world.notify();
  world.clock.advance(10 * DAY + HOUR);
  await world.configure(OPTIONS);
  await world.pass('mark');
  const blocked = await world.pass('delete');
  expect(blocked.outcome).toBe('blocked');
  return blocked;
}

test('L57 an approval covers the set of a blocked delete pass, also after more tries and after opt-outs', async () => {
  const { passId } = await blockedCohort();
  world.clock.advance(5 * 60_000);
  expect((await world.pass('delete')).outcome).toBe('blocked');
  expect(await approve(world.wired.deps, { namespace: IMAGES, passId, actor: 'olga' })).toEqual({
    kind: 'approved',
    size: 6,
  });
  const [kept] = await world.marks();
  const optOut = {
    target: { kind: 'id', value: kept?.id },
    until: 'forever',
    actor: 'ann@example.com',
    at: world.clock.now(),
  };
  await world.wired.deps.optOuts.optOut(IMAGES, optOut as never);
  expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 5 } });
});

test('L57 L31 three complete surveys over 48 h release a blocked delete pass, too', async () => {
  await blockedCohort();
  world.deny('ec2:DescribeInstances');
  await surveyed(1);
  const afterAnUnreadOne = (await world.pass('delete')).outcome;
  world.allow('ec2:DescribeInstances');
  const outcomes: string[] = [];
  for (let days = 0; days < 3; days++) {
    await surveyed(1);
    outcomes.push((await world.pass('delete')).outcome);
  }
  expect([afterAnUnreadOne, ...outcomes]).toEqual(['blocked', 'blocked', 'blocked', 'complete']);
  expect(world.deregistered()).toHaveLength(6);
});
