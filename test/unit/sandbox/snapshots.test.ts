import {
  CreateSnapshotCommand,
  CreateTagsCommand,
  CreateVolumeCommand,
  DeleteSnapshotCommand,
  DescribeFastSnapshotRestoresCommand,
  DescribeLockedSnapshotsCommand,
  DescribeSnapshotAttributeCommand,
  DescribeSnapshotsCommand,
  DescribeSnapshotTierStatusCommand,
  ListSnapshotsInRecycleBinCommand,
  ModifySnapshotAttributeCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import type { SnapshotSeed, VolumeSeed } from '../../../sandbox/aws/index.ts';
import { ec2Client, failure, OTHER, PLACE, sandbox } from './fixture.ts';

async function having(...seeds: readonly SnapshotSeed[]) {
  const running = await sandbox();
  const ids = running.control.addSnapshots(PLACE, seeds);
  return { control: running.control, ec2: ec2Client(running), ids, id: ids[0] ?? '' };
}

describe('DeleteSnapshot', () => {
  test('a retention rule sends a deleted snapshot with all its fields to the Recycle Bin', async () => {
    const { control, ec2, id } = await having({ fastRestores: [{}], tier: {}, lock: { LockState: 'expired' } });
    control.setRecycleBin(PLACE, { snapshots: 7 });
    await ec2.send(new DeleteSnapshotCommand({ SnapshotId: id }));
    expect(control.state(PLACE).snapshots).toEqual([]);
    const [binned, restores, tiers, locks] = await Promise.all([
      ec2.send(new ListSnapshotsInRecycleBinCommand({})),
      ec2.send(new DescribeFastSnapshotRestoresCommand({})),
      ec2.send(new DescribeSnapshotTierStatusCommand({})),
      ec2.send(new DescribeLockedSnapshotsCommand({})),
    ]);
    expect(binned.Snapshots?.map(({ SnapshotId }) => SnapshotId)).toEqual([id]);
    expect([restores.FastSnapshotRestores, tiers.SnapshotTierStatuses, locks.Snapshots]).toEqual([[], [], []]);
  });

  test('is refused for one that is not there, of an image, or locked', async () => {
    const { control, ec2, id } = await having({ lock: { LockState: 'governance' } });
    const [image] = control.addImages(PLACE, [{ State: 'disabled' }]);
    const ofImage = control.state(PLACE).snapshots.find(({ SnapshotId }) => SnapshotId !== id)?.SnapshotId ?? '';
    const codeOf = async (SnapshotId: string) => failure(ec2.send(new DeleteSnapshotCommand({ SnapshotId })));
    expect(await codeOf('snap-00000000000000099')).toMatchObject({ code: 'InvalidSnapshot.NotFound' });
    expect(await codeOf('snap-x')).toMatchObject({ code: 'InvalidSnapshotID.Malformed' });
    expect(await codeOf(id)).toMatchObject({ code: 'OperationNotPermitted' });
    expect(await codeOf(ofImage)).toMatchObject({
      code: 'InvalidSnapshot.InUse',
      message: `The snapshot ${ofImage} is currently in use by ${image}`,
    });
  });
});

test('whom it is shared with is changed and reported, in either spelling of the request', async () => {
  const { ec2, id: SnapshotId } = await having({});
  const Attribute = 'createVolumePermission' as const;
  const shared = async () =>
    (await ec2.send(new DescribeSnapshotAttributeCommand({ SnapshotId, Attribute }))).CreateVolumePermissions;
  const modify = (change: object) => ec2.send(new ModifySnapshotAttributeCommand({ SnapshotId, ...change }));
  expect(await shared()).toEqual([]);
  await modify({ Attribute, OperationType: 'add', UserIds: [OTHER], GroupNames: ['all'] });
  expect(await shared()).toEqual([{ UserId: OTHER }, { Group: 'all' }]);
  await modify({ CreateVolumePermission: { Remove: [{ Group: 'all' }] } });
  expect(await shared()).toEqual([{ UserId: OTHER }]);
});

test('locks, tiers and fast restores come in pages, and through their own filters', async () => {
  const { ec2, ids } = await having(
    ...Array.from({ length: 7 }, (_, index) => ({
      lock: { LockState: index === 0 ? ('expired' as const) : ('compliance' as const) },
      tier: { LastTieringOperationStatus: index === 0 ? ('archival-in-progress' as const) : undefined },
      fastRestores: [{ State: 'enabled' as const }, { State: 'disabled' as const, AvailabilityZone: 'us-east-1b' }],
    })),
  );
  const first = await ec2.send(new DescribeLockedSnapshotsCommand({ MaxResults: 5 }));
  const rest = await ec2.send(new DescribeLockedSnapshotsCommand({ MaxResults: 5, NextToken: first.NextToken }));
  const seen = [first, rest].flatMap(({ Snapshots = [] }) => Snapshots.map(({ SnapshotId }) => SnapshotId));
  expect(seen).toEqual(ids);
  const Filters = [{ Name: 'last-tiering-operation', Values: ['archival-in-progress'] }];
  const tiers = await ec2.send(new DescribeSnapshotTierStatusCommand({ Filters }));
  expect(tiers.SnapshotTierStatuses?.map(({ SnapshotId }) => SnapshotId)).toEqual([ids[0]]);
  const enabled = [{ Name: 'state', Values: ['enabled'] }];
  const restores = await ec2.send(new DescribeFastSnapshotRestoresCommand({ Filters: enabled }));
  expect(restores.FastSnapshotRestores?.map(({ SnapshotId }) => SnapshotId)).toEqual(ids);
  const tooMany = await failure(ec2.send(new DescribeFastSnapshotRestoresCommand({ MaxResults: 500 })));
  expect(tooMany.code).toBe('InvalidParameterValue');
});

describe('CreateSnapshot', () => {
  async function withVolume(seed: VolumeSeed = {}) {
    const { control, ec2 } = await having();
    const [VolumeId = ''] = control.addVolumes(PLACE, [seed]);
    const create = (input: object = {}) => ec2.send(new CreateSnapshotCommand({ VolumeId, ...input }));
    const shown = async () => (await ec2.send(new DescribeSnapshotsCommand({ OwnerIds: ['self'] }))).Snapshots ?? [];
    return { control, ec2, VolumeId, create, shown };
  }

  test.each<[string, VolumeSeed]>([
    ['available', {}],
    ['attached', { Attachments: [{ InstanceId: 'i-00000000000000001' }] }],
  ])('of an %s volume is pending, goes on, and is completed after its time', async (_state, seed) => {
    const { control, VolumeId, create, shown } = await withVolume({ Size: 20, Encrypted: true, ...seed });
    control.setSnapshotsTakeMs(60_000);
    const Tags = [{ Key: 'Name', Value: 'last of it' }];
    const TagSpecifications = [{ ResourceType: 'snapshot' as const, Tags }];
    const { SnapshotId, ...made } = await create({ Description: 'mine', TagSpecifications });
    expect(made).toMatchObject({ VolumeId, State: 'pending', Tags });
    const common = { SnapshotId, VolumeId, VolumeSize: 20, Encrypted: true, Description: 'mine', Tags };
    expect(await shown()).toEqual([expect.objectContaining({ ...common, State: 'pending', Progress: '0%' })]);
    control.advanceClock(30_000);
    expect(await shown()).toMatchObject([{ State: 'pending', Progress: expect.stringMatching(/^(49|50)%$/) }]);
    control.advanceClock(30_000);
    const CompletionTime = new Date((made.StartTime?.getTime() ?? 0) + 60_000);
    expect(await shown()).toMatchObject([{ ...common, State: 'completed', Progress: '100%', CompletionTime }]);
  });

  test('a snapshot takes half a minute by default', async () => {
    const { control, create, shown } = await withVolume();
    await create();
    expect(await shown()).toMatchObject([{ State: 'pending' }]);
    control.advanceClock(30_000);
    expect(await shown()).toMatchObject([{ State: 'completed' }]);
  });

  test('a snapshot with a fault ends in an error', async () => {
    const { control, VolumeId, create, shown } = await withVolume();
    const message = 'Given key ID is not accessible';
    control.addFault({ kind: 'failLater', operation: 'CreateSnapshot', containing: VolumeId, message });
    expect(await create()).toMatchObject({ State: 'pending' });
    control.advanceClock(30_000);
    expect(await shown()).toMatchObject([{ State: 'error', StateMessage: message }]);
  });

  test('is deleted while it is pending, and then stays away', async () => {
    const { control, ec2, create, shown } = await withVolume();
    const { SnapshotId } = await create();
    await ec2.send(new DeleteSnapshotCommand({ SnapshotId }));
    control.advanceClock(30_000);
    expect(await shown()).toEqual([]);
  });

  test('keeps the tags that it is given on the way', async () => {
    const { control, ec2, create, shown } = await withVolume();
    const { SnapshotId = '' } = await create();
    const Tags = [{ Key: 'a', Value: 'b' }];
    await ec2.send(new CreateTagsCommand({ Resources: [SnapshotId], Tags }));
    control.advanceClock(30_000);
    expect(await shown()).toMatchObject([{ State: 'completed', Tags }]);
  });

  test('is refused of a volume that is not there, too soon after the last, or with too many pending', async () => {
    const { control, VolumeId, create } = await withVolume();
    expect(await failure(create({ VolumeId: 'vol-00000000000000099' }))).toMatchObject({
      code: 'InvalidVolume.NotFound',
    });
    control.setSnapshotsTakeMs(3_600_000);
    await create();
    expect(await failure(create())).toMatchObject({ code: 'SnapshotCreationPerVolumeRateExceeded' });
    for (let more = 0; more < 4; more += 1) {
      control.advanceClock(15_000);
      await create();
    }
    control.advanceClock(15_000);
    expect(await failure(create())).toMatchObject({ code: 'ConcurrentSnapshotLimitExceeded' });
    control.advanceClock(3_600_000);
    control.update(PLACE, 'volume', VolumeId, { State: 'deleting' });
    expect(await failure(create())).toMatchObject({ code: 'IncorrectState' });
  });

  test('with tags needs the right to tag, too', async () => {
    const { control, create } = await withVolume();
    control.deny({ account: PLACE.account, action: 'ec2:CreateTags' });
    const TagSpecifications = [{ ResourceType: 'snapshot' as const, Tags: [{ Key: 'a', Value: 'b' }] }];
    expect(await failure(create({ TagSpecifications, DryRun: true }))).toMatchObject({ code: 'UnauthorizedOperation' });
    expect(await failure(create({ DryRun: true }))).toMatchObject({ code: 'DryRunOperation' });
  });

  test('gives a volume that is as large, once it is completed', async () => {
    const { control, ec2, create } = await withVolume({ Size: 20 });
    const { SnapshotId } = await create();
    const again = new CreateVolumeCommand({ AvailabilityZone: 'us-east-1a', SnapshotId });
    expect(await failure(ec2.send(again))).toMatchObject({ code: 'IncorrectState' });
    control.advanceClock(30_000);
    expect(await ec2.send(again)).toMatchObject({ SnapshotId, Size: 20 });
  });
});
