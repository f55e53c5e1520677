/** What the last image of an instance lacks, or the notice of it does not name, keeps the instance. */
import { beforeEach, expect, test } from '@jest/globals';
import type { InstanceSeed } from '../../../sandbox/aws/index.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { addStopped, stoppedInstance, stopReason } from '../../support/graph/instances.ts';

const INSTANCES = namespaceOf('instance');
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';
const SNAPSHOT_MS = 1000;
const MINUTE = HOUR / 60;
const [ROOT, DATA] = ['vol-0aaaaaaaaaaaaaaa1', 'vol-0aaaaaaaaaaaaaaa2'];

const world = worldForAll();
beforeEach(async () => {
  await world.reset({
    cleanup: `[{ type: instance, accounts: [test], live: true, when: [{ rule: unused }]${ACCEPTED} }]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  world.sandbox.control.setSnapshotsTakeMs(SNAPSHOT_MS);
});

const mark = () => world.pass('mark', INSTANCES);
const remove = () => world.pass('delete', INSTANCES);
const state = () => world.sandbox.control.state(HERE);
const one = () => state().instances[0];
const operations = () => world.writes().map(({ operation }) => operation);
const change = (id: string, to: object) => world.sandbox.control.update(HERE, 'instance', id, { ...to });
const lastImage = () => state().images.find(({ Name = '' }) => Name.startsWith('holystone last of '));
const theMark = async () => (await world.marks(INSTANCES))[0];
const message = () => (world.messages().at(-1)?.text ?? '').replace(/\s+/g, ' ');

function mapping(VolumeId: string, DeleteOnTermination: boolean, AttachTime = new Date(world.clock.now() - 99 * DAY)) {
  const DeviceName = VolumeId === ROOT ? '/dev/xvda' : '/dev/sdf';
  return { DeviceName, Ebs: { VolumeId, AttachTime, DeleteOnTermination } };
}

let count = 0;

function later(ms: number): void {
  world.clock.advance(ms);
  world.sandbox.control.advanceClock(SNAPSHOT_MS);
}

async function noticed(given: InstanceSeed = {}): Promise<string> {
  count += 1;
  const id = `i-0${count.toString(16).padStart(16, 'c')}`;
  const tags = { Name: 'old-build', owner: 'ann@example.com', ...given.tags };
  const seed = { id, address: `10.41.0.${count}`, now: world.clock.now(), ...given, tags };
  addStopped(world.sandbox.control, HERE, [stoppedInstance(seed)]);
  await mark();
  await world.notify(INSTANCES);
  return id;
}

/** One with a last image that is complete. */
async function saved(given: InstanceSeed = {}): Promise<string> {
  const id = await noticed(given);
  await world.watched(11, INSTANCES);
  later(HOUR);
  expect(await remove()).toMatchObject({ outcome: 'complete', counts: { quarantined: 1, accepted: 0 } });
  return id;
}

function stays(): void {
  expect([operations().includes('TerminateInstances'), one()?.State?.Name]).toEqual([false, 'stopped']);
}

test.each([
  ['AWS dates the stop', (at: number) => stopReason(at)],
  ['AWS does not date the stop', () => ''],
])('L55 it was started between the check and its image, and stopped again: %s → it stays', async (_what, reasonOf) => {
  const id = await saved();
  const at = Date.parse(lastImage()?.CreationDate ?? '');
  change(id, { LaunchTime: new Date(at - MINUTE), StateTransitionReason: reasonOf(at + 6 * HOUR) });
  // No survey looks in between, and the stop is long ago by then.
  later(38 * DAY);
  await remove();
  stays();
});

test('L56 after a lost answer an image of another start is not taken for that of this stop', async () => {
  await noticed();
  await world.watched(11, INSTANCES);
  later(HOUR);
  world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'CreateImage', times: 1 });
  await remove();
  const { ImageId = '', Tags = [] } = lastImage() ?? {};
  const Value = new Date(world.clock.now() - 150 * DAY).toISOString();
  const others = Tags.map((tag) => (tag.Key === 'holystone:last-start' ? { ...tag, Value } : tag));
  expect(others).not.toEqual(Tags);
  world.sandbox.control.update(HERE, 'image', ImageId, { Tags: others });
  later(HOUR);
  await remove();
  expect(await theMark()).toMatchObject({ problem: expect.stringContaining('an image of this name is there already') });
  expect((await theMark())?.quarantine).toBeUndefined();
});

test.each([
  ['a check', async () => {}],
  ['a survey', async () => void (await mark())],
])(
  'Law 7 %s finds a volume that goes and was not named → another notice, then the retention again',
  async (_who, look) => {
    const id = await saved({ BlockDeviceMappings: [mapping(ROOT, true), mapping(DATA, false)] });
    expect(message()).toContain(`its other volumes stay, and cost money: ${DATA}`);
    change(id, { BlockDeviceMappings: [mapping(ROOT, true), mapping(DATA, true)] });
    later(7 * DAY + HOUR);
    await look();
    await remove();
    stays();
    expect(await theMark()).toMatchObject({ state: 'marked' });
    await world.notify(INSTANCES);
    expect(message()).toContain(`deleted with it: ${ROOT}, ${DATA}`);
    await world.watched(2, INSTANCES);
    await remove();
    stays();
    await world.watched(12, INSTANCES);
    later(HOUR);
    await remove();
    expect(operations()).toContain('TerminateInstances');
  },
);

test('Law 7 fewer volumes go than the notice names → it counts', async () => {
  const id = await saved({ BlockDeviceMappings: [mapping(ROOT, true), mapping(DATA, true)] });
  change(id, { BlockDeviceMappings: [mapping(ROOT, true), mapping(DATA, false)] });
  later(7 * DAY + HOUR);
  await remove();
  expect(operations()).toContain('TerminateInstances');
});

test('L53 a volume was elsewhere after the image, and is attached again → that is a use, and its mark goes', async () => {
  const id = await saved({ BlockDeviceMappings: [mapping(ROOT, true)] });
  const since = new Date(Date.parse(lastImage()?.CreationDate ?? '') + 1);
  change(id, { BlockDeviceMappings: [mapping(ROOT, true, since)] });
  later(7 * DAY + HOUR);
  await remove();
  stays();
  expect(await theMark()).toBeUndefined();
});

test('L53 AWS does not say since when a volume is attached → it stays', async () => {
  const id = await saved({ BlockDeviceMappings: [mapping(ROOT, true)] });
  change(id, {
    BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { VolumeId: ROOT, DeleteOnTermination: true } }],
  });
  later(7 * DAY + HOUR);
  await remove();
  stays();
});

test('Law 1 the keys of its disks may be in its NitroTPM, which no image holds → it is not marked', async () => {
  await noticed({ TpmSupport: 'v2.0' });
  expect(await theMark()).toBeUndefined();
});
