/** SageMaker: models, images for Studio and jobs, and notebooks and domains, which have nothing that runs while they are stopped. */
import { sageMaker } from '../../calls/sageMaker.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** A stopped notebook starts again with its groups. */
export const notebooks = listingSource({
  name: 'notebooks',
  users: 'Notebook instances of SageMaker, also stopped ones',
  called: 'SageMaker notebooks',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(sageMaker.listNotebookInstances, {
    each: [
      describes(sageMaker.describeNotebookInstance, {
        by: { NotebookInstanceName: 'NotebookInstanceName' },
        has: 'NotebookInstanceName',
        user: ({ NotebookInstanceName: name, NotebookInstanceStatus: status }) =>
          `SageMaker notebook ${name} (${status ?? 'status not known'})`,
      }),
    ],
  }),
});

/** The settings of the next application that a user starts, and the groups that SageMaker made for the domain itself. */
export const studioDomains = listingSource({
  name: 'studioDomains',
  users: 'Domains of SageMaker in every state, with the settings for users, spaces and the domain',
  called: 'SageMaker domains',
  names: ['fileSystem', 'securityGroup', 'vpcEndpoint'],
  reads: lists(sageMaker.listDomains, {
    each: [
      describes(sageMaker.describeDomain, {
        by: { DomainId: 'DomainId' },
        has: 'DomainId',
        user: ({ DomainId, DomainName }) => `SageMaker domain ${DomainName ?? ''} (${DomainId})`,
      }),
    ],
  }),
});

/** Its groups come in addition to those of the domain. */
export const userProfiles = listingSource({
  name: 'userProfiles',
  users: 'User profiles of SageMaker domains',
  called: 'SageMaker user profiles',
  names: ['fileSystem', 'securityGroup', 'vpcEndpoint'],
  reads: lists(sageMaker.listUserProfiles, {
    each: [
      describes(sageMaker.describeUserProfile, {
        by: { DomainId: 'DomainId', UserProfileName: 'UserProfileName' },
        has: 'UserProfileName',
        user: ({ DomainId, UserProfileName }) => `SageMaker user profile ${UserProfileName} of domain ${DomainId}`,
      }),
    ],
  }),
});

/** Every endpoint, batch transformation or pipeline that is made of it takes its groups and images. */
export const inferenceModels = listingSource({
  name: 'inferenceModels',
  users: 'Models of SageMaker, also those without endpoint',
  called: 'SageMaker models',
  names: ['containerImage', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(sageMaker.listModels, {
    each: [
      describes(sageMaker.describeModel, {
        by: { ModelName: 'ModelName' },
        has: 'ModelName',
        user: ({ ModelName }) => `SageMaker model ${ModelName}`,
      }),
    ],
  }),
});

/** With inference components the groups are those of the configuration, not of a model. */
export const inferenceEndpoints = listingSource({
  name: 'inferenceEndpoints',
  users: 'Endpoint configurations of SageMaker, also those without endpoint',
  called: 'SageMaker endpoint configurations',
  names: ['containerImage', 'securityGroup', 'vpcEndpoint'],
  reads: lists(sageMaker.listEndpointConfigs, {
    each: [
      describes(sageMaker.describeEndpointConfig, {
        by: { EndpointConfigName: 'EndpointConfigName' },
        has: 'EndpointConfigName',
        user: ({ EndpointConfigName }) => `SageMaker endpoint configuration ${EndpointConfigName}`,
      }),
    ],
  }),
});

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
  names: ['containerImage', 'fileSystem', 'texts'],
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
  names: ['image', 'securityGroup', 'vpcEndpoint'],
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
  names: ['containerImage', 'modelEndpoint', 'securityGroup', 'texts', 'vpcEndpoint'],
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
  names: ['containerImage', 'securityGroup', 'texts', 'vpcEndpoint'],
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
