import type { GetParametersByPathCommandInput, Parameter, ParameterStringFilter } from '@aws-sdk/client-ssm';
import { AwsError } from '../../collections/errors.ts';
import type { Row } from '../../collections/table.ts';
import type { ParameterRow } from '../../seeds/parameterSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection, listingsOf, pageOf } from '../../store/listing.ts';
import { currentOf, described, invalid, type SsmHandlers, ssmPages } from './common.ts';

/**
 * Operations that find parameters. Page sizes:
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_DescribeParameters.html,
 * …GetParametersByPath.html
 */
export const parameterQueries: SsmHandlers = {
  /**
   * Pages count the examined entries, so with a filter some pages, also the last ones, may be empty:
   * https://github.com/minamijoyo/myaws/issues/31
   */
  DescribeParameters(input, call) {
    if (input.Filters !== undefined || input.Shared) throw invalid('Filters and Shared are not played by this sandbox');
    const tests = (input.ParameterFilters ?? []).map(testOf);
    const page = pageOf(ssmPages(50), call.here.parameters.view(), input, call);
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
      ...page.next,
    };
  },

  GetParametersByPath: listingsOf(ssmPages(10))(collection(below, shown), { answer: 'Parameters' }),
};

function below({ here }: Call, input: GetParametersByPathCommandInput): readonly Row<ParameterRow>[] {
  const { Path: path = '', Recursive: recursive = false, ParameterFilters } = input;
  if (ParameterFilters !== undefined) throw invalid('ParameterFilters are not played by this sandbox');
  // "Hierarchies start with a forward slash (/)".
  if (!path.startsWith('/')) {
    throw invalid('The parameter path must begin with a forward slash (/) and be a path of parameter names.');
  }
  const folder = path.endsWith('/') ? path : `${path}/`;
  return here.parameters.view().filter(({ value }) => isBelow(value.name, folder, recursive));
}

function shown(row: ParameterRow, { WithDecryption = false }: GetParametersByPathCommandInput): Parameter {
  return described(row, currentOf(row), WithDecryption);
}

/** A name without a slash belongs to the root. */
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
