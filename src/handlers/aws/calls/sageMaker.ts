import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('sagemaker');
/** "Valid Range: Minimum value of 1. Maximum value of 100": https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_ListModels.html */
const PAGE = { MaxResults: 100 } as const;
const GONE = { notFound: ['ResourceNotFound'] } as const;

/**
 * Every call to SageMaker. Of a notebook, a model, an endpoint or an endpoint configuration that vanished it answers
 * `ValidationException`: only the message of these proves it (`wire/errors.ts`).
 */
export const sageMaker = table(
  {
    service: 'sageMaker',
    load: async () => (await import('@aws-sdk/client-sagemaker')).SageMaker,
    prefix: 'sagemaker',
    reads: RATE,
    writes: RATE,
  },
  {
    addTags: { effect: 'protects' },
    /** "ResourceInUse" is no error of it, and "Cannot create already existing endpoint" has no code of its own. */
    createEndpoint: { effect: 'restores' },
    /** It is `Deleting` for some minutes. One that is created or updated is refused, and so is one with inference components. */
    deleteEndpoint: { effect: 'deletes' },
    deleteTags: { effect: 'protects' },
    describeAlgorithm: { effect: 'reads', errors: GONE },
    describeCluster: { effect: 'reads', errors: GONE },
    describeDomain: { effect: 'reads', errors: GONE },
    describeEndpoint: { effect: 'reads' },
    describeEndpointConfig: { effect: 'reads' },
    describeImageVersion: { effect: 'reads', errors: GONE },
    describeModel: { effect: 'reads' },
    describeModelPackage: { effect: 'reads', errors: GONE },
    describeMonitoringSchedule: { effect: 'reads', errors: GONE },
    describeNotebookInstance: { effect: 'reads' },
    describePipeline: { effect: 'reads', errors: GONE },
    describeUserProfile: { effect: 'reads', errors: GONE },
    describeDataQualityJobDefinition: { effect: 'reads', errors: GONE },
    listDataQualityJobDefinitions: { effect: 'reads', list: 'JobDefinitionSummaries', token: 'NextToken', page: PAGE },
    describeModelBiasJobDefinition: { effect: 'reads', errors: GONE },
    listModelBiasJobDefinitions: { effect: 'reads', list: 'JobDefinitionSummaries', token: 'NextToken', page: PAGE },
    describeModelExplainabilityJobDefinition: { effect: 'reads', errors: GONE },
    listModelExplainabilityJobDefinitions: {
      effect: 'reads',
      list: 'JobDefinitionSummaries',
      token: 'NextToken',
      page: PAGE,
    },
    describeModelQualityJobDefinition: { effect: 'reads', errors: GONE },
    listModelQualityJobDefinitions: { effect: 'reads', list: 'JobDefinitionSummaries', token: 'NextToken', page: PAGE },
    describeInferenceComponent: { effect: 'reads' },
    listInferenceComponents: { effect: 'reads', list: 'InferenceComponents', token: 'NextToken', page: PAGE },
    listWorkforces: { effect: 'reads', list: 'Workforces', token: 'NextToken', page: PAGE },
    listAlgorithms: { effect: 'reads', list: 'AlgorithmSummaryList', token: 'NextToken', page: PAGE },
    listClusters: { effect: 'reads', list: 'ClusterSummaries', token: 'NextToken', page: PAGE },
    listDomains: { effect: 'reads', list: 'Domains', token: 'NextToken', page: PAGE },
    listEndpoints: { effect: 'reads', list: 'Endpoints', token: 'NextToken', page: PAGE },
    listTags: { effect: 'reads', list: 'Tags', token: 'NextToken', page: PAGE },
    listEndpointConfigs: { effect: 'reads', list: 'EndpointConfigs', token: 'NextToken', page: PAGE },
    listImages: { effect: 'reads', list: 'Images', token: 'NextToken', page: PAGE },
    listImageVersions: {
      effect: 'reads',
      list: 'ImageVersions',
      token: 'NextToken',
      page: PAGE,
      errors: GONE,
    },
    /** Without a type it leaves out the versions of groups. */
    listModelPackages: {
      effect: 'reads',
      list: 'ModelPackageSummaryList',
      token: 'NextToken',
      page: { ...PAGE, ModelPackageType: 'Both' },
    },
    listModels: { effect: 'reads', list: 'Models', token: 'NextToken', page: PAGE },
    listMonitoringSchedules: { effect: 'reads', list: 'MonitoringScheduleSummaries', token: 'NextToken', page: PAGE },
    listNotebookInstances: { effect: 'reads', list: 'NotebookInstances', token: 'NextToken', page: PAGE },
    listPipelines: { effect: 'reads', list: 'PipelineSummaries', token: 'NextToken', page: PAGE },
    listUserProfiles: { effect: 'reads', list: 'UserProfiles', token: 'NextToken', page: PAGE },
  },
);
