import type { TaskDefinition } from '@aws-sdk/client-ecs';
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ecs } from '../../calls/ecs.ts';
import { mentionsIn } from '../../mentions/scan.ts';
import { fargateServiceAlias } from '../../resources/fargateService.ts';
import { nameAlias } from '../../resources/nameAlias.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { codeOf } from '../../wire/errors.ts';
import { read } from '../../wire/reading.ts';
import { requireList, requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** A revision never changes, and is read once; a family without a revision means its newest active one. */
const REVISION = /:\d+$/;

/** Facts of so many revisions are kept in memory. */
const MOST = 20_000;

/**
 * A driver such as `rexray/ebs` finds the volume or the file system by its tag `Name`, and makes an empty one where there is none
 * (https://aws.amazon.com/blogs/compute/amazon-ecs-and-docker-volume-drivers-amazon-ebs/). Without a word about the driver Docker takes its own.
 */
function byDriver(volumes: TaskDefinition['volumes'] = []): readonly string[] {
  return volumes.flatMap(({ name, dockerVolumeConfiguration: docker }) =>
    name && docker && (docker.driver ?? 'local') !== 'local' ? [nameAlias(name)] : [],
  );
}

/** What task definitions mention, first of all images, in one account and region. */
export class TaskDefinitions {
  readonly #known = new Map<string, Mentioned>();

  /**
   * @param definition the ARN of a revision, or a family
   * @param by the user
   * @param starting those that lead to it, which may be itself
   * @throws ReadError
   */
  async usesOf(
    target: CallScope,
    definition: string,
    by: string,
    starting: ReadonlySet<string> = new Set(),
  ): Promise<readonly Finding[]> {
    if (starting.has(definition)) return [];
    const mentioned = this.#known.get(definition) ?? (await mentionedIn(target, definition));
    if (this.#known.size >= MOST) this.#known.clear();
    // A revision may be named before ECS can describe it.
    if (mentioned && REVISION.test(definition)) this.#known.set(definition, mentioned);
    const { aliases, tasks } = mentioned ?? { aliases: [], tasks: [] };
    const uses = aliases.map((alias): Finding => ({ alias, says: 'used', by }));
    const before = new Set([...starting, definition]);
    for (const task of tasks) uses.push(...(await usesOfTask(target, task, by, before)));
    return uses;
  }

  destroy(): void {
    this.#known.clear();
  }
}

/** What a task definition mentions, and the revisions that its program may start. */
interface Mentioned {
  readonly aliases: readonly string[];
  readonly tasks: readonly string[];
}

/** Those of an account and region, for all reads of this process. */
export function taskDefinitionsOf({ account, region, io }: CallScope): TaskDefinitions {
  return io.clients.get(`aws/${account.name}/${region}/taskDefinitions`, () => new TaskDefinitions());
}

/** The account and region of an ARN: a revision of another one runs there. */
const WHERE = /^arn:[^:]+:ecs:([^:]*):(\d*):/;

/**
 * What a thing uses that names a revision of a task definition, because it may start it.
 * @param by the thing
 * @throws ReadError
 */
export async function usesOfTask(
  target: CallScope,
  definition: string,
  by: string,
  starting?: ReadonlySet<string>,
): Promise<readonly Finding[]> {
  const [, region = target.region, account = target.account.id] = WHERE.exec(definition) ?? [];
  // Tasks start in the account that names them.
  if (account !== target.account.id) return [];
  const there = region === target.region ? target : { ...target, region };
  const started = `${by}, which may start task definition ${definition.split('/').at(-1)}`;
  return taskDefinitionsOf(there).usesOf(there, definition, started, starting);
}

/** @returns `undefined`: ECS knows no such definition */
async function mentionedIn(target: CallScope, definition: string): Promise<Mentioned | undefined> {
  const what = `reading the images of ECS task definition ${definition.split('/').at(-1)}`;
  const operation = { target, api: ecs.describeTaskDefinition.api, what };
  try {
    const answer = await read(target, ecs.describeTaskDefinition, what, { taskDefinition: definition });
    const described: TaskDefinition = requirePart(answer.taskDefinition, 'task definition', operation);
    requireList(described.containerDefinitions, operation);
    const { containerDefinitions, proxyConfiguration, volumes } = described;
    const [aliases, tasks] = [new Set<string>(), new Set<string>()];
    const own = ownNames(containerDefinitions);
    for (const { kind, alias, path } of mentionsIn({ containerDefinitions, proxyConfiguration, volumes })) {
      if (path === VARIABLES && own.has(alias)) continue;
      (kind === 'taskDefinition' ? tasks : aliases).add(unshareStrings(alias));
    }
    for (const alias of byDriver(volumes)) aliases.add(alias);
    return { aliases: [...aliases], tasks: [...tasks] };
  } catch (error) {
    if (saysMissing(error)) return undefined;
    throw error;
  }
}

const VARIABLES = 'containerDefinitions[].environment[].value';
/** Under which a program tells its own name: `SERVICE_NAME`, `DD_SERVICE`, `OTEL_SERVICE_NAME`. */
const OWN_NAME =
  /^(?:(?:app|application|aws_xray|datadog|dd|elastic_apm|jaeger|new_relic|otel|powertools|sentry|spring)_service(?:_name)?|service_name)$/i;

/**
 * The service that a program calls itself, which is no use of it: else none that reports under its name was ever unused. Beside a variable
 * that has to do with clusters it may be another one, which the program starts.
 */
function ownNames(containers: TaskDefinition['containerDefinitions'] = []): ReadonlySet<string> {
  const variables = containers.flatMap(({ environment = [] }) => environment);
  if (variables.some(({ name = '' }) => /cluster|ecs|fargate/i.test(name))) return new Set();
  const own = variables.filter(({ name = '' }) => OWN_NAME.test(name));
  return new Set(own.flatMap(({ value }) => (value ? [fargateServiceAlias(value)] : [])));
}

/** One that was deleted starts nothing, though a rule may still name it. ECS has no code of its own for that. */
export function saysMissing(error: unknown): boolean {
  if (!(error instanceof ReadError) || codeOf(error.cause) !== 'ClientException') return false;
  return /^Unable to describe task definition/.test(messageOf(error.cause));
}
