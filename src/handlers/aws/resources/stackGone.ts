/**
 * The rule `stackGone`: what a stack of CloudFormation made is a leftover once CloudFormation says that the stack is
 * deleted. CloudFormation writes these tags itself, and nobody else can:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-resource-tags.html. Pure.
 */
import { z } from 'zod';
import type { Facts, Rule, Safeguard } from '../../../core/evaluation/rule.ts';
import type { Resource } from '../../../core/resource/resource.ts';

/** The name of the rule; the source `deletedStacks` is read only for an entry with it. */
export const STACK_GONE = 'stackGone';

/** The resource of a stack's template that a tagged resource is. */
export interface StackResource {
  readonly stackId: string;
  /** The name of the stack. */
  readonly stack: string;
  readonly logicalId: string;
  readonly accountId: string;
  readonly region: string;
}

const OF_STACK = 'aws:cloudformation:';
const STACK_ID = `${OF_STACK}stack-id`;
const LOGICAL_ID = `${OF_STACK}logical-id`;
const STACK_ARN = /^arn:[a-z-]+:cloudformation:([a-z0-9-]+):(\d{12}):stack\/([A-Za-z][A-Za-z0-9-]*)\/[^/]+$/;

/** `undefined`: its tags name none, or only a part of it. */
export function stackResourceOf(tags: Resource['tags']): StackResource | undefined {
  const { [STACK_ID]: stackId, [LOGICAL_ID]: logicalId } = tags;
  if (!stackId || !logicalId) return undefined;
  const [, region, accountId, stack] = STACK_ARN.exec(stackId) ?? [];
  if (region === undefined || accountId === undefined || stack === undefined) return undefined;
  return { stackId, stack, logicalId, accountId, region };
}

/** The key by which evidence speaks about it. */
export function stackAlias({ stackId, logicalId }: Pick<StackResource, 'stackId' | 'logicalId'>): string {
  return `stackResource/${stackId}/${logicalId}`;
}

/** For a resource's own fields. */
export function stackAliases(tags: Resource['tags']): readonly string[] {
  const made = stackResourceOf(tags);
  return made === undefined ? [] : [stackAlias(made)];
}

export const stackGone: Rule<Resource, Record<string, never>> = {
  name: STACK_GONE,
  summary:
    'The stack of CloudFormation that made it (`aws:cloudformation:stack-id`) is deleted, and its template does not retain it: see `stacks`.',
  parameters: z.strictObject({}),
  matches(resource, _parameters, facts) {
    const made = stackResourceOf(resource.tags);
    if (made === undefined || !(facts.isFirstLook || isGone(made, facts))) return undefined;
    return { code: 'stackGone', values: { stack: made.stack } };
  },
};

/** Keeps what a living stack has, and what a deleted one retains. */
export const stackStands: Safeguard<Resource, unknown> = {
  name: 'stackStands',
  summary: 'Its stack of CloudFormation is not deleted, or its template retains it; only with the rule `stackGone`.',
  keeps({ tags }, _parameters, { findings }) {
    const made = stackResourceOf(tags);
    return made && findings.find(({ says, alias }) => says === 'exists' && alias === stackAlias(made))?.by;
  },
};

/** A stack that is deleted manages nothing. While its evidence is incomplete, the verdict is unknown, and not keep. */
export function withoutGoneStack<R extends Resource>(resource: R, facts: Facts): R {
  const made = facts.rules?.includes(STACK_GONE) ? stackResourceOf(resource.tags) : undefined;
  if (made === undefined || !(facts.isFirstLook || facts.isUnread || isGone(made, facts))) return resource;
  const tags = Object.fromEntries(Object.entries(resource.tags).filter(([key]) => !key.startsWith(OF_STACK)));
  return { ...resource, tags };
}

function isGone(made: StackResource, { absences = [] }: Facts): boolean {
  return absences.some(({ alias }) => alias === stackAlias(made));
}
