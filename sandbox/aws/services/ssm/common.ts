import type * as module from '@aws-sdk/client-ssm';
import type { Parameter, ParameterHistory } from '@aws-sdk/client-ssm';
import { AwsError } from '../../collections/errors.ts';
import type { ParameterRow } from '../../seeds/parameterSeeds.ts';
import type { Dialect } from '../../store/listing.ts';
import type { Handlers } from '../../wire/service.ts';

export type SsmHandlers = Handlers<typeof module>;

export function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message);
}

/** Pages of at most `max`, which is also the default size. */
export function ssmPages(max: number): Dialect {
  return {
    size: 'MaxResults',
    token: 'NextToken',
    next: 'NextToken',
    badToken: 'InvalidNextToken',
    limits: { min: 1, max, otherwise: max },
    badSize(size) {
      const bound = size < 1 ? 'greater than or equal to 1' : `less than or equal to ${max}`;
      return invalid(
        `1 validation error detected: Value '${size}' at 'maxResults' failed to satisfy constraint: Member must have value ${bound}`,
      );
    },
  };
}

/** The version of a name without selector. */
export function currentOf({ versions, name }: ParameterRow): ParameterHistory {
  const current = versions.at(-1);
  if (!current) throw new Error(`the sandbox's parameter ${name} has no version`);
  return current;
}

/** A version in the format of the calls that read values. */
export function described(row: ParameterRow, version: ParameterHistory, decrypted: boolean): Parameter {
  return {
    Name: row.name,
    Type: row.type,
    DataType: row.dataType,
    ARN: row.arn,
    Value: shownValue(row, version, decrypted),
    Version: version.Version,
    LastModifiedDate: version.LastModifiedDate,
  };
}

/** A SecureString without decryption is base64. */
export function shownValue({ type }: ParameterRow, { Value = '' }: ParameterHistory, decrypted: boolean): string {
  return type === 'SecureString' && !decrypted ? Buffer.from(`sealed ${Value.length}`).toString('base64') : Value;
}
