/** Instances of a fleet that read evidence for each other, and when they must not. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { EvidenceReader } from '../../../src/lifecycle/index.ts';
import { HERE, HOUR, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';

const MINUTE = HOUR / 60;

const world = worldForAll();
beforeEach(() => world.reset());

/** From here on another process runs: of the reads it knows only those that lie in Redis. */
async function anotherInstance(options: WorldOptions = {}, program = '1.0.0'): Promise<void> {
  // Redis's time as these tests see it is not exact to the millisecond.
  world.clock.advance(1_000);
  await world.configure({
    top: 'signing: { keys: [{ id: k1, secret: "one secret of thirty-two letters" }] }',
    ...options,
    swap: (parts) => ({
      ...parts,
      evidence: new EvidenceReader(world.clock, { cache: parts.evidenceCache, program }),
    }),
  });
}

/** How often the instances of an account were listed meanwhile. */
async function listings(what: () => Promise<unknown>): Promise<number> {
  const count = () => world.sandbox.control.calls().filter(({ operation }) => operation === 'DescribeInstances').length;
  const before = count();
  await what();
  return count() - before;
}

async function marksBy(instance: () => Promise<void>): Promise<number> {
  await instance();
  return listings(() => world.pass('mark'));
}

describe('evidence over the fleet', () => {
  test('A1 a survey takes evidence that another instance read half an hour ago, and no older', async () => {
    const [used = ''] = world.addImages(2);
    world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    const first = await marksBy(anotherInstance);
    const second = await marksBy(anotherInstance);
    world.clock.advance(31 * MINUTE);
    const third = await marksBy(anotherInstance);
    expect({ first: first > 0, second, third }).toEqual({ first: true, second: 0, third: first });
    expect((await world.marks()).map(({ id }) => id)).not.toContain(used);
  });

  test('evidence of another version or configuration is read again', async () => {
    world.addImages(1);
    const first = await marksBy(anotherInstance);
    const newer = await marksBy(() => anotherInstance({}, '1.0.1'));
    const withoutId = await marksBy(() => anotherInstance({ withoutId: true }));
    expect([newer, withoutId]).toEqual([first, first]);
  });

  test('Law 3 a due mark is judged on evidence read since, also when another instance read before', async () => {
    const [used = '', unused = ''] = world.addImages(2);
    await anotherInstance();
    await world.untilDue();
    await anotherInstance();
    await world.pass('mark');
    world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    await anotherInstance();
    const read = await listings(() => world.pass('delete'));
    expect(world.deregistered()).toEqual([unused]);
    expect(read).toBeGreaterThan(0);
  });

  test('A3 a denied read is not shared: the next namespace asks again', async () => {
    world.addImages(1);
    world.deny('ec2:DescribeInstances');
    await anotherInstance();
    const denied = await world.pass('mark');
    const why = expect.stringMatching(/^ec2:DescribeInstances is denied; allow it for (?!.*us-east-1)/);
    expect(denied.causes).toEqual([{ why, unknown: 1 }]);
    world.allow('ec2:DescribeInstances');
    await anotherInstance();
    expect([denied.outcome, (await world.pass('mark')).outcome]).toEqual(['incomplete', 'complete']);
  });
});
