/** The connection to Redis breaks between the permit and its request: another Redis may answer now, without that permit (law 8). */
import { expect, test } from '@jest/globals';
import { worldForAll } from '../../support/awsWorld.ts';
import { until } from '../../support/until.ts';

const world = worldForAll();

const requests = () => world.writes().filter(({ operation }) => operation === 'DeregisterImage');

/** A delete pass of one due image. @param meanwhile runs when the permit is given */
async function passWith(meanwhile: () => Promise<unknown>): Promise<unknown> {
  await world.reset();
  world.addImages(1);
  await world.untilDue();
  await world.configure({
    swap: (parts) => ({
      ...parts,
      permits: {
        async request(...given) {
          const answer = await parts.permits.request(...given);
          expect(answer.kind).toBe('granted');
          await meanwhile();
          return answer;
        },
      },
    }),
  });
  return world.pass('delete').catch((error: unknown) => error);
}

const broken = () => until('the connection is broken', () => !world.connection.ready);
const open = () => until('the connection is open', () => world.connection.ready);

test('L59 law 8 Redis is away → the request does not leave', async () => {
  await passWith(async () => {
    world.redis.kill('SIGKILL');
    await broken();
  });
  expect(requests()).toEqual([]);
  await world.redis.restart();
  await open();
});

test('L59 law 8 Redis is back, or another is in its place → the request does not leave', async () => {
  await passWith(async () => {
    world.redis.kill('SIGKILL');
    await broken();
    await world.redis.restart();
    await open();
  });
  expect(requests()).toEqual([]);
});

test('the connection is as it was → the request leaves', async () => {
  await passWith(async () => undefined);
  expect(requests()).toHaveLength(1);
});
