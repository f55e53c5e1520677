import type { ParameterHistory } from '@aws-sdk/client-ssm';
import type { ParameterSeed, Place } from '../control.ts';
import { partitionOf } from '../regions.ts';
import type { ParameterRow } from '../store.ts';

/** "Parameter Store … retains 100 versions of a parameter"; older ones go, and the others keep their numbers. */
export const VERSIONS_KEPT = 100;

export function newParameter(seed: ParameterSeed, { account, region }: Place, now: Date): ParameterRow {
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
      LastModifiedUser: `arn:aws:iam::${account}:user/sandbox`,
    }),
  );
  const resource = name.startsWith('/') ? name : `/${name}`;
  const arn = `arn:${partitionOf(region)}:ssm:${region}:${account}:parameter${resource}`;
  return { name, arn, type, dataType, versions: numbered.slice(-VERSIONS_KEPT), sharedWith };
}
