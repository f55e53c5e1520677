/** ECS, Lambda and RDS as users of security groups, beyond the graphs of users. */
import { describe, expect, test } from '@jest/globals';
import { emrServerlessApplications } from '../../../src/handlers/aws/evidence/mentioning/analytics.ts';
import { lambdaFunctions, spotFleets } from '../../../src/handlers/aws/evidence/mentioning/compute.ts';
import {
  appRunnerConnectors,
  ecsServices,
  eksClusters,
} from '../../../src/handlers/aws/evidence/mentioning/containers.ts';
import { databases } from '../../../src/handlers/aws/evidence/mentioning/databases.ts';
import { serviceNetworks } from '../../../src/handlers/aws/evidence/mentioning/endpoints.ts';
import {
  inferenceEndpoints,
  inferenceModels,
  notebooks,
} from '../../../src/handlers/aws/evidence/mentioning/sageMaker.ts';
import { groupShares } from '../../../src/handlers/aws/evidence/network/groupShares.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, failureOf, HERE, scopeOf } from './fixture.ts';

const aws = awsForEach();

const GROUP = 'sg-0123456789abcdef0';
const OTHER = 'sg-0123456789abcdef1';
const PLACE = { account: account.name, location: HERE.region };
const read = (source: EvidenceSource) => source.read(PLACE, scopeOf({}), [], aws.io());
const callsOf = (operation: string) => aws.control.calls().filter((call) => call.operation === operation);
const on = (...securityGroups: string[]) => ({ awsvpcConfiguration: { subnets: ['subnet-1'], securityGroups } });
const sageMakerArn = (kind: string) => `arn:aws:sagemaker:us-east-1:111111111111:${kind}/gone`;
const targets = (name: string) =>
  `arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/${name}/0123456789abcdef`;

describe('an ECS service', () => {
  test('uses its groups and target groups, those of task sets and the alternate ones, each named once', async () => {
    const [blue, green, canary] = [targets('blue'), targets('green'), targets('canary')];
    const advancedConfiguration = { alternateTargetGroupArn: green };
    aws.control.addEcsServices(HERE, [
      {
        cluster: 'shop',
        serviceName: 'web',
        networkConfiguration: on(GROUP),
        deployments: [{ networkConfiguration: on(GROUP, OTHER) }],
        loadBalancers: [{ targetGroupArn: blue, advancedConfiguration }, { loadBalancerName: 'classic' }],
        taskSets: [{ loadBalancers: [{ targetGroupArn: canary }] }],
      },
    ]);
    const by = 'ECS service shop/web (ACTIVE)';
    // A name may be that of a balancer of either kind.
    const balancers = ['loadBalancer/classic', 'loadBalancerV2/classic'];
    const uses = [blue, canary, green, ...balancers, GROUP, OTHER].map((alias) => ({
      alias,
      says: 'used',
      by,
    }));
    expect(await read(ecsServices)).toEqual(uses);
  });

  test('A7 is described with nine others of its cluster at most', async () => {
    const seeds = Array.from({ length: 25 }, (_, index) => ({ serviceName: `s${index}` }));
    aws.control.addEcsServices(HERE, [...seeds, { serviceName: 'last', networkConfiguration: on(GROUP) }]);
    expect(await read(ecsServices)).toMatchObject([{ alias: GROUP }]);
    expect(callsOf('DescribeServices')).toHaveLength(3);
  });

  test('Law 1 that AWS does not describe is a gap, and hides no other service', async () => {
    aws.control.addEcsServices(HERE, [
      { serviceName: 'dark', failing: 'ACCESS_DENIED' },
      { serviceName: 'web', networkConfiguration: on(GROUP) },
    ]);
    expect(await failureOf(read(ecsServices))).toMatchObject({
      message: expect.stringMatching(/service\/default\/dark exists and was not in the answer \(ACCESS_DENIED\)/),
      found: [{ alias: GROUP, says: 'used' }],
    });
  });

  test('Law 2 that was deleted after the listing is no gap, nor is its cluster', async () => {
    aws.control.addEcsServices(HERE, [{ serviceName: 'gone', failing: 'MISSING' }]);
    aws.control.addEcsClusters(HERE, [{ clusterName: 'gone', status: 'INACTIVE' }]);
    expect(await read(ecsServices)).toEqual([]);
  });
});

test('A6 A7 a Lambda function is found by an old version alone, behind two pages of others', async () => {
  const seeds = Array.from({ length: 100 }, (_, index) => ({ FunctionName: `f${index}` }));
  const old = { FunctionName: 'web', Version: '3', VpcConfig: { SecurityGroupIds: [GROUP] } };
  aws.control.addFunctions(HERE, [...seeds, { FunctionName: 'web' }, old]);
  const by = 'Lambda function web (version 3)';
  expect(await read(lambdaFunctions)).toEqual([{ alias: GROUP, says: 'used', by }]);
  expect(callsOf('ListFunctions')).toHaveLength(3);
});

test('Law 1 a database whose group came without its id is a gap, and hides no other database', async () => {
  aws.control.addDbInstances(HERE, [
    { DBInstanceIdentifier: 'odd', VpcSecurityGroups: [{ Status: 'active' }] },
    { DBInstanceIdentifier: 'web', VpcSecurityGroups: [{ VpcSecurityGroupId: GROUP }] },
  ]);
  expect(await failureOf(read(databases))).toMatchObject({
    message: 'database instance odd (available) came with a security group without id',
    found: [{ alias: GROUP, says: 'used', by: 'database instance web (available)' }],
  });
});

