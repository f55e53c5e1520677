import type { CreateVpcEndpointRequest, SubnetConfiguration } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { DescribedEndpoint } from '../../resources/vpcEndpoint.ts';
import { type Earlier, type Filter, makingAgain, sameTags, tokenFor } from '../../session/makingAgain.ts';
import { isThere, refused, type Wanted } from '../../session/restoring.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** Makes one to the same service, in the same subnets and with the same addresses there, with the same policy, groups and tags; who names the old id must be changed. */
export async function restoreEndpoint(wanted: Wanted, now: Read<unknown> | undefined): Promise<Restoring> {
  const { stored } = wanted;
  if (now?.kind === 'found') return isThere(stored.id);
  const old = stored.definition as DescribedEndpoint;
  if (!old.VpcId || !old.ServiceName) return refused('the definition does not name both its VPC and its service');
  const { SubnetConfigurations: addresses, ...input } = creating(old, stored.id);
  return makingAgain(wanted, {
    call: ec2.createVpcEndpoint,
    input: addresses ? { ...input, SubnetConfigurations: addresses } : input,
    noun: 'VPC endpoint',
    where: `to ${old.ServiceName} in ${old.VpcId}, with ${addresses ? 'the same' : 'other'} addresses`,
    ...(addresses && {
      otherwise: { input, says: 'where one of its addresses is taken: makes it with other addresses' },
    }),
    idOf: (answer) => answer.VpcEndpoint?.VpcEndpointId,
    before: {
      ready: new Set(['available']),
      ended: ENDED,
      byId: 'vpc-endpoint-id',
      find: (filter) => shownBy(wanted.restorer, filter, stored.id),
    },
  });
}

/** https://docs.aws.amazon.com/vpc/latest/privatelink/concepts.html#concepts-endpoint-states: whoever offers the service may reject it. */
const ENDED: ReadonlySet<string | undefined> = new Set(['failed', 'rejected', 'expired', 'deleting', 'deleted']);

async function shownBy(restorer: CallScope, filter: Filter, id: string): Promise<readonly Earlier[]> {
  const what = `looking for a VPC endpoint that ${id} was restored as`;
  const found = await allOf(pages(restorer, ec2.describeVpcEndpoints, what, { Filters: [filter] }));
  return found.map(({ VpcEndpointId, State, LastError }) => ({
    id: VpcEndpointId,
    state: State?.toLowerCase(),
    why: LastError?.Message,
  }));
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVpcEndpoint.html */
function creating(old: DescribedEndpoint, id: string): CreateVpcEndpointRequest {
  const groups = (old.Groups ?? []).flatMap(({ GroupId }) => GroupId ?? []);
  const { DnsOptions, SubnetIds = [] } = old;
  return {
    VpcId: old.VpcId,
    ...defined({
      ServiceName: old.ServiceName,
      ServiceRegion: old.ServiceRegion,
      VpcEndpointType: old.VpcEndpointType,
      PolicyDocument: old.PolicyDocument || undefined,
      SubnetIds: SubnetIds.length > 0 ? SubnetIds : undefined,
      SubnetConfigurations: addressesOf(old),
      SecurityGroupIds: groups.length > 0 ? groups : undefined,
      IpAddressType: old.IpAddressType,
      DnsOptions: DnsOptions && Object.keys(DnsOptions).length > 0 ? DnsOptions : undefined,
      PrivateDnsEnabled: old.VpcEndpointType === 'Interface' ? old.PrivateDnsEnabled : undefined,
      TagSpecifications: sameTags('vpc-endpoint', old.Tags, id),
      ClientToken: tokenFor(id),
    }),
  };
}

/**
 * "You must provide an IPv4 address if the VPC endpoint supports IPv4":
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_SubnetConfiguration.html. The subnets stand beside them.
 */
function addressesOf({
  VpcEndpointType,
  NetworkInterfaces = [],
}: DescribedEndpoint): SubnetConfiguration[] | undefined {
  if (VpcEndpointType !== 'Interface') return undefined;
  const all = NetworkInterfaces.flatMap(({ SubnetId, PrivateIpAddress: Ipv4, Ipv6Addresses = [] }) => {
    const Ipv6 = Ipv6Addresses[0]?.Ipv6Address;
    return SubnetId && (Ipv4 || Ipv6) ? [defined({ SubnetId, Ipv4, Ipv6 })] : [];
  });
  return all.length > 0 ? all : undefined;
}
