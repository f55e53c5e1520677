import type * as module from '@aws-sdk/client-ec2';
import { AwsError } from '../errors.ts';
import { type Numbered, type Page, page } from '../paging.ts';
import type { Handlers } from '../wire/service.ts';

export type Ec2Handlers = Handlers<typeof module>;

/**
 * Called where a mutating operation has found nothing wrong and is about to act.
 * "If you have the required permissions, the error response is DryRunOperation": every EC2 request's DryRun; status 412.
 */
export function stopIfDryRun(input: { readonly DryRun?: boolean | undefined }): void {
  if (input.DryRun) {
    throw new AwsError('DryRunOperation', 'Request would have succeeded, but DryRun flag is set.', 412);
  }
}

interface Paged {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

interface Limits {
  readonly min: number;
  readonly max: number;
  /** Size of a page that was not asked for. */
  readonly otherwise: number;
}

/**
 * "This value can be between 5 and 1000": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/Query-Requests.html#api-pagination
 * Without MaxResults everything comes in one page.
 */
export const LARGE_PAGES: Limits = { min: 5, max: 1000, otherwise: Number.POSITIVE_INFINITY };

/** Launch templates: "This value can be between 1 and 200"; taken as the size of a page that was not asked for, too. */
export const SMALL_PAGES: Limits = { min: 1, max: 200, otherwise: 200 };

/** A page as EC2 gives it; the token is bound to the rest of the input. */
export function ec2Page<R extends Numbered>(
  rows: readonly R[],
  input: Paged,
  scope: string,
  limits: Limits,
  matches?: (row: R) => boolean,
): Page<R> {
  const { MaxResults, NextToken, ...rest } = input;
  if (MaxResults !== undefined && (MaxResults < limits.min || MaxResults > limits.max)) {
    throw new AwsError(
      'InvalidParameterValue',
      `Value ( ${MaxResults} ) for parameter maxResults is invalid. Expecting a value between ${limits.min} and ${limits.max}.`,
    );
  }
  const request = {
    limit: MaxResults ?? limits.otherwise,
    token: NextToken,
    scope: scope + JSON.stringify(rest),
    badToken: 'InvalidPaginationToken',
  };
  return page(rows, request, matches);
}

/** `NextToken` only where there is one. */
export function nextToken(page: Page<unknown>): { NextToken?: string } {
  return page.nextToken === undefined ? {} : { NextToken: page.nextToken };
}

/** "InvalidParameterCombination": ids and a page size in one request. */
export function refuseIdsWithPages(ids: readonly string[] | undefined, input: Paged, parameter: string): void {
  if ((ids?.length ?? 0) > 0 && input.MaxResults !== undefined) {
    throw new AwsError(
      'InvalidParameterCombination',
      `The parameter ${parameter} cannot be used with the parameter maxResults`,
    );
  }
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html: Invalid…ID.Malformed */
export function refuseMalformed(ids: readonly string[], prefix: string, code: string): void {
  const bad = ids.find((id) => !new RegExp(`^${prefix}-([0-9a-f]{8}|[0-9a-f]{17})$`).test(id));
  if (bad !== undefined) throw new AwsError(code, `Invalid id: "${bad}" (expecting "${prefix}-...")`);
}
