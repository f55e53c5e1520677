import {
  CreateSnapshotCommand,
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
import type { SnapshotSeed } from '../../../src/sandbox/aws/index.ts';
import { ec2Client, failure, OTHER, PLACE, sandbox } from './fixture.ts';

async function having(...seeds: readonly SnapshotSeed[]) {
  const running = await sandbox();
  const ids = running.control.addSnapshots(PLACE, seeds);
  return { control: running.control, ec2: ec2Client(running), ids, id: ids[0] ?? '' };
}

describe('DeleteSnapshot', () => {
  test('deletes it, with all that is known of it, into the Recycle Bin where a rule says so', async () => {
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

test('whom it is shared with is changed and told, in either spelling of the request', async () => {
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

test('CreateSnapshot makes one of a volume that is there', async () => {
  const { control, ec2 } = await having();
  const [VolumeId = ''] = control.addVolumes(PLACE, [{ Size: 20 }]);
  const made = await ec2.send(new CreateSnapshotCommand({ VolumeId, Description: 'mine' }));
  const { Snapshots } = await ec2.send(new DescribeSnapshotsCommand({ SnapshotIds: [made.SnapshotId ?? ''] }));
  expect(Snapshots).toMatchObject([{ VolumeId, VolumeSize: 20, Description: 'mine', State: 'completed' }]);
  const nowhere = new CreateSnapshotCommand({ VolumeId: 'vol-00000000000000099' });
  expect(await failure(ec2.send(nowhere))).toMatchObject({ code: 'InvalidVolume.NotFound' });
});
