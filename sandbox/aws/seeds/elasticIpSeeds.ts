import type {
  Address,
  AddressTransfer,
  AllocateAddressRequest,
  AllocateAddressResult,
  AssociateAddressRequest,
  AssociateAddressResult,
  DescribeAddressesRequest,
  DescribeAddressesResult,
  Tag,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Kind, type Making, shownInside, type Tagged } from '../collections/kind.ts';
import { change, creation, listed } from '../collections/operations.ts';
import { type Seed, type Tags, tagList } from '../collections/seed.ts';

export interface ElasticIpSeed extends Seed<Address> {
  readonly tags?: Tags;
  readonly Tags?: Tag[];
  /** Its last transfer to another account. */
  readonly transfer?: Partial<AddressTransfer>;
  /** Associated in a default VPC: a release disassociates it. */
  readonly isInDefaultVpc?: boolean;
}

export interface ElasticIpRow {
  readonly address: Address;
  /** To other accounts, the last one last. */
  readonly transfers: readonly AddressTransfer[];
  readonly isInDefaultVpc?: boolean;
}

const ADDRESS_IDS: Tagged = {
  prefix: 'eipalloc',
  type: 'elastic-ip',
  malformed: 'InvalidParameterValue',
  notFound: ([id]) => new AwsError('InvalidAllocationID.NotFound', `The allocation ID '${id}' does not exist`),
};

export const elasticIps: Kind<'elasticIp', ElasticIpSeed, ElasticIpRow, Address> = {
  name: 'elasticIp',
  noun: 'Elastic IP address',
  make: newAddress,
  keyOf: ({ address }) => address.AllocationId,
  ...shownInside<ElasticIpRow, 'address'>('address'),
  patched({ address, transfers, ...row }, { transfer, ...patch }) {
    const more = transfer ? [transferOf(address, transfer)] : [];
    return { ...row, address: { ...address, ...patch }, transfers: [...transfers, ...more] };
  },
  tagged: ADDRESS_IDS,
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeAddresses.html; not paged. */
  reads: listed<DescribeAddressesRequest, DescribeAddressesResult, ElasticIpRow, Address>({
    operation: 'DescribeAddresses',
    by: 'AllocationIds',
    answer: 'Addresses',
    tags: true,
    filters: [
      'allocation-id',
      'association-id',
      'instance-id',
      'network-border-group',
      'network-interface-id',
      'network-interface-owner-id',
      'private-ip-address',
      'public-ip',
    ],
  }),
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AllocateAddress.html */
  creates: creation<AllocateAddressRequest, AllocateAddressResult, ElasticIpSeed, ElasticIpRow, Addresses>({
    operation: 'AllocateAddress',
    seedOf({ Address: PublicIp, NetworkBorderGroup }, { elasticIps }) {
      if (PublicIp !== undefined && elasticIps.values().some(({ address }) => address.PublicIp === PublicIp)) {
        throw new AwsError('InvalidAddress.NotFound', `The address '${PublicIp}' is not free.`);
      }
      return defined({ PublicIp, NetworkBorderGroup });
    },
    answer: ({ address }) => address,
  }),
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AssociateAddress.html */
  changes: [
    change<AssociateAddressRequest, AssociateAddressResult, ElasticIpRow>({
      operation: 'AssociateAddress',
      by: 'AllocationId',
      changed({ address, ...row }, { InstanceId, NetworkInterfaceId }, { ids }) {
        const AssociationId = ids.next('eipassoc');
        return { ...row, address: { ...address, ...defined({ InstanceId, NetworkInterfaceId, AssociationId }) } };
      },
      answer: ({ address: { AssociationId } }) => ({ AssociationId }),
    }),
  ],
  /**
   * "[Default VPC] Releasing an Elastic IP address automatically disassociates it … [Nondefault VPC] … Otherwise, Amazon
   * EC2 returns an error (InvalidIPAddress.InUse)": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ReleaseAddress.html
   */
  deletes: {
    operation: 'ReleaseAddress',
    by: 'AllocationId',
    rules: {
      refuseReal({ address, isInDefaultVpc }) {
        if (address.AssociationId === undefined || isInDefaultVpc) return;
        throw new AwsError('InvalidIPAddress.InUse', `Address ${address.PublicIp} is in use.`);
      },
    },
  },
};

interface Addresses {
  readonly elasticIps: { values(): readonly ElasticIpRow[] };
}

function newAddress(
  { tags, Tags, transfer, isInDefaultVpc, ...given }: ElasticIpSeed,
  { region, ids }: Making,
): ElasticIpRow {
  const AllocationId = given.AllocationId ?? ids.next('eipalloc');
  const address: Address = {
    PublicIp: publicIpOf(AllocationId),
    Domain: 'vpc',
    PublicIpv4Pool: 'amazon',
    NetworkBorderGroup: region,
    ...(Tags ? { Tags } : tagList(tags)),
    ...(defined(given) as Partial<Address>),
    AllocationId,
  };
  const transfers = transfer === undefined ? [] : [transferOf(address, transfer)];
  return { address, transfers, ...(isInDefaultVpc && { isInDefaultVpc }) };
}

function transferOf({ AllocationId, PublicIp }: Address, given: Partial<AddressTransfer>): AddressTransfer {
  return { AllocationId, PublicIp, TransferAccountId: '222222222222', ...given };
}

/** The same address for the same id, of 198.18.0.0/15, which no host uses. */
function publicIpOf(id: string): string {
  const [low, middle, high] = [-2, -4, -6].map((end) => Number.parseInt(id.slice(end).slice(0, 2), 16) || 0) as [
    number,
    number,
    number,
  ];
  return `198.${18 + (high % 2)}.${middle}.${low}`;
}
