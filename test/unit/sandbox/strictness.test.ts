import { DeleteAutoScalingGroupCommand, DescribeAutoScalingGroupsCommand } from '@aws-sdk/client-auto-scaling';
import * as ec2 from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import type { RunningSandbox } from '../../../sandbox/aws/index.ts';
import { autoScalingClient, ec2Client, failure, HOME, OTHER, PLACE, sandbox } from './fixture.ts';

/** A form as no SDK would send it. */
async function send(aws: RunningSandbox, service: string, form: string) {
  const response = await fetch(aws.url, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=AKIA0000${HOME}/20250101/us-east-1/${service}/aws4_request, Signature=0`,
    },
    body: form,
  });
  const [, code] = /<Code>(.*?)<\/Code>/.exec(await response.text()) ?? [];
  return `${response.status} ${code}`;
}

describe('a form', () => {
  test.each([
    ['an unknown parameter', 'Action=DescribeImages&Version=2016-11-15&Colour=red', '400 UnknownParameter'],
    [
      'an unknown parameter further down',
      'Action=DescribeImages&Version=2016-11-15&Filter.1.Nam=x',
      '400 UnknownParameter',
    ],
    ['a list without numbers', 'Action=DescribeImages&Version=2016-11-15&Owner.x=self', '400 MalformedQueryString'],
    ['text for a number', 'Action=DescribeImages&Version=2016-11-15&MaxResults=many', '400 InvalidParameterValue'],
    ['text for a truth value', 'Action=DescribeImages&Version=2016-11-15&DryRun=maybe', '400 InvalidParameterValue'],
    ['a required parameter missing', 'Action=DeregisterImage&Version=2016-11-15', '400 MissingParameter'],
    ['no action', 'Version=2016-11-15', '400 InvalidAction'],
    ['an unknown version', 'Action=Nonsense&Version=1999-01-01', '400 InvalidAction'],
  ])('with %s is refused', async (_what, form, answer) => {
    const aws = await sandbox();
    expect(await send(aws, 'ec2', form)).toBe(answer);
  });

  test('without a group’s name is a ValidationError for Auto Scaling', async () => {
    const aws = await sandbox();
    expect(await send(aws, 'autoscaling', 'Action=DeleteAutoScalingGroup&Version=2011-01-01')).toBe(
      '400 ValidationError',
    );
  });

  test('without a signature is refused', async () => {
    const aws = await sandbox();
    const response = await fetch(aws.url, { method: 'POST', body: 'Action=DescribeImages&Version=2016-11-15' });
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('MissingAuthenticationToken'),
    ]);
  });
});

describe('DryRun of every operation that writes', () => {
  const image = (aws: RunningSandbox) => aws.control.addImages(PLACE, [{}])[0] ?? '';
  const instance = (aws: RunningSandbox) => aws.control.addInstances(PLACE, [{}])[0] ?? '';
  const template = (aws: RunningSandbox) => aws.control.addLaunchTemplates(PLACE, [{ versions: [{}] }])[0] ?? '';
  const snapshot = (aws: RunningSandbox) => aws.control.addSnapshots(PLACE, [{}])[0] ?? '';
  const DryRun = true;
  const Tags = [{ Key: 'a', Value: 'b' }];
  const LaunchTemplateData = { InstanceType: 't3.nano' as const };
  type Send = (client: ec2.EC2Client, aws: RunningSandbox) => Promise<unknown>;

  test.each<[string, Send]>([
    [
      'CreateLaunchTemplate',
      (c) => c.send(new ec2.CreateLaunchTemplateCommand({ LaunchTemplateName: 'abc', LaunchTemplateData, DryRun })),
    ],
    [
      'CreateLaunchTemplateVersion',
      (c, aws) =>
        c.send(
          new ec2.CreateLaunchTemplateVersionCommand({ LaunchTemplateId: template(aws), LaunchTemplateData, DryRun }),
        ),
    ],
    ['CreateTags', (c, aws) => c.send(new ec2.CreateTagsCommand({ Resources: [image(aws)], Tags, DryRun }))],
    ['DeleteSnapshot', (c, aws) => c.send(new ec2.DeleteSnapshotCommand({ SnapshotId: snapshot(aws), DryRun }))],
    [
      'CreateSnapshot',
      (c, aws) => {
        const [VolumeId = ''] = aws.control.addVolumes(PLACE, [{}]);
        return c.send(new ec2.CreateSnapshotCommand({ VolumeId, DryRun }));
      },
    ],
    [
      'ModifySnapshotAttribute',
      (c, aws) => {
        const CreateVolumePermission = { Add: [{ UserId: OTHER }] };
        return c.send(
          new ec2.ModifySnapshotAttributeCommand({ SnapshotId: snapshot(aws), CreateVolumePermission, DryRun }),
        );
      },
    ],
    ['DeleteTags', (c, aws) => c.send(new ec2.DeleteTagsCommand({ Resources: [instance(aws)], DryRun }))],
    ['DeregisterImage', (c, aws) => c.send(new ec2.DeregisterImageCommand({ ImageId: image(aws), DryRun }))],
    [
      'ModifyImageAttribute',
      (c, aws) =>
        c.send(
          new ec2.ModifyImageAttributeCommand({
            ImageId: image(aws),
            LaunchPermission: { Add: [{ UserId: OTHER }] },
            DryRun,
          }),
        ),
    ],
    ['DisableImage', (c, aws) => c.send(new ec2.DisableImageCommand({ ImageId: image(aws), DryRun }))],
    [
      'EnableImage',
      (c, aws) => {
        const [ImageId = ''] = aws.control.addImages(PLACE, [{ State: 'disabled' }]);
        return c.send(new ec2.EnableImageCommand({ ImageId, DryRun }));
      },
    ],
    ['RegisterImage', (c) => c.send(new ec2.RegisterImageCommand({ Name: 'abc', DryRun }))],
    [
      'RunInstances',
      (c, aws) => c.send(new ec2.RunInstancesCommand({ ImageId: image(aws), MinCount: 1, MaxCount: 1, DryRun })),
    ],
    [
      'TerminateInstances',
      (c, aws) => c.send(new ec2.TerminateInstancesCommand({ InstanceIds: [instance(aws)], DryRun })),
    ],
  ])('A8 %s', async (operation, call) => {
    const aws = await sandbox();
    let before: unknown;
    const client = ec2Client(aws);
    client.middlewareStack.add(
      (next) => (args) => {
        before = aws.control.state(PLACE);
        return next(args);
      },
      { step: 'initialize' },
    );
    const error = await failure(call(client, aws));
    expect(error).toMatchObject({ code: 'DryRunOperation', status: 412 });
    expect(aws.control.state(PLACE)).toEqual(before);
    expect(aws.control.calls().at(-1)).toMatchObject({ operation, dryRun: true });
  });

  test('of one that is denied is a refusal', async () => {
    const aws = await sandbox();
    aws.control.deny({ account: HOME, action: 'ec2:DeregisterImage' });
    const input = { ImageId: image(aws), DryRun };
    const error = await failure(ec2Client(aws).send(new ec2.DeregisterImageCommand(input)));
    expect(error.code).toBe('UnauthorizedOperation');
  });
});

test('a wildcard in a filter can be meant literally, other signs always are', async () => {
  const aws = await sandbox();
  aws.control.addImages(PLACE, [{ Name: 'a*b' }, { Name: 'axb' }, { Name: 'a.b' }, { Name: 'a\\b' }]);
  const names = async (...Values: string[]) => {
    const { Images = [] } = await ec2Client(aws).send(
      new ec2.DescribeImagesCommand({ Filters: [{ Name: 'name', Values }] }),
    );
    return Images.map((image) => image.Name);
  };
  expect(await names('a\\*b')).toEqual(['a*b']);
  expect(await names('a.b')).toEqual(['a.b']);
  expect(await names('a\\\\b')).toEqual(['a\\b']);
  expect(await names('a?b')).toHaveLength(4);
});

test('more than 200 filter values, or more than 50 names of groups, are too many', async () => {
  const aws = await sandbox();
  const many = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`);
  const Filters = [{ Name: 'name', Values: many(201) }];
  const filter = await failure(ec2Client(aws).send(new ec2.DescribeImagesCommand({ Filters })));
  const list = (count: number) =>
    autoScalingClient(aws).send(new DescribeAutoScalingGroupsCommand({ AutoScalingGroupNames: many(count) }));
  await list(50);
  const names = await failure(list(51));
  expect([filter.code, names.code]).toEqual(['FilterLimitExceeded', 'ValidationError']);
});

test('callers cannot change seeded resources or logged calls', async () => {
  const aws = await sandbox();
  const seed = { AutoScalingGroupName: 'web', LoadBalancerNames: ['a'] };
  aws.control.addAutoScalingGroups(PLACE, [seed]);
  seed.LoadBalancerNames.push('b');
  await failure(autoScalingClient(aws).send(new DeleteAutoScalingGroupCommand({ AutoScalingGroupName: 'nobody' })));
  const [group] = aws.control.state(PLACE).autoScalingGroups;
  expect(group?.LoadBalancerNames).toEqual(['a']);
  expect(() => group?.LoadBalancerNames?.push('c')).toThrow(TypeError);
  expect(Object.isFrozen(aws.control.calls()[0])).toBe(true);
});
