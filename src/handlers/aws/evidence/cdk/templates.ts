/**
 * Reads the texts in which a stack names assets: its templates in both stages, its parameters, and its pending change
 * sets.
 */
import type { ChangeSetSummary, Stack, TemplateStage } from '@aws-sdk/client-cloudformation';
import { defined } from '../../../../core/common/defined.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { BOOTSTRAP_VERSION, blocksDeletions, type StackParameter } from '../../resources/cdk/stacks.ts';
import { toTags } from '../../session/tags.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList, requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { StackMemory } from './stackMemory.ts';
import { type Named, type StackRecord, stillCounts } from './stackRecord.ts';
import { Words } from './words.ts';

/** Both texts: macros and transforms may add or remove a mention. */
const STAGES: readonly TemplateStage[] = ['Processed', 'Original'];
/** Change sets of these states will not be executed any more. */
const OVER: ReadonlySet<string | undefined> = new Set(['EXECUTE_COMPLETE', 'OBSOLETE']);
const FAILED: ReadonlySet<string | undefined> = new Set(['FAILED', 'DELETE_COMPLETE']);

/** The templates of stacks and change sets that did not change since they were read; of a text only its hashes stay. */
export class TemplateCache {
  readonly #stacks = new Map<string, StackRecord>();
  /** The state in which each stack was listed before its templates were read last. */
  readonly #states = new Map<string, string>();
  readonly #changeSets = new Map<string, { readonly stack: string; readonly named: Named }>();

  destroy(): void {
    this.#stacks.clear();
    this.#states.clear();
    this.#changeSets.clear();
  }

  /**
   * @param memory of other processes
   * @param now ms since the epoch, before the read
   */
  async stack(
    memory: StackMemory,
    stack: ListedStack,
    now: number,
    read: () => Promise<readonly Named[]>,
  ): Promise<readonly Named[]> {
    const { id, name, tags, version } = stack;
    const own = this.#stacks.get(id);
    if (own && version !== undefined && own.version === version) return own.named;
    const before = own ?? (await memory.of(id));
    if (before && stillCounts(before, version, now)) {
      this.#stacks.set(id, before);
      return before.named;
    }
    const after = { name, tags, readAt: now, named: await read(), ...defined({ version }) };
    await memory.replace(id, before, after);
    this.#stacks.set(id, after);
    return after.named;
  }

  /** The result of the last read, if the stack was in this state then. */
  sameAs(id: string, state: string): readonly Named[] | undefined {
    return this.#states.get(id) === state ? this.#stacks.get(id)?.named : undefined;
  }

  /** Its templates were read in this state, or are known from an earlier read. */
  wasIn(id: string, state: string): void {
    this.#states.set(id, state);
  }

  /** The template and the parameters of a change set never change. */
  async changeSet(stack: string, id: string, read: () => Promise<Named>): Promise<Named> {
    const named = this.#changeSets.get(id)?.named ?? (await read());
    this.#changeSets.set(id, { stack, named });
    return named;
  }

