/** All calls to Systems Manager parameters. They never decrypt anything. */
import type { Parameter, ParameterHistory } from '@aws-sdk/client-ssm';
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import { ssm } from '../../calls/ssm.ts';
import { allOf } from '../../wire/paging.ts';
import { type CallContext, saysNotFound, unread } from '../../wire/readError.ts';
import { pages, readList } from '../../wire/reading.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';

/** One version of a parameter. */
export interface Version {
  /** The displayed name; the request may have used the ARN. */
  readonly name: string;
  readonly number: number;
  /** For a SecureString: the encrypted text. */
  readonly value: string;
  readonly isSecure: boolean;
  /** Only the history contains them. */
  readonly labels: readonly string[];
}

/** https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html: the length of Names. */
const VALUES_PER_CALL = 10;

/** Name and number of the current version, of all parameters with the data type `aws:ec2:image`. */
export async function* typedParameters(target: CallScope): AsyncGenerator<readonly [name: string, number: number]> {
  const what = 'listing SSM parameters that are image ids';
  const operation: CallContext = { target, api: ssm.describeParameters.api, what };
  const ParameterFilters = [{ Key: 'DataType', Option: 'Equals', Values: ['aws:ec2:image'] }];
  for await (const page of pages(target, ssm.describeParameters, what, { ParameterFilters })) {
    for (const { Name, Version } of page) yield [there(Name, operation), there(Version, operation)];
  }
}

/** The current versions of all parameters below a path, however deep. */
export async function* parametersBelow(target: CallScope, path: string): AsyncGenerator<Version> {
  const what = `reading SSM parameters below ${path}`;
  const operation: CallContext = { target, api: ssm.getParametersByPath.api, what };
  const where = { Path: path, Recursive: true, WithDecryption: false };
  for await (const page of pages(target, ssm.getParametersByPath, what, where)) {
    for (const parameter of page) yield toVersion(parameter, operation);
  }
}

/**
 * Current versions by the name or ARN in the request.
 * A missing one may still exist: a busy Parameter Store was seen to call all names invalid
 * (https://github.com/aws/aws-sdk-go-v2/issues/552). Only {@link versionsOf} is certain.
 */
export async function valuesOf(target: CallScope, names: readonly string[]): Promise<ReadonlyMap<string, Version>> {
  const found = new Map<string, Version>();
  for (const Names of batchesOf(names, VALUES_PER_CALL)) {
    const what = `reading SSM parameters ${fewOf(Names)}`;
    for (const parameter of await readList(target, ssm.getParameters, what, { Names, WithDecryption: false })) {
      const version = toVersion(parameter, { target, api: ssm.getParameters.api, what });
      found.set(version.name, version).set(parameter.ARN ?? version.name, version);
    }
  }
  return found;
}

/**
 * The version of `ARN`, `ARN:VERSION` or `ARN:LABEL`. Reads one at a time, because the answer cannot be matched to
 * several. As with {@link valuesOf}, a missing one may still exist.
 */
export async function valueOfOne(target: CallScope, reference: string): Promise<Version | undefined> {
  return [...(await valuesOf(target, [reference])).values()][0];
}

/**
 * Every existing version; empty when AWS confirms that the parameter does not exist.
 * @param name or ARN
 */
export async function versionsOf(target: CallScope, name: string): Promise<readonly Version[]> {
  const what = `reading versions of SSM parameter ${name}`;
  const operation: CallContext = { target, api: ssm.getParameterHistory.api, what };
  try {
    const which = { Name: name, WithDecryption: false };
    const versions = (await allOf(pages(target, ssm.getParameterHistory, what, which))).map((version) =>
      toVersion(version, operation),
    );
    if (versions.length > 0) return versions;
  } catch (error) {
    if (saysNotFound(error)) return [];
    throw error;
  }
  throw unread(operation, 'there is not one version in the answer');
}

/**
 * The value of a SecureString is not read, so it may be the id of any image.
 * @throws ReadError that names the SecureStrings among the versions
 */
export function refuseSecure(versions: readonly Version[], target: CallScope): void {
  const names = [...new Set(versions.filter(({ isSecure }) => isSecure).map(({ name }) => name))];
  if (names.length === 0) return;
  throw new ReadError(
    `reading SSM parameters in ${whereIs(target)}: ${fewOf(names)} ${names.length === 1 ? 'is a SecureString' : 'are SecureStrings'}, ` +
      'which Holystone never decrypts, so the image is unknown; keep image ids in String parameters, and list only paths without secrets in evidence.ssm.paths',
    { problem: 'failed' },
  );
}

/** At most three names, for a sentence. */
function fewOf(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}

function toVersion(parameter: Parameter & ParameterHistory, operation: CallContext): Version {
  const { Name, Value, Version, Type, Labels } = parameter;
  return {
    name: there(Name, operation),
    number: there(Version, operation),
    value: there(Value, operation),
    isSecure: there(Type, operation) === 'SecureString',
    labels: Labels ?? [],
  };
}

function there<T>(value: T | undefined, operation: CallContext): T {
  if (value !== undefined) return value;
  throw unread(operation, 'one came without name, version, type or value');
}
