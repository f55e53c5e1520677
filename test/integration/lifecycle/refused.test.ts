/** A deletion that the cloud refuses blocks no other: not in the canary, not in the budgets, not in the order. */
import { expect, test } from '@jest/globals';
import { DAY, HOUR, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

const WIDE = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100% }';
const CANARY =
  '[{ type: image, accounts: [test], live: true, rollout: canary, when: [{ rule: unused }], keepNewest: off }]';

/** Marked and notified: first `count` that the cloud refuses for ever, then three that it deletes. */
async function refusedBeforeGood(count: number, options: WorldOptions) {
  await world.reset(options);
  const bad = world.addImages(count);
  await world.pass('mark');
  await world.notify();
  world.clock.advance(2 * DAY);
  const good = world.addImages(3);
  await world.pass('mark');
  await world.notify();
  for (const containing of bad) {
    const fault = { operation: 'DeregisterImage', kind: 'error', code: 'OperationNotPermitted', status: 400 } as const;
    world.sandbox.control.addFault({ ...fault, containing });
  }
  world.clock.advance(11 * DAY);
  return { bad, good };
}

const requests = () =>
  world
    .writes()
    .flatMap(({ operation, input }) =>
      operation === 'DeregisterImage' ? [(input as { ImageId: string }).ImageId] : [],
    );

/** Delete passes with an hour between them. */
async function hourly(passes: number): Promise<void> {
  for (let pass = 0; pass < passes; pass++) {
    await world.pass('delete');
    world.clock.advance(HOUR);
  }
}

test.each<[string, WorldOptions]>([
  ['a canary', { defaults: WIDE, cleanup: CANARY }],
  ['a namespace with 5 deletes a day', { defaults: `${WIDE}, pace: { deletesPerDay: 5 }` }],
])(
  'L56 five that the cloud refuses, ahead of three that it deletes, in %s: the three are deleted',
  async (_where, options) => {
    const { good } = await refusedBeforeGood(5, options);

    await hourly(2);

    expect([...world.deregistered()].sort()).toEqual([...good].sort());
  },
);

test('L56 AWS refuses the five oldest with 5 deletes a day for the fleet → Holystone still deletes the three others', async () => {
  const { good } = await refusedBeforeGood(5, { defaults: WIDE });
  const audit = { at: 0, namespace: 'fleet', event: 'control', actor: 'olga' } as const;
  await world.wired.deps.control.write({ deletesPerDay: 5 }, audit);

  await hourly(2);
  await world.wired.deps.control.write({ deletesPerDay: null }, audit);

  expect([...world.deregistered()].sort()).toEqual([...good].sort());
});

test('L56 Holystone tries a refused mark again, after the marks without a refusal', async () => {
  const { bad, good } = await refusedBeforeGood(3, { defaults: `${WIDE}, pace: { deletesPerPass: 2, batch: 2 }` });

  await hourly(3);

  const asked = requests().map((id) => (bad.includes(id) ? 'refused' : 'deleted'));
  expect(asked.slice(0, 6)).toEqual(['refused', 'refused', 'refused', 'deleted', 'deleted', 'deleted']);
  expect(new Set(requests().slice(0, 6))).toEqual(new Set([...bad, ...good]));
  expect(asked.slice(6)).toContain('refused');
});

test('L56 AWS refuses everything → Holystone sends one request for each, and then as many a day as the pace allows', async () => {
  const { bad } = await refusedBeforeGood(3, { defaults: `${WIDE}, pace: { deletesPerPass: 2, deletesPerDay: 2 }` });
  world.clock.advance(DAY - (world.clock.now() % DAY));
  const refused = () => requests().filter((id) => bad.includes(id)).length;

  await hourly(4);
  expect(refused()).toBe(3);
  world.clock.advance(20 * HOUR);
  await hourly(4);
  expect(refused()).toBe(3 + 2);
});

test('L54 L56 AWS refuses more old marks for ever than one day tries, and one young mark once → the young one goes too', async () => {
  const pace = 'pace: { deletesPerPass: 2, deletesPerDay: 2, batch: 2 }';
  const { good } = await refusedBeforeGood(4, { defaults: `${WIDE}, ${pace}` });
  const [young = '', ...others] = good;
  const once = { operation: 'DeregisterImage', kind: 'error', code: 'OperationNotPermitted', status: 400 } as const;
  world.sandbox.control.addFault({ ...once, containing: young, times: 1 });

  for (let day = 0; day < 5; day++) {
    await hourly(6);
    world.clock.advance(18 * HOUR);
  }

  expect([...world.deregistered()].sort()).toEqual([young, ...others].sort());
});

test('L57 the answer to a request is lost → the request keeps its place in the day’s budget', async () => {
  await refusedBeforeGood(0, { defaults: `${WIDE}, pace: { deletesPerDay: 1 }` });
  world.sandbox.control.addFault({ operation: 'DeregisterImage', kind: 'drop', times: 1 });

  expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', counts: { retried: 1, deleted: 0 } });
  expect(requests()).toHaveLength(1);
});