  /** Forgets all others. @param stacks the ids of those that are there. @throws StoreError */
  async keep(memory: StackMemory, stacks: ReadonlySet<string>): Promise<void> {
    await memory.settle(stacks);
    for (const id of this.#stacks.keys()) if (!stacks.has(id)) this.#stacks.delete(id);
    for (const id of this.#states.keys()) if (!stacks.has(id)) this.#states.delete(id);
    for (const [id, { stack }] of this.#changeSets) if (!stacks.has(stack)) this.#changeSets.delete(id);
  }
}

/** A stack as it is listed now. */
interface ListedStack {
  readonly id: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Changes whenever the stack may have another template or other parameters; absent: not known. */
  readonly version?: string;
}

/**
 * Everything that one stack names now or would name with a pending change set.
 * @param seen gets the id of the stack
 * @throws ReadError
 */
export async function namedByStack(
  target: CallScope,
  cache: TemplateCache,
  stack: Stack,
  seen: Set<string>,
): Promise<readonly Named[]> {
  const id = idOf(target, stack);
  seen.add(id);
  const { StackName: name = '', Tags } = stack;
  const listed = { id, name, tags: toTags(Tags), ...defined({ version: versionOf(stack) }) };
  const named = await cache.stack(new StackMemory(target), listed, target.io.clock.now(), async () => {
    // A stack that is only reviewed has no template yet: its change sets have.
    const own = blocksDeletions(stack.StackStatus ?? '') ? [] : [await readStack(target, id, stack)];
    return [...own, ...(await pendingOf(target, cache, id, stack))];
  });
  cache.wasIn(id, stateOf(stack));
  return named;
}

/**
 * The same soon after an earlier read: only a stack that is listed in another state since is read again.
 * @throws ReadError
 */
export async function namedMeanwhile(...asked: Parameters<typeof namedByStack>): Promise<readonly Named[]> {
  const [target, cache, stack, seen] = asked;
  const id = idOf(target, stack);
  const named = cache.sameAs(id, stateOf(stack));
  if (named === undefined) return namedByStack(...asked);
  seen.add(id);
  return named;
}

/** @throws ReadError */
export function idOf(target: CallScope, { StackId }: Stack): string {
  const what = 'reading the stacks';
  return requirePart(StackId || undefined, 'stack id', { target, api: cloudFormation.describeStacks.api, what });
}

async function pendingOf(
  target: CallScope,
  cache: TemplateCache,
  id: string,
  { StackName }: Stack,
): Promise<readonly Named[]> {
  const all: Named[] = [];
  const what = `reading the change sets of the stack ${StackName}`;
  const operation = { target, api: cloudFormation.listChangeSets.api, what };
  for await (const page of pages(target, cloudFormation.listChangeSets, what, { StackName: id })) {
    for (const changeSet of page.filter(isPending)) {
      const changeSetId = requirePart(changeSet.ChangeSetId || undefined, 'change set id', operation);
      all.push(await cache.changeSet(id, changeSetId, () => readChangeSet(target, id, changeSetId, changeSet)));
    }
  }
  return all;
}

/** May a user still execute it? */
export function isPending({ Status, ExecutionStatus }: ChangeSetSummary): boolean {
  return !FAILED.has(Status) && !OVER.has(ExecutionStatus);
}

/**
 * Every operation on a stack has an id of its own, which CloudFormation lists with the stack; to create a change set is
 * one, too: https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_OperationEntry.html
 * `LastUpdatedTime` alone may be empty or old after an update, so a stack without operations is read each time, and so
 * is one that is changing.
 * @returns changes whenever the stack may have another template; `undefined`: not known
 */
export function versionOf(stack: Stack): string | undefined {
  const { StackStatus, LastOperations = [] } = stack;
  return LastOperations.length === 0 || StackStatus?.endsWith('_IN_PROGRESS') ? undefined : stateOf(stack);
}

function stateOf({ StackStatus, LastUpdatedTime, ChangeSetId, LastOperations = [] }: Stack): string {
  const operations = LastOperations.map(({ OperationType, OperationId }) => `${OperationType} ${OperationId}`);
  return JSON.stringify([StackStatus, LastUpdatedTime?.toISOString(), ChangeSetId, ...operations]);
}

async function readStack(target: CallScope, StackName: string, stack: Stack): Promise<Named> {
  const words = new Words(stack.Parameters);
  let isDeclared = false;
  for (const TemplateStage of STAGES) {
    const what = `reading the ${TemplateStage.toLowerCase()} template of the stack ${stack.StackName}`;
    const text = await templateOf(target, what, { StackName, TemplateStage });
    isDeclared ||= text.includes(BOOTSTRAP_VERSION);
    words.add(text);
  }
  // CloudFormation lists a default with the actual values; where it does not, the default shows the environment.
  const isMissing = isDeclared && words.parameters.every(({ key }) => key !== BOOTSTRAP_VERSION);
  return words.named(isMissing ? await declared(target, StackName, stack) : []);
}

async function declared(target: CallScope, StackName: string, stack: Stack): Promise<readonly StackParameter[]> {
  const what = `reading the declared parameters of the stack ${stack.StackName}`;
  const { Parameters } = await read(target, cloudFormation.getTemplateSummary, what, { StackName });
  return requireList(Parameters, { target, api: cloudFormation.getTemplateSummary.api, what }).flatMap(
    ({ ParameterKey: key, DefaultValue: byDefault }) =>
      key === undefined ? [] : [{ key, ...(byDefault === undefined ? {} : { byDefault }) }],
  );
}

async function readChangeSet(
  target: CallScope,
  StackName: string,
  ChangeSetName: string,
  { ChangeSetName: name, StackName: stack }: ChangeSetSummary,
): Promise<Named> {
  const of = `the change set ${name} of the stack ${stack}`;
  const input = { StackName, ChangeSetName };
  const operation = { target, api: cloudFormation.describeChangeSet.api, what: `reading ${of}` };
  const described = await read(target, cloudFormation.describeChangeSet, operation.what, input);
  // A change set without parameters may lack their list; one without its id is no answer, and names nothing.
  requirePart(described.ChangeSetId || undefined, 'change set id', operation);
  const words = new Words(described.Parameters);
  for (const TemplateStage of STAGES) {
    const what = `reading the ${TemplateStage.toLowerCase()} template of ${of}`;
    words.add(await templateOf(target, what, { ...input, TemplateStage }));
  }
  return words.named();
}

/** @throws ReadError for an empty text, too: no stack has one, so it proves nothing */
export async function templateOf(
  target: CallScope,
  what: string,
  input: { readonly StackName: string; readonly ChangeSetName?: string; readonly TemplateStage: TemplateStage },
): Promise<string> {
  const { TemplateBody } = await read(target, cloudFormation.getTemplate, what, input);
  return requirePart(TemplateBody || undefined, 'template', { target, api: cloudFormation.getTemplate.api, what });
}
