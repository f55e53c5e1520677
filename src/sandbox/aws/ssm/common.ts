import type * as module from '@aws-sdk/client-ssm';
import type { Parameter, ParameterHistory } from '@aws-sdk/client-ssm';
import { AwsError } from '../errors.ts';
import { type Numbered, type Page, page } from '../paging.ts';
import type { ParameterRow } from '../store.ts';
import type { Handlers } from '../wire/service.ts';

export type SsmHandlers = Handlers<typeof module>;

export function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message);
}

interface Paged {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

/** A page of at most `max`, which is also the size of one that was not asked for. */
export function ssmPage<R extends Numbered>(rows: readonly R[], input: Paged, scope: string, max: number): Page<R> {
  const { MaxResults, NextToken, ...rest } = input;
  if (MaxResults !== undefined && (MaxResults < 1 || MaxResults > max)) {
    const bound = MaxResults < 1 ? 'greater than or equal to 1' : `less than or equal to ${max}`;
    throw invalid(
      `1 validation error detected: Value '${MaxResults}' at 'maxResults' failed to satisfy constraint: Member must have value ${bound}`,
    );
  }
  const request = { limit: MaxResults ?? max, token: NextToken, scope: scope + JSON.stringify(rest) };
  return page(rows, { ...request, badToken: 'InvalidNextToken' });
}

export function nextToken(page: Page<unknown>): { NextToken?: string } {
  return page.nextToken === undefined ? {} : { NextToken: page.nextToken };
}

/** The version that a name without selector means. */
export function currentOf({ versions, name }: ParameterRow): ParameterHistory {
  const current = versions.at(-1);
  if (!current) throw new Error(`the sandbox's parameter ${name} has no version`);
  return current;
}

/** A version as the calls for values answer it. */
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

/** What a SecureString shows without its key is base64. */
export function shownValue({ type }: ParameterRow, { Value = '' }: ParameterHistory, decrypted: boolean): string {
  return type === 'SecureString' && !decrypted ? Buffer.from(`sealed ${Value.length}`).toString('base64') : Value;
}
