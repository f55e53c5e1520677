import {
  DeregisterImageCommand,
  DescribeImagesCommand,
  DescribeSnapshotsCommand,
  ListImagesInRecycleBinCommand,
  ListSnapshotsInRecycleBinCommand,
  RestoreImageFromRecycleBinCommand,
  RestoreSnapshotFromRecycleBinCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import { ec2Client, failure, PLACE, sandbox } from './fixture.ts';

const DAY = 86_400_000;

/** An image that was deregistered together with its snapshot, and a clock that stands still. */
async function deregistered(settings: { images?: number; snapshots?: number }) {
  const running = await sandbox({ now: () => Date.UTC(2026, 0, 1) });
  const { control } = running;
  control.setRecycleBin(PLACE, settings);
  const [ImageId = ''] = control.addImages(PLACE, [{ Name: 'web' }]);
  const [{ SnapshotId = '' } = {}] = control.state(PLACE).snapshots;
  const ec2 = ec2Client(running);
  await ec2.send(new DeregisterImageCommand({ ImageId, DeleteAssociatedSnapshots: true }));
  return { control, ec2, ImageId, SnapshotId };
}

describe('the Recycle Bin of the sandbox', () => {
  test('without a rule the bin holds nothing', async () => {
    const { ec2, ImageId } = await deregistered({});
    expect((await ec2.send(new ListImagesInRecycleBinCommand({ ImageIds: [ImageId] }))).Images).toEqual([]);
    const refused = await failure(ec2.send(new RestoreImageFromRecycleBinCommand({ ImageId })));
    expect(refused.code).toBe('InvalidAMIID.NotFound');
  });

  test('a held resource is listed with its times, and is absent until it is restored', async () => {
    const { ec2, ImageId, SnapshotId } = await deregistered({ images: 7, snapshots: 3 });
    const enter = new Date(Date.UTC(2026, 0, 1));
    expect((await ec2.send(new ListImagesInRecycleBinCommand({}))).Images).toEqual([
      expect.objectContaining({
        ImageId,
        Name: 'web',
        RecycleBinEnterTime: enter,
        RecycleBinExitTime: new Date(Date.UTC(2026, 0, 8)),
      }),
    ]);
    const { Snapshots } = await ec2.send(new ListSnapshotsInRecycleBinCommand({ SnapshotIds: [SnapshotId] }));
    expect(Snapshots).toEqual([
      expect.objectContaining({ SnapshotId, RecycleBinExitTime: new Date(Date.UTC(2026, 0, 4)) }),
    ]);
    const gone = await failure(ec2.send(new DescribeSnapshotsCommand({ SnapshotIds: [SnapshotId] })));
    expect(gone.code).toBe('InvalidSnapshot.NotFound');
    await ec2.send(new RestoreSnapshotFromRecycleBinCommand({ SnapshotId }));
    await ec2.send(new RestoreImageFromRecycleBinCommand({ ImageId }));
    const { Images } = await ec2.send(new DescribeImagesCommand({ ImageIds: [ImageId] }));
    expect(Images).toEqual([expect.objectContaining({ ImageId, Name: 'web' })]);
    expect((await ec2.send(new ListImagesInRecycleBinCommand({}))).Images).toEqual([]);
  });

  test('it leaves the bin forever when its time is over', async () => {
    const { control, ec2, ImageId } = await deregistered({ images: 7 });
    control.advanceClock(7 * DAY - 1);
    expect((await ec2.send(new ListImagesInRecycleBinCommand({}))).Images).toHaveLength(1);
    control.advanceClock(1);
    expect((await ec2.send(new ListImagesInRecycleBinCommand({}))).Images).toEqual([]);
    const refused = await failure(ec2.send(new RestoreImageFromRecycleBinCommand({ ImageId })));
    expect(refused.code).toBe('InvalidAMIID.NotFound');
  });

  test('DryRun restores nothing', async () => {
    const { ec2, ImageId } = await deregistered({ images: 7 });
    const answer = await failure(ec2.send(new RestoreImageFromRecycleBinCommand({ ImageId, DryRun: true })));
    expect(answer.code).toBe('DryRunOperation');
    expect((await ec2.send(new ListImagesInRecycleBinCommand({}))).Images).toHaveLength(1);
  });
});
