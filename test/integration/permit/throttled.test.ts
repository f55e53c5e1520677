import { beforeEach, expect, test } from '@jest/globals';
import { HOUR, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
let image: string;

/**
 * The SDK's retry modes as people configure them by the environment; an own setting of ours goes before them. After each
 * throttle the adaptive mode delays all requests of a client, in real time.
 */
const MODES = [
  { mode: 'standard', passes: 6 },
  { mode: 'adaptive', passes: 2 },
] as const;

async function dueWith(mode: string): Promise<void> {
  Object.assign(process.env, { AWS_MAX_ATTEMPTS: '5', AWS_RETRY_MODE: mode });
  world.forgetClients();
  await world.reset();
  [image = ''] = world.addImages(1);
  await world.untilDue();
}

const requests = () => world.writes().filter(({ operation }) => operation === 'DeregisterImage').length;

beforeEach(() => {
  image = '';
});

test.each(MODES)(
  'L56 throttled, SDK retries $mode: one request per pass, back-off for longer and longer, then deleted once',
  async ({ mode, passes }) => {
    await dueWith(mode);
    world.sandbox.control.addFault({ operation: 'DeregisterImage', kind: 'throttle' });
    const sent: number[] = [];
    const waitsMs: number[] = [];
    for (let pass = 0; pass < passes; pass++) {
      await world.pass('delete');
      await world.pass('delete');
      sent.push(requests());
      const waitMs = ((await world.markOf(image))?.nextAttemptAt ?? 0) - world.clock.now();
      waitsMs.push(waitMs);
      world.clock.advance(waitMs);
    }
    world.sandbox.control.clearFaults();
    await world.pass('delete');
    expect({ sent, doubles: waitsMs.every((wait, i) => i === 0 || wait >= (waitsMs[i - 1] ?? 0)) }).toEqual({
      sent: Array.from({ length: passes }, (_, pass) => pass + 1),
      doubles: true,
    });
    if (mode === 'standard') expect(waitsMs.at(-1)).toBeGreaterThan(HOUR);
    expect(world.deregistered()).toEqual([image]);
  },
  900_000,
);

test.each(MODES)(
  'L30 throttled reads are tried again by the SDK ($mode), so that the above shows something',
  async ({ mode }) => {
    await dueWith(mode);
    world.sandbox.control.addFault({ operation: 'DescribeImages', kind: 'throttle', times: 1 });
    const record = await world.pass('delete');
    expect([record.counts.deleted, requests()]).toEqual([1, 1]);
  },
  900_000,
);

test.each(['drop', 'dropAfter', 'error'] as const)(
  'L56 the answer is lost (%s): the SDK does not send it again',
  async (kind) => {
    await dueWith('standard');
    world.sandbox.control.addFault({ operation: 'DeregisterImage', kind, times: 1 });
    await world.pass('delete');
    const afterOne = requests();
    for (let hours = 0; hours < 3; hours++) {
      world.clock.advance(HOUR);
      await world.pass('delete');
    }
    expect({
      afterOne,
      marks: await world.marks(),
      effects: world.sandbox.control.calls({ operation: 'DeregisterImage' }).length > 0,
    }).toEqual({
      afterOne: 1,
      marks: [],
      effects: true,
    });
  },
  900_000,
);
