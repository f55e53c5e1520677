import { DAY_MS } from '../../../../core/common/duration.ts';
import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import { kindOfHardware } from '../../evidence/instances/kindOfHardware.ts';
import { work } from '../../evidence/instances/work.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { HOURS } from '../../resources/hours.ts';
import { instancesOf } from '../../resources/instance.ts';
import { type RunningInstanceResource, toRunningInstance } from '../../resources/runningInstance.ts';
import { awsCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { unlessGone } from '../../wire/readError.ts';
import { readList } from '../../wire/reading.ts';
import { ec2Type } from '../ec2Type.ts';
import { INSTANCE, USERS_OF_INSTANCES } from '../instances.ts';
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

/**
 * Its hours at list price: a stop ends these alone, its volumes and addresses cost the same. At most, for the account may have
 * paid in advance (savings plans, reserved instances). Other systems than Linux have other prices, and no figure.
 */
function runningCost(
  { instanceType, platformDetails }: RunningInstanceResource,
  prices: Prices,
): MonthlyCost | undefined {
  if (instanceType === undefined || platformDetails !== 'Linux/UNIX') return undefined;
  const price = prices.of(`ec2.linux.${instanceType}.hour`);
  return price === undefined ? undefined : { amount: price * HOURS, upTo: true };
}

/** Starts the instance that was stopped. Its volumes, private addresses and Elastic IP addresses are those that it had. */
async function startAgain({ restorer, stored }: Wanted): Promise<Restoring> {
  const { id } = stored;
  const input = { InstanceIds: [id] };
  const reading = readList(restorer, ec2.describeInstances, `reading instance ${id}`, input);
  const [now] = (await unlessGone(reading, [])).flatMap(instancesOf).filter(({ InstanceId }) => InstanceId === id);
  const state = now?.State?.Name;
  if (state === 'running' || state === 'pending') return isThere(id);
  if (state === 'stopping') return refused(`${id} is still being stopped: try again in a few minutes`);
  if (state !== 'stopped') return refused(`${id} is ${state ?? 'gone'}: only a stopped instance can be started`);
  return {
    kind: 'ready',
    id,
    steps: [{ says: `starts ${id}`, command: awsCommand(restorer, 'ec2 start-instances', { 'instance-ids': id }) }],
    afterwards: [],
    async run() {
      const done = await restoreBy(restorer, ec2.startInstances.api, `starting instance ${id}`, async () =>
        requestIdOf(await send(restorer, ec2.startInstances, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}
