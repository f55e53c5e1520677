import type { ParameterStringFilter } from '@aws-sdk/client-ssm';
import { AwsError } from '../errors.ts';
import type { ParameterRow } from '../store.ts';
import { currentOf, described, invalid, nextToken, type SsmHandlers, ssmPage } from './common.ts';

/** Ranges: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_DescribeParameters.html, …GetParametersByPath.html */
const [DESCRIBED_PER_PAGE, VALUES_PER_PAGE] = [50, 10];

/** What finds parameters. */
export const parameterQueries: SsmHandlers = {
  /**
   * Pages count the entries that are looked at, so that with a filter some come empty, and the last ones may:
   * https://github.com/minamijoyo/myaws/issues/31
   */
  DescribeParameters(input, { here }) {
    if (input.Filters !== undefined || input.Shared) throw invalid('Filters and Shared are not played by this sandbox');
    const tests = (input.ParameterFilters ?? []).map(testOf);
    const page = ssmPage(here.parameters.view(), input, 'DescribeParameters', DESCRIBED_PER_PAGE);
    const rows = page.rows.map(({ value }) => value).filter((row) => tests.every((test) => test(row)));
    return {
      Parameters: rows.map((row) => ({
        Name: row.name,
        ARN: row.arn,
        Type: row.type,
        DataType: row.dataType,
        Tier: 'Standard',
        Version: currentOf(row).Version,
        LastModifiedDate: currentOf(row).LastModifiedDate,
      })),
      ...nextToken(page),
    };
  },

  GetParametersByPath(input, { here }) {
    const { Path: path = '', Recursive: recursive = false, WithDecryption: decrypted = false } = input;
    if (input.ParameterFilters !== undefined) throw invalid('ParameterFilters are not played by this sandbox');
    // "Hierarchies start with a forward slash (/)".
    if (!path.startsWith('/')) {
      throw invalid('The parameter path must begin with a forward slash (/) and be a path of parameter names.');
    }
    const below = path.endsWith('/') ? path : `${path}/`;
    const rows = here.parameters.view().filter(({ value }) => isBelow(value.name, below, recursive));
    const page = ssmPage(rows, input, 'GetParametersByPath', VALUES_PER_PAGE);
    return {
      Parameters: page.rows.map(({ value }) => described(value, currentOf(value), decrypted)),
      ...nextToken(page),
    };
  },
};

/** A name without a slash is at the root. */
function isBelow(name: string, path: string, recursive: boolean): boolean {
  const full = name.startsWith('/') ? name : `/${name}`;
  if (!full.startsWith(path)) return false;
  return recursive || !full.slice(path.length).includes('/');
}

const READ: Readonly<Record<string, (row: ParameterRow) => string>> = {
  Name: ({ name }) => name,
  Type: ({ type }) => type,
  DataType: ({ dataType }) => dataType,
};

/** "For DescribeParameters … all of the listed patterns are valid except Label": InvalidFilterKey. */
function testOf({ Key = '', Option = 'Equals', Values = [] }: ParameterStringFilter): (row: ParameterRow) => boolean {
  const read = Object.hasOwn(READ, Key) ? READ[Key] : undefined;
  if (!read)
    throw new AwsError('InvalidFilterKey', `The filter key '${Key}' is not valid or not played by this sandbox`);
  if (Values.length === 0) throw new AwsError('InvalidFilterValue', `The filter '${Key}' has no value`);
  if (Option === 'Equals') return (row) => Values.includes(read(row));
  if (Option === 'BeginsWith') return (row) => Values.some((value) => read(row).startsWith(value));
  throw new AwsError('InvalidFilterOption', `The filter option '${Option}' is not valid for '${Key}'`);
}
