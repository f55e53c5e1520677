import { EC2 } from '@aws-sdk/client-ec2';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { check } from '../../../src/lifecycle/plan/check.ts';
import { DAY, HERE, IMAGES, SNAPSHOTS, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

const IMAGE = 'type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off';
const entry = (rest: string) => `{ type: snapshot, accounts: [test], live: true, ${rest} }`;
const reset = async (snapshots: string) => {
  await world.reset({
    cleanup: `[{ ${IMAGE} }, ${entry(snapshots)}]`,
    defaults: 'unusedFor: off, unownedRetention: 10d',
  });
  world.sandbox.control.setRecycleBin(HERE, {});
};

const there = () => world.sandbox.control.state(HERE).snapshots.map(({ SnapshotId }) => SnapshotId);
const marked = async () => (await world.marks(SNAPSHOTS)).map(({ id }) => id);
/** An old image, and the one snapshot that it is made of. */
function anImage(): readonly [image: string, snapshot: string] {
  const [image = ''] = world.addImages(1);
  const [device] =
    world.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === image)?.BlockDeviceMappings ?? [];
  return [image, device?.Ebs?.SnapshotId ?? ''];
}
/** Marked, noticed and due. */
async function due(): Promise<void> {
  await world.untilDue(SNAPSHOTS);
}
async function reasonsOf(id: string): Promise<readonly string[]> {
  const wc = world.configuration.workConfigurations.find(({ namespace }) => namespace === SNAPSHOTS);
  if (!wc) throw new Error('no work configuration');
  const checked = await check(world.wired.deps, wc, id, new AbortController().signal);
  return checked.kind === 'verdict' ? checked.verdict.reasons : [checked.kind];
}
const deleted = (id: string) => world.audit.find((one) => one.id === id && one.event === 'deleted');

