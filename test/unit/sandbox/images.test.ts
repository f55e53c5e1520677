import {
  DeregisterImageCommand,
  DescribeImageAttributeCommand,
  DescribeImagesCommand,
  DescribeSnapshotsCommand,
  ModifyImageAttributeCommand,
  paginateDescribeImages,
  RegisterImageCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import { ec2Client, failure, OTHER, PLACE, sandbox } from './fixture.ts';

const GONE = 'ami-0123456789abcdef0';

describe('DescribeImages', () => {
  test('A6 3,500 images in pages of 1,000 are all seen, each once', async () => {
    const aws = await sandbox();
    const ids = aws.control.addImages(
      PLACE,
      Array.from({ length: 3500 }, (_, n) => ({ Name: `image-${n}`, tags: { n: String(n) } })),
    );
    const seen: string[] = [];
    for await (const page of paginateDescribeImages({ client: ec2Client(aws), pageSize: 1000 }, { Owners: ['self'] })) {
      seen.push(...(page.Images ?? []).map((image) => image.ImageId ?? ''));
    }
    expect(seen).toEqual(ids);
    expect(aws.control.calls({ operation: 'DescribeImages' })).toHaveLength(4);
  });

  test('gives every member that was seeded', async () => {
    const aws = await sandbox();
    const [id = ''] = aws.control.addImages(PLACE, [
      {
        Name: 'a <b> & "c"',
        CreationDate: '2024-01-02T03:04:05.000Z',
        LastLaunchedTime: '2024-05-06T07:08:09Z',
        DeregistrationProtection: 'enabled-without-cooldown',
        tags: { Owner: 'team-ä@example.com', empty: '' },
      },
    ]);
    const { Images } = await ec2Client(aws).send(new DescribeImagesCommand({ ImageIds: [id] }));
    expect(Images?.[0]).toMatchObject({
      ImageId: id,
      Name: 'a <b> & "c"',
      State: 'available',
      OwnerId: PLACE.account,
      Public: false,
      CreationDate: '2024-01-02T03:04:05.000Z',
      LastLaunchedTime: '2024-05-06T07:08:09Z',
      DeregistrationProtection: 'enabled-without-cooldown',
      Tags: [
        { Key: 'Owner', Value: 'team-ä@example.com' },
        { Key: 'empty', Value: '' },
      ],
    });
  });

  test.each([[4], [1001]])('refuses a page of %i', async (MaxResults) => {
    const aws = await sandbox();
    const error = await failure(ec2Client(aws).send(new DescribeImagesCommand({ MaxResults })));
    expect(error).toMatchObject({ code: 'InvalidParameterValue', status: 400 });
  });

  test('refuses a token that it did not give out, or gave out for another question', async () => {
    const aws = await sandbox();
    aws.control.addImages(
      PLACE,
      Array.from({ length: 10 }, () => ({})),
    );
    const client = ec2Client(aws);
    const { NextToken } = await client.send(new DescribeImagesCommand({ Owners: ['self'], MaxResults: 5 }));
    const foreign = await failure(client.send(new DescribeImagesCommand({ MaxResults: 5, NextToken })));
    const invented = await failure(client.send(new DescribeImagesCommand({ MaxResults: 5, NextToken: 'abc' })));
    expect([foreign.code, invented.code]).toEqual(['InvalidPaginationToken', 'InvalidPaginationToken']);
  });

  test('loses nothing when images go between two pages', async () => {
    const aws = await sandbox();
    const ids = aws.control.addImages(
      PLACE,
      Array.from({ length: 10 }, () => ({})),
    );
    const client = ec2Client(aws);
    const first = await client.send(new DescribeImagesCommand({ MaxResults: 5 }));
    await client.send(new DeregisterImageCommand({ ImageId: ids[0] }));
    const second = await client.send(new DescribeImagesCommand({ MaxResults: 5, NextToken: first.NextToken }));
    expect(second.Images?.map((image) => image.ImageId)).toEqual(ids.slice(5));
  });

  test('names an unknown id, and refuses a malformed one', async () => {
    const aws = await sandbox();
    const client = ec2Client(aws);
    const unknown = await failure(client.send(new DescribeImagesCommand({ ImageIds: [GONE] })));
    const malformed = await failure(client.send(new DescribeImagesCommand({ ImageIds: ['ami-xyz'] })));
    expect(unknown).toEqual({
      code: 'InvalidAMIID.NotFound',
      message: `The image id '[${GONE}]' does not exist`,
      status: 400,
    });
    expect(malformed.code).toBe('InvalidAMIID.Malformed');
  });

  test('leaves a deregistered id out while an instance refers to it, and only then says that it does not exist', async () => {
    const aws = await sandbox();
    const client = ec2Client(aws);
    const [id = ''] = aws.control.addImages(PLACE, [{}]);
    const [instance = ''] = aws.control.addInstances(PLACE, [{ ImageId: id }]);
    await client.send(new DeregisterImageCommand({ ImageId: id }));
    const { Images } = await client.send(new DescribeImagesCommand({ ImageIds: [id] }));
    aws.control.remove(PLACE, 'instance', instance);
    const error = await failure(client.send(new DescribeImagesCommand({ ImageIds: [id] })));
    expect(Images).toEqual([]);
    expect(error.code).toBe('InvalidAMIID.NotFound');
  });

  test('shows disabled images only when asked, and deprecated ones only to their owner or when asked', async () => {
    const aws = await sandbox();
    const all = [{ Group: 'all' as const }];
    const [disabled = '', deprecated = ''] = aws.control.addImages(PLACE, [
      { State: 'disabled' },
      { DeprecationTime: '2020-01-01T00:00:00.000Z', launchPermissions: all },
    ]);
    const ids = async (account: string, input: object) => {
      const { Images } = await ec2Client(aws, { account }).send(new DescribeImagesCommand(input));
      return Images?.map((image) => image.ImageId);
    };
    expect(await ids(PLACE.account, {})).toEqual([deprecated]);
    expect(await ids(PLACE.account, { IncludeDisabled: true })).toEqual([disabled, deprecated]);
    expect(await ids(OTHER, {})).toEqual([]);
    expect(await ids(OTHER, { IncludeDeprecated: true })).toEqual([deprecated]);
  });

  test('shows other accounts public images and those shared with them, and to `self` nobody else’s', async () => {
    const aws = await sandbox();
    const [, open = '', shared = ''] = aws.control.addImages(PLACE, [
      {},
      { launchPermissions: [{ Group: 'all' }] },
      { launchPermissions: [{ UserId: OTHER }] },
    ]);
    const client = ec2Client(aws, { account: OTHER });
    const visible = await client.send(new DescribeImagesCommand({}));
    const own = await client.send(new DescribeImagesCommand({ Owners: ['self'] }));
    expect(visible.Images?.map((image) => [image.ImageId, image.Public])).toEqual([
      [open, true],
      [shared, false],
    ]);
    expect(own.Images).toEqual([]);
  });

  test('filters with wildcards, by tag, and refuses a filter that it does not know', async () => {
    const aws = await sandbox();
    const [web = ''] = aws.control.addImages(PLACE, [
      { Name: 'web-1', tags: { team: 'a' } },
      { Name: 'web-2', tags: { team: 'b' } },
      { Name: 'db-1', tags: { team: 'a' } },
    ]);
    const client = ec2Client(aws);
    const filter = (Name: string, ...Values: string[]) => ({ Name, Values });
    const found = await client.send(
      new DescribeImagesCommand({ Filters: [filter('name', 'web-?'), filter('tag:team', 'a', 'c')] }),
    );
    const error = await failure(client.send(new DescribeImagesCommand({ Filters: [filter('colour', 'red')] })));
    expect(found.Images?.map((image) => image.ImageId)).toEqual([web]);
    expect(error).toMatchObject({ code: 'InvalidParameterValue', message: "The filter 'colour' is invalid" });
  });
});

describe('DeregisterImage', () => {
  test('A8 with DryRun changes nothing and says that it would have succeeded', async () => {
    const aws = await sandbox();
    const [ImageId = ''] = aws.control.addImages(PLACE, [{}]);
    const error = await failure(ec2Client(aws).send(new DeregisterImageCommand({ ImageId, DryRun: true })));
    expect(error).toMatchObject({ code: 'DryRunOperation', status: 412 });
    expect(aws.control.state(PLACE).images).toHaveLength(1);
    expect(aws.control.calls().at(-1)).toMatchObject({ operation: 'DeregisterImage', dryRun: true, status: 412 });
  });

  test('A9 does not refuse because of instances and keeps the snapshots', async () => {
    const aws = await sandbox();
    const [ImageId = ''] = aws.control.addImages(PLACE, [{}]);
    aws.control.addInstances(PLACE, [{ ImageId }]);
    const client = ec2Client(aws);
    await client.send(new DeregisterImageCommand({ ImageId }));
    const { Snapshots } = await client.send(new DescribeSnapshotsCommand({ OwnerIds: ['self'] }));
    expect(aws.control.state(PLACE).images).toEqual([]);
    expect(Snapshots).toHaveLength(1);
  });

  test('A10 says Unavailable the second time, NotFound for an id that never was', async () => {
    const aws = await sandbox();
    const [ImageId = ''] = aws.control.addImages(PLACE, [{}]);
    const client = ec2Client(aws);
    await client.send(new DeregisterImageCommand({ ImageId }));
    const again = await failure(client.send(new DeregisterImageCommand({ ImageId })));
    const never = await failure(client.send(new DeregisterImageCommand({ ImageId: GONE })));
    expect([again.code, never.code]).toEqual(['InvalidAMIID.Unavailable', 'InvalidAMIID.NotFound']);
  });

  test('A10 refuses a protected image, and another account’s', async () => {
    const aws = await sandbox();
    const [guarded = '', open = ''] = aws.control.addImages(PLACE, [
      { DeregistrationProtection: 'enabled-with-cooldown' },
      { launchPermissions: [{ Group: 'all' }] },
    ]);
    const own = await failure(ec2Client(aws).send(new DeregisterImageCommand({ ImageId: guarded })));
    const foreign = await failure(
      ec2Client(aws, { account: OTHER }).send(new DeregisterImageCommand({ ImageId: open })),
    );
    expect([own.code, foreign.code]).toEqual(['OperationNotPermitted', 'AuthFailure']);
    expect(aws.control.state(PLACE).images).toHaveLength(2);
  });
});

describe('launch permissions', () => {
  test('are given, shown and taken back', async () => {
    const aws = await sandbox();
    const [ImageId = ''] = aws.control.addImages(PLACE, [{}]);
    const client = ec2Client(aws);
    const shown = async () => {
      const input = { ImageId, Attribute: 'launchPermission' as const };
      return (await client.send(new DescribeImageAttributeCommand(input))).LaunchPermissions;
    };
    const add = { Add: [{ UserId: OTHER }, { Group: 'all' as const }] };
    await client.send(new ModifyImageAttributeCommand({ ImageId, LaunchPermission: add }));
    expect(await shown()).toEqual(add.Add);
    await client.send(new ModifyImageAttributeCommand({ ImageId, LaunchPermission: { Remove: add.Add } }));
    expect(await shown()).toEqual([]);
  });
});

test('RegisterImage makes an image, but no second one of the same name', async () => {
  const aws = await sandbox();
  const client = ec2Client(aws);
  const { ImageId = '' } = await client.send(new RegisterImageCommand({ Name: 'golden' }));
  const { Images } = await client.send(new DescribeImagesCommand({ ImageIds: [ImageId] }));
  const error = await failure(client.send(new RegisterImageCommand({ Name: 'golden' })));
  expect(Images?.[0]?.Name).toBe('golden');
  expect(error.code).toBe('InvalidAMIName.Duplicate');
});
