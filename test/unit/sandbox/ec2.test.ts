import {
  CreateLaunchTemplateCommand,
  CreateLaunchTemplateVersionCommand,
  CreateTagsCommand,
  DeleteTagsCommand,
  DescribeInstancesCommand,
  DescribeLaunchTemplatesCommand,
  DescribeLaunchTemplateVersionsCommand,
  DescribeRegionsCommand,
  DescribeSnapshotsCommand,
  DescribeTagsCommand,
  paginateDescribeInstances,
  paginateDescribeLaunchTemplates,
  paginateDescribeLaunchTemplateVersions,
  RunInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import { ec2Client, failure, PLACE, sandbox } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';

describe('instances', () => {
  test('are run from an image or a template, listed, and terminated', async () => {
    const aws = await sandbox();
    const [ImageId = ''] = aws.control.addImages(PLACE, [{}]);
    const client = ec2Client(aws);
    const LaunchTemplateData = { ImageId, InstanceType: 't3.large' as const };
    const { LaunchTemplate } = await client.send(
      new CreateLaunchTemplateCommand({ LaunchTemplateName: 't', LaunchTemplateData }),
    );
    const run = await client.send(
      new RunInstancesCommand({ LaunchTemplate: { LaunchTemplateName: 't' }, MinCount: 2, MaxCount: 2 }),
    );
    const { Reservations } = await client.send(new DescribeInstancesCommand({}));
    const [first] = Reservations?.[0]?.Instances ?? [];
    const ended = await client.send(new TerminateInstancesCommand({ InstanceIds: [first?.InstanceId ?? ''] }));
    const states = aws.control.state(PLACE).instances.map((instance) => instance.State?.Name);
    expect(run.Instances?.map((instance) => instance.State?.Name)).toEqual(['pending', 'pending']);
    expect(Reservations).toHaveLength(1);
    expect(first).toMatchObject({ ImageId, InstanceType: 't3.large' });
    expect(first?.Tags).toContainEqual({ Key: 'aws:ec2launchtemplate:id', Value: LaunchTemplate?.LaunchTemplateId });
    expect(ended.TerminatingInstances?.[0]?.PreviousState?.Name).toBe('running');
    expect(states).toEqual(['terminated', 'running']);
  });

  test('are not run from an image that is disabled or not there', async () => {
    const aws = await sandbox();
    const [disabled = ''] = aws.control.addImages(PLACE, [{ State: 'disabled' }]);
    const run = (ImageId: string) =>
      failure(ec2Client(aws).send(new RunInstancesCommand({ ImageId, MinCount: 1, MaxCount: 1 })));
    expect([(await run(disabled)).code, (await run(IMAGE)).code]).toEqual([
      'InvalidAMIID.Unavailable',
      'InvalidAMIID.NotFound',
    ]);
  });

  test('come in pages, by id, by state; ids and a page size together are refused', async () => {
    const aws = await sandbox();
    const ids = aws.control.addInstances(
      PLACE,
      Array.from({ length: 12 }, (_, n) => ({
        ImageId: IMAGE,
        state: n < 2 ? ('stopped' as const) : ('running' as const),
      })),
    );
    const client = ec2Client(aws);
    const sizes: (number | undefined)[] = [];
    for await (const page of paginateDescribeInstances({ client, pageSize: 5 }, {}))
      sizes.push(page.Reservations?.length);
    const stopped = await client.send(
      new DescribeInstancesCommand({ Filters: [{ Name: 'instance-state-name', Values: ['stop*'] }] }),
    );
    const both = await failure(
      client.send(new DescribeInstancesCommand({ InstanceIds: [ids[0] ?? ''], MaxResults: 5 })),
    );
    const unknown = await failure(client.send(new DescribeInstancesCommand({ InstanceIds: ['i-0123456789abcdef0'] })));
    expect(sizes).toEqual([5, 5, 2]);
    expect(stopped.Reservations?.flatMap((r) => r.Instances ?? []).map((i) => i.InstanceId)).toEqual(ids.slice(0, 2));
    expect([both.code, unknown.code]).toEqual(['InvalidParameterCombination', 'InvalidInstanceID.NotFound']);
  });
});

describe('launch templates', () => {
  test('keep every version; asked by id, by range, by name of version', async () => {
    const aws = await sandbox();
    const [id = ''] = aws.control.addLaunchTemplates(PLACE, [
      { LaunchTemplateName: 'web', versions: [{ ImageId: 'ami-1' }, { ImageId: 'ami-2' }], DefaultVersionNumber: 1 },
    ]);
    const client = ec2Client(aws);
    await client.send(
      new CreateLaunchTemplateVersionCommand({
        LaunchTemplateId: id,
        SourceVersion: '2',
        LaunchTemplateData: { InstanceType: 't3.nano' },
      }),
    );
    const ask = async (input: object) =>
      (await client.send(new DescribeLaunchTemplateVersionsCommand(input))).LaunchTemplateVersions?.map(
        (version) => `${version.VersionNumber}:${version.LaunchTemplateData?.ImageId}`,
      );
    expect(await ask({ LaunchTemplateId: id })).toEqual(['3:ami-2', '2:ami-2', '1:ami-1']);
    expect(await ask({ LaunchTemplateName: 'web', MinVersion: '2', MaxVersion: '2' })).toEqual(['2:ami-2']);
    expect(await ask({ LaunchTemplateId: id, Versions: ['$Default', '$Latest'] })).toEqual(['3:ami-2', '1:ami-1']);
    expect(await ask({ Versions: ['$Default', '$Latest'] })).toEqual(['1:ami-1', '3:ami-2']);
  });

  test.each([
    ['nothing', {}, 'MissingParameter'],
    ['numbers of all templates', { Versions: ['1'] }, 'InvalidParameterCombination'],
    ['an unknown template', { LaunchTemplateId: 'lt-0123456789abcdef0' }, 'InvalidLaunchTemplateId.NotFound'],
    ['an unknown version', { LaunchTemplateName: 'web', Versions: ['9'] }, 'InvalidLaunchTemplateId.VersionNotFound'],
    ['a page of 201', { LaunchTemplateName: 'web', MaxResults: 201 }, 'InvalidParameterValue'],
  ])('refuses to show versions of %s', async (_what, input, code) => {
    const aws = await sandbox();
    aws.control.addLaunchTemplates(PLACE, [{ LaunchTemplateName: 'web', versions: [{}] }]);
    const error = await failure(ec2Client(aws).send(new DescribeLaunchTemplateVersionsCommand(input)));
    expect(error.code).toBe(code);
  });

  test('and their versions come in pages of 200 even when no size was asked for', async () => {
    const aws = await sandbox();
    const many = Array.from({ length: 450 }, () => ({ ImageId: IMAGE }));
    aws.control.addLaunchTemplates(PLACE, [
      { LaunchTemplateName: 'many', versions: many },
      ...many.map(() => ({ versions: [{}] })),
    ]);
    const client = ec2Client(aws);
    const versions = new Set<number | undefined>();
    for await (const page of paginateDescribeLaunchTemplateVersions({ client }, { LaunchTemplateName: 'many' })) {
      for (const version of page.LaunchTemplateVersions ?? []) versions.add(version.VersionNumber);
    }
    const sizes: (number | undefined)[] = [];
    for await (const page of paginateDescribeLaunchTemplates({ client }, {})) sizes.push(page.LaunchTemplates?.length);
    expect(versions.size).toBe(450);
    expect(sizes).toEqual([200, 200, 51]);
  });

  test('have names that are taken once, and are missed by name and by id', async () => {
    const aws = await sandbox();
    aws.control.addLaunchTemplates(PLACE, [{ LaunchTemplateName: 'web', versions: [{}] }]);
    const client = ec2Client(aws);
    const again = await failure(
      client.send(
        new CreateLaunchTemplateCommand({ LaunchTemplateName: 'web', LaunchTemplateData: { InstanceType: 't3.nano' } }),
      ),
    );
    const name = await failure(client.send(new DescribeLaunchTemplatesCommand({ LaunchTemplateNames: ['web', 'no'] })));
    const id = await failure(
      client.send(new DescribeLaunchTemplatesCommand({ LaunchTemplateIds: ['lt-0123456789abcdef0'] })),
    );
    expect([again.code, name.code, id.code]).toEqual([
      'InvalidLaunchTemplateName.AlreadyExistsException',
      'InvalidLaunchTemplateName.NotFoundException',
      'InvalidLaunchTemplateId.NotFound',
    ]);
  });
});

describe('tags', () => {
  test('are put on any kind of resource, listed by resource, and taken off', async () => {
    const aws = await sandbox();
    const [image = ''] = aws.control.addImages(PLACE, [{ tags: { old: '1' } }]);
    const [template = ''] = aws.control.addLaunchTemplates(PLACE, [{ versions: [{}] }]);
    const client = ec2Client(aws);
    const Tags = [{ Key: 'holystone:keep', Value: 'always' }];
    await client.send(new CreateTagsCommand({ Resources: [image, template], Tags }));
    await client.send(new DeleteTagsCommand({ Resources: [image], Tags: [{ Key: 'old' }] }));
    const found = await client.send(new DescribeTagsCommand({}));
    expect(found.Tags).toEqual([
      { ResourceId: image, ResourceType: 'image', ...Tags[0] },
      { ResourceId: template, ResourceType: 'launch-template', ...Tags[0] },
    ]);
  });

  test('that AWS reserves, that are too many, or for an absent resource, are refused, and then none is written', async () => {
    const aws = await sandbox();
    const [image = ''] = aws.control.addImages(PLACE, [{}]);
    const client = ec2Client(aws);
    const code = async (Resources: string[], keys: string[], DryRun = false) => {
      const Tags = keys.map((Key) => ({ Key, Value: 'x' }));
      return (await failure(client.send(new CreateTagsCommand({ Resources, Tags, DryRun })))).code;
    };
    expect(await code([image], ['aws:x'])).toBe('InvalidParameterValue');
    expect(
      await code(
        [image],
        Array.from({ length: 51 }, (_, n) => `k${n}`),
      ),
    ).toBe('TagLimitExceeded');
    expect(await code([image, IMAGE], ['a'])).toBe('InvalidAMIID.NotFound');
    expect(await code([image], ['a'], true)).toBe('DryRunOperation');
    expect(aws.control.state(PLACE).images[0]?.Tags).toBeUndefined();
  });
});

test('snapshots of images have the tags and the description that CreateImage writes', async () => {
  const aws = await sandbox();
  const [image = ''] = aws.control.addImages(PLACE, [{}]);
  const client = ec2Client(aws);
  const { Snapshots } = await client.send(
    new DescribeSnapshotsCommand({
      Filters: [{ Name: 'description', Values: [`Created by CreateImage(*) for ${image}`] }],
    }),
  );
  const missing = await failure(client.send(new DescribeSnapshotsCommand({ SnapshotIds: ['snap-0123456789abcdef0'] })));
  expect(Snapshots).toHaveLength(1);
  expect(missing.code).toBe('InvalidSnapshot.NotFound');
});

test('A14 regions say which of them are switched on', async () => {
  const aws = await sandbox();
  const client = ec2Client(aws);
  const enabled = await client.send(new DescribeRegionsCommand({}));
  const [off] = (await client.send(new DescribeRegionsCommand({ RegionNames: ['af-south-1'] }))).Regions ?? [];
  const error = await failure(ec2Client(aws, { region: 'af-south-1' }).send(new DescribeInstancesCommand({})));
  expect(enabled.Regions?.map((region) => region.RegionName)).toEqual(['us-east-1', 'eu-west-1']);
  expect(off?.OptInStatus).toBe('not-opted-in');
  expect(error).toMatchObject({ code: 'AuthFailure', status: 401 });
});
