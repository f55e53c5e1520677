/** A survey that runs out of time changes nothing, and says how much it needs. */
import { beforeEach, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import { type Overrun, StopError } from '../../../src/core/policy/stop.ts';
import { IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { metricsOf } from '../../support/fleetMetrics.ts';

const world = worldForAll();
let stop: AbortController;
/** The budget that runs out in the middle of the listing; absent = none does. */
let overrun: Overrun | undefined;
beforeEach(async () => {
  const swap = (parts: Parts): Parts => ({
    ...parts,
    pacer: {
      throttled: (bucket) => parts.pacer.throttled(bucket),
      take: async (bucket, signal) => {
        if (overrun && bucket.api === 'ec2:DescribeImages') stop.abort(new StopError('budget', overrun));
        await parts.pacer.take(bucket, signal);
      },
    },
  });
  await world.reset({ swap });
  world.addImages(3);
});

async function survey(runsOutOf?: Overrun) {
  overrun = runsOutOf;
  stop = new AbortController();
  return world.pass('mark', IMAGES, stop.signal);
}

test('L23 a survey that runs out of its time is unfinished, and the next one gets more time', async () => {
  const first = { budgetMs: 250_000, isLongest: false };
  expect(await survey(first)).toMatchObject({
    outcome: 'unfinished',
    overrun: first,
    problem: expect.stringContaining('If that repeats, raise work.budget'),
  });
  expect(await world.marks()).toEqual([]);
  expect(await survey()).toMatchObject({ outcome: 'complete', counts: { marked: 3 } });
});

test('L23 out of the longest time that it gets it is withheld, and its problem and a metric say which key to raise', async () => {
  const record = await survey({ budgetMs: 2_000_000, isLongest: true });
  expect(record).toMatchObject({
    outcome: 'incomplete',
    problem: expect.stringContaining('until you raise work.budget'),
  });
  const labels = `{namespace="${IMAGES}"}`;
  expect(await metricsOf(world)).toContain(`holystone_survey_over_budget${labels} 1`);
  await survey();
  expect(await metricsOf(world)).toContain(`holystone_survey_over_budget${labels} 0`);
});