describe('a snapshot that was made for an image', () => {
  beforeEach(() => reset('when: [{ rule: unused }]'));

  test('A9 an image with a mark uses its snapshot → the snapshot gets no mark, and the reason has the date of the image', async () => {
    const [image, snapshot] = anImage();
    await world.pass('mark', IMAGES);
    const at = (await world.markOf(image))?.projectedDeletionAt ?? 0;
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([]);
    const day = new Date(at).toISOString().slice(0, 10);
    expect(await reasonsOf(snapshot)).toEqual([
      `used by image ${image} "app-aaa", which is itself scheduled for deletion on ${day}`,
    ]);
  });

  test('A9 an image without a mark uses its snapshot → the reason names the image and no date', async () => {
    const [image, snapshot] = anImage();
    world.sandbox.control.addInstances(HERE, [{ ImageId: image }]);
    await world.pass('mark', IMAGES);
    expect(await reasonsOf(snapshot)).toEqual([expect.stringMatching(/^used by image ami-\w+ "app-\w+"$/)]);
  });

  test('A9 A11 Holystone deregisters an image without its snapshot, which then gets a mark, a notice and a deletion of its own', async () => {
    const [image, snapshot] = anImage();
    await world.untilDue(IMAGES);
    await world.pass('delete', IMAGES);
    expect([world.deregistered(), there()]).toEqual([[image], [snapshot]]);
    world.sandbox.control.setRecycleBin(HERE, { snapshots: 14 });
    await due();
    expect(await world.pass('delete', SNAPSHOTS)).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
    expect(there()).toEqual([]);
    expect(world.events(snapshot)).toEqual(['marked', 'noticed', 'permitted', 'deleted']);
    expect(deleted(snapshot)?.reason).toContain('the Recycle Bin has it until ');
  });

  test('A9 Law 2 the image is in the Recycle Bin → Holystone keeps the snapshot, and the reason says until when', async () => {
    const [image, snapshot] = anImage();
    world.sandbox.control.remove(HERE, 'image', image);
    world.sandbox.control.addRecycledImages(HERE, [{ ImageId: image, Name: 'web' }]);
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([]);
    expect(await reasonsOf(snapshot)).toEqual([
      expect.stringMatching(/^used by image ami-\w+ "web" \(in the Recycle Bin until \d{4}-\d\d-\d\d\)$/),
    ]);
  });

  test('A9 Law 2 AWS answers an empty listing for the image, and not that it is gone → the use of the snapshot is unknown', async () => {
    const [image, snapshot] = anImage();
    world.sandbox.control.remove(HERE, 'image', image);
    world.sandbox.control.addFault({ kind: 'empty', operation: 'DescribeImages' });
    expect(await world.pass('mark', SNAPSHOTS)).toMatchObject({ counts: { unknown: 1 } });
    expect(await reasonsOf(snapshot)).toEqual([
      expect.stringContaining(`it is unknown whether image ${image} is gone`),
    ]);
    expect(await marked()).toEqual([]);
  });

  test('L29 Law 1 the use of a marked snapshot becomes unknown → the survey leaves its mark as it is', async () => {
    const [image, snapshot] = anImage();
    world.sandbox.control.remove(HERE, 'image', image);
    await world.pass('mark', SNAPSHOTS);
    const before = await world.markOf(snapshot, SNAPSHOTS);
    expect(before).toMatchObject({ state: 'marked' });
    world.sandbox.control.addFault({ kind: 'empty', operation: 'DescribeImages' });
    world.clock.advance(DAY);
    expect(await world.pass('mark', SNAPSHOTS)).toMatchObject({ counts: { unknown: 1 } });
    expect(await world.markOf(snapshot, SNAPSHOTS)).toEqual(before);
  });

  test('A9 Law 3 the image returns before the deletion of its snapshot → Holystone unmarks the snapshot', async () => {
    const [image, snapshot] = anImage();
    world.sandbox.control.remove(HERE, 'image', image);
    await due();
    expect(await marked()).toEqual([snapshot]);
    world.sandbox.control.addImages(HERE, [
      { ImageId: image, RootDeviceType: 'instance-store', BlockDeviceMappings: [] },
    ]);
    await world.pass('delete', SNAPSHOTS);
    expect([there(), await marked()]).toEqual([[snapshot], []]);
    expect(world.audit.at(-1)).toMatchObject({
      event: 'unmarked',
      reason: `used by image ${image}, which it was made for`,
    });
  });

  test('L54 AWS gives an error about the image → Holystone does not delete the snapshot, and its mark stays', async () => {
    const [image, snapshot] = anImage();
    world.sandbox.control.remove(HERE, 'image', image);
    await due();
    world.sandbox.control.addFault({
      kind: 'error',
      operation: 'DescribeImages',
      code: 'InternalError',
      status: 500,
      nth: 2,
    });
    expect(await world.pass('delete', SNAPSHOTS)).toMatchObject({ counts: { deleted: 0, unknown: 1 } });
    expect([there(), await marked()]).toEqual([[snapshot], [snapshot]]);
  });

  test('A2 Holystone never marks a backup by hand that no rule selects', async () => {
    world.sandbox.control.addSnapshots(HERE, [
      { StartTime: new Date(world.clock.now() - 100 * DAY), Description: 'mine' },
    ]);
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([]);
  });
});

