/** What a task is charged by: its processors and its memory, which only its definition has. */
import type { Service, TaskDefinition } from '@aws-sdk/client-ecs';
import { ReadError } from '../../../../core/common/errors.ts';
import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import { ecs } from '../../calls/ecs.ts';
import type { FargateServiceResource, TaskSize } from '../../resources/fargateService.ts';
import { HOURS } from '../../resources/hours.ts';
import { read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** A revision never changes. */
class Sizes {
  readonly #known = new Map<string, TaskSize | undefined>();

  async of(target: CallScope, definition: string): Promise<TaskSize | undefined> {
    if (this.#known.has(definition)) return this.#known.get(definition);
    const input = { taskDefinition: definition };
    const answer = await read(target, ecs.describeTaskDefinition, `reading the size of ${definition}`, input);
    const size = answer.taskDefinition && sizeIn(answer.taskDefinition);
    this.#known.set(definition, size);
    return size;
  }

  destroy(): void {
    this.#known.clear();
  }
}

/** `undefined`: not known, also because it cannot be read; then there is no figure, and nothing else follows. */
export async function taskSizeOf(
  target: CallScope,
  { launchType, capacityProviderStrategy = [], taskDefinition }: Service,
): Promise<TaskSize | undefined> {
  const isFargate = launchType === 'FARGATE' || capacityProviderStrategy.length > 0;
  if (!isFargate || !taskDefinition || !/:\d+$/.test(taskDefinition)) return undefined;
  const { account, region, io } = target;
  const sizes = io.clients.get(`aws/${account.name}/${region}/taskSizes`, () => new Sizes());
  return sizes.of(target, taskDefinition).catch((error: unknown) => {
    if (error instanceof ReadError) return undefined;
    throw error;
  });
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
