/** What only the definition of a task has: what it is charged by, its processors and its memory, and the queues that it may read. */
import type { Service, TaskDefinition } from '@aws-sdk/client-ecs';
import { defined, some } from '../../../../core/common/defined.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import { ecs } from '../../calls/ecs.ts';
import { saysMissing } from '../../evidence/runningImages/taskDefinitions.ts';
import type { FargateServiceResource, ReadDefinition, TaskSize } from '../../resources/fargateService.ts';
import { HOURS } from '../../resources/hours.ts';
import { read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** A revision never changes. */
class Definitions {
  readonly #known = new Map<string, ReadDefinition>();

  async of(target: CallScope, name: string): Promise<ReadDefinition> {
    const known = this.#known.get(name);
    if (known) return known;
    const input = { taskDefinition: name };
    const { taskDefinition } = await read(target, ecs.describeTaskDefinition, `reading the size of ${name}`, input);
    const found = taskDefinition
      ? defined({ taskSize: sizeIn(taskDefinition), queues: some(queuesIn(taskDefinition)) })
      : {};
    this.#known.set(name, found);
    return found;
  }

  destroy(): void {
    this.#known.clear();
  }
}

/** Where it cannot be read, there is no figure, and it may speak of a queue. Empty: nothing is charged by it, or there is none. */
export async function definitionOf(
  target: CallScope,
  { launchType, capacityProviderStrategy = [], taskDefinition }: Service,
): Promise<ReadDefinition> {
  const isFargate = launchType === 'FARGATE' || capacityProviderStrategy.length > 0;
  if (!isFargate || !taskDefinition || !/:\d+$/.test(taskDefinition)) return {};
  const { account, region, io } = target;
  const definitions = io.clients.get(`aws/${account.name}/${region}/serviceDefinitions`, () => new Definitions());
  return definitions.of(target, taskDefinition).catch((error: unknown) => {
    if (saysMissing(error)) return {};
    if (error instanceof ReadError) return { queues: ['its definition could not be read'] };
    throw error;
  });
}

/** Queues and what is read like one: by a name, a host or an ARN of such a service, or a program that reads them. */
const QUEUE = /queue|sqs|kinesis|kafka|rabbit|amqp|broker|celery|sidekiq|resque|pubsub|nats:/i;

/** Where a definition speaks of a queue. Without values: some are secrets. */
function queuesIn({ containerDefinitions = [] }: TaskDefinition): readonly string[] {
  return containerDefinitions.flatMap(
    ({ name: of = 'without name', environment = [], secrets = [], command = [], entryPoint = [] }) => [
      ...[
        ...environment.map(({ name = '', value = '' }) => ({ name, value })),
        ...secrets.map(({ name = '', valueFrom: value = '' }) => ({ name, value })),
      ]
        .filter(({ name, value }) => QUEUE.test(name) || QUEUE.test(value))
        .map(({ name }) => `the variable ${name} of its container ${of}`),
      ...([...entryPoint, ...command].some((word) => QUEUE.test(word)) ? [`the command of its container ${of}`] : []),
    ],
  );
}

/** Of Linux on x86; others have other prices. "20 GiB of ephemeral storage" are included: https://aws.amazon.com/fargate/pricing/ */
function sizeIn({ cpu, memory, runtimePlatform = {}, ephemeralStorage }: TaskDefinition): TaskSize | undefined {
  const { cpuArchitecture = 'X86_64', operatingSystemFamily = 'LINUX' } = runtimePlatform;
  const [units, mebibytes] = [Number(cpu), Number(memory)];
  const isPriced = cpuArchitecture === 'X86_64' && operatingSystemFamily === 'LINUX' && !ephemeralStorage;
  return isPriced && units > 0 && mebibytes > 0 ? { vcpus: units / 1024, gibibytes: mebibytes / 1024 } : undefined;
}

/** Of the tasks that are wanted now; on Spot, and in part there, it is another price. */
export function costOfTasks(
  { runsOn = [], desiredCount, taskSize }: FargateServiceResource,
  prices: Prices,
): MonthlyCost | undefined {
  const isPlain = runsOn.length > 0 && runsOn.every((one) => one === 'FARGATE');
  const [vcpu, gibibyte] = ['vcpu', 'gibibyte'].map((unit) => prices.of(`ecs.fargate.${unit}.hour`));
  if (!isPlain || !desiredCount || !taskSize || vcpu === undefined || gibibyte === undefined) return undefined;
  return { amount: (vcpu * taskSize.vcpus + gibibyte * taskSize.gibibytes) * HOURS * desiredCount };
}