describe('backups', () => {
  beforeEach(() => reset('when: [{ rule: age, moreThan: 60d }], only: [{ tag: { app: web } }]'));

  const backup = (days: number, VolumeId = 'vol-0123456789abcdef0', tags = { app: 'web' }) =>
    world.sandbox.control.addSnapshots(HERE, [
      { StartTime: new Date(world.clock.now() - days * DAY), VolumeId, Description: 'nightly', tags },
    ])[0] ?? '';

  test('A2 Holystone marks backups of the allowlist only, and never the last of a volume', async () => {
    const [old] = [backup(100), backup(90), backup(100, 'vol-ffffffff'), backup(90, 'vol-ffffffff')];
    backup(100, 'vol-0123456789abcdef1', { app: 'db' });
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([old]);
  });

  test('A2 Law 3 a backup becomes the last of its volume before its deletion → Holystone unmarks it', async () => {
    const [old, newer] = [backup(100), backup(90)];
    await due();
    world.sandbox.control.remove(HERE, 'snapshot', newer);
    await world.pass('delete', SNAPSHOTS);
    expect([there(), await marked()]).toEqual([[old], []]);
    expect(world.audit.at(-1)?.reason).toBe('keepLast: the newest of vol-0123456789abcdef0');
  });

  test('A2 Law 3 somebody deletes the newest backup while the others are due → Holystone keeps the newest of the others', async () => {
    const [oldest, older, newest] = [backup(100), backup(95), backup(90)];
    await due();
    expect((await marked()).toSorted()).toEqual([oldest, older].toSorted());
    world.sandbox.control.remove(HERE, 'snapshot', newest);
    expect((await world.pass('delete', SNAPSHOTS)).counts).toMatchObject({ deleted: 1, unmarked: 1 });
    expect([there(), await marked()]).toEqual([[older], []]);
  });

  test('A2 an image that somebody registered from a backup uses it', async () => {
    const [old] = [backup(100), backup(90)];
    const BlockDeviceMappings = [{ DeviceName: '/dev/xvda', Ebs: { SnapshotId: old } }];
    world.sandbox.control.addImages(HERE, [{ BlockDeviceMappings }]);
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([]);
  });
});

