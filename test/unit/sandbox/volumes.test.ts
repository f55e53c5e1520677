import {
  AttachVolumeCommand,
  CreateTagsCommand,
  CreateVolumeCommand,
  DeleteVolumeCommand,
  DescribeInstancesCommand,
  DescribeVolumeStatusCommand,
  DescribeVolumesCommand,
  type DescribeVolumesCommandInput,
  DescribeVolumesModificationsCommand,
  DetachVolumeCommand,
  ModifyVolumeCommand,
  paginateDescribeVolumes,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import { ec2Client, failure, PLACE, sandbox } from './fixture.ts';

const NOWHERE = 'vol-0123456789abcdef0';
const AvailabilityZone = 'us-east-1a';

test('a volume is made, tagged, attached, detached and deleted', async () => {
  const aws = await sandbox();
  const ec2 = ec2Client(aws);
  const [InstanceId = ''] = aws.control.addInstances(PLACE, [{}]);
  const { VolumeId = '', State } = await ec2.send(new CreateVolumeCommand({ AvailabilityZone, Size: 10 }));
  await ec2.send(new CreateTagsCommand({ Resources: [VolumeId], Tags: [{ Key: 'a', Value: 'b' }] }));
  const describeIt = async () => (await ec2.send(new DescribeVolumesCommand({ VolumeIds: [VolumeId] }))).Volumes?.[0];
  const mappings = async () =>
    (await ec2.send(new DescribeInstancesCommand({}))).Reservations?.[0]?.Instances?.[0]?.BlockDeviceMappings ?? [];
  expect([State, await describeIt()]).toMatchObject([
    'creating',
    { State: 'available', Size: 10, VolumeType: 'gp3', Iops: 3000, Throughput: 125, Tags: [{ Key: 'a', Value: 'b' }] },
  ]);
  await ec2.send(new AttachVolumeCommand({ VolumeId, InstanceId, Device: '/dev/sdf' }));
  expect([await describeIt(), await mappings()]).toMatchObject([
    { State: 'in-use', Attachments: [{ InstanceId, Device: '/dev/sdf', State: 'attached' }] },
    [{ DeviceName: '/dev/sdf', Ebs: { VolumeId } }],
  ]);
  expect((await failure(ec2.send(new DeleteVolumeCommand({ VolumeId })))).code).toBe('VolumeInUse');
  await ec2.send(new DetachVolumeCommand({ VolumeId }));
  expect([await describeIt(), await mappings()]).toMatchObject([{ State: 'available' }, []]);
  await ec2.send(new DeleteVolumeCommand({ VolumeId }));
  expect(await failure(describeIt())).toMatchObject({ code: 'InvalidVolume.NotFound', status: 400 });
});

test('a terminated instance takes the volumes with DeleteOnTermination along and frees the others', async () => {
  const aws = await sandbox();
  const [InstanceId = ''] = aws.control.addInstances(PLACE, [{}]);
  const [, data] = aws.control.addVolumes(PLACE, [
    { Attachments: [{ InstanceId, DeleteOnTermination: true }] },
    { Attachments: [{ InstanceId, DeleteOnTermination: false }] },
  ]);
  await ec2Client(aws).send(new TerminateInstancesCommand({ InstanceIds: [InstanceId] }));
  expect(aws.control.state(PLACE).volumes).toMatchObject([{ VolumeId: data, State: 'available', Attachments: [] }]);
});

describe('DeleteVolume', () => {
  test.each([
    ['available', undefined],
    ['error', undefined],
    ['in-use', 'VolumeInUse'],
    ['creating', 'IncorrectState'],
    ['deleting', 'IncorrectState'],
  ] as const)('of one that is %s → %s', async (State, code) => {
    const aws = await sandbox();
    const [VolumeId] = aws.control.addVolumes(PLACE, [{ State }]);
    const deleted = ec2Client(aws).send(new DeleteVolumeCommand({ VolumeId }));
    if (code === undefined) await expect(deleted).resolves.toBeDefined();
    else expect((await failure(deleted)).code).toBe(code);
    expect(aws.control.state(PLACE).volumes).toHaveLength(code === undefined ? 0 : 1);
  });

  test('with DryRun says that it would succeed, and does not; of an absent volume, that it is not there', async () => {
    const aws = await sandbox();
    const [VolumeId] = aws.control.addVolumes(PLACE, [{}]);
    const tried = (id: string | undefined) =>
      failure(ec2Client(aws).send(new DeleteVolumeCommand({ VolumeId: id, DryRun: true })));
    expect(await tried(VolumeId)).toMatchObject({ code: 'DryRunOperation', status: 412 });
    expect((await tried(NOWHERE)).code).toBe('InvalidVolume.NotFound');
    expect(aws.control.state(PLACE).volumes).toHaveLength(1);
  });

  test('is shown late where reads are', async () => {
    const aws = await sandbox();
    const [VolumeId = ''] = aws.control.addVolumes(PLACE, [{}]);
    aws.control.setConsistency({ reads: 1 });
    const ec2 = ec2Client(aws);
    await ec2.send(new DeleteVolumeCommand({ VolumeId }));
    const describeIt = () => ec2.send(new DescribeVolumesCommand({ VolumeIds: [VolumeId] }));
    expect((await describeIt()).Volumes).toHaveLength(1);
    expect((await failure(describeIt())).code).toBe('InvalidVolume.NotFound');
  });
});

describe('DescribeVolumes', () => {
  test('comes in pages of 5 to 1,000; ids and a page size together are refused, and so is an unknown filter', async () => {
    const aws = await sandbox();
    const ids = aws.control.addVolumes(
      PLACE,
      Array.from({ length: 12 }, () => ({})),
    );
    const client = ec2Client(aws);
    const pages: number[] = [];
    for await (const { Volumes } of paginateDescribeVolumes({ client, pageSize: 5 }, {}))
      pages.push(Volumes?.length ?? 0);
    const codeOf = async (input: DescribeVolumesCommandInput) =>
      (await failure(client.send(new DescribeVolumesCommand(input)))).code;
    expect(pages).toEqual([5, 5, 2]);
    expect(await codeOf({ MaxResults: 4 })).toBe('InvalidParameterValue');
    expect(await codeOf({ MaxResults: 1001 })).toBe('InvalidParameterValue');
    expect(await codeOf({ MaxResults: 5, VolumeIds: [ids[0] ?? ''] })).toBe('InvalidParameterCombination');
    expect(await codeOf({ VolumeIds: ['vol-x'] })).toBe('InvalidVolumeID.Malformed');
    expect(await codeOf({ Filters: [{ Name: 'colour', Values: ['red'] }] })).toBe('InvalidParameterValue');
  });

  test.each([
    ['status', 'available', 1],
    ['attachment.instance-id', 'i-1', 1],
    ['attachment.status', 'attached', 1],
    ['volume-type', 'io*', 1],
    ['tag:team', 'a', 1],
    ['multi-attach-enabled', 'true', 0],
  ])('by %s', async (Name, value, count) => {
    const aws = await sandbox();
    aws.control.addVolumes(PLACE, [
      { VolumeType: 'io2', Attachments: [{ InstanceId: 'i-1' }] },
      { tags: { team: 'a' } },
    ]);
    const Filters = [{ Name, Values: [value] }];
    const { Volumes } = await ec2Client(aws).send(new DescribeVolumesCommand({ Filters }));
    expect(Volumes).toHaveLength(count);
  });
});

test('a modification is reported of those that have one; another is refused meanwhile', async () => {
  const aws = await sandbox();
  const [VolumeId = '', other = ''] = aws.control.addVolumes(PLACE, [{ Size: 8 }, {}]);
  const ec2 = ec2Client(aws);
  await ec2.send(new ModifyVolumeCommand({ VolumeId, Size: 16 }));
  const { VolumesModifications } = await ec2.send(new DescribeVolumesModificationsCommand({}));
  expect(VolumesModifications).toMatchObject([
    { VolumeId, ModificationState: 'modifying', OriginalSize: 8, TargetSize: 16 },
  ]);
  const again = await failure(ec2.send(new ModifyVolumeCommand({ VolumeId, Size: 32 })));
  const named = await failure(ec2.send(new DescribeVolumesModificationsCommand({ VolumeIds: [other] })));
  const tooMany = await failure(ec2.send(new DescribeVolumesModificationsCommand({ MaxResults: 501 })));
  expect([again.code, named.code, tooMany.code]).toEqual([
    'IncorrectModificationState',
    'InvalidVolumeModification.NotFound',
    'InvalidParameterValue',
  ]);
});

test('the status reports initialization where the volume did not begin empty', async () => {
  const aws = await sandbox();
  aws.control.addVolumes(PLACE, [{ initialization: { InitializationType: 'default', Progress: 40 } }, {}]);
  const { VolumeStatuses = [] } = await ec2Client(aws).send(new DescribeVolumeStatusCommand({}));
  const details = VolumeStatuses.map(({ InitializationStatusDetails, VolumeStatus }) => [
    InitializationStatusDetails?.Progress,
    VolumeStatus?.Details?.at(-1)?.Status,
  ]);
  expect(details).toEqual([
    [40, 'initializing'],
    [undefined, 'completed'],
  ]);
});
