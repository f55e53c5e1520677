/**
 * `run --once` from cron or CI: nobody watches between two runs. Whether the time really passed is asked of the clock of
 * AWS, which no operator sets; the cohort is one that `dueShare` stops where the time is not known.
 */
import { beforeAll, expect, test } from '@jest/globals';
import type { PassRecord } from '../../../src/core/policy/pass.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { DAY, HERE, HOUR, IMAGES, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';

const OPTIONS: WorldOptions = {
  defaults: 'retention: 7d, tripwires: { sharesFrom: 2, markedShare: 100% }',
  top: 'signing: { keys: [{ id: k1, secret: "one secret of thirty-two letters" }] }',
};
const GAP = /no pass ran between \S+ and \S+, or a clock was set ahead/;

const world = worldForAll({ keepsAnswers: false });
/** How far the clock of AWS is moved, ms. */
let movedMs: number;
beforeAll(async () => {
  movedMs = 0;
});

function awsSays(at: number): void {
  const byMs = at - Date.now() - movedMs;
  world.sandbox.control.advanceClock(byMs);
  movedMs += byMs;
}

/** A process that starts, does all there is to do, and ends. */
async function once(aws: 'right' | 'leave' | 'asBefore' = 'right', options = OPTIONS): Promise<PassRecord> {
  if (aws === 'right') awsSays(world.clock.now());
  await world.configure(options);
  await world.pass('mark');
  await world.notify();
  return world.pass('delete');
}

/** Of six images three are unused, more than `dueShare`; their owner is notified. */
async function announced(aws: 'right' | 'leave' = 'right', options = OPTIONS): Promise<readonly string[]> {
  await world.reset(options);
  const images = world.addImages(6);
  const used = images.slice(3).map((ImageId) => ({ ImageId }));
  world.sandbox.control.addInstances(HERE, used);
  expect((await once(aws, options)).outcome).toBe('complete');
  expect(world.messages()).toHaveLength(1);
  return images.slice(0, 3).toSorted();
}

const deleted = () => [...world.deregistered()].toSorted();

test('L71 nothing ran for eight days, and AWS says so too → what was announced is deleted', async () => {
  const images = await announced();
  world.clock.advance(8 * DAY);
  expect(await once()).toMatchObject({ outcome: 'complete', counts: { deleted: 3 } });
  expect(deleted()).toEqual(images);
});

test('L71 only the clock of the machine was set eight days ahead → blocked, and the reason has both clocks', async () => {
  await announced();
  world.clock.advance(8 * DAY);
  const { outcome, problem } = await once('asBefore');
  expect([outcome, deleted()]).toEqual(['blocked', []]);
  expect(problem).toMatch(GAP);
  expect(problem).toMatch(/; the sandbox said \S+Z when the clock of the instance said \S+Z: set it by NTP$/);
});

test('L71 the clock is right again → the run after the right time deletes', async () => {
  const images = await announced();
  world.clock.advance(8 * DAY);
  await once('asBefore');
  world.clock.advance(-8 * DAY + HOUR);
  await once();
  world.clock.advance(8 * DAY);
  expect([(await once()).outcome, deleted()]).toEqual(['complete', images]);
});

test.each([
  ['in the first run', 'leave', 'right'],
  ['in the second run', 'right', 'leave'],
] as const)('L71 no provider confirms the clock %s → blocked', async (_when, first, second) => {
  awsSays(Date.now());
  await announced(first);
  world.clock.advance(8 * DAY);
  if (second === 'leave') awsSays(Date.now());
  expect([(await once(second)).outcome, deleted()]).toEqual(['blocked', []]);
});

test('L71 the clock was wrong in a run between, which may have notified owners → blocked', async () => {
  await announced();
  world.clock.advance(2 * DAY);
  await once('asBefore');
  world.clock.advance(6 * DAY);
  expect([(await once()).outcome, deleted()]).toEqual(['blocked', []]);
});

test('L71 Redis is restored from the first day, and forgot what people decided since → nothing is deleted', async () => {
  await announced();
  const { client } = world.connection;
  const keys = (await client.keys('holystone:*')).filter((key) => !/:(op|lock)(:|$)/.test(key));
  const backup = await Promise.all(keys.map(async (key) => [key, await client.dumpBuffer(key)] as const));
  world.clock.advance(4 * DAY);
  await once();
  await client.flushall();
  for (const [key, value] of backup) if (value) await client.restore(key, 0, value);
  world.clock.advance(4 * DAY);
  await once();
  expect(deleted()).toEqual([]);
});

test('law 8 who writes Redis, and has no key of `signing`, can say of no clock that it was right', async () => {
  awsSays(Date.now());
  await announced('leave');
  const { pass } = namespaceKeys(IMAGES);
  const { client } = world.connection;
  const record = JSON.parse((await client.hget(pass, 'mark')) ?? '') as PassRecord;
  const heardAt = world.clock.now();
  const watched = { ...record.watched, heard: { by: 'AWS', at: heardAt, heardAt } };
  await client.hset(pass, 'mark', JSON.stringify({ ...record, watched }));
  world.clock.advance(8 * DAY);
  // The record counts as none: the owner is notified anew.
  expect([(await once()).counts.deleted, deleted()]).toEqual([0, []]);
});

test('law 8 a confirmed time is not moved to another store or another namespace', async () => {
  await announced();
  const { pass } = namespaceKeys(IMAGES);
  const { client } = world.connection;
  const text = (await client.hget(pass, 'mark')) ?? '';
  const incarnation = (JSON.parse(text) as PassRecord).begunIn ?? '';
  await client.hset(pass, 'mark', text.replaceAll(incarnation, `${incarnation}~other`));
  world.clock.advance(8 * DAY);
  // The record counts as none: the owner is notified anew.
  expect([(await once()).counts.deleted, deleted()]).toEqual([0, []]);
});
