import type { NetworkInterface, VpcEndpoint } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { tagAliases } from './tagAliases.ts';

/** What is stored of one: AWS's description, and its interfaces, which have its addresses and go with it. */
export interface DescribedEndpoint extends VpcEndpoint {
  readonly NetworkInterfaces?: readonly Pick<NetworkInterface, 'SubnetId' | 'PrivateIpAddress' | 'Ipv6Addresses'>[];
}

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface VpcEndpointResource extends Resource {
  /** In lower case, as answers spell it: `available`, `pendingacceptance`, …; absent = unknown. */
  readonly state?: string;
  /** `Interface`, `Gateway`, `GatewayLoadBalancer`, …; absent = unknown. */
  readonly vpcEndpointType?: string;
  readonly serviceName?: string;
  /** The region of the service; absent: AWS names none beside the name of the service. */
  readonly serviceRegion?: string;
  readonly vpcId?: string;
  /** One in each zone that is paid for. */
  readonly subnetIds?: readonly string[];
  readonly privateDnsEnabled?: boolean;
  readonly requesterManaged?: boolean;
  readonly ownerId?: string;
  readonly isOfAnother?: true;
  /** Set after a read by id. */
  readonly described?: DescribedEndpoint;
}

/** Whoever in the VPC calls a service by its usual name uses an endpoint with private DNS. `all`: nobody outside answers to the name. */
export function privateNamesIn(vpc: string, whose: 'aws' | 'all'): string {
  return whose === 'aws' ? `names of AWS's services in ${vpc}` : `private names in ${vpc}`;
}

/** Services of AWS have public names, too; those of other accounts (`vpce-svc-…`) and of an unknown name need not. */
const OF_ACCOUNT = /vpce-svc-/;

/** `undefined` for an answer without an id. */
export function toEndpoint(
  one: VpcEndpoint,
  { accountId }: { readonly accountId: string | undefined },
): VpcEndpointResource | undefined {
  const { VpcEndpointId: id, OwnerId } = one;
  if (!id) return undefined;
  const tags = toTags(one.Tags);
  return {
    id,
    // AWS never reuses an id.
    identity: id,
    // An endpoint has no name, only a tag.
    name: tags.Name ?? '',
    tags,
    // Its interfaces lead to their addresses (endpointInterfaces.ts).
    aliases: [id, ...(one.NetworkInterfaceIds ?? []), ...namesOf(one), ...tagAliases('vpcEndpoint', tags)],
    ...defined({
      createdAt: one.CreationTimestamp,
      state: one.State?.toLowerCase(),
      vpcEndpointType: one.VpcEndpointType,
      serviceName: one.ServiceName || undefined,
      serviceRegion: one.ServiceRegion || undefined,
      vpcId: one.VpcId || undefined,
      subnetIds: one.SubnetIds,
      privateDnsEnabled: one.PrivateDnsEnabled,
      requesterManaged: one.RequesterManaged,
      ownerId: OwnerId || undefined,
      isOfAnother: OwnerId && accountId !== undefined && OwnerId !== accountId ? (true as const) : undefined,
    }),
  };
}

/** Without private DNS clients need its own names. Only `false` says that it has none. */
function namesOf({ VpcEndpointType, PrivateDnsEnabled, ServiceName = '', VpcId = 'an unnamed VPC' }: VpcEndpoint) {
  if (PrivateDnsEnabled === false || VpcEndpointType === 'GatewayLoadBalancer') return [];
  const isPublic = ServiceName !== '' && !OF_ACCOUNT.test(ServiceName);
  return [privateNamesIn(VpcId, isPublic ? 'aws' : 'all')];
}
