/**
 * Reads the texts in which a stack names assets: its templates in both stages, its parameters, and its pending change
 * sets.
 */
import type { ChangeSetSummary, Stack, TemplateStage } from '@aws-sdk/client-cloudformation';
import { defined } from '../../../../core/common/defined.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { BOOTSTRAP_VERSION, blocksDeletions, mayGoBack, type StackParameter } from '../../resources/cdk/stacks.ts';
import { toTags } from '../../session/tags.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList, requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { StackMemory } from './stackMemory.ts';
import type { Named } from './stackRecord.ts';
import type { TemplateCache } from './templateCache.ts';
import { Words } from './words.ts';

/** Both texts: macros and transforms may add or remove a mention. */
const STAGES: readonly TemplateStage[] = ['Processed', 'Original'];
/** Change sets of these states will not be executed any more. */
const OVER: ReadonlySet<string | undefined> = new Set(['EXECUTE_COMPLETE', 'OBSOLETE']);
const FAILED: ReadonlySet<string | undefined> = new Set(['FAILED', 'DELETE_COMPLETE']);

/** A stack, and the status of the one around it where it is nested. */
export interface Placed {
  readonly stack: Stack;
  readonly root?: string;
}

/**
 * Everything that one stack names now, would name with a pending change set, or names again when it goes back.
 * @param seen gets the id of the stack
 * @throws ReadError
 */
export async function namedByStack(
  target: CallScope,
  cache: TemplateCache,
  { stack, root }: Placed,
  seen: Set<string>,
): Promise<readonly Named[]> {
  const id = idOf(target, stack);
  seen.add(id);
  const { StackName: name = '', Tags } = stack;
  const version = versionOf(stack, root);
  const listed = { id, name, tags: toTags(Tags), ...defined({ version, goesBack: goesBackOf(stack, root) }) };
  const named = await cache.stack(new StackMemory(target), listed, target.io.clock.now(), async () => {
    // A stack that is only reviewed has no template yet: its change sets have.
    const own = blocksDeletions(stack.StackStatus ?? '') ? [] : [await readStack(target, id, stack)];
    return [...own, ...(await pendingOf(target, cache, id, stack))];
  });
  cache.wasIn(id, stateOf(stack, root));
  return named;
}

function goesBackOf({ StackStatus, LastUpdatedTime: at }: Stack, root?: string) {
  const status: string = StackStatus ?? '';
  if (!mayGoBack(status, root)) return undefined;
  const from = mayGoBack(status) ? status : `part of one that is ${root}`;
  return { from, ...defined({ since: at?.getTime() }) };
}

/**
 * The same soon after an earlier read: only a stack that is listed in another state since is read again.
 * @throws ReadError
 */
export async function namedMeanwhile(...request: Parameters<typeof namedByStack>): Promise<readonly Named[]> {
  const [target, cache, { stack, root }, seen] = request;
  const id = idOf(target, stack);
  const named = cache.sameAs(id, stateOf(stack, root));
  if (named === undefined) return namedByStack(...request);
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
export function versionOf(stack: Stack, root?: string): string | undefined {
  const { StackStatus, LastOperations = [] } = stack;
  return LastOperations.length === 0 || StackStatus?.endsWith('_IN_PROGRESS') ? undefined : stateOf(stack, root);
}

function stateOf({ StackStatus, LastUpdatedTime, ChangeSetId, LastOperations = [] }: Stack, root?: string): string {
  const operations = LastOperations.map(({ OperationType, OperationId }) => `${OperationType} ${OperationId}`);
  const around = root === undefined ? [] : [`in ${root}`];
  return JSON.stringify([StackStatus, LastUpdatedTime?.toISOString(), ChangeSetId, ...operations, ...around]);
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
