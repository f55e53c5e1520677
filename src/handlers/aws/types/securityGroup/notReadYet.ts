import type { NotReadYet } from '../../../contract/handler.ts';

/** Each names groups for what it starts later, so that no network interface shows the use now. */
export const NOT_READ_YET: readonly NotReadYet[] = [
  { kind: 'lambdaFunctions', summary: 'Lambda functions in a VPC, in all versions.' },
  { kind: 'batchEnvironments', summary: 'Compute environments of Batch.' },
  { kind: 'databases', summary: 'RDS instances and clusters.' },
  { kind: 'caches', summary: 'ElastiCache clusters.' },
  { kind: 'eksClusters', summary: 'EKS clusters and node groups.' },
];
