/** Endpoints of SageMaker that answer from instances, each with its configuration and its model. */
import type { DescribeEndpointOutput, Tag } from '@aws-sdk/client-sagemaker';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';
import type { Table } from '../collections/table.ts';
import { inferenceEndpoints, inferenceModels } from './servedGroupSeeds.ts';

export interface ModelEndpointSeed extends Seed<DescribeEndpointOutput> {
  readonly tags?: Tags;
}

/** Its tags are no part of its description: `ListTags` has them. */
export interface ModelEndpoint extends Partial<DescribeEndpointOutput> {
  readonly ownTags: readonly Tag[];
}

interface Tables {
  readonly inferenceEndpoints: Table<ReturnType<typeof inferenceEndpoints.make>>;
  readonly inferenceModels: Table<ReturnType<typeof inferenceModels.make>>;
}

export const modelEndpoints = plainKind<'modelEndpoint', ModelEndpointSeed, ModelEndpoint, Tables>('modelEndpoint', {
  noun: 'SageMaker endpoint',
  make: newEndpoint,
  keyOf: ({ EndpointName }) => EndpointName,
  reads: { api: 'SageMaker', operation: 'DescribeEndpoint', by: 'EndpointName' },
  deletes: { api: 'SageMaker', operation: 'DeleteEndpoint', by: 'EndpointName' },
  /** What it is made of exists before it does. */
  beside(here, { EndpointConfigName = '', ProductionVariants = [] }, _seed, making) {
    if (here.inferenceEndpoints.get(EndpointConfigName)) return;
    const ModelName = `model-of-${EndpointConfigName}`;
    const variants = ProductionVariants.map(({ VariantName }) => ({
      VariantName,
      ModelName,
      InstanceType: 'ml.g5.xlarge' as const,
      InitialInstanceCount: 1,
    }));
    const config = inferenceEndpoints.make({ EndpointConfigName, ProductionVariants: variants }, making);
    here.inferenceEndpoints.put(EndpointConfigName, config);
    here.inferenceModels.put(ModelName, inferenceModels.make({ ModelName }, making));
  },
});

/** https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_DescribeEndpoint.html */
function newEndpoint({ tags = {}, ...given }: ModelEndpointSeed, making: Making): ModelEndpoint {
  const EndpointName = given.EndpointName ?? making.ids.next('endpoint');
  return {
    EndpointArn: endpointArn(EndpointName, making),
    EndpointConfigName: `${EndpointName}-config`,
    EndpointStatus: 'InService',
    ProductionVariants: [{ VariantName: 'AllTraffic', CurrentInstanceCount: 1, DesiredInstanceCount: 1 }],
    ...(given as Partial<DescribeEndpointOutput>),
    EndpointName,
    CreationTime: asDate(given.CreationTime, making.now),
    LastModifiedTime: asDate(given.LastModifiedTime ?? given.CreationTime, making.now),
    ownTags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  };
}

/** The name of an ARN is in small letters. */
export function endpointArn(name: string, { account, region }: Pick<Making, 'account' | 'region'>): string {
  return `arn:${partitionOf(region)}:sagemaker:${region}:${account.id}:endpoint/${name.toLowerCase()}`;
}
