import {
  CreateFleetCommand,
  CreateLaunchTemplateCommand,
  DescribeFleetsCommand,
  DescribeSpotFleetRequestsCommand,
  DescribeSpotInstanceRequestsCommand,
  paginateDescribeFleets,
  paginateDescribeSpotFleetRequests,
  paginateDescribeSpotInstanceRequests,
  RequestSpotFleetCommand,
  RequestSpotInstancesCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import { ec2Client, failure, PLACE, sandbox } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';
const twelve = Array.from({ length: 12 }, () => ({}));

/** The sizes of all pages. */
async function sizes(pages: AsyncIterable<object>, list: string): Promise<readonly number[]> {
  const all: number[] = [];
  for await (const page of pages) all.push((page as Record<string, unknown[]>)[list]?.length ?? -1);
  return all;
}

describe('EC2 fleets', () => {
  test('come in pages, by state with hyphens, by type, by tag; an unknown filter is refused', async () => {
    const aws = await sandbox();
    const client = ec2Client(aws);
    aws.control.addFleets(PLACE, twelve);
    const [leaving = ''] = aws.control.addFleets(PLACE, [{ FleetState: 'deleted_running', tags: { team: 'a' } }]);
    const found = async (Name: string, value: string) => {
      const { Fleets } = await client.send(new DescribeFleetsCommand({ Filters: [{ Name, Values: [value] }] }));
      return Fleets?.map(({ FleetId }) => FleetId);
    };
    expect(await sizes(paginateDescribeFleets({ client, pageSize: 5 }, {}), 'Fleets')).toEqual([5, 5, 3]);
    expect(await found('fleet-state', 'deleted-running')).toEqual([leaving]);
    expect(await found('tag:team', 'a')).toEqual([leaving]);
    expect(await found('type', 'request')).toEqual([]);
    expect(await failure(found('launch-template', 'x'))).toMatchObject({ code: 'InvalidParameterValue' });
  });

  test('of type instant appear only by their id', async () => {
    const aws = await sandbox();
    const client = ec2Client(aws);
    const [instant = ''] = aws.control.addFleets(PLACE, [{ Type: 'instant' }]);
    const { Fleets } = await client.send(new DescribeFleetsCommand({}));
    const byId = await client.send(new DescribeFleetsCommand({ FleetIds: [instant] }));
    const missing = failure(client.send(new DescribeFleetsCommand({ FleetIds: ['fleet-x'] })));
    expect([Fleets, byId.Fleets?.length, (await missing).code]).toEqual([[], 1, 'InvalidFleetId.NotFound']);
  });

  test.each([0, 1001])('a page of %d is refused', async (MaxResults) => {
    const client = ec2Client(await sandbox());
    expect(await failure(client.send(new DescribeFleetsCommand({ MaxResults })))).toMatchObject({
      code: 'InvalidParameterValue',
    });
  });
});

describe('spot instance requests', () => {
  test('come in pages of at least 5, by state and by image', async () => {
    const aws = await sandbox();
    const client = ec2Client(aws);
    aws.control.addSpotInstanceRequests(PLACE, twelve);
    const [id = ''] = aws.control.addSpotInstanceRequests(PLACE, [
      { State: 'disabled', LaunchSpecification: { ImageId: IMAGE } },
    ]);
    const found = async (Name: string, value: string) => {
      const command = new DescribeSpotInstanceRequestsCommand({ Filters: [{ Name, Values: [value] }] });
      return (await client.send(command)).SpotInstanceRequests?.map((each) => each.SpotInstanceRequestId);
    };
    const pages = paginateDescribeSpotInstanceRequests({ client, pageSize: 5 }, {});
    expect(await sizes(pages, 'SpotInstanceRequests')).toEqual([5, 5, 3]);
    expect([await found('state', 'disabled'), await found('launch.image-id', IMAGE)]).toEqual([[id], [id]]);
    const small = client.send(new DescribeSpotInstanceRequestsCommand({ MaxResults: 4 }));
    expect(await failure(small)).toMatchObject({ code: 'InvalidParameterValue' });
    const both = { MaxResults: 5, SpotInstanceRequestIds: [id] };
    expect(await failure(client.send(new DescribeSpotInstanceRequestsCommand(both)))).toMatchObject({
      code: 'InvalidParameterCombination',
    });
  });
});

describe('spot fleet requests', () => {
  test('come in pages and by id, can be changed and removed', async () => {
    const aws = await sandbox();
    const client = ec2Client(aws);
    const [first = '', second = ''] = aws.control.addSpotFleetRequests(PLACE, twelve);
    const pages = paginateDescribeSpotFleetRequests({ client, pageSize: 5 }, {});
    expect(await sizes(pages, 'SpotFleetRequestConfigs')).toEqual([5, 5, 2]);
    aws.control.update(PLACE, 'spotFleetRequest', first, { SpotFleetRequestState: 'cancelled' });
    aws.control.remove(PLACE, 'spotFleetRequest', second);
    const byId = await client.send(new DescribeSpotFleetRequestsCommand({ SpotFleetRequestIds: [first] }));
    const missing = failure(
      client.send(new DescribeSpotFleetRequestsCommand({ SpotFleetRequestIds: [first, second] })),
    );
    expect(byId.SpotFleetRequestConfigs?.map((each) => each.SpotFleetRequestState)).toEqual(['cancelled']);
    expect(await missing).toMatchObject({ code: 'InvalidSpotFleetRequestId.NotFound' });
    expect(aws.control.state(PLACE).spotFleetRequests).toHaveLength(11);
  });
});

describe('requests', () => {
  const TargetCapacitySpecification = { TotalTargetCapacity: 0 };
  const fleetOf = (specification: object) =>
    new CreateFleetCommand({
      LaunchTemplateConfigs: [{ LaunchTemplateSpecification: specification }],
      TargetCapacitySpecification,
    });

  test('for a fleet need a template that is there, and a version', async () => {
    const aws = await sandbox();
    const client = ec2Client(aws);
    const LaunchTemplateName = 'web';
    await client.send(new CreateLaunchTemplateCommand({ LaunchTemplateName, LaunchTemplateData: { ImageId: IMAGE } }));
    const { FleetId } = await client.send(fleetOf({ LaunchTemplateName, Version: '$Latest' }));
    expect(aws.control.state(PLACE).fleets).toMatchObject([{ FleetId, FleetState: 'submitted', Type: 'maintain' }]);
    const refused = [
      { LaunchTemplateName },
      { LaunchTemplateName, Version: '2' },
      { LaunchTemplateName: 'x', Version: '1' },
    ];
    const codes = await Promise.all(refused.map(async (each) => (await failure(client.send(fleetOf(each)))).code));
    expect(codes).toEqual([
      'MissingParameter',
      'InvalidLaunchTemplateId.VersionNotFound',
      'InvalidLaunchTemplateName.NotFoundException',
    ]);
  });

  test('for spot instances are as many as asked for, and name an image', async () => {
    const aws = await sandbox();
    const client = ec2Client(aws);
    const LaunchSpecification = { ImageId: IMAGE };
    await client.send(new RequestSpotInstancesCommand({ InstanceCount: 2, LaunchSpecification }));
    const states = aws.control.state(PLACE).spotInstanceRequests.map(({ State }) => State);
    const without = await failure(client.send(new RequestSpotInstancesCommand({ LaunchSpecification: {} })));
    expect([states, without.code]).toEqual([['open', 'open'], 'MissingParameter']);
  });

  test('for a spot fleet name launch specifications or templates, not both and not neither', async () => {
    const aws = await sandbox();
    const client = ec2Client(aws);
    const ask = (given: object) =>
      client.send(
        new RequestSpotFleetCommand({ SpotFleetRequestConfig: { IamFleetRole: 'x', TargetCapacity: 0, ...given } }),
      );
    const LaunchSpecifications = [{ ImageId: IMAGE }];
    await ask({ LaunchSpecifications });
    const both = { LaunchSpecifications, LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { Version: '1' } }] };
    const codes = [(await failure(ask({}))).code, (await failure(ask(both))).code];
    expect(codes).toEqual(['InvalidSpotFleetRequestConfig', 'InvalidSpotFleetRequestConfig']);
    expect(aws.control.state(PLACE).spotFleetRequests).toHaveLength(1);
  });
});
