/** Instances that were stopped long ago, from the survey to their end: an image first, and nothing that ran meanwhile. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { InstanceSeed } from '../../../sandbox/aws/index.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { addStopped, stoppedInstance } from '../../support/graph/instances.ts';

const INSTANCES = namespaceOf('instance');
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';
const world = worldForAll();

const settings = (keys = '') => ({
  cleanup: `[{ type: instance, accounts: [test], live: true, when: [{ rule: unused }]${ACCEPTED}${keys} }]`,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
});
beforeEach(async () => {
  await world.reset(settings());
  world.sandbox.control.setSnapshotsTakeMs(SNAPSHOT_MS);
});

const SNAPSHOT_MS = 1000;

const mark = () => world.pass('mark', INSTANCES);
const remove = () => world.pass('delete', INSTANCES);
const state = () => world.sandbox.control.state(HERE);
const one = () => state().instances[0];
const operations = () => world.writes().map(({ operation }) => operation);
const images = () => state().images;
const change = (id: string, to: object) => world.sandbox.control.update(HERE, 'instance', id, { ...to });
const lastImages = () => images().filter(({ Name = '' }) => Name.startsWith('holystone last of '));
const MINUTE = HOUR / 60;

let count = 0;

function add(given: Partial<Omit<Parameters<typeof stoppedInstance>[0], 'id' | 'now'>> & InstanceSeed = {}): string {
  count += 1;
  const id = `i-0${count.toString(16).padStart(16, 'b')}`;
  const tags = { Name: 'old-build', owner: 'ann@example.com', ...given.tags };
  const address = `10.40.0.${count}`;
  addStopped(world.sandbox.control, HERE, [stoppedInstance({ id, address, now: world.clock.now(), ...given, tags })]);
  return id;
}

/** AWS's clock is another than ours: it goes on as far as a snapshot takes. */
function later(ms: number): void {
  world.clock.advance(ms);
  world.sandbox.control.advanceClock(SNAPSHOT_MS);
}

const watched = (days: number) => world.watched(days, INSTANCES);

/** One whose retention is over. */
async function due(given: InstanceSeed = {}): Promise<string> {
  const id = add(given);
  await mark();
  await world.notify(INSTANCES);
  await watched(11);
  later(HOUR);
  return id;
}

/** One with a last image that is complete. */
async function saved(given: InstanceSeed = {}): Promise<string> {
  const id = await due(given);
  expect(await remove()).toMatchObject({ outcome: 'complete', counts: { quarantined: 1, accepted: 0 } });
  later(HOUR);
  return id;
}

async function marked(): Promise<readonly string[]> {
  const marks = await world.marks(INSTANCES);
  return marks.map(({ id }) => id);
}

describe('how long it has been stopped', () => {
  test('A26 the date of AWS counts, for 30 days; then the last day on which CloudWatch saw it run', async () => {
    const [long, , ranSince] = [add(), add({ stoppedDaysAgo: 20 }), add()];
    const points = [{ at: new Date(world.clock.now() - 10 * DAY).toISOString(), value: 0 }];
    world.sandbox.control.addMetrics(HERE, [
      { namespace: 'AWS/EC2', name: 'CPUUtilization', dimensions: { InstanceId: ranSince }, points },
    ]);
    await mark();
    expect(await marked()).toEqual([long]);
  });

  test('A26 LaunchTime proves no stop: without a date of AWS the first survey that saw it stopped counts', async () => {
    const id = add({ StateTransitionReason: '' });
    await mark();
    expect(await marked()).toEqual([]);
    await watched(29);
    await mark();
    expect(await marked()).toEqual([]);
    await watched(2);
    await mark();
    expect(await marked()).toEqual([id]);
  });

  test('A26 one that ran between two surveys has another stop, also where nothing dates either', async () => {
    const id = add({ StateTransitionReason: '' });
    await mark();
    await watched(29);
    change(id, { LaunchTime: new Date(world.clock.now() - HOUR) });
    await mark();
    await watched(2);
    await mark();
    expect(await marked()).toEqual([]);
  });

  test('Law 1 CloudWatch answers in part, or not at all → nothing is marked', async () => {
    const id = add();
    const dimensions = { InstanceId: id };
    world.sandbox.control.addMetrics(HERE, [
      { namespace: 'AWS/EC2', name: 'CPUUtilization', dimensions, status: 'PartialData' },
    ]);
    expect(await mark()).toMatchObject({ outcome: 'incomplete' });
    world.deny('cloudwatch:GetMetricData');
    expect(await mark()).toMatchObject({ outcome: 'incomplete' });
    expect(await marked()).toEqual([]);
  });

  test.each(['ec2:DescribeInstanceAttribute', 'elasticloadbalancing:DescribeTargetHealth', 'ec2:DescribeRouteTables'])(
    'Law 1 without %s nothing is marked',
    async (action) => {
      add();
      world.sandbox.control.addTargetGroups(HERE, [{ TargetGroupName: 'some' }]);
      world.deny(action);
      expect(await mark()).toMatchObject({ outcome: 'incomplete' });
      expect(await marked()).toEqual([]);
    },
  );
});

