import type * as module from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import type { EntityIds } from '../../collections/kind.ts';
import type { Limits, Named } from '../../collections/operations.ts';
import type { Table } from '../../collections/table.ts';
import { type Dialect, listingsOf } from '../../store/listing.ts';
import type { Handlers } from '../../wire/service.ts';

export type Ec2Handlers = Handlers<typeof module>;

/**
 * Called when a mutating operation has found no problem and is about to act.
 * "If you have the required permissions, the error response is DryRunOperation": every EC2 request's DryRun; status
 * 412.
 */
export function stopIfDryRun(input: { readonly DryRun?: boolean | undefined }): void {
  if (input.DryRun) {
    throw new AwsError('DryRunOperation', 'Request would have succeeded, but DryRun flag is set.', 412);
  }
}

/**
 * "This value can be between 5 and 1000":
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/Query-Requests.html#api-pagination
 * Without MaxResults one page has everything.
 */
const EC2_PAGES: Dialect = {
  size: 'MaxResults',
  token: 'NextToken',
  next: 'NextToken',
  badToken: 'InvalidPaginationToken',
  limits: { min: 5, max: 1000, otherwise: Number.POSITIVE_INFINITY },
  badSize: (size, { min, max }) =>
    new AwsError(
      'InvalidParameterValue',
      `Value ( ${size} ) for parameter maxResults is invalid. Expecting a value between ${min} and ${max}.`,
    ),
};

/** A listing of EC2. */
export const listing = listingsOf(EC2_PAGES);

/** Launch templates: "This value can be between 1 and 200"; also used as the default page size. */
export const SMALL_PAGES: Limits = { min: 1, max: 200, otherwise: 200 };

/** "InvalidParameterCombination": ids and a page size in one request. */
function refuseIdsWithPages(
  ids: readonly string[] | undefined,
  input: { readonly MaxResults?: number | undefined },
  parameter: string,
): void {
  if ((ids?.length ?? 0) > 0 && input.MaxResults !== undefined) {
    throw new AwsError(
      'InvalidParameterCombination',
      `The parameter ${parameter} cannot be used with the parameter maxResults`,
    );
  }
}

/** Without a prefix: ids of any format. */
interface IdRules extends Partial<Omit<EntityIds, 'notFound'>>, Pick<EntityIds, 'notFound'> {
  /** EC2's name of the id list when it refuses it together with MaxResults; absent: both are allowed. */
  readonly withoutPages?: string;
}

/** Ids in a request: their format, and EC2's error for a missing one. */
export function ids<I>(by: keyof I, { prefix, malformed = '', notFound, withoutPages }: IdRules): Named<I, unknown> {
  return {
    by,
    check(names, input) {
      if (withoutPages !== undefined) refuseIdsWithPages(names, input as object, withoutPages);
      if (prefix !== undefined) refuseMalformed(names, { prefix, malformed });
    },
    notFound,
  };
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html: Invalid…ID.Malformed */
export function refuseMalformed(
  ids: readonly string[],
  { prefix, malformed }: Pick<EntityIds, 'prefix' | 'malformed'>,
): void {
  const bad = ids.find((id) => !new RegExp(`^${prefix}-([0-9a-f]{8}|[0-9a-f]{17})$`).test(id));
  if (bad !== undefined) throw new AwsError(malformed, `Invalid id: "${bad}" (expecting "${prefix}-...")`);
}

/** The resource named in a request. @throws AwsError if the id is malformed or does not exist */
export function existing<T extends object>(table: Table<T>, id = '', ids: EntityIds): T {
  refuseMalformed([id], ids);
  const found = table.get(id);
  if (!found) throw ids.notFound([id]);
  return found;
}

/** As answers have the groups that a request names by ids and by names. */
export function groupsNamed(byId: readonly string[] = [], byName: readonly string[] = []): module.GroupIdentifier[] {
  return [...byId.map((GroupId) => ({ GroupId })), ...byName.map((GroupName) => ({ GroupName }))];
}
