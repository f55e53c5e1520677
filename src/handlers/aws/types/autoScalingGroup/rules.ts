import { z } from 'zod';
import type { Rule } from '../../../../core/evaluation/rule.ts';
import { spanParameter } from '../../../../core/evaluation/rules/age.ts';
import { ageOf, spanOf } from '../../../../core/reason/span.ts';
import type { GroupResource } from '../../resources/autoScalingGroup.ts';

const zeroInstances: Rule<GroupResource, Record<string, never>> = {
  name: 'zeroInstances',
  summary: 'It has no instances.',
  parameters: z.strictObject({}),
  matches: ({ instanceIds }) => (instanceIds?.length === 0 ? { code: 'noInstances', values: {} } : undefined),
};

const zeroLoadBalancers: Rule<GroupResource, Record<string, never>> = {
  name: 'zeroLoadBalancers',
  summary: 'No load balancer, target group or other traffic source is attached to it.',
  parameters: z.strictObject({}),
  matches: ({ loadBalancers }) => (loadBalancers?.length === 0 ? { code: 'noBalancer', values: {} } : undefined),
};

/** Its suspension takes a group out of its load balancers, until a person resumes it. */
const DISABLING = 'AddToLoadBalancer';

const disabledFor: Rule<GroupResource, { moreThan: number }> = {
  name: 'disabledFor',
  summary: `Its process ${DISABLING} was suspended more than \`moreThan\` ago; a date that cannot be read never matches.`,
  parameters: z.strictObject({ moreThan: spanParameter.describe('A span of time: `2d`, `36h`, `2w`.') }),
  matches({ suspensions }, { moreThan }, { now }) {
    const disabled = suspensions.find(({ process }) => process === DISABLING);
    const at = disabled && suspendedAt(disabled.reason);
    if (at === undefined || now - at <= moreThan) return undefined;
    return { code: 'disabled', values: { age: ageOf(now - at), moreThan: spanOf(moreThan) } };
  },
};

/**
 * https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_SuspendedProcess.html does not guarantee this format.
 */
function suspendedAt(reason: string): number | undefined {
  const written = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z/.exec(reason)?.[0];
  const at = Date.parse(written ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** In alphabetical order; `when` of an entry names them. */
export const groupRules: readonly Rule<GroupResource>[] = [disabledFor, zeroInstances, zeroLoadBalancers];
