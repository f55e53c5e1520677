/**
 * AWS's partitions by region name prefix. An account and all that it can use belong to one partition:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html
 */
const PARTITIONS: Readonly<Record<string, string>> = {
  'cn-': 'aws-cn',
  'eu-isoe-': 'aws-iso-e',
  'eusc-': 'aws-eusc',
  'us-gov-': 'aws-us-gov',
  'us-iso-': 'aws-iso',
  'us-isob-': 'aws-iso-b',
  'us-isof-': 'aws-iso-f',
};

/** The partition as in an ARN: `aws`, `aws-cn`. */
export function partitionOf(region: string): string {
  const found = Object.entries(PARTITIONS).find(([prefix]) => region.startsWith(prefix));
  return found?.[1] ?? 'aws';
}
