import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { accelerators } from '../../evidence/balancing/accelerators.ts';
import { goingVolumes } from '../../evidence/instances/goingVolumes.ts';
import { lastRun } from '../../evidence/instances/lastRun.ts';
import { imagesMadeOfIt } from '../../evidence/instances/madeImages.ts';
import { instanceProtection } from '../../evidence/instances/protection.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { allowedAddresses, prefixListEntries } from '../../evidence/network/namedAddresses.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { instancesOf, type LaunchedInstance, toInstance } from '../../resources/instance.ts';
import { managedParameters } from '../../resources/managedBy.ts';
import { ec2Type } from '../ec2Type.ts';
import { describeInstance } from './describe.ts';
import { quarantineInstances } from './quarantine.ts';
import { restoreInstance } from './restore.ts';
import { instanceSafeguards } from './safeguards.ts';

/** Trusted Advisor names those that are stopped for 30 days: https://docs.aws.amazon.com/awssupport/latest/user/cost-optimization-checks.html */
const STOPPED_FOR_MS = 30 * DAY_MS;

export const instance = ec2Type({
  resourceType: 'instance',
  called: { en: 'EC2 instance', de: 'EC2-Instanz' },
  alsoCalled: ['ec2', 'ec2 instance', 'vm', 'server'],
  summary:
    'EC2 instances that have been stopped for `unusedFor`, 30 days by default. A running one always stays. An image with all its volumes is made before its termination, and stays.',
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
  noun: 'instance',
  pageOf: ec2Page('InstanceDetails:instanceId='),
  arns: ['ec2:*:*:instance/*'],
  parameters: managedParameters,
  evidence: [
    accelerators,
    allowedAddresses,
    goingVolumes,
    imagesMadeOfIt,
    instanceProtection,
    lastRun,
    prefixListEntries,
    recordSets,
    ...mentionedBy('instance'),
  ],
  unlistedUsers:
    'people, runbooks and schedules outside of AWS that start it now and then, and whatever chooses instances by tags, as backup plans and maintenance windows do',
  safeguards: instanceSafeguards,
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: STOPPED_FOR_MS },
  // AWS says when a person stopped it, and of no other stop.
  firstSeenIsUse: { unusedForMs: STOPPED_FOR_MS, unlessDated: true },
  quarantine: {
    summary:
      'Holystone makes an image with all its volumes, which is complete before the termination. The image and its snapshots stay, whatever happens to the instance: people delete them. Starting the instance, or deregistering that image, keeps the instance.',
    alwaysForMs: 7 * DAY_MS,
    permissions: permissionsOf(ec2.createImage),
    reads: permissionsOf(ec2.describeImages, ec2.describeSnapshots),
    makes: {
      action: ec2.createImage.operation,
      resources: ['ec2:*::image/*', 'ec2:*::snapshot/*'],
      tagging: ec2.createTags.api,
    },
  },
  // Its volumes cost money, and the listing does not say how much they are; those of the image cost afterwards.
  monthlyCost: () => undefined,
  reads: ec2.describeInstances,
  each: instancesOf,
  idsInput: (InstanceIds) => ({ InstanceIds, IncludeManagedResources: true }),
  idOf: ({ InstanceId }: LaunchedInstance) => InstanceId,
  toResource: toInstance,
  // "It remains visible for a short while, and then is deleted automatically": EC2 User Guide, terminate instances.
  isGone: ({ State }) => State?.Name === 'terminated',
  describeCalls: [ec2.describeInstanceAttribute],
  describe: describeInstance,
  // One at a time: of several AWS may refuse all for one, or do a part.
  deletes: ec2.terminateInstances,
  deleteInput: (id) => ({ InstanceIds: [id] }),
  isDone: ({ TerminatingInstances = [] }, id) =>
    TerminatingInstances.some(({ InstanceId, CurrentState }) => InstanceId === id && ENDING.has(CurrentState?.Name)),
  // AWS terminates running ones, too: it is read again directly before the request.
  isReadAgain: true,
  userOf: ({ State }) => (State?.Name === 'stopped' ? undefined : `its state is ${State?.Name ?? 'not known'}`),
  ends: 'accepted',
  takesTypes: ['volume', 'networkInterface'],
  alsoKeptAs: ['runningInstance'],
  quarantining: quarantineInstances,
  restore: { calls: [ec2.describeImages, ec2.runInstances, ec2.createTags], plan: restoreInstance },
});

const ENDING: ReadonlySet<string | undefined> = new Set(['shutting-down', 'terminated']);
