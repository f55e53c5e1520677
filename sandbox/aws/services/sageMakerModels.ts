import type * as module from '@aws-sdk/client-sagemaker';
import { AwsError } from '../collections/errors.ts';
import {
  algorithms,
  hyperPodClusters,
  modelPackages,
  modelPipelines,
  monitoringSchedules,
  studioImages,
} from '../seeds/modelSeeds.ts';
import type { Call } from '../store/call.ts';
import { collection, type Dialect, listingsOf, numbered, rowsOf } from '../store/listing.ts';
import type { Handlers } from '../wire/service.ts';

/** What models, images for Studio and jobs are made of. */
export function modelOperations(dialect: Dialect): Handlers<typeof module> {
  const listing = listingsOf(dialect);
  return {
    ListModelPackages: listing(
      collection(
        // Without a type it lists those of the Marketplace, which have no versions: API_ListModelPackages.
        ({ here }: Call, { ModelPackageType: type = 'Unversioned' }: module.ListModelPackagesCommandInput) =>
          here.modelPackages.view().filter(({ value }) => {
            const isVersioned = value.ModelPackageGroupName !== undefined;
            return type === 'Both' || isVersioned === (type === 'Versioned');
          }),
        ({ ModelPackageName, ModelPackageArn }) =>
          ({ ModelPackageName, ModelPackageArn }) as module.ModelPackageSummary,
      ),
      { answer: 'ModelPackageSummaryList' },
    ),
    DescribeModelPackage: ({ ModelPackageName: name = '' }, { here }) =>
      (here.modelPackages.get(name) as module.DescribeModelPackageOutput | undefined) ?? gone('ModelPackage', name),
    CreateModelPackage({ Tags: _tags, ...given }, call) {
      const made = modelPackages.make(given as Partial<module.DescribeModelPackageOutput>, call);
      call.here.modelPackages.put(made.ModelPackageArn ?? '', made);
      return { ModelPackageArn: made.ModelPackageArn };
    },

    ListAlgorithms: listing(
      collection(rowsOf('algorithms'), ({ AlgorithmName }) => ({ AlgorithmName }) as module.AlgorithmSummary),
      { answer: 'AlgorithmSummaryList' },
    ),
    DescribeAlgorithm: ({ AlgorithmName: name = '' }, { here }) =>
      (here.algorithms.get(name) as module.DescribeAlgorithmOutput | undefined) ?? gone('Algorithm', name),
    CreateAlgorithm({ AlgorithmName = '', Tags: _tags, ...given }, call) {
      call.here.algorithms.put(AlgorithmName, algorithms.make({ ...given, AlgorithmName }, call));
      return { AlgorithmArn: undefined };
    },

    ListImages: listing(
      collection(
        (call: Call) => numbered(imagesIn(call)),
        ({ ImageName }) => ({ ImageName }) as module.Image,
      ),
      { answer: 'Images' },
    ),
    ListImageVersions: listing(
      collection(
        (call: Call, { ImageName }: module.ListImageVersionsCommandInput) =>
          call.here.studioImages.view().filter(({ value }) => value.ImageName === ImageName),
        ({ Version, ImageArn }) => ({ Version, ImageArn }) as module.ImageVersion,
      ),
      { answer: 'ImageVersions' },
    ),
    DescribeImageVersion({ ImageName = '', Version }, { here }) {
      const all = here.studioImages.values().filter((one) => one.ImageName === ImageName);
      return all.find((one) => Version === undefined || one.Version === Version) ?? gone('ImageVersion', ImageName);
    },
    CreateImageVersion({ ImageName = '', BaseImage }, call) {
      const Version = call.here.studioImages.values().filter((one) => one.ImageName === ImageName).length + 1;
      const made = studioImages.make({ ImageName, Version, BaseImage, ContainerImage: BaseImage }, call);
      call.here.studioImages.put(`${ImageName} ${Version}`, made);
      return {};
    },

    ListClusters: listing(
      collection(rowsOf('hyperPodClusters'), ({ ClusterName }) => ({ ClusterName }) as module.ClusterSummary),
      { answer: 'ClusterSummaries' },
    ),
    DescribeCluster: ({ ClusterName: name = '' }, { here }) =>
      (here.hyperPodClusters.get(name) as module.DescribeClusterResponse | undefined) ?? gone('Cluster', name),
    CreateCluster({ ClusterName = '', Tags: _tags, ...given }, call) {
      const seed = { ...given, ClusterName } as Partial<module.DescribeClusterResponse>;
      call.here.hyperPodClusters.put(ClusterName, hyperPodClusters.make(seed, call));
      return { ClusterArn: undefined };
    },

    ListMonitoringSchedules: listing(
      collection(
        rowsOf('monitoringSchedules'),
        ({ MonitoringScheduleName }) => ({ MonitoringScheduleName }) as module.MonitoringScheduleSummary,
      ),
      { answer: 'MonitoringScheduleSummaries' },
    ),
    DescribeMonitoringSchedule: ({ MonitoringScheduleName: name = '' }, { here }) =>
      (here.monitoringSchedules.get(name) as module.DescribeMonitoringScheduleResponse | undefined) ??
      gone('MonitoringSchedule', name),
    CreateMonitoringSchedule({ MonitoringScheduleName = '', Tags: _tags, ...given }, call) {
      const made = monitoringSchedules.make({ ...given, MonitoringScheduleName }, call);
      call.here.monitoringSchedules.put(MonitoringScheduleName, made);
      return { MonitoringScheduleArn: undefined };
    },

    ListPipelines: listing(
      collection(rowsOf('modelPipelines'), ({ PipelineName }) => ({ PipelineName }) as module.PipelineSummary),
      { answer: 'PipelineSummaries' },
    ),
    DescribePipeline: ({ PipelineName: name = '' }, { here }) =>
      here.modelPipelines.get(name) ?? gone('Pipeline', name),
    CreatePipeline({ PipelineName = '', PipelineDefinition }, call) {
      const made = modelPipelines.make({ PipelineName, PipelineDefinition }, call);
      call.here.modelPipelines.put(PipelineName, made);
      return {};
    },
  };
}

function imagesIn({ here }: Call): readonly { readonly ImageName: string }[] {
  const names = here.studioImages.values().map(({ ImageName }) => ImageName);
  return [...new Set(names)].map((ImageName) => ({ ImageName }));
}

function gone(noun: string, name: string): never {
  throw new AwsError('ResourceNotFound', `${noun} ${name} does not exist`);
}
