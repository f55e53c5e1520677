import type * as module from '@aws-sdk/client-auto-scaling';
import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { AwsError } from '../../collections/errors.ts';
import type { Call } from '../../store/call.ts';
import { listingsOf } from '../../store/listing.ts';
import type { Handlers } from '../../wire/service.ts';

export type AutoScalingHandlers = Handlers<typeof module>;

/** Auto Scaling's error for any invalid input. */
export function invalid(message: string): AwsError {
  return new AwsError('ValidationError', message);
}

/** "The default value is 50 and the maximum value is 100": MaxRecords of DescribeAutoScalingGroups and the others. */
const LIMITS = { min: 1, max: 100, otherwise: 50 };

/** A listing of Auto Scaling. */
export const listing = listingsOf({
  size: 'MaxRecords',
  token: 'NextToken',
  badToken: 'InvalidNextToken',
  limits: LIMITS,
  badSize(size, { min, max }) {
    const bound = size < min ? `greater than or equal to ${min}` : `less than or equal to ${max}`;
    return invalid(
      `1 validation error detected: Value '${size}' at 'maxRecords' failed to satisfy constraint: ` +
        `Member must have value ${bound}`,
    );
  },
});

interface Paged {
  readonly MaxRecords?: number | undefined;
}

/** Names in a request; an unknown name is omitted without an error. */
export function names<I extends object>(by: keyof I & string) {
  const member = by.charAt(0).toLowerCase() + by.slice(1);
  return { by, check: (given: readonly string[]) => refuseTooManyNames(given, member, {}) };
}

/** "By default, you can only specify up to 50 names. You can optionally increase this limit using … MaxRecords". */
export function refuseTooManyNames(names: readonly string[] | undefined, member: string, input: Paged): void {
  const limit = Math.max(LIMITS.otherwise, input.MaxRecords ?? 0);
  if ((names?.length ?? 0) > limit) {
    throw invalid(
      `1 validation error detected: Value at '${member}' failed to satisfy constraint: ` +
        `Member must have length less than or equal to ${limit}`,
    );
  }
}

export function findGroup(name: string | undefined, { here }: Call): AutoScalingGroup {
  const group = here.autoScalingGroups.get(name ?? '');
  if (group) return group;
  throw invalid(`AutoScalingGroup name not found - AutoScalingGroup ${name} not found`);
}