describe('backups whose volume is gone', () => {
  const ONLY = 'only: [{ tag: { app: web } }]';
  const gone = (rest = '') =>
    reset(`when: [{ all: [{ rule: volumeGone }, { rule: age, moreThan: 60d }] }], ${ONLY}${rest}`);
  const backup = (days: number, VolumeId: string, tags: Record<string, string> = {}) =>
    world.sandbox.control.addSnapshots(HERE, [
      { StartTime: new Date(world.clock.now() - days * DAY), VolumeId, tags: { app: 'web', ...tags } },
    ])[0] ?? '';
  const aVolume = (VolumeId = GONE) => world.sandbox.control.addVolumes(HERE, [{ VolumeId }]);
  /** The volumes go after a survey that saw them. */
  const goes = async (...ids: readonly string[]) => {
    for (const id of ids) aVolume(id);
    await world.pass('mark', SNAPSHOTS);
    for (const id of ids) world.sandbox.control.remove(HERE, 'volume', id);
    world.clock.advance(DAY);
  };
  const GONE = 'vol-0123456789abcdef0';
  const NONE = 'vol-ffffffff';

  test('A2 Holystone marks the older backups of a volume that EC2 does not know, and no copy, whose volume nobody knows', async () => {
    await gone();
    const [old] = [backup(100, GONE), backup(90, GONE), backup(100, NONE), backup(90, `vol-${'f'.repeat(17)}`)];
    const [living = ''] = aVolume('vol-0123456789abcdef1');
    backup(100, living);
    backup(90, living);
    await goes(GONE);
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([old]);
    expect((await world.markOf(old ?? '', SNAPSHOTS))?.reasons).toEqual([
      `the volume ${GONE} that it was made of is gone, and it is 101 days old, more than 60d`,
    ]);
  });

  // "To list or delete a snapshot, you must use the Amazon EC2 API": API_CreateSnapshot of Storage Gateway.
  test('A2 Law 2 backups of a volume that no survey saw exist stay: EC2 never knew a volume of a Storage Gateway', async () => {
    await gone(', keepLast: off');
    for (const days of [100, 90, 80]) backup(days, GONE);
    await world.pass('mark', SNAPSHOTS);
    world.clock.advance(DAY);
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([]);
  });

  test('A2 the last backup of a gone volume goes only where the entry says `keepLast: off`, and never the last one of a quarantine', async () => {
    await gone(', keepLast: off');
    const last = backup(100, GONE);
    backup(100, 'vol-0123456789abcdef1', { 'holystone:quarantine': '2026-01-01T00:00:00Z' });
    await goes(GONE, 'vol-0123456789abcdef1');
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([last]);
  });

  test('A2 Law 2 many volumes are listed at once, and one that the listing leaves out is still asked about by its id', async () => {
    await gone(', keepLast: off');
    const volumes = Array.from({ length: 25 }, (_, nth) => `vol-${String(nth).padStart(17, '0')}`);
    const [first = '', ...living] = volumes;
    for (const id of living) aVolume(id);
    const [orphan] = volumes.map((id) => backup(100, id));
    await goes(first);
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([orphan]);
    world.sandbox.control.addFault({ kind: 'empty', operation: 'DescribeVolumes', nth: 1 });
    world.clock.advance(DAY);
    await world.pass('mark', SNAPSHOTS);
    expect(await marked()).toEqual([orphan]);
  });

  test('A2 Law 2 the volume is in the Recycle Bin, from where it may return → Holystone keeps its backups', async () => {
    await gone(', keepLast: off');
    world.sandbox.control.setRecycleBin(HERE, { volumes: 14 });
    aVolume();
    backup(100, GONE);
    await world.pass('mark', SNAPSHOTS);
    const [key] = world.sandbox.control.accounts()[0]?.accessKeys ?? [];
    const credentials = { accessKeyId: key?.accessKeyId ?? '', secretAccessKey: key?.secretAccessKey ?? '' };
    const ec2 = new EC2({ endpoint: world.sandbox.url, region: HERE.region, credentials });
    await ec2.deleteVolume({ VolumeId: GONE });
    ec2.destroy();
    world.clock.advance(DAY);
    await world.pass('mark', SNAPSHOTS);
    expect([world.sandbox.control.state(HERE).volumes, await marked()]).toEqual([[], []]);
  });

  test.each([
    ['an empty answer', { kind: 'empty', operation: 'DescribeVolumes' }, 'did not say that it does not exist'],
    ['a refusal', { kind: 'deny', operation: 'DescribeVolumes' }, 'ec2:DescribeVolumes is denied; allow it'],
    [
      'a refusal of the Recycle Bin',
      { kind: 'deny', operation: 'ListVolumesInRecycleBin' },
      'ec2:ListVolumesInRecycleBin is denied; allow it',
    ],
  ] as const)('A2 Law 1 %s about the volume → whether it is gone is unknown', async (_what, fault, why) => {
    await gone(', keepLast: off');
    const id = backup(100, GONE);
    await goes(GONE);
    world.sandbox.control.addFault(fault);
    expect(await world.pass('mark', SNAPSHOTS)).toMatchObject({ counts: { unknown: 1 } });
    expect(await reasonsOf(id)).toEqual([expect.stringContaining(why)]);
    expect(await marked()).toEqual([]);
  });

  test('A2 Law 3 the volume returns before the deletion → Holystone unmarks its backup', async () => {
    await gone(', keepLast: off');
    const id = backup(100, GONE);
    await goes(GONE);
    await due();
    expect(await marked()).toEqual([id]);
    aVolume();
    await world.pass('delete', SNAPSHOTS);
    expect([there(), await marked()]).toEqual([[id], []]);
  });

  test('an entry without the rule asks about no volume', async () => {
    await reset(`when: [{ rule: age, moreThan: 60d }], ${ONLY}`);
    backup(100, GONE);
    backup(90, GONE);
    const before = world.sandbox.control.calls().length;
    await world.pass('mark', SNAPSHOTS);
    const asked = world.sandbox.control
      .calls()
      .slice(before)
      .map(({ operation }) => operation);
    expect(asked.filter((operation) => /Volumes/.test(operation))).toEqual([]);
  });
});
