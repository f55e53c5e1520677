import type { ComputeEnvironmentDetail, ComputeResource } from '@aws-sdk/client-batch';
import { type Making, plainKind } from '../collections/kind.ts';
import type { Seed } from '../collections/seed.ts';

export type ComputeEnvironmentSeed = Seed<Omit<ComputeEnvironmentDetail, 'computeResources'>> & {
  readonly computeResources?: Partial<ComputeResource>;
};

export const computeEnvironments = plainKind('computeEnvironment', {
  make: newComputeEnvironment,
  keyOf: ({ computeEnvironmentName }) => computeEnvironmentName,
});

export function newComputeEnvironment(
  seed: ComputeEnvironmentSeed,
  { account, region, ids }: Making,
): ComputeEnvironmentDetail {
  const name = seed.computeEnvironmentName ?? ids.next('environment');
  return {
    computeEnvironmentArn: `arn:aws:batch:${region}:${account.id}:compute-environment/${name}`,
    type: 'MANAGED',
    state: 'ENABLED',
    status: 'VALID',
    ...seed,
    computeEnvironmentName: name,
    computeResources: { type: 'EC2', maxvCpus: 16, subnets: ['subnet-00000000000000001'], ...seed.computeResources },
  };
}
