/** Stacks of CloudFormation: a template in two stages, parameters, and change sets. */
import type { ChangeSetSummary, Output, Parameter, ResourceStatus, Stack } from '@aws-sdk/client-cloudformation';
import { type Kind, type Making, shownInside } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate } from '../collections/seed.ts';

/** A change set with its template; both stages have the same text unless `processed` differs. */
interface ChangeSetSeed {
  readonly name: string;
  readonly template: string;
  readonly processed?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly status?: ChangeSetSummary['Status'];
  readonly executionStatus?: ChangeSetSummary['ExecutionStatus'];
}

export interface StackSeed {
  readonly name?: string;
  /** As its author wrote it; default: one without any resource. */
  readonly template?: string;
  /** After macros and transforms; default: as it was written. */
  readonly processed?: string;
  /** Actual values. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  /** Outputs that other stacks of the place may import, by the name of the export. */
  readonly exports?: Readonly<Record<string, string>>;
  readonly status?: Stack['StackStatus'];
  readonly createdAt?: Date | string;
  readonly updatedAt?: Date | string;
  readonly tags?: Readonly<Record<string, string>>;
  /** The stack that it is nested in. */
  readonly rootId?: string;
  readonly changeSets?: readonly ChangeSetSeed[];
  /** The state of resources by their logical ids; default: those of the template, as the state of the stack says. */
  readonly resources?: Readonly<Record<string, ResourceStatus>>;
  /** The ids or names of resources by their logical ids; default: `physical-ID`. */
  readonly physicalIds?: Readonly<Record<string, string>>;
  /** `false`: CloudFormation does not list the operations of the stack. */
  readonly hasOperations?: false;
}

export interface ChangeSetRow {
  readonly summary: ChangeSetSummary;
  readonly template: string;
  readonly processed: string;
  readonly parameters: Parameter[];
}

export interface StackRow {
  readonly stack: Stack;
  readonly template: string;
  readonly processed: string;
  readonly changeSets: readonly ChangeSetRow[];
  readonly resources: Readonly<Record<string, ResourceStatus>>;
  readonly physicalIds: Readonly<Record<string, string>>;
}

const EMPTY = '{"Resources":{}}';

export const stacks: Kind<'stack', StackSeed, StackRow, Stack> = {
  name: 'stack',
  make: newStack,
  keyOf: ({ stack }) => stack.StackName,
  ...shownInside<StackRow, 'stack'>('stack'),
  patched: (row, patch) => ({ ...row, ...patch }),
};

export function newStack(seed: StackSeed, making: Making): StackRow {
  const { account, region, ids, now } = making;
  const { name = ids.next('stack'), template = EMPTY, processed = template, changeSets = [] } = seed;
  const arn = (kind: string, of: string) =>
    `arn:${partitionOf(region)}:cloudformation:${region}:${account.id}:${kind}/${of}/${ids.uuid()}`;
  const StackId = arn('stack', name);
  const stack: Stack = {
    StackId,
    StackName: name,
    CreationTime: seed.createdAt === undefined ? now : asDate(seed.createdAt, now),
    StackStatus: seed.status ?? 'CREATE_COMPLETE',
    Parameters: parametersOf(seed.parameters),
    Outputs: outputsOf(seed),
    Tags: Object.entries(seed.tags ?? {}).map(([Key, Value]) => ({ Key, Value })),
    ...(seed.updatedAt === undefined ? {} : { LastUpdatedTime: asDate(seed.updatedAt, now) }),
    ...(seed.rootId === undefined ? {} : { RootId: seed.rootId, ParentId: seed.rootId }),
    ...(seed.hasOperations === false
      ? {}
      : { LastOperations: [{ OperationType: 'CREATE_STACK', OperationId: ids.uuid() }] }),
  };
  return {
    stack,
    template,
    processed,
    resources: seed.resources ?? resourcesIn(processed, seed.status),
    physicalIds: seed.physicalIds ?? {},
    changeSets: changeSets.map((one) => ({
      summary: {
        StackId,
        StackName: name,
        ChangeSetId: arn('changeSet', one.name),
        ChangeSetName: one.name,
        Status: one.status ?? 'CREATE_COMPLETE',
        ExecutionStatus: one.executionStatus ?? 'AVAILABLE',
        CreationTime: now,
      },
      template: one.template,
      processed: one.processed ?? one.template,
      parameters: parametersOf(one.parameters),
    })),
  };
}

/** Of a deleted stack, what a policy retains was skipped: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-deletionpolicy.html */
function resourcesIn(template: string, status: StackSeed['status']): Record<string, ResourceStatus> {
  let parsed: { readonly Resources?: Readonly<Record<string, { readonly DeletionPolicy?: unknown }>> } | undefined;
  try {
    parsed = JSON.parse(template);
  } catch {
    return {};
  }
  const stateOf = (policy: unknown): ResourceStatus => {
    if (status !== 'DELETE_COMPLETE') return 'CREATE_COMPLETE';
    return policy === undefined || policy === 'Delete' ? 'DELETE_COMPLETE' : 'DELETE_SKIPPED';
  };
  return Object.fromEntries(
    Object.entries(parsed?.Resources ?? {}).map(([id, { DeletionPolicy }]) => [id, stateOf(DeletionPolicy)]),
  );
}

function parametersOf(values: Readonly<Record<string, string>> = {}): Parameter[] {
  return Object.entries(values).map(([ParameterKey, ParameterValue]) => ({ ParameterKey, ParameterValue }));
}

function outputsOf({ outputs = {}, exports = {} }: StackSeed): Output[] {
  return [
    ...Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    ...Object.entries(exports).map(([ExportName, OutputValue], n) => ({
      OutputKey: `Export${n}`,
      OutputValue,
      ExportName,
    })),
  ];
}
