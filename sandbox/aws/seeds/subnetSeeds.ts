import type { DescribeSubnetsRequest, DescribeSubnetsResult, Subnet } from '@aws-sdk/client-ec2';
import { AwsError } from '../collections/errors.ts';
import { type Making, plainKind } from '../collections/kind.ts';
import { listed } from '../collections/operations.ts';
import { type Tags, tagList } from '../collections/seed.ts';

export interface SubnetSeed extends Partial<Subnet> {
  readonly tags?: Tags;
}

export const subnets = plainKind('subnet', {
  make: newSubnet,
  keyOf: ({ SubnetId }: Subnet) => SubnetId,
  tagged: {
    prefix: 'subnet',
    type: 'subnet',
    malformed: 'InvalidSubnetID.Malformed',
    notFound: ([id]) => new AwsError('InvalidSubnetID.NotFound', `The subnet ID '${id}' does not exist`),
  },
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSubnets.html */
  reads: listed<DescribeSubnetsRequest, DescribeSubnetsResult, Subnet, Subnet>({
    operation: 'DescribeSubnets',
    by: 'SubnetIds',
    withoutPages: 'subnetSet',
    answer: 'Subnets',
    tags: true,
    filters: ['availability-zone', 'subnet-id', 'vpc-id'],
    special: {},
  }),
});

function newSubnet({ tags, ...given }: SubnetSeed, { region, ids }: Making): Subnet {
  return {
    SubnetId: ids.next('subnet'),
    VpcId: 'vpc-00000000000000001',
    AvailabilityZone: `${region}a`,
    CidrBlock: '10.0.0.0/24',
    State: 'available',
    ...tagList(tags),
    ...given,
  };
}
