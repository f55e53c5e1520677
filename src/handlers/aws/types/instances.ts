/** What stopped and running instances have in common. */
import { ec2 } from '../calls/ec2.ts';
import { accelerators } from '../evidence/balancing/accelerators.ts';
import { imagesMadeOfIt, instanceProtection } from '../evidence/instances/ofInstances.ts';
import { mentionedBy } from '../evidence/mentioning/mentionedBy.ts';
import { allowedAddresses, prefixListEntries } from '../evidence/network/namedAddresses.ts';
import { recordSets } from '../evidence/references/recordSets.ts';
import { ec2Page } from '../resources/consolePage.ts';
import { instancesOf, type LaunchedInstance } from '../resources/instance.ts';
import { managedParameters } from '../resources/managedBy.ts';

/** The sources that find who uses one, whether it runs or not. */
export const USERS_OF_INSTANCES = [
  accelerators,
  allowedAddresses,
  imagesMadeOfIt,
  instanceProtection,
  prefixListEntries,
  recordSets,
  ...mentionedBy('instance'),
];

export const INSTANCE = {
  attributes: {
    tags: 'map',
    createdAt: 'date',
    lastUsedAt: 'date',
    revision: 'internal',
    state: 'text',
    instanceType: 'text',
    imageId: 'text',
    platformDetails: 'text',
    architecture: 'text',
    vpcId: 'text',
    subnetId: 'text',
    availabilityZone: 'text',
    launchTime: 'date',
    rootDeviceType: 'text',
    hasRoot: 'boolean',
    volumeIds: 'texts',
    volumesSince: 'date',
    startedBy: 'texts',
    capacity: 'texts',
    hibernation: 'boolean',
    tpmSupport: 'text',
    sourceDestCheck: 'boolean',
    ownAddresses: 'texts',
    licences: 'texts',
    outpostArn: 'text',
    operator: 'text',
  },
  pageOf: ec2Page('InstanceDetails:instanceId='),
  arns: ['ec2:*:*:instance/*'],
  parameters: managedParameters,
  reads: ec2.describeInstances,
  each: instancesOf,
  idsInput: (InstanceIds: string[]) => ({ InstanceIds, IncludeManagedResources: true }),
  idOf: ({ InstanceId }: LaunchedInstance) => InstanceId,
  // "It remains visible for a short while, and then is deleted automatically": EC2 User Guide, terminate instances.
  isGone: ({ State }: LaunchedInstance) => State?.Name === 'terminated',
  // One at a time: of several AWS may refuse all for one, or do a part.
  deleteInput: (id: string) => ({ InstanceIds: [id] }),
  // AWS stops and terminates in other states, too: it is read again directly before the request.
  isReadAgain: true,
  ends: 'accepted',
} as const;
