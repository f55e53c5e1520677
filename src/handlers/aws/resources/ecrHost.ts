/** The names of a registry of ECR: https://docs.aws.amazon.com/general/latest/gr/ecr.html */
import { partitionOf } from '../wire/partition.ts';

const HOST =
  /^(\d{12})\.dkr[.-]ecr(?:-fips)?\.([a-z0-9-]+)\.(?:amazonaws\.(?:com|com\.cn|eu)|on\.(?:aws|amazonwebservices\.com\.cn))$/;
/** The name with which `docker pull` begins, in the partitions where it is another. */
const SUFFIXES: Readonly<Record<string, string>> = { 'aws-cn': 'amazonaws.com.cn', 'aws-eusc': 'amazonaws.eu' };

/** The host of the registry that each account has in each region: `111111111111.dkr.ecr.us-east-1.amazonaws.com`. */
export function ecrHost(accountId: string, region: string): string {
  return `${accountId}.dkr.ecr.${region}.${SUFFIXES[partitionOf(region)] ?? 'amazonaws.com'}`;
}

/** One name for the endpoints with FIPS and IPv6 of the same registry; any other host as it is. */
export function oneEcrHost(host: string): string {
  const [, accountId, region] = HOST.exec(host) ?? [];
  return accountId === undefined || region === undefined ? host : ecrHost(accountId, region);
}
