import {
  DeleteSnapshotCommand,
  DeregisterImageCommand,
  DescribeImageAttributeCommand,
  DescribeImagesCommand,
  DisableImageCommand,
  EnableImageCommand,
  ListImagesInRecycleBinCommand,
  ModifyImageAttributeCommand,
  RunInstancesCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import type { ImageSeed } from '../../../sandbox/aws/index.ts';
import { ec2Client, failure, HOME, OTHER, PLACE, sandbox } from './fixture.ts';

async function having(seed: ImageSeed = {}) {
  const aws = await sandbox();
  const [ImageId = ''] = aws.control.addImages(PLACE, [seed]);
  const own = ec2Client(aws);
  const stateOf = async (IncludeDisabled: boolean) =>
    (await own.send(new DescribeImagesCommand({ Owners: ['self'], IncludeDisabled }))).Images?.[0]?.State;
  const launch = (client = own) => client.send(new RunInstancesCommand({ ImageId, MinCount: 1, MaxCount: 1 }));
  const share = (change: object) => own.send(new ModifyImageAttributeCommand({ ImageId, LaunchPermission: change }));
  const sharedWith = async () => {
    const asked = new DescribeImageAttributeCommand({ ImageId, Attribute: 'launchPermission' });
    return (await own.send(asked)).LaunchPermissions;
  };
  const disable = () => own.send(new DisableImageCommand({ ImageId }));
  const enable = () => own.send(new EnableImageCommand({ ImageId }));
  return { control: aws.control, aws, ImageId, own, stateOf, launch, share, sharedWith, disable, enable };
}

const SHARED = [{ UserId: OTHER }, { Group: 'all' as const }];

describe('DisableImage', () => {
  test('takes the image out of listings and launches, until EnableImage', async () => {
    const { stateOf, launch, disable, enable } = await having();
    expect(await disable()).toMatchObject({ Return: true });
    expect([await stateOf(false), await stateOf(true)]).toEqual([undefined, 'disabled']);
    expect(await failure(launch())).toMatchObject({ code: 'InvalidAMIID.Unavailable', status: 400 });
    expect(await enable()).toMatchObject({ Return: true });
    expect(await stateOf(false)).toBe('available');
    expect((await launch()).Instances).toHaveLength(1);
  });

  test('takes every launch permission away, gets no new one, and EnableImage brings none back', async () => {
    const { aws, ImageId, own, launch, share, sharedWith, disable, enable } = await having({
      launchPermissions: SHARED,
    });
    const other = ec2Client(aws, { account: OTHER });
    await disable();
    expect(await sharedWith()).toEqual([]);
    expect(await failure(share({ Add: [{ UserId: OTHER }] }))).toMatchObject({ code: 'InvalidAMIID.Unavailable' });
    expect(await failure(launch(other))).toMatchObject({ code: 'InvalidAMIID.NotFound' });
    await enable();
    const { Images } = await own.send(new DescribeImagesCommand({ ImageIds: [ImageId] }));
    expect(Images).toMatchObject([{ State: 'available', Public: false }]);
    expect(await sharedWith()).toEqual([]);
    expect(await failure(launch(other))).toMatchObject({ code: 'InvalidAMIID.NotFound' });
    await share({ Add: [{ UserId: OTHER }] });
    expect((await launch(other)).Instances).toHaveLength(1);
  });

  test('of a disabled one, and EnableImage of an available one, change nothing and succeed', async () => {
    const { stateOf, sharedWith, disable, enable } = await having({ launchPermissions: SHARED });
    expect(await enable()).toMatchObject({ Return: true });
    expect(await sharedWith()).toEqual(SHARED);
    await disable();
    expect(await disable()).toMatchObject({ Return: true });
    expect(await stateOf(true)).toBe('disabled');
  });

  test('is refused in another state, of another account’s, of one that is gone or never was', async () => {
    const { aws, control, ImageId, own, disable, enable } = await having({ launchPermissions: SHARED });
    control.update(PLACE, 'image', ImageId, { State: 'pending' });
    expect(await failure(disable())).toMatchObject({ code: 'InvalidAMIID.Unavailable' });
    expect(await failure(enable())).toMatchObject({ code: 'InvalidAMIID.Unavailable' });
    control.update(PLACE, 'image', ImageId, { State: 'available' });
    const foreign = ec2Client(aws, { account: OTHER }).send(new DisableImageCommand({ ImageId }));
    expect(await failure(foreign)).toMatchObject({ code: 'AuthFailure' });
    await own.send(new DeregisterImageCommand({ ImageId }));
    expect(await failure(disable())).toMatchObject({ code: 'InvalidAMIID.Unavailable' });
    const never = new DisableImageCommand({ ImageId: 'ami-0123456789abcdef0' });
    expect(await failure(own.send(never))).toMatchObject({ code: 'InvalidAMIID.NotFound' });
  });

  test('asks with DryRun for the right alone', async () => {
    const { control, ImageId, own } = await having();
    const asked = () => own.send(new DisableImageCommand({ ImageId, DryRun: true }));
    expect(await failure(asked())).toMatchObject({ code: 'DryRunOperation' });
    control.deny({ account: HOME, action: 'ec2:DisableImage' });
    expect(await failure(asked())).toMatchObject({ code: 'UnauthorizedOperation' });
  });

  test('leaves deregistration protection, snapshots and the Recycle Bin as they are', async () => {
    const { control, ImageId, own, disable } = await having({ DeregistrationProtection: 'enabled-without-cooldown' });
    control.setRecycleBin(PLACE, { images: 7 });
    await disable();
    const [snapshot] = control.state(PLACE).snapshots;
    const gone = own.send(new DeleteSnapshotCommand({ SnapshotId: snapshot?.SnapshotId }));
    expect(await failure(gone)).toMatchObject({ code: 'InvalidSnapshot.InUse' });
    const deregister = () => own.send(new DeregisterImageCommand({ ImageId }));
    expect(await failure(deregister())).toMatchObject({ code: 'OperationNotPermitted' });
    control.update(PLACE, 'image', ImageId, { DeregistrationProtection: 'disabled' });
    await deregister();
    const { Images } = await own.send(new ListImagesInRecycleBinCommand({}));
    expect(Images).toMatchObject([{ ImageId }]);
  });
});

test('DescribeImages refuses to look for disabled ones that it is not to include', async () => {
  const { own } = await having({ State: 'disabled' });
  const Filters = [{ Name: 'state', Values: ['disabled'] }];
  expect(await failure(own.send(new DescribeImagesCommand({ Filters })))).toMatchObject({ code: 'InvalidParameter' });
  const { Images } = await own.send(new DescribeImagesCommand({ Filters, IncludeDisabled: true }));
  expect(Images).toHaveLength(1);
});
