import {
  CreateClusterCommand,
  CreateNodegroupCommand,
  DescribeNodegroupCommand,
  EKSClient,
  ListClustersCommand,
  ListNodegroupsCommand,
} from '@aws-sdk/client-eks';
import { expect, test } from '@jest/globals';
import { client, failure, PLACE, sandbox } from './fixture.ts';

const resourcesVpcConfig = { subnetIds: ['subnet-00000000000000001'] };
const nodeRole = 'arn:aws:iam::111111111111:role/node';
const clusterOf = (name: string) => new CreateClusterCommand({ name, roleArn: nodeRole, resourcesVpcConfig });
const nodegroupOf = (clusterName: string, nodegroupName: string, launchTemplate?: { id: string }) =>
  new CreateNodegroupCommand({
    clusterName,
    nodegroupName,
    nodeRole,
    subnets: ['subnet-00000000000000001'],
    ...(launchTemplate && { launchTemplate }),
  });

test('clusters and their node groups are made, listed in pages, and described with their launch template', async () => {
  const aws = await sandbox();
  const eks = client(aws, EKSClient);
  for (const name of ['a', 'b', 'c']) await eks.send(clusterOf(name));
  await eks.send(nodegroupOf('a', 'blue', { id: 'lt-1' }));
  await eks.send(nodegroupOf('b', 'blue'));
  const first = await eks.send(new ListClustersCommand({ maxResults: 2 }));
  const second = await eks.send(new ListClustersCommand({ maxResults: 2, nextToken: first.nextToken }));
  expect([first.clusters, second.clusters, second.nextToken]).toEqual([['a', 'b'], ['c'], undefined]);
  expect((await eks.send(new ListNodegroupsCommand({ clusterName: 'a' }))).nodegroups).toEqual(['blue']);
  const described = async (clusterName: string) =>
    (await eks.send(new DescribeNodegroupCommand({ clusterName, nodegroupName: 'blue' }))).nodegroup;
  expect(await described('a')).toMatchObject({ status: 'ACTIVE', launchTemplate: { id: 'lt-1' } });
  expect((await described('b'))?.launchTemplate).toBeUndefined();
});

test('the sandbox refuses missing, duplicate and invalid requests as EKS does', async () => {
  const aws = await sandbox();
  aws.control.addNodegroups(PLACE, [{ clusterName: 'a', nodegroupName: 'blue' }]);
  const eks = client(aws, EKSClient);
  expect([
    await failure(eks.send(new ListNodegroupsCommand({ clusterName: 'b' }))),
    await failure(eks.send(new DescribeNodegroupCommand({ clusterName: 'a', nodegroupName: 'green' }))),
    await failure(eks.send(clusterOf('a'))),
    await failure(eks.send(nodegroupOf('a', 'blue'))),
    await failure(eks.send(new ListClustersCommand({ maxResults: 101 }))),
  ]).toMatchObject([
    { code: 'ResourceNotFoundException', status: 404, message: 'No cluster found for name: b.' },
    { code: 'ResourceNotFoundException', status: 404, message: 'No node group found for name: green.' },
    { code: 'ResourceInUseException', status: 409 },
    { code: 'ResourceInUseException', status: 409 },
    { code: 'InvalidParameterException', status: 400 },
  ]);
});
