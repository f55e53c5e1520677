import { AwsError } from '../collections/errors.ts';
import type { Row, Table } from '../collections/table.ts';
import { listingsOf } from '../store/listing.ts';

/** https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html and its siblings */
export const listing = listingsOf({
  size: 'MaxRecords',
  token: 'Marker',
  next: 'Marker',
  badToken: 'InvalidParameterValue',
  limits: { min: 20, max: 100, otherwise: 100 },
  badSize: () => new AwsError('InvalidParameterValue', 'MaxRecords must be 20 to 100'),
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
