/** SageMaker beside what has security groups alone: what models, images for Studio and jobs are made of. */
import { sageMaker } from '../../calls/sageMaker.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** A model is made of it at any time, also by another account. */
export const modelPackages = listingSource({
  name: 'modelPackages',
  users: 'Model packages of SageMaker, in all versions',
  called: 'SageMaker model packages',
  names: ['containerImage'],
  reads: lists(sageMaker.listModelPackages, {
    each: [
      describes(sageMaker.describeModelPackage, {
        by: { ModelPackageName: 'ModelPackageArn' },
        has: 'ModelPackageArn',
        user: ({ ModelPackageArn }) => `SageMaker model package ${ModelPackageArn?.split('/').slice(1).join('/')}`,
      }),
    ],
  }),
});

/** Its next training job pulls the image. */
export const algorithms = listingSource({
  name: 'algorithms',
  users: 'Algorithms of SageMaker',
  called: 'SageMaker algorithms',
  names: ['containerImage'],
  reads: lists(sageMaker.listAlgorithms, {
    each: [
      describes(sageMaker.describeAlgorithm, {
        by: { AlgorithmName: 'AlgorithmName' },
        has: 'AlgorithmName',
        user: ({ AlgorithmName }) => `SageMaker algorithm ${AlgorithmName}`,
      }),
    ],
  }),
});

/** Applications of Studio start from a version of an image; old ones may be chosen too. */
export const studioImages = listingSource({
  name: 'studioImages',
  users: 'Images for SageMaker Studio, in all versions',
  called: 'images for SageMaker Studio',
  names: ['containerImage'],
  reads: lists(sageMaker.listImages, {
    each: [
      lists(sageMaker.listImageVersions, {
        by: { ImageName: 'ImageName' },
        each: [
          describes(sageMaker.describeImageVersion, {
            by: { ImageName: 'ImageName', Version: 'Version' },
            has: 'Version',
            user: ({ ImageName, Version }) => `version ${Version} of SageMaker image ${ImageName}`,
          }),
        ],
      }),
    ],
  }),
});

/** It replaces and adds nodes, which are no instances of the account. */
export const hyperPodClusters = listingSource({
  name: 'hyperPodClusters',
  users: 'HyperPod clusters of SageMaker in every status',
  called: 'HyperPod clusters of SageMaker',
  names: ['image', 'securityGroup'],
  reads: lists(sageMaker.listClusters, {
    each: [
      describes(sageMaker.describeCluster, {
        by: { ClusterName: 'ClusterName' },
        has: 'ClusterName',
        user: ({ ClusterName, ClusterStatus }) =>
          `HyperPod cluster ${ClusterName} (${ClusterStatus ?? 'status not known'})`,
      }),
    ],
  }),
});

/** Its next job starts with the image and the groups; a stopped one may be started again. */
export const monitoringSchedules = listingSource({
  name: 'monitoringSchedules',
  users: 'Monitoring schedules of SageMaker, also stopped ones',
  called: 'monitoring schedules of SageMaker',
  names: ['containerImage', 'securityGroup'],
  reads: lists(sageMaker.listMonitoringSchedules, {
    each: [
      describes(sageMaker.describeMonitoringSchedule, {
        by: { MonitoringScheduleName: 'MonitoringScheduleName' },
        has: 'MonitoringScheduleName',
        user: ({ MonitoringScheduleName }) => `SageMaker monitoring schedule ${MonitoringScheduleName}`,
      }),
    ],
  }),
});

/** Its steps name images and groups in a definition of their own. */
export const modelPipelines = listingSource({
  name: 'modelPipelines',
  users: 'Pipelines of SageMaker, by their definition',
  called: 'SageMaker pipelines',
  names: ['containerImage', 'securityGroup'],
  reads: lists(sageMaker.listPipelines, {
    each: [
      describes(sageMaker.describePipeline, {
        by: { PipelineName: 'PipelineName' },
        has: 'PipelineDefinition',
        user: ({ PipelineName }) => `SageMaker pipeline ${PipelineName}`,
      }),
    ],
  }),
});
