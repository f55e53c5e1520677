import type { Address } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { ec2 } from '../../calls/ec2.ts';
import { accelerators } from '../../evidence/balancing/accelerators.ts';
import { apiGatewayLinks } from '../../evidence/balancing/apiGatewayLinks.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { addressAssociations, addressTransfers, associateOf } from '../../evidence/network/addresses.ts';
import { allowedAddresses, customerGateways, prefixListEntries } from '../../evidence/network/namedAddresses.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { clusterFields } from '../../resources/clusterTags.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { tagAliases } from '../../resources/tagAliases.ts';
import { toTags } from '../../session/tags.ts';
import { ec2Type } from '../ec2Type.ts';
import { restoreAddress } from './restore.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface AddressResource extends Resource {
  readonly publicIp?: string;
  /** `amazon`, or the id of a pool that the account brought. */
  readonly publicIpv4Pool?: string;
  readonly networkBorderGroup?: string;
  readonly customerOwnedIp?: string;
  readonly carrierIp?: string;
  /** The service that manages it: `alb`, `rds`, … */
  readonly operator?: string;
  /** Set after a read by id. */
  readonly described?: Address;
}

/** It costs nothing to keep it, and Amazon's prices are not about it. */
const ownPool: Safeguard<AddressResource> = {
  name: 'ownPool',
  summary: 'It is not from the pool of Amazon: brought by the account (BYOIP), of an Outpost, or of a carrier.',
  keeps({ publicIpv4Pool = 'amazon', customerOwnedIp, carrierIp }) {
    if (publicIpv4Pool !== 'amazon') return `it is from the pool ${publicIpv4Pool}, not from Amazon's`;
    if (customerOwnedIp) return `it is customer-owned (${customerOwnedIp})`;
    return carrierIp ? `it is an address of a carrier (${carrierIp})` : undefined;
  },
};

const left = leftovers({});

/** EC2 does not report when an address was allocated. */
export const elasticIp = ec2Type({
  resourceType: 'elasticIp',
  called: { en: 'Elastic IP address', de: 'Elastic-IP-Adresse' },
  alsoCalled: ['eip', 'elastic ip', 'elastic ip address', 'address'],
  summary:
    'Elastic IP addresses. Holystone never disassociates one. Other networks may allow an address, or point to it, where no source can look.',
  attributes: {
    tags: 'map',
    publicIp: 'text',
    publicIpv4Pool: 'text',
    networkBorderGroup: 'text',
    customerOwnedIp: 'text',
    carrierIp: 'text',
    operator: 'text',
  },
  noun: 'Elastic IP',
  pageOf: ec2Page('ElasticIpDetails:AllocationId='),
  arns: ['ec2:*:*:elastic-ip/*'],
  parameters: clusterParameters,
  evidence: [
    accelerators,
    addressAssociations,
    addressTransfers,
    allowedAddresses,
    apiGatewayLinks,
    customerGateways,
    prefixListEntries,
    recordSets,
    ...mentionedBy('elasticIp'),
    ...left.evidence,
  ],
  rules: left.rules,
  safeguards: [...left.safeguards, ownPool],
  unlistedUsers:
    'allowlists, DNS and configurations outside these accounts, addresses in policies, and those that a stopped channel of MediaLive gets back',
  dated: 'byFirstSeen',
  firstSeenIsUse: { unusedForMs: 14 * DAY_MS },
  monthlyCost(_address, prices) {
    const amount = prices.of('ec2.publicIpv4.address');
    return amount === undefined ? undefined : { amount };
  },
  reads: ec2.describeAddresses,
  idsInput: (AllocationIds) => ({ AllocationIds }),
  idOf: ({ AllocationId }) => AllocationId,
  toResource,
  deletes: ec2.releaseAddress,
  deleteInput: (AllocationId) => ({ AllocationId }),
  // "[Default VPC] Releasing an Elastic IP address automatically disassociates it from any instance":
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ReleaseAddress.html
  userOf: associateOf,
  ends: 'deleted',
  restore: { calls: [ec2.allocateAddress, ec2.createTags], plan: restoreAddress },
});

/** `undefined` for an answer without an allocation id. */
function toResource(address: Address): AddressResource | undefined {
  const { AllocationId: id, PublicIp, ServiceManaged } = address;
  if (!id) return undefined;
  const tags = toTags(address.Tags);
  const ofCluster = clusterFields(tags, undefined);
  return {
    id,
    identity: id,
    // An address has no name, only a tag.
    name: tags.Name ?? '',
    tags,
    ...ofCluster,
    aliases: [id, ...(PublicIp ? [PublicIp] : []), ...ofCluster.aliases, ...tagAliases('elasticIp', tags)],
    note: { code: 'addressReturned', values: { address: PublicIp ?? '', provider: 'AWS' } },
    ...defined({
      publicIp: PublicIp,
      publicIpv4Pool: address.PublicIpv4Pool,
      networkBorderGroup: address.NetworkBorderGroup,
      customerOwnedIp: address.CustomerOwnedIp || undefined,
      carrierIp: address.CarrierIp || undefined,
      operator: ServiceManaged,
    }),
  };
}
