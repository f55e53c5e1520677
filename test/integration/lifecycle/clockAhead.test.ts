/** Somebody sets all clocks, also that of Redis, while Holystone runs: no owner gets less time for it. */
import { beforeEach, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import { storeResponse } from '../../../src/lifecycle/index.ts';
import { afterCheck } from '../../support/afterCheck.ts';
import { DAY, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
/** Set by somebody, ms: real time did not pass. */
let aheadMs: number;
beforeEach(async () => {
  aheadMs = 0;
  await world.reset({ swap });
});

const stands = { monotonicMs: () => world.clock.monotonicMs() - aheadMs };
const swap = (parts: Parts): Parts => ({ ...parts, steady: stands });

function setAhead(ms: number): void {
  aheadMs += ms;
  world.clock.advance(ms);
}

async function notified(): Promise<void> {
  await world.pass('mark');
  await world.notify();
}

test('Law 3 set ahead an hour after the notice → nothing goes before the retention really passed, and the pass says why', async () => {
  world.addImages(3);
  await notified();
  world.clock.advance(HOUR);
  setAhead(11 * DAY);
  const { outcome, problem } = await world.pass('delete');
  expect([world.deregistered(), outcome]).toEqual([[], 'incomplete']);
  expect(problem).toMatch(/the clock was set ahead by 11 days while Holystone ran/);
  world.clock.advance(9 * DAY);
  await world.pass('delete');
  expect(world.deregistered()).toEqual([]);
  world.clock.advance(DAY);
  await world.pass('delete');
  expect(world.deregistered()).toHaveLength(3);
});

test('Law 3 an owner answers "delete it early" → clocks set ahead take nothing from the day in which others may keep it', async () => {
  const [id = ''] = world.addImages(1);
  await notified();
  const { generation, owner } = (await world.markOf(id)) ?? {};
  const said = {
    statement: 'deleteEarly',
    namespace: IMAGES,
    id,
    owner: owner ?? '',
    generation: generation ?? '',
  } as const;
  expect(await storeResponse(world.wired.deps, said)).toMatchObject({ kind: 'done' });
  world.clock.advance(HOUR);
  setAhead(30 * HOUR);
  await world.pass('delete');
  expect(world.deregistered()).toEqual([]);
  world.clock.advance(22 * HOUR);
  await world.pass('delete');
  expect(world.deregistered()).toEqual([]);
  world.clock.advance(HOUR);
  await world.pass('delete');
  expect(world.deregistered()).toEqual([id]);
});

test('Law 3 set ahead during a pass → no later batch of it takes marks that are due by that clock only', async () => {
  const [first = ''] = world.addImages(1);
  await notified();
  world.clock.advance(5 * DAY);
  world.addImages(3);
  await notified();
  world.clock.advance(6 * DAY);
  await world.configure({ swap: (parts) => afterCheck(() => setAhead(11 * DAY))(swap(parts)) });
  // By that clock the evidence is too old as well: it is read again.
  const { outcome } = await world.pass('delete');
  expect([outcome, world.deregistered()]).toEqual(['unfinished', []]);
  await world.pass('delete');
  expect(world.deregistered()).toEqual([first]);
});

test('Law 3 marked and notified while the clocks were behind → their correction takes nothing from the retention', async () => {
  world.addImages(3);
  setAhead(-5 * DAY);
  await notified();
  setAhead(5 * DAY);
  await world.pass('mark');
  world.clock.advance(6 * DAY);
  await world.pass('delete');
  expect(world.deregistered()).toEqual([]);
  world.clock.advance(5 * DAY);
  await world.pass('delete');
  expect(world.deregistered()).toHaveLength(3);
});

test('set ahead and right again → each goes at its date', async () => {
  world.addImages(3);
  await notified();
  setAhead(11 * DAY);
  await world.pass('delete');
  setAhead(-11 * DAY);
  world.clock.advance(11 * DAY);
  await world.pass('delete');
  expect(world.deregistered()).toHaveLength(3);
});

test('set ahead before the survey → its marks have their dates by that clock', async () => {
  await world.pass('mark');
  setAhead(20 * DAY);
  const [late = ''] = world.addImages(1);
  await notified();
  world.clock.advance(11 * DAY);
  await world.pass('delete');
  expect(world.deregistered()).toContain(late);
});