describe('whoever starts it again', () => {
  const TAGS = [
    ['Schedule', 'ireland-office-hours'],
    ['ec2-schedule', '0700;1900;utc;weekdays'],
    ['instance-scheduling', 'skip-auto-stop'],
    ['scheduler:ec2-startstop', 'default'],
    ['InstanceScheduler-LastAction', 'Stopped By scheduler 2025-12-01 20:00 UTC'],
    ['maid_offhours', 'off=(M-F,19);on=(M-F,7)'],
    ['custodian_downtime', 'on'],
    ['AutoStart', 'true'],
    ['auto-stop', 'no'],
    ['start', '7'],
    ['StopGroup', 'OfficeHoursTerminator'],
    ['sched-hibernate', 'd=_ H:M=20:00'],
    ['sched-set-Enable-true', 'u=1 H:M=05:00'],
    ['StartAfterHours', ''],
    ['stopstart_me', 'yes'],
    ['tostop', 'true'],
    ['Uptime', '08:00-18:00'],
    ['jenkins_server_url', 'https://ci.example/'],
    ['ray-node-type', 'worker'],
    ['skypilot-cluster-name', 'vasp'],
    ['Coder_Provisioned', 'true'],
    ['ghr:environment', 'ci'],
    ['runs-on-pool-name', 'linux'],
    ['drone', 'drone-runner-aws'],
    ['teamcity:TeamcityData', '0c4e:-aws-1:-ami'],
    ['devpod', 'shop-1a2b'],
    ['gitpod.dev/environment-id', '0190'],
    ['flintrock-role', 'master'],
    ['res:NodeType', 'virtual-desktop-dcv-host'],
    ['idea:NodeType', 'virtual-desktop-dcv-host'],
    ['soca:NodeType', 'dcv_node'],
    ['aws:autoscaling:groupName', 'warm'],
    ['AWSElasticDisasterRecoverySourceServerID', 's-1'],
    ['AWSApplicationMigrationServiceManaged', 'mgn.amazonaws.com'],
    ['aws:cloud9:environment', '0123'],
  ] as const;

  test('A26 A201 a tag of a scheduler, a pool or a cluster keeps it, whatever its value; a tag like it does not', async () => {
    for (const [key, value] of TAGS) add({ tags: { [key]: value } });
    const others = [
      { team: 'restarting' },
      { Name: 'scheduler' },
      { stage: 'stop' },
      { array: 'x' },
      { decoder: 'x' },
      { drones: 'x' },
    ];
    const gone = others.map((tags) => add({ tags }));
    await mark();
    expect(await marked()).toEqual(gone);
  });

  test('A26 an entry may say that it knows better than the tag, for each program', async () => {
    await world.reset(settings(', manageOwned: [Scheduler]'));
    const [id] = [add({ tags: { Schedule: 'retired' } }), add({ tags: { jenkins_slave_type: 'demand' } })];
    await mark();
    expect(await marked()).toEqual([id]);
  });

  test('A26 an image that another made of it is a use at its date; its last image is none', async () => {
    const [golden, old, undated] = [add(), add(), add()];
    const made = (SourceInstanceId: string, daysAgo: number) => ({
      Name: `build of ${SourceInstanceId}`,
      SourceInstanceId,
      CreationDate: new Date(world.clock.now() - daysAgo * DAY).toISOString(),
    });
    world.sandbox.control.addImages(HERE, [made(golden, 60), made(golden, 10), made(old, 60)]);
    const [image = ''] = world.sandbox.control.addImages(HERE, [{ Name: 'undated', SourceInstanceId: undated }]);
    world.sandbox.control.update(HERE, 'image', image, { CreationDate: 'never' });
    await mark();
    expect(await marked()).toEqual([old]);
  });

  test('L28 a backup plan makes an image of it during its quarantine → it stays', async () => {
    const id = await saved();
    const at = { SourceInstanceId: id, CreationDate: new Date(world.clock.now()).toISOString() };
    world.sandbox.control.addImages(HERE, [
      { Name: `AwsBackup_${id}`, ...at, tags: { 'aws:backup:source-resource': id } },
    ]);
    later(7 * DAY);
    expect(await remove()).toMatchObject({ counts: { accepted: 0, unmarked: 1 } });
    expect(one()?.State?.Name).toBe('stopped');
  });

  test('L28 its owner gives it a schedule during its quarantine → it stays', async () => {
    const id = await saved();
    world.sandbox.control.update(HERE, 'instance', id, { Tags: [{ Key: 'Schedule', Value: 'summer' }] });
    later(7 * DAY);
    expect(await remove()).toMatchObject({ counts: { accepted: 0, unmarked: 1 } });
    expect(one()?.State?.Name).toBe('stopped');
  });
});

