/** SageMaker beside what starts with security groups: what models, images and jobs are made of. */
import type {
  DescribeAlgorithmOutput,
  DescribeClusterResponse,
  DescribeImageVersionResponse,
  DescribeModelPackageOutput,
  DescribeMonitoringScheduleResponse,
  DescribePipelineResponse,
} from '@aws-sdk/client-sagemaker';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';

export const modelPackages = plainKind<
  'modelPackage',
  Partial<DescribeModelPackageOutput>,
  Partial<DescribeModelPackageOutput>
>('modelPackage', {
  make(given, making) {
    const name = given.ModelPackageName ?? making.ids.next('package');
    return { ...given, ModelPackageName: name, ModelPackageArn: arnOf('model-package', name, making) };
  },
  keyOf: ({ ModelPackageArn }) => ModelPackageArn,
});

export const algorithms = plainKind<'algorithm', Partial<DescribeAlgorithmOutput>, Partial<DescribeAlgorithmOutput>>(
  'algorithm',
  {
    make: (given, { ids }) => ({ ...given, AlgorithmName: given.AlgorithmName ?? ids.next('algorithm') }),
    keyOf: ({ AlgorithmName }) => AlgorithmName,
  },
);

/** A version of an image for Studio; the image exists as soon as it has one. */
export type StudioImageVersion = Partial<DescribeImageVersionResponse> & { readonly ImageName: string };

export const studioImages = plainKind<'studioImage', Partial<StudioImageVersion>, StudioImageVersion>('studioImage', {
  make(given, making) {
    const ImageName = given.ImageName ?? making.ids.next('image');
    const Version = given.Version ?? 1;
    return { ...given, ImageName, Version, ImageArn: arnOf('image', ImageName, making) };
  },
  keyOf: ({ ImageName, Version }) => `${ImageName} ${Version}`,
});

export const hyperPodClusters = plainKind<
  'hyperPodCluster',
  Partial<DescribeClusterResponse>,
  Partial<DescribeClusterResponse>
>('hyperPodCluster', {
  make: (given, { ids }) => ({
    ClusterStatus: 'InService',
    ...given,
    ClusterName: given.ClusterName ?? ids.next('cluster'),
  }),
  keyOf: ({ ClusterName }) => ClusterName,
});

export const monitoringSchedules = plainKind<
  'monitoringSchedule',
  Partial<DescribeMonitoringScheduleResponse>,
  Partial<DescribeMonitoringScheduleResponse>
>('monitoringSchedule', {
  make: (given, { ids }) => ({
    MonitoringScheduleStatus: 'Scheduled',
    ...given,
    MonitoringScheduleName: given.MonitoringScheduleName ?? ids.next('monitoring'),
  }),
  keyOf: ({ MonitoringScheduleName }) => MonitoringScheduleName,
});

export const modelPipelines = plainKind<
  'modelPipeline',
  Partial<DescribePipelineResponse>,
  Partial<DescribePipelineResponse>
>('modelPipeline', {
  make: (given, { ids }) => ({
    PipelineDefinition: '{"Version":"2020-12-01","Steps":[]}',
    ...given,
    PipelineName: given.PipelineName ?? ids.next('pipeline'),
  }),
  keyOf: ({ PipelineName }) => PipelineName,
});

function arnOf(kind: string, name: string, { account, region }: Making): string {
  return `arn:${partitionOf(region)}:sagemaker:${region}:${account.id}:${kind}/${name.toLowerCase()}`;
}
