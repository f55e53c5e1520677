/**
 * The names of AWS's regions. A copy of the partition metadata of the SDK, which has no public export and would load the
 * SDK where a configuration is only checked; test/unit/handlers/regions.test.ts compares the two.
 */
import type { LocationProblem } from '../../contract/provider.ts';
import { partitionOf } from './partition.ts';

/** `regionRegex` of each partition: new regions have one of these forms. */
const FORMS: readonly RegExp[] = [
  /^(us|eu|ap|sa|ca|me|af|il|mx)-\w+-\d+$/,
  /^cn-\w+-\d+$/,
  /^eusc-(de)-\w+-\d+$/,
  /^us-iso-\w+-\d+$/,
  /^us-isob-\w+-\d+$/,
  /^eu-isoe-\w+-\d+$/,
  /^us-isof-\w+-\d+$/,
  /^us-gov-\w+-\d+$/,
];

/** The place of services without regions, such as IAM, in each partition: `aws-global`, `aws-cn-global`. */
const GLOBAL = /^aws(-[a-z]+)*-global$/;

/** Those of this version; the first name comes first among equally near ones in "did you mean". */
export const KNOWN_REGIONS: readonly string[] = [
  ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'ca-central-1', 'ca-west-1', 'mx-central-1'],
  ...['sa-east-1', 'sa-west-1', 'eu-central-1', 'eu-central-2', 'eu-north-1', 'eu-south-1', 'eu-south-2'],
  ...['eu-west-1', 'eu-west-2', 'eu-west-3', 'il-central-1', 'me-central-1', 'me-south-1', 'me-west-1', 'af-south-1'],
  ...['ap-east-1', 'ap-east-2', 'ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-south-1', 'ap-south-2'],
  ...['ap-southeast-1', 'ap-southeast-2', 'ap-southeast-3', 'ap-southeast-4', 'ap-southeast-5', 'ap-southeast-6'],
  ...['ap-southeast-7', 'cn-north-1', 'cn-northwest-1', 'eusc-de-east-1', 'us-gov-east-1', 'us-gov-west-1'],
  ...['us-iso-east-1', 'us-iso-west-1', 'us-isob-east-1', 'us-isob-west-1', 'eu-isoe-west-1', 'us-isof-east-1'],
  'us-isof-south-1',
];

/** Refuses a name that no partition can have; doubts one that this version does not know, because it may be new. */
export function problemOfRegion(region: string): LocationProblem | undefined {
  if (KNOWN_REGIONS.includes(region)) return undefined;
  if (GLOBAL.test(region)) {
    const why = 'the place of services without regions';
    return { severity: 'warning', why, advice: 'Holystone finds no resources in it', known: [] };
  }
  if (FORMS.some((form) => form.test(region))) {
    const why = 'a region that this version of Holystone does not know';
    return { severity: 'warning', why, advice: 'if it is a new region, ignore this warning', known: KNOWN_REGIONS };
  }
  const advice = 'allowed: the name of a region, such as us-east-1';
  return { severity: 'error', why: 'not the name of an AWS region', advice, known: KNOWN_REGIONS };
}

/** Did AWS have the region when this version was made? */
export function isKnownRegion(region: string): boolean {
  return KNOWN_REGIONS.includes(region);
}

/** A region of a partition, such as `aws-cn`; one of `aws` for a partition that this version does not know. */
export function someRegionOf(partition: string): string {
  return KNOWN_REGIONS.find((region) => partitionOf(region) === partition) ?? 'us-east-1';
}
