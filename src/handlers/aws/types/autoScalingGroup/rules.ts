import { z } from 'zod';
import { formatAge, formatMs } from '../../../../core/common/duration.ts';
import type { Rule } from '../../../../core/evaluation/rule.ts';
import { spanParameter } from '../../../../core/evaluation/rules/age.ts';
import type { GroupResource } from '../../resources/autoScalingGroup.ts';

const zeroInstances: Rule<GroupResource, Record<string, never>> = {
  name: 'zeroInstances',
  summary: 'It has no instances.',
  parameters: z.strictObject({}),
  matches: ({ instanceIds }) => (instanceIds?.length === 0 ? 'it has no instances' : undefined),
};

const zeroLoadBalancers: Rule<GroupResource, Record<string, never>> = {
  name: 'zeroLoadBalancers',
  summary: 'No load balancer, target group or other traffic source is attached to it.',
  parameters: z.strictObject({}),
  matches: ({ loadBalancers }) =>
    loadBalancers?.length === 0 ? 'no load balancer or target group is attached' : undefined,
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
    return `it has been disabled for ${formatAge(now - at)}, more than ${formatMs(moreThan)}`;
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
