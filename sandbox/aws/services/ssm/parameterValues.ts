import type { GetParameterHistoryCommandInput, Parameter, ParameterHistory } from '@aws-sdk/client-ssm';
import { AwsError } from '../../collections/errors.ts';
import type { Row } from '../../collections/table.ts';
import type { ParameterRow } from '../../seeds/parameterSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection, listingsOf } from '../../store/listing.ts';
import { unauthorized } from '../permissions.ts';
import { currentOf, described, invalid, type SsmHandlers, shownValue, ssmPages } from './common.ts';

/** Ranges: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html, …GetParameterHistory.html */
const [NAMES_PER_CALL, VERSIONS_PER_PAGE] = [10, 50];

/** "a-zA-Z0-9_.-" and the slash of paths: API_PutParameter; the colon is for ARNs and selectors. */
const NAME = /^[\w.\-/:]+$/;

/** Operations that read parameters by name or ARN. */
export const parameterValues: SsmHandlers = {
  GetParameters({ Names: names = [], WithDecryption: decrypted = false }, call) {
    if (names.length === 0 || names.length > NAMES_PER_CALL) {
      throw invalid(
        `1 validation error detected: Value at 'names' failed to satisfy constraint: Member must have length less than or equal to ${NAMES_PER_CALL}`,
      );
    }
    const [problem] = names.flatMap((name) => nameProblem(name) ?? []);
    if (problem !== undefined) throw invalid(problem);
    const found = names.map((name) => read(name, decrypted, call));
    const parameters = found.filter((parameter) => parameter !== undefined);
    return {
      // "The results for GetParameters requests are listed in alphabetical order".
      Parameters: parameters.toSorted((a, b) => ((a.Name ?? '') < (b.Name ?? '') ? -1 : 1)),
      InvalidParameters: names.filter((_name, index) => found[index] === undefined),
    };
  },

  GetParameterHistory: listingsOf(ssmPages(VERSIONS_PER_PAGE))(collection(historyOf, shownVersion), {
    answer: 'Parameters',
  }),
};

interface StoredVersion {
  readonly row: ParameterRow;
  readonly version: ParameterHistory;
}

function historyOf(call: Call, { Name: name = '' }: GetParameterHistoryCommandInput): readonly Row<StoredVersion>[] {
  const row = find(name, 'ssm:GetParameterHistory', call);
  if (!row) throw new AwsError('ParameterNotFound', `Parameter ${name} not found.`);
  return row.versions.map((version) => ({ seq: version.Version ?? 0, key: '', value: { row, version } }));
}

function shownVersion(
  { row, version }: StoredVersion,
  { WithDecryption = false }: GetParameterHistoryCommandInput,
): ParameterHistory {
  return { ...version, Value: shownValue(row, version, WithDecryption) };
}

export function nameProblem(name: string): string | undefined {
  if (NAME.test(name)) return undefined;
  return `Parameter name: '${name}' can only include letters, digits and the symbols .-_/:`;
}

/** `NAME`, `NAME:VERSION`, `NAME:LABEL`; NAME may be an ARN. */
function read(nameOrArn: string, decrypted: boolean, call: Call): Parameter | undefined {
  const [name, selector] = split(nameOrArn);
  const row = find(name, 'ssm:GetParameters', call);
  const version = row && select(row, selector);
  if (!row || !version) return undefined;
  return { ...described(row, version, decrypted), ...(selector === undefined ? {} : { Selector: `:${selector}` }) };
}

/** An ARN has six parts; the selector follows. */
function split(nameOrArn: string): [name: string, selector: string | undefined] {
  const parts = nameOrArn.split(':');
  const own = nameOrArn.startsWith('arn:') ? 6 : 1;
  return [parts.slice(0, own).join(':'), parts[own]];
}

function select(row: ParameterRow, selector: string | undefined): ParameterHistory | undefined {
  if (selector === undefined) return currentOf(row);
  return row.versions.find(({ Version, Labels = [] }) => String(Version) === selector || Labels.includes(selector));
}

/** Another account's parameter can be read only by its ARN, and only if it is shared. */
function find(name: string, action: string, call: Call): ParameterRow | undefined {
  if (!name.startsWith('arn:')) return call.here.parameters.get(name);
  const [, , , region = '', account = ''] = name.split(':');
  if (region !== call.region) throw invalid(`The ARN ${name} is not one of this Region`);
  const rows = call.store.region(account, region).parameters.values();
  const row = rows.find(({ arn }) => arn === name);
  if (account !== call.account.id && !row?.sharedWith.includes(call.account.id)) {
    throw unauthorized({ principal: call.principal, protocol: 'json' }, action, name);
  }
  return row;
}
