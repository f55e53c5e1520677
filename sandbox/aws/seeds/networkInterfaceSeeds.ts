import type {
  AttachNetworkInterfaceRequest,
  AttachNetworkInterfaceResult,
  CreateNetworkInterfaceRequest,
  CreateNetworkInterfaceResult,
  DescribeNetworkInterfacesRequest,
  DescribeNetworkInterfacesResult,
  NetworkInterface,
  Tag,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Making, plainKind, type Tagged } from '../collections/kind.ts';
import { change, creation, listed } from '../collections/operations.ts';
import { type Seed, type Tags, tagList } from '../collections/seed.ts';

/**
 * Status `in-use` with an attachment, else `available`. The interface of a load balancer has `RequesterManaged: true`
 * and the description `ELB app/NAME/HASH`, `ELB net/NAME/HASH` or `ELB NAME` (classic).
 */
export interface NetworkInterfaceSeed extends Seed<NetworkInterface> {
  readonly tags?: Tags;
  readonly Tags?: Tag[];
}

const INTERFACE_IDS: Tagged = {
  prefix: 'eni',
  type: 'network-interface',
  member: 'TagSet',
  malformed: 'InvalidNetworkInterfaceId.Malformed',
  notFound: ([id]) =>
    new AwsError('InvalidNetworkInterfaceID.NotFound', `The networkInterface ID '${id}' does not exist`),
};

export const networkInterfaces = plainKind<'networkInterface', NetworkInterfaceSeed, NetworkInterface>(
  'networkInterface',
  {
    make: newInterface,
    keyOf: ({ NetworkInterfaceId }) => NetworkInterfaceId,
    tagged: INTERFACE_IDS,
    /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeNetworkInterfaces.html */
    reads: listed<
      DescribeNetworkInterfacesRequest,
      DescribeNetworkInterfacesResult,
      NetworkInterface,
      NetworkInterface
    >({
      operation: 'DescribeNetworkInterfaces',
      by: 'NetworkInterfaceIds',
      withoutPages: 'networkInterfacesSet',
      answer: 'NetworkInterfaces',
      tags: ({ TagSet = [] }) => TagSet,
      filters: [
        'association.allocation-id',
        'association.public-ip',
        'attachment.instance-id',
        'attachment.status',
        'availability-zone',
        'description',
        'interface-type',
        'network-interface-id',
        'owner-id',
        'private-ip-address',
        'requester-id',
        'requester-managed',
        'status',
        'subnet-id',
        'vpc-id',
      ],
      special: {
        'group-id': ({ Groups }) => Groups?.map(({ GroupId }) => GroupId),
        'group-name': ({ Groups }) => Groups?.map(({ GroupName }) => GroupName),
      },
    }),
    /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNetworkInterface.html */
    creates: creation<
      CreateNetworkInterfaceRequest,
      CreateNetworkInterfaceResult,
      NetworkInterfaceSeed,
      NetworkInterface,
      Interfaces
    >({
      operation: 'CreateNetworkInterface',
      seedOf({ SubnetId, Description = '', PrivateIpAddress, Groups = [], InterfaceType }, { networkInterfaces }) {
        if (SubnetId === undefined) {
          throw new AwsError('MissingParameter', 'The request must contain the parameter subnetId');
        }
        // "InvalidIPAddress.InUse: The specified IP address is already in use": EC2's error codes.
        const isTaken = (other: NetworkInterface) =>
          other.SubnetId === SubnetId && other.PrivateIpAddress === PrivateIpAddress;
        if (PrivateIpAddress !== undefined && networkInterfaces.values().some(isTaken)) {
          throw new AwsError('InvalidIPAddress.InUse', 'Address is in use.');
        }
        return defined({
          SubnetId,
          Description,
          PrivateIpAddress,
          Groups: Groups.map((GroupId) => ({ GroupId, GroupName: GroupId })),
          InterfaceType: InterfaceType === undefined ? undefined : ('interface' as const),
        }) as NetworkInterfaceSeed;
      },
      answer: (NetworkInterface) => ({ NetworkInterface }),
    }),
    /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AttachNetworkInterface.html; attached at once. */
    changes: [
      change<AttachNetworkInterfaceRequest, AttachNetworkInterfaceResult, NetworkInterface>({
        operation: 'AttachNetworkInterface',
        by: 'NetworkInterfaceId',
        changed(one, { InstanceId, DeviceIndex }, { ids }) {
          const AttachmentId = ids.next('eni-attach');
          const Attachment = { AttachmentId, InstanceId, DeviceIndex, Status: 'attached' as const };
          return { ...one, Status: 'in-use', Attachment };
        },
        answer: ({ Attachment }) => ({ AttachmentId: Attachment?.AttachmentId }),
      }),
    ],
    /**
     * "You must detach the network interface before you can delete it": API_DeleteNetworkInterface; the code:
     * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
     */
    deletes: {
      operation: 'DeleteNetworkInterface',
      by: 'NetworkInterfaceId',
      rules: {
        refuseReal({ NetworkInterfaceId: id, Attachment, Status }) {
          const isAttached = Attachment !== undefined && Attachment.Status !== 'detached';
          if (!isAttached && Status !== 'in-use') return;
          throw new AwsError('InvalidNetworkInterface.InUse', `Network interface '${id}' is currently in use.`);
        },
      },
    },
  },
);

interface Interfaces {
  readonly networkInterfaces: { values(): readonly NetworkInterface[] };
}

export function newInterface(
  { tags, Tags, ...given }: NetworkInterfaceSeed,
  { account, region, ids }: Making,
): NetworkInterface {
  const TagSet = Tags ?? tagList(tags).Tags ?? [];
  const { PrivateIpAddress = '10.0.0.10' } = given;
  return {
    NetworkInterfaceId: ids.next('eni'),
    AvailabilityZone: `${region}a`,
    Description: '',
    Groups: [],
    InterfaceType: 'interface',
    OwnerId: account.id,
    RequesterManaged: false,
    SourceDestCheck: true,
    Status: given.Attachment ? 'in-use' : 'available',
    SubnetId: 'subnet-00000000000000001',
    VpcId: 'vpc-00000000000000001',
    MacAddress: '0a:00:00:00:00:01',
    PrivateIpAddresses: [{ Primary: true, PrivateIpAddress }],
    TagSet,
    ...(defined(given) as Partial<NetworkInterface>),
    PrivateIpAddress,
  };
}
