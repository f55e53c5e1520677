import type { ParameterHistory, ParameterType } from '@aws-sdk/client-ssm';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';

/** A parameter of Systems Manager. */
export interface ParameterSeed {
  readonly name: string;
  /** Default `String`. */
  readonly type?: ParameterType;
  /** Default `text`; `aws:ec2:image` means that the value is an image id. */
  readonly dataType?: string;
  /** Version 1, 2, …; at least one. Of more than 100 only the last 100 are kept. */
  readonly versions: readonly { readonly value: string; readonly labels?: readonly string[] }[];
  /** Ids of accounts that may read it by its ARN. */
  readonly sharedWith?: readonly string[];
}

export interface ParameterRow {
  readonly name: string;
  readonly arn: string;
  readonly type: ParameterType;
  readonly dataType: string;
  /** Oldest first. */
  readonly versions: readonly ParameterHistory[];
  /** Accounts that may read it by its ARN. */
  readonly sharedWith: readonly string[];
}

export const parameters = plainKind('parameter', {
  make: newParameter,
  keyOf: ({ name }) => name,
  idOf: ({ arn }) => arn,
});

/**
 * "Parameter Store … retains 100 versions of a parameter"; older ones are deleted, and the others keep their numbers.
 */
export const VERSIONS_KEPT = 100;

export function newParameter(seed: ParameterSeed, { account, region, now }: Making): ParameterRow {
  const { name, type = 'String', dataType = 'text', versions, sharedWith = [] } = seed;
  if (versions.length === 0) throw new Error(`the parameter ${name} needs a version`);
  const numbered = versions.map(
    ({ value, labels = [] }, index): ParameterHistory => ({
      Name: name,
      Type: type,
      DataType: dataType,
      Tier: 'Standard',
      Value: value,
      Version: index + 1,
      Labels: [...labels],
      LastModifiedDate: now,
      LastModifiedUser: `arn:aws:iam::${account.id}:user/sandbox`,
    }),
  );
  const resource = name.startsWith('/') ? name : `/${name}`;
  const arn = `arn:${partitionOf(region)}:ssm:${region}:${account.id}:parameter${resource}`;
  return { name, arn, type, dataType, versions: numbered.slice(-VERSIONS_KEPT), sharedWith };
}
