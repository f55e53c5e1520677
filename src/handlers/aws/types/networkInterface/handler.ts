import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { ec2 } from '../../calls/ec2.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { linkedToTemplates, withTemplateUsers } from '../../evidence/mentioning/templateUsers.ts';
import { interfaceAttachments, routeTargets } from '../../evidence/network/interfaces.ts';
import { allowedAddresses, prefixListEntries } from '../../evidence/network/namedAddresses.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import type { ManagedParameters } from '../../resources/managedBy.ts';
import { type InterfaceResource, toInterface } from '../../resources/networkInterface.ts';
import { requesterManaged } from '../../resources/safeguards.ts';
import { templateProtection } from '../../resources/templateProtection.ts';
import { ownPlace } from '../../wire/places.ts';
import { ec2Type } from '../ec2Type.ts';
import { restoreInterface } from './restore.ts';

type InterfaceSafeguard = Safeguard<InterfaceResource, ManagedParameters>;

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNetworkInterface.html, InterfaceType. */
const MADE_BY_PEOPLE: ReadonlySet<string | undefined> = new Set(['interface', 'efa', 'efa-only', 'branch', 'trunk']);

const ofService: InterfaceSafeguard = {
  name: 'ofService',
  summary: 'Its type is one that only AWS services make, such as `nat_gateway`, `vpc_endpoint` or `lambda`.',
  keeps: ({ interfaceType: type }) =>
    MADE_BY_PEOPLE.has(type) ? undefined : `its type is ${type ?? 'not known'}: AWS services make these`,
};

const state: InterfaceSafeguard = {
  name: 'state',
  summary: 'Its status is not `available`.',
  keeps: ({ status }) => (status === 'available' ? undefined : `its status is ${status ?? 'not known'}`),
};

/** Beside those of every leftover: the verdict has the reason of every one that keeps it, in this order. */
const interfaceSafeguards: readonly InterfaceSafeguard[] = [requesterManaged, ofService, state];

const left = leftovers({});

/** EC2 reports neither its creation nor when it was detached. */
export const networkInterface = ec2Type({
  resourceType: 'networkInterface',
  called: { en: 'network interface', de: 'Netzwerkschnittstelle' },
  alsoCalled: ['eni', 'elastic network interface', 'network interface', 'interface'],
  mayBeId: (text) => text.startsWith('eni-'),
  summary:
    'Elastic network interfaces that people and their tools made. Holystone never detaches one, and keeps those that AWS services manage.',
  attributes: {
    tags: 'map',
    status: 'text',
    description: 'text',
    interfaceType: 'text',
    requesterManaged: 'boolean',
    requesterId: 'text',
    subnetId: 'text',
    vpcId: 'text',
    availabilityZone: 'text',
    privateIpAddress: 'text',
    operator: 'text',
  },
  noun: 'network interface',
  pageOf: ec2Page('NetworkInterface:networkInterfaceId='),
  arns: ['ec2:*:*:network-interface/*'],
  parameters: clusterParameters.extend({ evidence: templateProtection }),
  linkedTypes: linkedToTemplates,
  evidence: withTemplateUsers(
    [
      allowedAddresses,
      interfaceAttachments,
      prefixListEntries,
      recordSets,
      routeTargets,
      // Another network may have the same private address.
      ...mentionedBy('networkInterface', ownPlace),
      ...left.evidence,
    ],
    ownPlace,
  ),
  rules: left.rules,
  safeguards: [...left.safeguards, ...interfaceSafeguards],
  dated: 'byFirstSeen',
  firstSeenIsUse: { unusedForMs: 14 * DAY_MS },
  reads: ec2.describeNetworkInterfaces,
  idsInput: (NetworkInterfaceIds) => ({ NetworkInterfaceIds, IncludeManagedResources: true }),
  idOf: ({ NetworkInterfaceId }) => NetworkInterfaceId,
  toResource: toInterface,
  // "You must detach the network interface before you can delete it":
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteNetworkInterface.html
  deletes: ec2.deleteNetworkInterface,
  deleteInput: (NetworkInterfaceId) => ({ NetworkInterfaceId }),
  ends: 'deleted',
  restore: { calls: [ec2.createNetworkInterface, ec2.createTags], plan: restoreInterface },
});
