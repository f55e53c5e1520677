/** What names addresses beside security groups: managed prefix lists, and customer gateways of VPNs. */
import type {
  CustomerGateway,
  DescribeCustomerGatewaysRequest,
  DescribeCustomerGatewaysResult,
  DescribeManagedPrefixListsRequest,
  DescribeManagedPrefixListsResult,
  ManagedPrefixList,
  PrefixListEntry,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Kind, plainKind, shownInside, type Tagged } from '../collections/kind.ts';
import { listed } from '../collections/operations.ts';
import type { Seed } from '../collections/seed.ts';

export interface PrefixListSeed extends Seed<ManagedPrefixList> {
  readonly entries?: readonly PrefixListEntry[];
}

export interface PrefixListRow {
  readonly list: ManagedPrefixList;
  readonly entries: readonly PrefixListEntry[];
}

export const PREFIX_LIST_IDS: Tagged = {
  prefix: 'pl',
  type: 'prefix-list',
  malformed: 'InvalidPrefixListID.Malformed',
  notFound: ([id]) => new AwsError('InvalidPrefixListID.NotFound', `The prefix list ID '${id}' does not exist`),
};

/** Lists of AWS have the owner `AWS`, and no entries here but given ones. */
export const prefixLists: Kind<'prefixList', PrefixListSeed, PrefixListRow, ManagedPrefixList> = {
  name: 'prefixList',
  make: ({ entries = [], ...given }, { ids, account }) => ({
    list: {
      PrefixListId: ids.next('pl'),
      AddressFamily: 'IPv4',
      State: 'create-complete',
      PrefixListName: 'offices',
      OwnerId: account.id,
      Version: 1,
      ...(defined(given) as Partial<ManagedPrefixList>),
    },
    entries,
  }),
  keyOf: ({ list }) => list.PrefixListId,
  ...shownInside<PrefixListRow, 'list'>('list'),
  patched: (row, patch) => ({ ...row, ...patch }),
  tagged: PREFIX_LIST_IDS,
  /** "Minimum value of 1. Maximum value of 100": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeManagedPrefixLists.html */
  reads: listed<DescribeManagedPrefixListsRequest, DescribeManagedPrefixListsResult, PrefixListRow, ManagedPrefixList>({
    operation: 'DescribeManagedPrefixLists',
    by: 'PrefixListIds',
    answer: 'PrefixLists',
    pages: { min: 1, max: 100, otherwise: 100 },
    filters: ['owner-id', 'prefix-list-id', 'prefix-list-name'],
  }),
};

export const customerGateways = plainKind<'customerGateway', Seed<CustomerGateway>, CustomerGateway>(
  'customerGateway',
  {
    make: (given, { ids }): CustomerGateway => ({
      CustomerGatewayId: ids.next('cgw'),
      BgpAsn: '65000',
      State: 'available',
      Type: 'ipsec.1',
      ...(defined(given) as Partial<CustomerGateway>),
    }),
    keyOf: ({ CustomerGatewayId }) => CustomerGatewayId,
    tagged: {
      prefix: 'cgw',
      type: 'customer-gateway',
      malformed: 'InvalidCustomerGatewayId.Malformed',
      notFound: ([id]) =>
        new AwsError('InvalidCustomerGatewayID.NotFound', `The customer gateway ID '${id}' does not exist`),
    },
    /** Not paged: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeCustomerGateways.html */
    reads: listed<DescribeCustomerGatewaysRequest, DescribeCustomerGatewaysResult, CustomerGateway>({
      operation: 'DescribeCustomerGateways',
      by: 'CustomerGatewayIds',
      answer: 'CustomerGateways',
      tags: true,
      filters: ['customer-gateway-id', 'ip-address', 'state'],
    }),
  },
);