describe('the end', () => {
  test('L53 an image of all volumes is made, verified, and only then the one instance is terminated; the image stays', async () => {
    const id = await saved({
      BlockDeviceMappings: [
        { DeviceName: '/dev/xvda', Ebs: { VolumeId: 'vol-0aaaaaaaaaaaaaaa1', DeleteOnTermination: true } },
        { DeviceName: '/dev/sdf', Ebs: { VolumeId: 'vol-0aaaaaaaaaaaaaaa2', DeleteOnTermination: false } },
      ],
    });
    expect(operations()).toEqual(['CreateTags', 'CreateImage']);
    const [image] = lastImages();
    expect(image).toMatchObject({ State: 'available', SourceInstanceId: id });
    expect(image?.Tags).toContainEqual({ Key: 'holystone:last-image-of', Value: id });
    const made = state().snapshots.filter(({ Description = '' }) => Description.includes(image?.ImageId ?? 'none'));
    expect(made.map(({ VolumeId }) => VolumeId).toSorted()).toEqual(['vol-0aaaaaaaaaaaaaaa1', 'vol-0aaaaaaaaaaaaaaa2']);
    later(6 * DAY);
    await remove();
    expect(one()?.State?.Name).toBe('stopped');
    later(DAY);
    expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
    expect(world.writes().at(-1)).toMatchObject({ operation: 'TerminateInstances', input: { InstanceIds: [id] } });
    // AWS describes it for another hour, which says that it is gone.
    later(HOUR);
    expect(await remove()).toMatchObject({ counts: { deleted: 1 } });
    expect([one()?.State?.Name, lastImages().length]).toEqual(['terminated', 1]);
    expect(world.events(id).filter((event) => event !== 'deferred')).toEqual([
      'marked',
      'noticed',
      'permitted',
      'quarantined',
      'permitted',
      'accepted',
      'deleted',
    ]);
  });

  test('L47 the notice says which volumes go and which stay, and that it is only saved at first', async () => {
    add({
      BlockDeviceMappings: [
        { DeviceName: '/dev/xvda', Ebs: { VolumeId: 'vol-0aaaaaaaaaaaaaaa1', DeleteOnTermination: true } },
        { DeviceName: '/dev/sdf', Ebs: { VolumeId: 'vol-0aaaaaaaaaaaaaaa2', DeleteOnTermination: false } },
      ],
    });
    await mark();
    await world.notify(INSTANCES);
    const text = world.messages().at(-1)?.text ?? '';
    expect(text).toContain('On that day it is only saved in an image.');
    expect(text.replace(/\s+/g, ' ')).toContain(
      'deleted with it: vol-0aaaaaaaaaaaaaaa1; its other volumes stay, and cost money: vol-0aaaaaaaaaaaaaaa2',
    );
  });

  test('L53 the image is not there yet → the instance stays, and the mark says why', async () => {
    world.sandbox.control.setSnapshotsTakeMs(30 * DAY);
    const id = await saved();
    later(7 * DAY);
    expect(await remove()).toMatchObject({ counts: { accepted: 0 } });
    expect((await world.markOf(id, INSTANCES))?.problem).toMatch(/the state of ami-\w+ is pending/);
  });

  test('L53 the image fails → another is made, and 7 days count from then', async () => {
    world.sandbox.control.addFault({ kind: 'failLater', operation: 'CreateImage', times: 1, message: 'no key' });
    const id = await saved();
    later(7 * DAY);
    await remove();
    expect((await world.markOf(id, INSTANCES))?.problem).toMatch(/^ami-\w+ failed: no key/);
    later(HOUR);
    expect(await remove()).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
    later(6 * DAY);
    await remove();
    expect(one()?.State?.Name).toBe('stopped');
  });

  test('L56 the answer to the image is lost → it is found by its name, and no second one is made', async () => {
    await due();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'CreateImage', times: 1 });
    await remove();
    later(HOUR);
    await remove();
    later(HOUR);
    await remove();
    expect(lastImages()).toHaveLength(1);
    expect((await world.marks(INSTANCES))[0]?.quarantine?.made).toBe(lastImages()[0]?.ImageId);
  });

  test('L53 a volume is not in the image → the instance stays', async () => {
    const id = await saved();
    const AttachTime = new Date(world.clock.now() - 99 * DAY);
    const Ebs = { VolumeId: 'vol-0aaaaaaaaaaaaaaa9', AttachTime, DeleteOnTermination: false };
    change(id, { BlockDeviceMappings: [...(one()?.BlockDeviceMappings ?? []), { DeviceName: '/dev/sdg', Ebs }] });
    later(7 * DAY);
    expect(await remove()).toMatchObject({ counts: { accepted: 0 } });
    expect((await world.markOf(id, INSTANCES))?.problem).toContain('does not hold vol-0aaaaaaaaaaaaaaa9');
    expect(one()?.State?.Name).toBe('stopped');
  });

  test.each([
    ['it runs', { State: { Code: 16, Name: 'running' } }],
    ['it is on its way up', { State: { Code: 0, Name: 'pending' } }],
  ])('L55 just before the termination %s → it stays, and the mark goes', async (_what, to) => {
    const id = await saved();
    later(7 * DAY);
    change(id, to);
    expect(await remove()).toMatchObject({ counts: { accepted: 0, unmarked: 1 } });
    expect([operations().includes('TerminateInstances'), await marked()]).toEqual([false, []]);
    expect(id).toBe(one()?.InstanceId);
  });

  test('L55 it ran after its image and is stopped again → it stays', async () => {
    const id = await saved();
    later(3 * DAY);
    change(id, { LaunchTime: new Date(world.clock.now() - MINUTE) });
    later(4 * DAY);
    expect(await remove()).toMatchObject({ counts: { accepted: 0, unmarked: 1 } });
    expect(one()).toMatchObject({ InstanceId: id, State: { Name: 'stopped' } });
  });

  test('L28 started during its quarantine → the next survey releases it, and the image stays', async () => {
    const id = await saved();
    change(id, { State: { Code: 16, Name: 'running' } });
    expect(await mark()).toMatchObject({ counts: { unmarked: 1, released: 1 } });
    expect(one()?.Tags?.map(({ Key }) => Key)).not.toContain('holystone:quarantine');
    expect([id, lastImages().length]).toEqual([one()?.InstanceId, 1]);
  });

  test('L28 its last image is deregistered → the instance stays', async () => {
    await saved();
    world.sandbox.control.remove(HERE, 'image', lastImages()[0]?.ImageId ?? '');
    later(7 * DAY);
    expect(await remove()).toMatchObject({ counts: { accepted: 0, unmarked: 1 } });
    expect(one()?.State?.Name).toBe('stopped');
  });

  test('A10 its protection was switched on after the check → AWS refuses, and the instance stays', async () => {
    await saved();
    later(7 * DAY);
    const message = "The instance may not be terminated. Modify its 'disableApiTermination' instance attribute.";
    world.sandbox.control.addFault({
      kind: 'error',
      operation: 'TerminateInstances',
      code: 'OperationNotPermitted',
      status: 400,
      message,
    });
    await remove();
    expect((await world.marks(INSTANCES))[0]?.problem).toContain('protected');
    expect(one()?.State?.Name).toBe('stopped');
  });

  test('Law 7 the last image is no candidate of the type image, whatever its tags say', async () => {
    await world.reset({
      cleanup: `[{ type: instance, accounts: [test], live: true, when: [{ rule: unused }]${ACCEPTED} },
        { type: image, accounts: [test], live: true, when: [{ rule: unused }, { rule: expired }], keepNewest: off }]`,
      defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
    });
    await saved({ tags: { expires: '2020-01-01' } });
    await watched(40);
    await world.pass('mark', namespaceOf('image'));
    expect([await world.marks(namespaceOf('image')), lastImages().length]).toEqual([[], 1]);
  });
});

test('L33 an entry cannot go without the image', async () => {
  await expect(world.configure(settings(', quarantine: off'))).rejects.toThrow(
    /its quarantine saves what the deletion/,
  );
});
