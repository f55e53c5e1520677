/** The mentions that are no use: each line of the list, and beside it a mention that is one. */
import { expect, test } from '@jest/globals';
import { isNoUse, NO_USES } from '../../../src/handlers/aws/evidence/listings/noUse.ts';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';

const ID = 'ami-0123456789abcdef0';
const SUBNET = 'subnet-0123456789abcdef0';
const used = (api: string, item: unknown) => mentionsIn(item).some((mention) => !isNoUse(api, mention));

const ANY = 'batch:DescribeComputeEnvironments';
const TARGETS = 'arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/web/1';
const SERVICE = 'arn:aws:ecs:us-east-1:111111111111:service/shop/web';
const STACKS = 'cloudformation:DescribeStacks';

const LINES: readonly (readonly [api: string, noUse: object, ...uses: object[]])[] = [
  [
    ANY,
    { Tags: [{ Value: ID }] },
    { Tags: ID },
    { Variables: { Tags: ID } },
    { Tag: ID },
    { TagSpecifications: [{ Tags: [{ Value: ID }] }] },
    { Environment: { tags: { a: ID } } },
  ],
  [ANY, { tags: { source: ID } }, { taggedImage: ID }, { tagsOf: { source: ID } }, { settings: { tags: [ID] } }],
  [ANY, { TagList: [{ Value: ID }] }, { TagListImage: ID }, { Images: { TagList: [{ Value: ID }] } }],
  [
    ANY,
    { statusReason: `${ID} not found` },
    { statusReasons: { imageId: ID } },
    { Environment: { FailureReason: ID } },
    { reasonFor: ID },
    { StatusMessage: { image: ID } },
    { StatusDetails: [ID] },
    { ErrorMessages: ID },
  ],
  [
    'ec2:DescribeInstances',
    { SubnetId: SUBNET, NetworkInterfaces: [{ SubnetId: SUBNET }] },
    { Subnet: SUBNET },
    { NetworkInterfaces: [{ Description: SUBNET }] },
  ],
  ['ec2:DescribeNatGateways', { SubnetId: SUBNET }, { NatGatewayAddresses: [{ SubnetId: SUBNET }] }],
  ['ec2:DescribeRouteTables', { Associations: [{ SubnetId: SUBNET }] }, { Routes: [{ SubnetId: SUBNET }] }],
  ['ec2:DescribeVpcEndpoints', { SubnetIds: [SUBNET] }, { PolicyDocument: SUBNET }],
  [
    'ecs:DescribeServices',
    { events: [{ message: `(service web) registered 1 targets in (${TARGETS})` }] },
    { loadBalancers: [{ targetGroupArn: TARGETS }] },
    { deployments: [{ events: [{ message: TARGETS }] }] },
    { events: [{ target: TARGETS }] },
  ],
  [
    'ecs:DescribeServices',
    {
      serviceArn: SERVICE,
      currentServiceDeployment: SERVICE.replace(':service/', ':service-deployment/'),
      currentServiceRevisions: [{ arn: SERVICE.replace(':service/', ':service-revision/') }],
    },
    { events: [{ serviceArn: SERVICE }] },
    { deployments: [{ of: SERVICE }] },
  ],
  ...['eks:DescribeAddon', 'eks:DescribeCluster', 'eks:DescribeNodegroup'].map(
    (api) =>
      [
        api,
        { health: { issues: [{ resourceIds: [ID] }] } },
        { health: { image: ID } },
        { health: { issues: ID } },
        { resources: { health: { issues: [ID] } } },
        { launchTemplate: { id: 'lt-0123456789abcdef0' } },
      ] as const,
  ),
  [
    STACKS,
    { Outputs: [{ OutputValue: ID }] },
    { Outputs: [{ ExportName: ID }] },
    { Outputs: [{ OutputValue: { image: ID } }] },
    { Description: ID },
    { Parameters: [{ ParameterValue: ID }] },
    { Parameters: [{ ResolvedValue: ID }] },
  ],
];

test.each(LINES)('%s: a mention in %j is none of a user, and each beside it is one', (api, noUse, ...uses) => {
  expect(used(api, noUse)).toBe(false);
  expect(uses.filter((item) => !used(api, item))).toEqual([]);
});

test('every line of the list has a case here', () => {
  const paths = LINES.flatMap(([api, noUse]) => mentionsIn(noUse).map((mention) => ({ api, mention })));
  const unproven = NO_USES.filter((line) => {
    return !paths.some(({ api, mention }) => (line.api ?? api) === api && line.path.test(mention.path));
  });
  expect(unproven).toEqual([]);
});

test('a line of one call is none of another', () => {
  expect(used(ANY, { Outputs: [{ OutputValue: ID }] })).toBe(true);
  expect(used(ANY, { ImageId: ID })).toBe(true);
});

test('what a person writes into a text is never taken for a member of the service', () => {
  for (const text of [{ Tags: [{ Value: ID }] }, { statusReason: ID }, { Outputs: [{ OutputValue: ID }] }])
    expect(used(STACKS, { Definition: JSON.stringify(text) })).toBe(true);
});
