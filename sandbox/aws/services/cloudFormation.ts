import * as module from '@aws-sdk/client-cloudformation';
import { AwsError } from '../collections/errors.ts';
import { type ChangeSetRow, newStack, type StackRow } from '../seeds/stackSeeds.ts';
import { answered, answerOf } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, numbered } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** CloudFormation chooses the size of its pages: "the first 1 MB" of a listing. */
const listing = listingsOf({
  token: 'NextToken',
  badToken: 'ValidationError',
  limits: { min: 1, max: 100, otherwise: 100 },
});

type Named = { readonly StackName?: string | undefined; readonly ChangeSetName?: string | undefined };

/** Stacks, their templates and change sets: https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_Operations.html */
export function cloudFormation(): Service {
  return service(
    module,
    module.CloudFormationClient,
  )({
    ListStackSets: listing(answered(), { answer: 'Summaries' }),
    DescribeStackSet: ({ StackSetName }, call) => ({
      StackSet: answerOf<module.StackSet>(call, 'StackSetName', StackSetName, 'StackSetNotFoundException'),
    }),

    DescribeStacks: listing(
      collection(
        (call, { StackName }: module.DescribeStacksCommandInput) => {
          if (StackName !== undefined) return numbered([existing(call, StackName)]);
          return call.here.stacks.view().filter(({ value }) => value.stack.StackStatus !== 'DELETE_COMPLETE');
        },
        ({ stack }: StackRow): module.Stack => stack,
      ),
      { answer: 'Stacks' },
    ),

    /** Also stacks that were deleted within 90 days. */
    ListStacks: listing(
      collection(
        ({ here }, { StackStatusFilter: statuses = [] }: module.ListStacksCommandInput) => {
          const wanted = new Set<string | undefined>(statuses);
          return here.stacks.view().filter(({ value }) => wanted.size === 0 || wanted.has(value.stack.StackStatus));
        },
        ({ stack: { Parameters: _parameters, Outputs: _outputs, ...summary } }: StackRow): module.StackSummary =>
          summary as module.StackSummary,
      ),
      { answer: 'StackSummaries' },
    ),

    /** Also of a deleted stack, by its id. */
    ListStackResources: listing(
      collection(
        (call, { StackName = '' }: module.ListStackResourcesCommandInput) => {
          const { resources, physicalIds } = existing(call, StackName);
          return numbered(
            Object.entries(resources).map(([id, status]) => [id, status, physicalIds[id] ?? `physical-${id}`] as const),
          );
        },
        ([LogicalResourceId, ResourceStatus, PhysicalResourceId]): module.StackResourceSummary => ({
          ...{ LogicalResourceId, ResourceStatus, PhysicalResourceId },
          ...{ ResourceType: 'AWS::EC2::EIP', LastUpdatedTimestamp: new Date(0) },
        }),
      ),
      { answer: 'StackResourceSummaries' },
    ),

    /** A stack that is only reviewed has no template of its own. */
    GetTemplate({ StackName = '', ChangeSetName, TemplateStage = 'Original' }, call) {
      const row = existing(call, StackName);
      const { template, processed } = ChangeSetName === undefined ? row : changeSet(row, ChangeSetName);
      if (ChangeSetName === undefined && row.stack.StackStatus === 'REVIEW_IN_PROGRESS') return { TemplateBody: '{}' };
      return {
        TemplateBody: TemplateStage === 'Processed' ? processed : template,
        StagesAvailable: ['Original', 'Processed'],
      };
    },

    GetTemplateSummary({ StackName = '' }, call) {
      const { template } = existing(call, StackName);
      return { Parameters: declaredIn(template) };
    },

    ListChangeSets: listing(
      collection(
        (call, { StackName = '' }: module.ListChangeSetsCommandInput) => numbered(existing(call, StackName).changeSets),
        ({ summary }: ChangeSetRow): module.ChangeSetSummary => summary,
      ),
      { answer: 'Summaries' },
    ),

    DescribeChangeSet({ StackName, ChangeSetName = '' }, call) {
      const { summary, parameters } = changeSet(existing(call, StackName ?? ''), ChangeSetName);
      return { ...summary, Parameters: parameters, Changes: [] };
    },

    /** Creates nothing but the stack: its outputs are those of the template that are plain texts, or name a parameter. */
    CreateStack({ StackName = '', TemplateBody = '', Parameters = [] }, call) {
      if (call.here.stacks.get(StackName)) {
        throw new AwsError('AlreadyExistsException', `Stack [${StackName}] already exists`);
      }
      const defaults = declaredIn(TemplateBody).map(({ ParameterKey, DefaultValue }) => [ParameterKey, DefaultValue]);
      const given = Parameters.map(({ ParameterKey, ParameterValue }) => [ParameterKey, ParameterValue]);
      const parameters = Object.fromEntries([...defaults, ...given].filter(([, value]) => value !== undefined));
      const outputs = outputsIn(TemplateBody, parameters);
      const row = newStack({ name: StackName, template: TemplateBody, parameters, outputs }, call);
      call.here.stacks.put(StackName, row);
      return { StackId: row.stack.StackId };
    },
  });
}

/** By its name or id; a deleted stack only by its id. */
function existing({ here }: Call, name: string): StackRow {
  const found = here.stacks.get(name) ?? here.stacks.values().find(({ stack }) => stack.StackId === name);
  if (found && (found.stack.StackId === name || found.stack.StackStatus !== 'DELETE_COMPLETE')) return found;
  throw new AwsError('ValidationError', `Stack with id ${name} does not exist`);
}

function changeSet({ changeSets }: StackRow, name: Named['ChangeSetName']): ChangeSetRow {
  const found = changeSets.find(({ summary }) => summary.ChangeSetId === name || summary.ChangeSetName === name);
  if (found) return found;
  throw new AwsError('ChangeSetNotFound', `ChangeSet [${name}] does not exist`, 404);
}

interface Template {
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown; readonly Type?: string }>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value?: unknown }>>;
}

/** Templates of the sandbox are JSON; of another text nothing is declared. */
function templateOf(text: string): Template {
  try {
    return JSON.parse(text) as Template;
  } catch {
    return {};
  }
}

function declaredIn(text: string): module.ParameterDeclaration[] {
  return Object.entries(templateOf(text).Parameters ?? {}).map(([ParameterKey, { Default, Type = 'String' }]) => ({
    ParameterKey,
    ParameterType: Type,
    ...(Default === undefined ? {} : { DefaultValue: String(Default) }),
  }));
}

function outputsIn(text: string, parameters: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, { Value }] of Object.entries(templateOf(text).Outputs ?? {})) {
    const named = (Value as { readonly Ref?: string } | undefined)?.Ref;
    const value = typeof Value === 'string' ? Value : named === undefined ? undefined : parameters[named];
    if (value !== undefined) found[key] = value;
  }
  return found;
}
