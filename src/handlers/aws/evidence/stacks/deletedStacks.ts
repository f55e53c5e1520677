/** Whether the stacks of CloudFormation that made resources are deleted, and whether they or a person retained these. */
import type { ResourceStatus, Stack } from '@aws-sdk/client-cloudformation';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import type { ClusterParameters } from '../../resources/clusterParameters.ts';
import { STACK_GONE, type StackResource, stackAlias, stackResourceOf } from '../../resources/stackGone.ts';
import { isObject, treeOf } from '../../resources/templates/tree.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages, read, readList } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { saysNoStack } from '../cdk/bootstrap.ts';

/** As many as a surveyed place leaves; each stack and each template is read once. */
const LEFTOVERS_AT_ONCE = 10_000;

type Answer = Omit<Finding, 'alias'>;

/** Only DELETE_COMPLETE of exactly that stack is `gone`: of a stack that CloudFormation does not know nothing is known. */
export const deletedStacks: EvidenceSource<ClusterParameters> = {
  name: 'deletedStacks',
  summary:
    'Whether the stack of CloudFormation that made it is deleted, and whether its template, or whoever deleted it, retains it. Only for entries with the rule `stackGone`.',
  permissions: permissionsOf(
    cloudFormation.describeStacks,
    cloudFormation.getTemplate,
    cloudFormation.listStackResources,
  ),
  per: 'resource',
  candidatesAtOnce: LEFTOVERS_AT_ONCE,
  findsExistence: true,
  places: (scope) => (scope.rules?.includes(STACK_GONE) ? ownPlace(scope) : []),
  variant: ({ parameters }) => String(parameters.stacks?.retained),
  async read(place, scope, candidates, io) {
    const stacks = new Stacks(await provenReader(place, scope, io), scope.parameters.stacks?.retained === 'delete');
    return findOfEach(candidates, async ({ tags }) => {
      const made = stackResourceOf(tags);
      return made === undefined ? [] : [{ alias: stackAlias(made), ...(await stacks.find(made)) }];
    });
  },
};

/** The stacks of one place, each asked once. */
class Stacks {
  readonly #target: CallScope;
  readonly #takesRetained: boolean;
  readonly #stacks = new Map<string, Promise<Stack | undefined>>();
  readonly #templates = new Map<string, Promise<string | undefined>>();
  readonly #ends = new Map<string, Promise<ReadonlyMap<string, ResourceStatus | undefined>>>();

  constructor(target: CallScope, takesRetained: boolean) {
    this.#target = target;
    this.#takesRetained = takesRetained;
  }

  async find(made: StackResource): Promise<Answer> {
    const { stack: name, stackId, accountId, region } = made;
    if (accountId !== this.#target.account.id || region !== this.#target.region.toLowerCase()) {
      return {
        says: 'unknown',
        by: `its stack ${name} is in ${accountId}/${region}, where Holystone does not ask for it`,
      };
    }
    const stack = await this.#stack(stackId);
    const standing = stands(stack, `its stack ${name}`);
    if (standing) return standing;
    const { RootId: rootId = stackId } = stack ?? {};
    const root =
      rootId === stackId
        ? undefined
        : stands(await this.#stack(rootId), `the stack in which its stack ${name} is nested`);
    if (root) return root;
    const end = (await this.#endsOf(stackId)).get(made.logicalId);
    const inOther = whyUnknown(end, made);
    if (inOther !== undefined) return { says: 'unknown', by: `its stack ${name} is deleted, and ${inOther}` };
    const why = this.#takesRetained
      ? undefined
      : (whySkipped(end, made) ?? whyRetained(await this.#template(stackId), made));
    if (why !== undefined) return { says: 'exists', by: `its stack ${name} is deleted, and ${why}` };
    return { says: 'gone', by: `stack ${name}` };
  }

  #stack(id: string): Promise<Stack | undefined> {
    return once(this.#stacks, id, async () => {
      const what = `reading the stack ${id}`;
      const api = cloudFormation.describeStacks.api;
      const answer = await readList(this.#target, cloudFormation.describeStacks, what, { StackName: id }).catch(
        orNoStack,
      );
      return (
        answer &&
        requirePart(
          answer.find(({ StackId }) => StackId === id),
          'stack',
          { target: this.#target, api, what },
        )
      );
    });
  }

  /** How each resource of the stack ended, by its logical id. */
  #endsOf(StackName: string): Promise<ReadonlyMap<string, ResourceStatus | undefined>> {
    return once(this.#ends, StackName, async () => {
      const what = `reading the resources of the stack ${StackName}`;
      const listing = pages(this.#target, cloudFormation.listStackResources, what, { StackName });
      const all = (await allOf(listing).catch(orNoStack)) ?? [];
      return new Map(all.map(({ LogicalResourceId = '', ResourceStatus }) => [LogicalResourceId, ResourceStatus]));
    });
  }

  #template(StackName: string): Promise<string | undefined> {
    return once(this.#templates, StackName, async () => {
      const what = `reading the template of the stack ${StackName}`;
      const input = { StackName, TemplateStage: 'Processed' } as const;
      return (await read(this.#target, cloudFormation.getTemplate, what, input).catch(orNoStack))?.TemplateBody;
    });
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}

function orNoStack(error: unknown): undefined {
  if (error instanceof ReadError && saysNoStack(error.cause)) return undefined;
  throw error;
}

/** "For deleted stacks" CloudFormation answers by their id, for 90 days: API_DescribeStacks. `undefined`: it is deleted. */
function stands(stack: Stack | undefined, what: string): Answer | undefined {
  if (stack?.StackStatus === 'DELETE_COMPLETE') return undefined;
  if (stack?.StackStatus !== undefined) return { says: 'exists', by: `${what} is ${stack.StackStatus}` };
  return { says: 'unknown', by: `CloudFormation does not know ${what}: it forgets a deleted stack after 90 days` };
}

/** In a deleted stack each resource was deleted or skipped; `undefined`: so was this one. */
function whyUnknown(end: ResourceStatus | undefined, { logicalId }: StackResource): string | undefined {
  if (end === 'DELETE_COMPLETE' || end === 'DELETE_SKIPPED') return undefined;
  return `CloudFormation does not say how its resource ${logicalId} ended${end === undefined ? '' : ` (${end})`}`;
}

/**
 * Whoever deletes a stack may retain resources whose deletion failed, which no template says: RetainResources in
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DeleteStack.html.
 */
function whySkipped(end: ResourceStatus | undefined, { logicalId }: StackResource): string | undefined {
  return end === 'DELETE_SKIPPED' ? `its deletion retained ${logicalId} (DELETE_SKIPPED)` : undefined;
}

/** Other policies than these retain it, and so may an expression. */
const GOES: ReadonlySet<unknown> = new Set([undefined, 'Delete', 'Snapshot']);

/** Why the template of a deleted stack keeps one of its resources; `undefined`: it does not. */
function whyRetained(template: string | undefined, { logicalId }: StackResource): string | undefined {
  const resource = template === undefined ? undefined : resourceIn(template, logicalId);
  if (resource === undefined) return `its template cannot be read, or has no ${logicalId}`;
  const policy = ['DeletionPolicy', 'UpdateReplacePolicy'].find((key) => !GOES.has(resource[key]));
  return policy && `its template retains ${logicalId} (${policy}: ${JSON.stringify(resource[policy])})`;
}

function resourceIn(template: string, logicalId: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const root = treeOf(template)?.root;
    const all = isObject(root) ? root.Resources : undefined;
    const one = isObject(all) && Object.hasOwn(all, logicalId) ? all[logicalId] : undefined;
    return isObject(one) ? one : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
