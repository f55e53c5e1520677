import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { goingVolumes } from '../../evidence/instances/goingVolumes.ts';
import { lastRun } from '../../evidence/instances/ofInstances.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { toInstance } from '../../resources/instance.ts';
import { ec2Type } from '../ec2Type.ts';
import { INSTANCE, USERS_OF_INSTANCES } from '../instances.ts';
import { DESCRIBE_CALLS, describeInstance } from './describe.ts';
import { quarantineInstances } from './quarantine.ts';
import { restoreInstance } from './restore.ts';
import { instanceSafeguards } from './safeguards.ts';

/** Trusted Advisor names those that are stopped for 30 days: https://docs.aws.amazon.com/awssupport/latest/user/cost-optimization-checks.html */
const STOPPED_FOR_MS = 30 * DAY_MS;

export const instance = ec2Type({
  ...INSTANCE,
  resourceType: 'instance',
  called: { en: 'EC2 instance', de: 'EC2-Instanz' },
  alsoCalled: ['ec2', 'ec2 instance', 'vm', 'server'],
  summary:
    'EC2 instances that have been stopped for `unusedFor`, 30 days by default. A running one always stays. An image with all its volumes is made before its termination, and stays.',
  noun: 'instance',
  evidence: [goingVolumes, lastRun, ...USERS_OF_INSTANCES],
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
  toResource: toInstance,
  describeCalls: DESCRIBE_CALLS,
  describe: describeInstance,
  deletes: ec2.terminateInstances,
  isDone: ({ TerminatingInstances = [] }, id) =>
    TerminatingInstances.some(({ InstanceId, CurrentState }) => InstanceId === id && ENDING.has(CurrentState?.Name)),
  userOf: ({ State }) => (State?.Name === 'stopped' ? undefined : `its state is ${State?.Name ?? 'not known'}`),
  takesTypes: ['volume', 'networkInterface'],
  alsoKeptAs: ['runningInstance'],
  stoppedAs: 'runningInstance',
  quarantining: quarantineInstances,
  restore: {
    calls: [ec2.describeImages, ec2.describeInstanceTypes, ec2.runInstances, ec2.createTags],
    plan: restoreInstance,
  },
});

const ENDING: ReadonlySet<string | undefined> = new Set(['shutting-down', 'terminated']);
