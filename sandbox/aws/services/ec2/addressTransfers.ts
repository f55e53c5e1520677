import type { AddressTransfer } from '@aws-sdk/client-ec2';
import { numbered, plain } from '../../store/listing.ts';
import { type Ec2Handlers, listing } from './common.ts';

export const addressTransfers: Ec2Handlers = {
  /** "Describes an Elastic IP address transfer": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeAddressTransfers.html */
  DescribeAddressTransfers: listing(
    plain<{ readonly AllocationIds?: string[] | undefined }, AddressTransfer>(({ here }) =>
      numbered(here.elasticIps.view().flatMap(({ value }) => value.transfers)),
    ),
    { answer: 'AddressTransfers' },
  ),
};
