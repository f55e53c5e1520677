import {
  DescribeImageReferencesCommand,
  type DescribeImageReferencesCommandInput,
  DescribeImagesCommand,
  DescribeImageUsageReportEntriesCommand,
  DescribeImageUsageReportsCommand,
  RunInstancesCommand,
} from '@aws-sdk/client-ec2';
import {
  DescribeOrganizationCommand,
  ListAccountsCommand,
  ListAccountsForParentCommand,
  ListOrganizationalUnitsForParentCommand,
  OrganizationsClient,
} from '@aws-sdk/client-organizations';
import { AssumeRoleCommand, GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { describe, expect, test } from '@jest/globals';
import { client, ec2Client, failure, HOME, OTHER, PLACE, sandbox, stsClient } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';

describe('DescribeImageReferences', () => {
  const ask = async (input: Partial<DescribeImageReferencesCommandInput>) => {
    const running = await sandbox();
    const versions = Array.from({ length: 12 }, (_, n) => ({ ImageId: n === 0 ? IMAGE : 'ami-1' }));
    running.control.addLaunchTemplates(PLACE, [{ LaunchTemplateId: 'lt-1', versions }]);
    running.control.addInstances(PLACE, [{ InstanceId: 'i-1', ImageId: IMAGE, state: 'terminated' }]);
    const command = new DescribeImageReferencesCommand({ ImageIds: [IMAGE], ...input });
    const { ImageReferences = [] } = await ec2Client(running).send(command);
    return ImageReferences.map(({ ResourceType }) => ResourceType);
  };
  const depth = (value: string) => ({
    ResourceType: 'ec2:LaunchTemplate' as const,
    ResourceTypeOptions: [{ OptionName: 'version-depth' as const, OptionValues: [value] }],
  });

  test('unless asked otherwise: instances in every state, and the newest ten versions', async () => {
    expect(await ask({ IncludeAllResourceTypes: true })).toEqual(['ec2:Instance']);
    expect(await ask({ IncludeAllResourceTypes: true, ResourceTypes: [depth('12')] })).toEqual([
      'ec2:Instance',
      'ec2:LaunchTemplate',
    ]);
    expect(await ask({ ResourceTypes: [depth('12')] })).toEqual(['ec2:LaunchTemplate']);
  });

  test.each([
    ['no resource type', {}, 'MissingParameter'],
    ['no image', { ImageIds: [], IncludeAllResourceTypes: true }, 'MissingParameter'],
    ['eleven images', { ImageIds: Array(11).fill(IMAGE), IncludeAllResourceTypes: true }, 'InvalidParameterValue'],
    ['no image id', { ImageIds: ['web'], IncludeAllResourceTypes: true }, 'InvalidAMIID.Malformed'],
    ['a depth of nothing', { ResourceTypes: [depth('0')] }, 'InvalidParameterValue'],
    ['too deep', { ResourceTypes: [depth('10001')] }, 'InvalidParameterValue'],
  ])('%s is refused', async (_case, input, code) => {
    expect(await failure(ask(input))).toMatchObject({ code });
  });
});

describe('image usage reports', () => {
  test('are filtered by image, id and state, and gone thirty days after they were made', async () => {
    const running = await sandbox();
    const ec2 = ec2Client(running);
    const [one = ''] = running.control.addImageUsageReports(PLACE, [
      { ImageId: IMAGE, entries: [{ AccountId: OTHER }] },
      { ImageId: 'ami-1', State: 'pending' },
    ]);
    const ids = async (input: object) =>
      (await ec2.send(new DescribeImageUsageReportsCommand(input))).ImageUsageReports?.map(({ ReportId }) => ReportId);
    expect(await ids({ ImageIds: [IMAGE] })).toEqual([one]);
    expect(await ids({ Filters: [{ Name: 'state', Values: ['available'] }] })).toEqual([one]);
    const entries = await ec2.send(new DescribeImageUsageReportEntriesCommand({ ReportIds: [one] }));
    expect(entries.ImageUsageReportEntries).toMatchObject([{ ImageId: IMAGE, AccountId: OTHER, UsageCount: 1 }]);
    running.control.advanceClock(30 * 24 * 3_600_000);
    expect(await ids({})).toEqual([]);
  });

  test('more than 200 ids and an unknown filter are refused', async () => {
    const ec2 = ec2Client(await sandbox());
    const ask = (input: object) => failure(ec2.send(new DescribeImageUsageReportsCommand(input)));
    const code = 'InvalidParameterValue';
    expect(await ask({ ImageIds: Array(201).fill(IMAGE) })).toMatchObject({ code });
    expect(await ask({ Filters: [{ Name: 'image', Values: ['x'] }] })).toMatchObject({ code });
  });
});

describe('an organisation', () => {
  const UNIT = 'ou-abcd-11111111';
  const start = async () => {
    const running = await sandbox();
    const units = [{ id: UNIT, accounts: [OTHER], units: [{ id: 'ou-abcd-22222222' }] }];
    running.control.setOrganization({ id: 'o-1234567890', managementAccount: HOME, units });
    return running;
  };
  const organizations = (running: { url: string }, account = HOME) => client(running, OrganizationsClient, { account });

  test('is described to every member and listed to its management account', async () => {
    const running = await start();
    const { Organization: found } = await organizations(running, OTHER).send(new DescribeOrganizationCommand({}));
    expect(found).toMatchObject({ Id: 'o-1234567890', MasterAccountId: HOME });
    const { Accounts = [] } = await organizations(running).send(new ListAccountsCommand({}));
    expect(Accounts.map(({ Id }) => Id)).toEqual([HOME, OTHER]);
    const refused = await failure(organizations(running, OTHER).send(new ListAccountsCommand({})));
    expect(refused).toMatchObject({ code: 'AccessDeniedException' });
  });

  test('its units are walked one level at a time', async () => {
    const api = organizations(await start());
    const inside = await api.send(new ListAccountsForParentCommand({ ParentId: UNIT }));
    expect(inside.Accounts?.map(({ Id }) => Id)).toEqual([OTHER]);
    const below = await api.send(new ListOrganizationalUnitsForParentCommand({ ParentId: UNIT }));
    expect(below.OrganizationalUnits?.map(({ Id }) => Id)).toEqual(['ou-abcd-22222222']);
    const nowhere = api.send(new ListAccountsForParentCommand({ ParentId: 'ou-abcd-99999999' }));
    expect(await failure(nowhere)).toMatchObject({ code: 'ParentNotFoundException' });
  });

  test('there is none, or the page is too large → refused', async () => {
    const running = await sandbox();
    const none = failure(organizations(running).send(new DescribeOrganizationCommand({})));
    expect(await none).toMatchObject({ code: 'AWSOrganizationsNotInUseException' });
    const large = failure(organizations(await start()).send(new ListAccountsCommand({ MaxResults: 21 })));
    expect(await large).toMatchObject({ code: 'InvalidInputException' });
  });

  test('its members see and launch the images that it, or a unit above them, may', async () => {
    const running = await start();
    const arn = (what: string) => `arn:aws:organizations::${HOME}:${what}`;
    const [whole, unit, other] = running.control.addImages(PLACE, [
      { launchPermissions: [{ OrganizationArn: arn('organization/o-1234567890') }] },
      { launchPermissions: [{ OrganizationalUnitArn: arn(`ou/o-1234567890/${UNIT}`) }] },
      { launchPermissions: [{ OrganizationalUnitArn: arn('ou/o-1234567890/ou-abcd-22222222') }] },
    ]);
    const ec2 = ec2Client(running, { account: OTHER });
    const { Images = [] } = await ec2.send(new DescribeImagesCommand({}));
    expect(Images.map(({ ImageId }) => ImageId)).toEqual([whole, unit]);
    const launch = (ImageId = '') => ec2.send(new RunInstancesCommand({ ImageId, MinCount: 1, MaxCount: 1 }));
    expect((await launch(unit)).Instances).toHaveLength(1);
    expect(await failure(launch(other))).toMatchObject({ code: 'InvalidAMIID.NotFound' });
  });
});

test('a suspended account: its keys are not accepted, and nobody may assume a role in it', async () => {
  const running = await sandbox();
  running.control.suspendAccount(OTHER);
  const RoleArn = `arn:aws:iam::${OTHER}:role/reader`;
  const assume = () => stsClient(running).send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'test' }));
  expect(await failure(assume())).toMatchObject({ code: 'AccessDenied' });
  const itself = stsClient(running, { account: OTHER }).send(new GetCallerIdentityCommand({}));
  expect(await failure(itself)).toMatchObject({ code: 'InvalidClientTokenId' });
  running.control.suspendAccount(OTHER, false);
  expect((await assume()).Credentials?.AccessKeyId).toMatch(/^ASIA/);
});
