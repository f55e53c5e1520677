/** SageMaker beside models: what people work in, and what serves and watches endpoints. */
import { sageMaker } from '../../calls/sageMaker.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** Its portal is reached through these groups, from these addresses. */
export const workforces = listingSource({
  name: 'workforces',
  users: 'Private workforces of SageMaker',
  called: 'SageMaker workforces',
  names: ['elasticIp', 'securityGroup', 'vpcEndpoint'],
  reads: lists(sageMaker.listWorkforces, { user: ({ WorkforceName }) => `SageMaker workforce ${WorkforceName}` }),
});

/** Each new copy pulls the image. */
export const inferenceComponents = listingSource({
  name: 'inferenceComponents',
  users: 'Inference components of SageMaker, also without copies',
  called: 'SageMaker inference components',
  names: ['containerImage', 'modelEndpoint', 'texts'],
  reads: lists(sageMaker.listInferenceComponents, {
    each: [
      describes(sageMaker.describeInferenceComponent, {
        by: { InferenceComponentName: 'InferenceComponentName' },
        has: 'InferenceComponentName',
        user: ({ InferenceComponentName }) => `SageMaker inference component ${InferenceComponentName}`,
      }),
    ],
  }),
});

/** A schedule starts the next job from it, with the image and the groups. */
export const biasJobs = listingSource({
  name: 'biasJobs',
  users: 'Job definitions of SageMaker that watch the bias of models',
  called: 'job definitions of SageMaker for the bias of models',
  names: ['containerImage', 'modelEndpoint', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(sageMaker.listModelBiasJobDefinitions, {
    each: [
      describes(sageMaker.describeModelBiasJobDefinition, {
        by: { JobDefinitionName: 'MonitoringJobDefinitionName' },
        has: 'JobDefinitionName',
        user: ({ JobDefinitionName }) => `SageMaker job definition ${JobDefinitionName}`,
      }),
    ],
  }),
});

export const dataQualityJobs = listingSource({
  name: 'dataQualityJobs',
  users: 'Job definitions of SageMaker that watch the quality of data',
  called: 'job definitions of SageMaker for the quality of data',
  names: ['containerImage', 'modelEndpoint', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(sageMaker.listDataQualityJobDefinitions, {
    each: [
      describes(sageMaker.describeDataQualityJobDefinition, {
        by: { JobDefinitionName: 'MonitoringJobDefinitionName' },
        has: 'JobDefinitionName',
        user: ({ JobDefinitionName }) => `SageMaker job definition ${JobDefinitionName}`,
      }),
    ],
  }),
});

export const explainabilityJobs = listingSource({
  name: 'explainabilityJobs',
  users: 'Job definitions of SageMaker that watch the explainability of models',
  called: 'job definitions of SageMaker for the explainability of models',
  names: ['containerImage', 'modelEndpoint', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(sageMaker.listModelExplainabilityJobDefinitions, {
    each: [
      describes(sageMaker.describeModelExplainabilityJobDefinition, {
        by: { JobDefinitionName: 'MonitoringJobDefinitionName' },
        has: 'JobDefinitionName',
        user: ({ JobDefinitionName }) => `SageMaker job definition ${JobDefinitionName}`,
      }),
    ],
  }),
});

export const modelQualityJobs = listingSource({
  name: 'modelQualityJobs',
  users: 'Job definitions of SageMaker that watch the quality of models',
  called: 'job definitions of SageMaker for the quality of models',
  names: ['containerImage', 'modelEndpoint', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(sageMaker.listModelQualityJobDefinitions, {
    each: [
      describes(sageMaker.describeModelQualityJobDefinition, {
        by: { JobDefinitionName: 'MonitoringJobDefinitionName' },
        has: 'JobDefinitionName',
        user: ({ JobDefinitionName }) => `SageMaker job definition ${JobDefinitionName}`,
      }),
    ],
  }),
});
