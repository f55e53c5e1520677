import {
  CreateLaunchTemplateCommand,
  CreateLaunchTemplateVersionCommand,
  DeleteLaunchTemplateCommand,
  DeleteLaunchTemplateVersionsCommand,
  DescribeLaunchTemplatesCommand,
  DescribeLaunchTemplateVersionsCommand,
} from '@aws-sdk/client-ec2';
import { expect, test } from '@jest/globals';
import { ec2Client, failure, PLACE, sandbox } from './fixture.ts';

const DATA = { InstanceType: 't3.micro' as const };

const start = async () => {
  const aws = await sandbox();
  const [LaunchTemplateId = ''] = aws.control.addLaunchTemplates(PLACE, [
    { LaunchTemplateName: 'web', versions: [{}, {}, {}], descriptions: ['first', undefined, 'third'] },
  ]);
  return { aws, ec2: ec2Client(aws), LaunchTemplateId };
};

test('a launch template goes with all its versions, by id or by name, and is answered', async () => {
  const { ec2, LaunchTemplateId } = await start();
  const { LaunchTemplate } = await ec2.send(new DeleteLaunchTemplateCommand({ LaunchTemplateName: 'web' }));
  expect(LaunchTemplate).toMatchObject({ LaunchTemplateId, LatestVersionNumber: 3 });
  expect(await failure(ec2.send(new DescribeLaunchTemplateVersionsCommand({ LaunchTemplateId })))).toMatchObject({
    code: 'InvalidLaunchTemplateId.NotFound',
  });
});

test('with DryRun the template stays, and a caller without the permission gets the error', async () => {
  const { aws, ec2, LaunchTemplateId } = await start();
  const dryRunDelete = () => failure(ec2.send(new DeleteLaunchTemplateCommand({ LaunchTemplateId, DryRun: true })));
  expect(await dryRunDelete()).toMatchObject({ code: 'DryRunOperation', status: 412 });
  aws.control.deny({ account: PLACE.account, action: 'ec2:DeleteLaunchTemplate' });
  expect(await dryRunDelete()).toMatchObject({ code: 'UnauthorizedOperation', status: 403 });
  expect((await ec2.send(new DescribeLaunchTemplatesCommand({}))).LaunchTemplates).toHaveLength(1);
});

test.each([
  ['InvalidLaunchTemplateId.NotFound', { LaunchTemplateId: 'lt-0123456789abcdef0' }],
  ['InvalidLaunchTemplateId.Malformed', { LaunchTemplateId: 'lt-1' }],
  ['InvalidLaunchTemplateName.NotFoundException', { LaunchTemplateName: 'api' }],
  ['InvalidParameterCombination', {}],
])('one that is not there answers %s', async (code, which) => {
  const { ec2 } = await start();
  expect(await failure(ec2.send(new DeleteLaunchTemplateCommand(which)))).toMatchObject({ code });
});

test('versions go one by one, the default one never; a number that is free stays free', async () => {
  const { ec2, LaunchTemplateId } = await start();
  const answer = await ec2.send(
    new DeleteLaunchTemplateVersionsCommand({ LaunchTemplateId, Versions: ['1', '3', '7'] }),
  );
  const numbers = (list: readonly { VersionNumber?: number | undefined }[] = []) =>
    list.map(({ VersionNumber }) => VersionNumber);
  expect(numbers(answer.SuccessfullyDeletedLaunchTemplateVersions)).toEqual([3]);
  expect(numbers(answer.UnsuccessfullyDeletedLaunchTemplateVersions)).toEqual([1, 7]);
  const versions = async (...Versions: string[]) => {
    const found = await ec2.send(new DescribeLaunchTemplateVersionsCommand({ LaunchTemplateId, Versions }));
    return numbers(found.LaunchTemplateVersions);
  };
  expect(await versions('$Latest')).toEqual([2]);
  const next = { LaunchTemplateId, LaunchTemplateData: DATA, VersionDescription: 'fourth' };
  await ec2.send(new CreateLaunchTemplateVersionCommand(next));
  expect(await versions('$Latest', '$Default')).toEqual([4, 1]);
});

test('versions keep their descriptions, the first one too', async () => {
  const { ec2, LaunchTemplateId } = await start();
  const descriptions = async (which: object) => {
    const { LaunchTemplateVersions = [] } = await ec2.send(new DescribeLaunchTemplateVersionsCommand(which));
    return LaunchTemplateVersions.map(({ VersionDescription }) => VersionDescription);
  };
  expect(await descriptions({ LaunchTemplateId })).toEqual(['third', undefined, 'first']);
  const made = { LaunchTemplateName: 'api', LaunchTemplateData: DATA, VersionDescription: 'made' };
  await ec2.send(new CreateLaunchTemplateCommand(made));
  expect(await descriptions({ LaunchTemplateName: 'api' })).toEqual(['made']);
});
