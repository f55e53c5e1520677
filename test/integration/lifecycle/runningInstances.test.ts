/** Idle instances that run: they are stopped after a notice, never terminated, and started again by whoever needs them. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { InstanceSeed } from '../../../sandbox/aws/index.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { addStopped } from '../../support/graph/instances.ts';
import { addWork, runningSeed } from '../../support/graph/runningInstances.ts';

const RUNNING = namespaceOf('runningInstance');
const STOPPED = namespaceOf('instance');
const ACCEPTED = 'acceptIncomplete: { until: 2099-12-31, reason: a test }';
const IDLE = 'unusedFor: { days: 32, below: { percent: 5, bytes: 5000000 } }';
const world = worldForAll();

const entry = (type: string, keys = '') =>
  `{ type: ${type}, accounts: [test], live: true, when: [{ rule: unused }], ${ACCEPTED}${keys} }`;
const settings = (keys = `, ${IDLE}`) => ({
  cleanup: `[${entry('runningInstance', keys)}, ${entry('instance')}]`,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
});
beforeEach(async () => {
  await world.reset(settings());
  // The days of CloudWatch are those of the sandbox's clock.
  world.clock.advance(Date.now() - world.clock.now());
});

const mark = () => world.pass('mark', RUNNING);
const stop = () => world.pass('delete', RUNNING);
const state = () => world.sandbox.control.state(HERE);
const one = () => state().instances[0];
const operations = () => world.writes().map(({ operation }) => operation);
const change = (id: string, to: object) => world.sandbox.control.update(HERE, 'instance', id, { ...to });
const marked = async () => (await world.marks(RUNNING)).map(({ id }) => id);
const work = (id: string, name: Parameters<typeof addWork>[3], daysAgo: number, value: number) =>
  addWork(world.sandbox.control, HERE, id, name, [{ daysAgo, value }], world.clock.now());

let count = 0;

function add(given: Partial<InstanceSeed> = {}): string {
  count += 1;
  const id = `i-0${count.toString(16).padStart(16, 'c')}`;
  const tags = { Name: 'old-build', owner: 'ann@example.com', ...given.tags };
  const address = `10.41.0.${count}`;
  addStopped(world.sandbox.control, HERE, [runningSeed({ id, address, now: world.clock.now(), ...given, tags })]);
  return id;
}

/** One whose retention is over. */
async function due(given: Partial<InstanceSeed> = {}): Promise<string> {
  const id = add(given);
  await mark();
  await world.notify(RUNNING);
  await world.watched(11, RUNNING);
  world.clock.advance(HOUR);
  return id;
}

describe('what is idle', () => {
  test.each([
    ['less than the limits on each day', 'CPUUtilization', 4.9, true],
    ['as much as the limit of a day', 'CPUUtilization', 5, false],
    ['as many bytes as the limit of a day', 'NetworkIn', 5_000_000, false],
    ['a burstable one that is held at its baseline', 'CPUCreditUsage', 70, false],
  ] as const)('A31 %s, a month ago', async (_what, metric, value, isIdle) => {
    const id = add();
    work(id, metric, 30, value);
    await mark();
    expect(await marked()).toEqual(isIdle ? [id] : []);
  });

  test('A31 bytes in both directions count together', async () => {
    const id = add();
    work(id, 'NetworkIn', 3, 2_600_000);
    work(id, 'NetworkOut', 3, 2_600_000);
    await mark();
    expect(await marked()).toEqual([]);
  });

  test('A31 without limits of its entry any work is a use, whatever `defaults` say', async () => {
    await world.configure(settings(''));
    const id = add();
    work(id, 'CPUUtilization', 3, 0.1);
    await mark();
    expect(await marked()).toEqual([]);
  });

  test('A31 one whose start is not known, or not longer ago than it has to be idle, stays', async () => {
    add({ LaunchTime: undefined });
    add({ LaunchTime: new Date(world.clock.now() - 31 * DAY).toISOString() });
    await mark();
    expect(await marked()).toEqual([]);
  });

  test('Law 1 an answer of CloudWatch that is not whole is none', async () => {
    const dimensions = { InstanceId: add() };
    const name = { namespace: 'AWS/EC2', name: 'NetworkOut', dimensions };
    world.sandbox.control.addMetrics(HERE, [{ ...name, status: 'PartialData' }]);
    expect(await mark()).toMatchObject({ outcome: 'incomplete', counts: { unknown: 1, candidate: 0 } });
  });

  test.each(['m5d.large', 'p3.2xlarge', 'inf2.xlarge', 'vt1.3xlarge'])('A31 %s stays', async (InstanceType) => {
    add({ InstanceType: InstanceType as 'm5d.large' });
    await mark();
    expect(await marked()).toEqual([]);
  });

  test('Law 1 one whose type AWS does not describe stays, and keeps no other from being judged', async () => {
    add({ InstanceType: 'zz9.large' as 'm5.large' });
    const other = add();
    await mark();
    expect(await marked()).toEqual([other]);
  });

  test('Law 1 types of instances that cannot be read → nothing is known of any', async () => {
    add();
    const fault = { kind: 'error', operation: 'DescribeInstanceTypes', code: 'InternalError', status: 500 } as const;
    world.sandbox.control.addFault(fault);
    expect(await mark()).toMatchObject({ outcome: 'incomplete', counts: { unknown: 1, candidate: 0 } });
  });
});

