import type { AwsError } from '../collections/errors.ts';
import type { Row, Table } from '../collections/table.ts';
import { listingsOf } from '../store/listing.ts';

/**
 * The paging of RDS, and of ElastiCache and Redshift, which have its form:
 * https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html
 */
export const listing = listingsOf({
  size: 'MaxRecords',
  token: 'Marker',
  badToken: 'InvalidParameterValue',
  limits: { min: 20, max: 100, otherwise: 100 },
  badSize: 'InvalidParameterValue',
});

/** The one that a request names, or all. @throws what `missing` makes, if there is none of the name */
export function named<T extends object>(
  table: Table<T>,
  name: string | undefined,
  missing: (name: string) => AwsError,
): readonly Row<T>[] {
  if (name === undefined) return table.view();
  const found = table.view().filter(({ key }) => key === name);
  if (found.length === 0) throw missing(name);
  return found;
}
