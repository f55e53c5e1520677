import { DAY_MS } from '../../../../core/common/duration.ts';
import { ec2 } from '../../calls/ec2.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { linkedToTemplates, withTemplateUsers } from '../../evidence/mentioning/templateUsers.ts';
import { interfaceAttachments, routeTargets } from '../../evidence/network/interfaces.ts';
import { allowedAddresses, prefixListEntries } from '../../evidence/network/namedAddresses.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { toInterface } from '../../resources/networkInterface.ts';
import { templateProtection } from '../../resources/templateProtection.ts';
import { ownPlace } from '../../wire/places.ts';
import { ec2Type } from '../ec2Type.ts';
import { restoreInterface } from './restore.ts';
import { interfaceSafeguards } from './safeguards.ts';

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