test('an EKS cluster that is being deleted uses its groups, and so do its node groups', async () => {
  const resourcesVpcConfig = { clusterSecurityGroupId: GROUP, securityGroupIds: [OTHER] };
  aws.control.addEksClusters(HERE, [{ name: 'shop', status: 'DELETING', resourcesVpcConfig }]);
  const remoteAccess = { sourceSecurityGroups: [OTHER] };
  aws.control.addNodegroups(HERE, [{ clusterName: 'shop', nodegroupName: 'blue', remoteAccess }]);
  expect(await read(eksClusters)).toEqual([
    { alias: GROUP, says: 'used', by: 'EKS cluster shop (DELETING)' },
    { alias: OTHER, says: 'used', by: 'EKS cluster shop (DELETING)' },
    { alias: OTHER, says: 'used', by: 'EKS node group shop/blue (ACTIVE)' },
  ]);
});

describe('a spot fleet that may launch', () => {
  test('A1 uses the groups of its specifications, by id, by name and by interface; a cancelled one uses none', async () => {
    const specification = {
      SecurityGroups: [{ GroupId: GROUP }, { GroupName: 'web' }],
      NetworkInterfaces: [{ DeviceIndex: 0, Groups: [OTHER] }],
    };
    const SpotFleetRequestConfig = { LaunchSpecifications: [specification] };
    const SpotFleetRequestId = 'sfr-1';
    aws.control.addSpotFleetRequests(HERE, [
      { SpotFleetRequestId, SpotFleetRequestConfig },
      { SpotFleetRequestState: 'cancelled', SpotFleetRequestConfig },
    ]);
    const by = 'spot fleet request sfr-1 (active)';
    const aliases = ['securityGroup/web', GROUP, OTHER];
    expect(await read(spotFleets)).toEqual(aliases.map((alias) => ({ alias, says: 'used', by })));
  });
});

test('A1 an active VPC connector of App Runner uses its groups, an inactive revision none', async () => {
  const SecurityGroups = [GROUP];
  aws.control.addVpcConnectors(HERE, [
    { VpcConnectorName: 'web', SecurityGroups },
    { VpcConnectorName: 'old', Status: 'INACTIVE', SecurityGroups },
  ]);
  expect(await read(appRunnerConnectors)).toEqual([
    { alias: GROUP, says: 'used', by: 'VPC connector web (revision 1)' },
  ]);
});

describe('a user of SageMaker that vanishes between the listing and its description', () => {
  const users = {
    notebook: [notebooks, 'DescribeNotebookInstance', 'RecordNotFound'],
    model: [inferenceModels, 'DescribeModel', `Could not find model "${sageMakerArn('model')}".`],
    'endpoint configuration': [
      inferenceEndpoints,
      'DescribeEndpointConfig',
      `Could not find endpoint configuration "${sageMakerArn('endpoint-config')}".`,
    ],
  } as const;

  function add(name: string): void {
    const VpcConfig = { SecurityGroupIds: [GROUP], Subnets: ['subnet-1'] };
    aws.control.addNotebooks(HERE, [{ NotebookInstanceName: name, SecurityGroups: [GROUP] }]);
    aws.control.addInferenceModels(HERE, [{ ModelName: name, VpcConfig }]);
    aws.control.addInferenceEndpoints(HERE, [{ EndpointConfigName: name, VpcConfig }]);
  }

  test.each(Object.entries(users))('A14 leaves the others of its kind readable: %s', async (_what, it) => {
    const [source, operation, message] = it;
    add('gone');
    add('web');
    aws.control.addFault({ operation, kind: 'error', code: 'ValidationException', message, times: 1 });
    expect(await read(source)).toMatchObject([{ alias: GROUP, says: 'used', by: expect.stringContaining('web') }]);
  });

  test.each(Object.entries(users))('Law 1 is a gap where its error has other words: %s', async (_what, it) => {
    const [source, operation] = it;
    add('web');
    const message = 'RecordNotFound in one cell';
    aws.control.addFault({ operation, kind: 'error', code: 'ValidationException', message, times: 1 });
    expect(await failureOf(read(source))).toMatchObject({ problem: 'failed' });
  });
});

test('A14 an application of EMR Serverless that vanishes before its description uses nothing, and hides no other', async () => {
  const networkConfiguration = { securityGroupIds: [GROUP] };
  aws.control.addEmrApplications(HERE, [
    { name: 'gone', networkConfiguration },
    { name: 'etl', networkConfiguration },
  ]);
  const code = 'ResourceNotFoundException';
  aws.control.addFault({ operation: 'GetApplication', kind: 'error', code, times: 1 });
  const by = 'EMR Serverless application etl (STOPPED)';
  expect(await read(emrServerlessApplications)).toEqual([{ alias: GROUP, says: 'used', by }]);
});

test('Law 1 a VPC in a service network whose association is not described is a gap', async () => {
  aws.control.addServiceNetworkVpcs(HERE, [{ securityGroupIds: [GROUP] }]);
  aws.control.addFault({ operation: 'GetServiceNetworkVpcAssociation', kind: 'blank', times: 1 });
  expect(await failureOf(read(serviceNetworks))).toMatchObject({ problem: 'malformed' });
});

test('A1 an account that is not declared uses a group which AWS RAM shares with it', async () => {
  const resources = [`arn:aws:ec2:us-east-1:111111111111:security-group/${GROUP}`];
  aws.control.addResourceShares(HERE, [{ name: 'nets', resources, principals: ['111111111111', '999999999999'] }]);
  const by = '999999999999, which is not declared in accounts (resource share nets)';
  expect(await read(groupShares)).toEqual([{ alias: GROUP, says: 'used', by }]);
});
