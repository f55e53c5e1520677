/** All calls that the process may send. `wire.ts` stops an operation that no table lists. */
import { type Call, callsByName } from './call.ts';
import * as TABLES from './tables.ts';

/** Every call of every table. Two services may share a name in IAM, so these are more than {@link CALLS}. */
export const ALL_CALLS: readonly Call[] = Object.values<Readonly<Record<string, Call>>>(TABLES).flatMap((table) =>
  Object.values(table),
);

/** By their names in IAM: `ec2:DescribeImages`. */
export const CALLS = callsByName(ALL_CALLS);