describe('the stop', () => {
  test('A31 after notice and retention it is stopped, and nothing else is done to it', async () => {
    const id = await due();
    expect(await stop()).toMatchObject({ outcome: 'complete', counts: { accepted: 1 } });
    expect([operations(), one()?.State?.Name]).toEqual([['StopInstances'], 'stopped']);
    world.clock.advance(HOUR);
    await stop();
    const stopped = world.audit.find((entry) => entry.id === id && entry.event === 'deleted');
    expect(stopped?.reason).toContain('it was stopped, and stays');
    expect([operations(), await marked()]).toEqual([['StopInstances'], []]);
  });

  test('P1 the message says that it is stopped, not deleted, and what stays', async () => {
    await due();
    const [message] = world.messages();
    expect(message?.subject).toContain('1 resource will be stopped on');
    const text = `${message?.text}`.replace(/\s+/g, ' ');
    expect(text).toContain('Holystone will stop it on');
    expect(text).toContain('it is only stopped: what is only in its memory is lost, and nothing else');
    expect(text).not.toContain('will be deleted');
  });

  test('A31 a stopped one is another type’s: a day later nothing is marked there', async () => {
    await due();
    await stop();
    world.clock.advance(DAY);
    await world.pass('mark', STOPPED);
    expect(await world.marks(STOPPED)).toEqual([]);
    await world.watched(29, STOPPED);
    await world.pass('delete', STOPPED);
    expect(operations()).not.toContain('TerminateInstances');
  });

  test('A31 started again by somebody → it is used from then on, and the mark of its earlier run is over', async () => {
    const id = await due();
    change(id, { LaunchTime: new Date(world.clock.now() - HOUR) });
    expect(await stop()).toMatchObject({ counts: { accepted: 0 } });
    await mark();
    expect([await marked(), operations()]).toEqual([[], []]);
    await world.watched(30, RUNNING);
    await mark();
    expect(await marked()).toEqual([]);
  });

  test.each([
    ['it works', (id: string) => work(id, 'CPUUtilization', 0, 50)],
    ['it gets a public address', (id: string) => change(id, { PublicIpAddress: '203.0.113.9' })],
    ['it is stopped', (id: string) => change(id, { State: { Code: 80, Name: 'stopped' } })],
    ['a volume is attached', (id: string) => attach(id)],
  ])('Law 3 before the stop %s → nothing is sent', async (_what, happen) => {
    const id = await due();
    happen(id);
    await stop();
    expect(operations()).toEqual([]);
  });

  test('Law 7 a protection that was switched on since is refused by AWS, and stays', async () => {
    await due();
    const message = "The instance may not be stopped. Modify its 'disableApiStop' instance attribute and try again.";
    const fault = { kind: 'error', operation: 'StopInstances', code: 'OperationNotPermitted', status: 400 } as const;
    world.sandbox.control.addFault({ ...fault, message });
    await stop();
    expect((await world.marks(RUNNING))[0]?.problem).toContain('protected');
    expect(one()?.State?.Name).toBe('running');
  });

  test('Law 11 a lost answer stops nothing twice', async () => {
    await due();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'StopInstances', times: 1 });
    await stop();
    world.clock.advance(HOUR);
    await stop();
    expect([operations().filter((operation) => operation === 'StopInstances').length, await marked()]).toEqual([1, []]);
  });

  test('Law 5 not live → nothing is sent', async () => {
    const { cleanup, ...others } = settings();
    await world.configure({ ...others, cleanup: cleanup.replaceAll('live: true', 'live: false') });
    await due();
    await stop();
    expect(operations()).toEqual([]);
  });
});

function attach(id: string): void {
  const Ebs = {
    VolumeId: 'vol-0ccccccccccccccc9',
    AttachTime: new Date(world.clock.now()),
    DeleteOnTermination: false,
  };
  change(id, { BlockDeviceMappings: [...(one()?.BlockDeviceMappings ?? []), { DeviceName: '/dev/sdg', Ebs }] });
}
