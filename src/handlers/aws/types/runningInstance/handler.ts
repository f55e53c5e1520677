import { DAY_MS } from '../../../../core/common/duration.ts';
import { ec2 } from '../../calls/ec2.ts';
import { kindOfHardware } from '../../evidence/instances/kindOfHardware.ts';
import { work } from '../../evidence/instances/work.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { toRunningInstance } from '../../resources/runningInstance.ts';
import { ec2Type } from '../ec2Type.ts';
import { INSTANCE, USERS_OF_INSTANCES } from '../instances.ts';
import { runningCost } from './monthlyCost.ts';
import { startAgain } from './restore.ts';
import { runningSafeguards } from './safeguards.ts';

/** What works once a month works once in it. Compute Optimizer looks back 14 days. */
const IDLE_FOR_MS = 32 * DAY_MS;

/**
 * Idle instances that run: they are stopped, and nothing else. What the lifecycle calls a deletion is the stop, with all that
 * guards a deletion; this type has no call that terminates (ADR 156).
 */
export const runningInstance = ec2Type({
  ...INSTANCE,
  resourceType: 'runningInstance',
  called: { en: 'running EC2 instance', de: 'laufende EC2-Instanz' },
  alsoCalled: ['idle ec2', 'idle instance', 'idle ec2 instance'],
  summary:
    'EC2 instances that run and do nothing: less than `below` of `unusedFor` on each of its days since their last start. They are **stopped**, never terminated: what is only in their memory is lost, their volumes and addresses stay, and `restore` starts them again.',
  stops: true,
  attributes: { ...INSTANCE.attributes, changingAddresses: 'texts', enclave: 'boolean' },
  kind: 'instance',
  noun: 'run of an instance',
  evidence: [kindOfHardware, work, ...USERS_OF_INSTANCES],
  unlistedUsers:
    'what waits and works seldom: a standby, a bastion, a licence server, a runner, a job that five minutes hide; what is only in its memory, which a stop loses: RAM disks, caches, sessions, terminals; and whatever chooses instances by tags, as backup plans and maintenance windows do',
  safeguards: runningSafeguards,
  measured: { knownForMs: METRICS_KEPT_MS, limits: ['percent', 'bytes'], unusedForMs: IDLE_FOR_MS },
  monthlyCost: runningCost,
  toResource: toRunningInstance,
  // Its run.
  isOver: ({ State }) => State?.Name === 'stopped',
  deletes: ec2.stopInstances,
  isDone: ({ StoppingInstances = [] }, id) =>
    StoppingInstances.some(({ InstanceId, CurrentState }) => InstanceId === id && STOPPING.has(CurrentState?.Name)),
  userOf: ({ State }) => (State?.Name === 'running' ? undefined : `its state is ${State?.Name ?? 'not known'}`),
  alsoKeptAs: ['instance'],
  restore: { calls: [ec2.startInstances], plan: startAgain },
});

const STOPPING: ReadonlySet<string | undefined> = new Set(['stopping', 'stopped']);
