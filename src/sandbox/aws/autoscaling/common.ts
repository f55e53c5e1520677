import type * as module from '@aws-sdk/client-auto-scaling';
import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import type { Call } from '../call.ts';
import { AwsError } from '../errors.ts';
import { type Numbered, type Page, page } from '../paging.ts';
import type { Handlers } from '../wire/service.ts';

export type AutoScalingHandlers = Handlers<typeof module>;

/** Auto Scaling's answer to anything it does not like about the input. */
export function invalid(message: string): AwsError {
  return new AwsError('ValidationError', message);
}

interface Paged {
  readonly MaxRecords?: number | undefined;
  readonly NextToken?: string | undefined;
}

/** "The default value is 50 and the maximum value is 100": MaxRecords of DescribeAutoScalingGroups and the others. */
const [MIN_RECORDS, DEFAULT_RECORDS, MAX_RECORDS] = [1, 50, 100];

export function autoScalingPage<R extends Numbered>(
  rows: readonly R[],
  input: Paged,
  scope: string,
  otherwise = DEFAULT_RECORDS,
): Page<R> {
  const { MaxRecords, NextToken, ...rest } = input;
  if (MaxRecords !== undefined && (MaxRecords < MIN_RECORDS || MaxRecords > MAX_RECORDS)) {
    const bound =
      MaxRecords < MIN_RECORDS ? `greater than or equal to ${MIN_RECORDS}` : `less than or equal to ${MAX_RECORDS}`;
    throw invalid(
      `1 validation error detected: Value '${MaxRecords}' at 'maxRecords' failed to satisfy constraint: ` +
        `Member must have value ${bound}`,
    );
  }
  return page(rows, {
    limit: MaxRecords ?? otherwise,
    token: NextToken,
    scope: scope + JSON.stringify(rest),
    badToken: 'InvalidNextToken',
  });
}

/** "By default, you can only specify up to 50 names. You can optionally increase this limit using … MaxRecords". */
export function refuseTooManyNames(names: readonly string[] | undefined, member: string, input: Paged): void {
  const limit = Math.max(DEFAULT_RECORDS, input.MaxRecords ?? 0);
  if ((names?.length ?? 0) > limit) {
    throw invalid(
      `1 validation error detected: Value at '${member}' failed to satisfy constraint: ` +
        `Member must have length less than or equal to ${limit}`,
    );
  }
}

export function nextToken(page: Page<unknown>): { NextToken?: string } {
  return page.nextToken === undefined ? {} : { NextToken: page.nextToken };
}

export function findGroup(name: string | undefined, { here }: Call): AutoScalingGroup {
  const group = here.groups.get(name ?? '');
  if (group) return group;
  throw invalid(`AutoScalingGroup name not found - AutoScalingGroup ${name} not found`);
}
