import * as module from '@aws-sdk/client-sagemaker';
import { AwsError } from '../collections/errors.ts';
import { partitionOf } from '../collections/regions.ts';
import {
  inferenceEndpoints,
  inferenceModels,
  notebooks,
  studioDomains,
  userProfiles,
} from '../seeds/servedGroupSeeds.ts';
import { answered, answerOf } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { collection, type Dialect, listingsOf, rowsOf } from '../store/listing.ts';
import { type Handlers, type Service, service } from '../wire/service.ts';
import { endpointOperations } from './sageMakerEndpoints.ts';
import { modelOperations } from './sageMakerModels.ts';

/** https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_ListModels.html */
const DIALECT: Dialect = {
  size: 'MaxResults',
  token: 'NextToken',
  next: 'NextToken',
  badToken: 'ValidationException',
  limits: { min: 1, max: 100, otherwise: 10 },
  badSize: 'ValidationException',
};
const listing = listingsOf(DIALECT);

export function sageMaker(): Service {
  return service(
    module,
    module.SageMakerClient,
  )({
    ...modelOperations(DIALECT),
    ...servingOperations(DIALECT),
    ...endpointOperations(DIALECT),

    ListNotebookInstances: listing(
      collection(
        rowsOf('notebooks'),
        ({ NotebookInstanceName, NotebookInstanceStatus, InstanceType }) =>
          ({ NotebookInstanceName, NotebookInstanceStatus, InstanceType }) as module.NotebookInstanceSummary,
      ),
      { answer: 'NotebookInstances' },
    ),
    DescribeNotebookInstance: ({ NotebookInstanceName = '' }, { here }) =>
      here.notebooks.get(NotebookInstanceName) ?? refuse('RecordNotFound'),
    CreateNotebookInstance({ NotebookInstanceName = '', SecurityGroupIds: SecurityGroups, ...given }, call) {
      const made = notebooks.make({ ...(given as object), NotebookInstanceName, SecurityGroups }, call);
      call.here.notebooks.put(NotebookInstanceName, made);
      return {};
    },

    ListDomains: listing(
      collection(
        rowsOf('studioDomains'),
        ({ DomainId, DomainName, Status }): module.DomainDetails => ({ DomainId, DomainName, Status }),
      ),
      { answer: 'Domains' },
    ),
    DescribeDomain: ({ DomainId = '' }, { here }) => here.studioDomains.get(DomainId) ?? notFound('Domain', DomainId),
    CreateDomain({ Tags: _tags, ...given }, call) {
      const made = studioDomains.make(given, call);
      const { DomainId = '' } = made;
      call.here.studioDomains.put(DomainId, made);
      return { DomainId };
    },

    ListUserProfiles: listing(
      collection(
        rowsOf('userProfiles'),
        ({ DomainId, UserProfileName, Status }): module.UserProfileDetails => ({ DomainId, UserProfileName, Status }),
      ),
      { answer: 'UserProfiles' },
    ),
    DescribeUserProfile: ({ DomainId, UserProfileName }, { here }) =>
      here.userProfiles.get(`${DomainId}/${UserProfileName}`) ?? notFound('User profile', UserProfileName),
    CreateUserProfile({ Tags: _tags, ...given }, call) {
      const { DomainId, UserProfileName } = given;
      const made = userProfiles.make(given, call);
      call.here.userProfiles.put(`${DomainId}/${UserProfileName}`, made);
      return {};
    },

    ListModels: listing(
      collection(
        rowsOf('inferenceModels'),
        ({ ModelName, ModelArn, CreationTime }): module.ModelSummary => ({ ModelName, ModelArn, CreationTime }),
      ),
      { answer: 'Models' },
    ),
    DescribeModel: ({ ModelName = '' }, call) =>
      (call.here.inferenceModels.get(ModelName) as module.DescribeModelOutput | undefined) ??
      refuse(`Could not find model "${arnOf('model', ModelName, call)}".`),
    CreateModel({ ModelName = '', Tags: _tags, ...given }, call) {
      call.here.inferenceModels.put(ModelName, inferenceModels.make({ ...given, ModelName }, call));
      return { ModelArn: undefined };
    },

    ListEndpointConfigs: listing(
      collection(
        rowsOf('inferenceEndpoints'),
        ({ EndpointConfigName }) => ({ EndpointConfigName }) as module.EndpointConfigSummary,
      ),
      { answer: 'EndpointConfigs' },
    ),
    DescribeEndpointConfig: ({ EndpointConfigName = '' }, call) =>
      (call.here.inferenceEndpoints.get(EndpointConfigName) as module.DescribeEndpointConfigOutput | undefined) ??
      refuse(`Could not find endpoint configuration "${arnOf('endpoint-config', EndpointConfigName, call)}".`),
    CreateEndpointConfig({ EndpointConfigName = '', Tags: _tags, ...given }, call) {
      const made = inferenceEndpoints.make({ ...given, EndpointConfigName }, call);
      call.here.inferenceEndpoints.put(EndpointConfigName, made);
      return { EndpointConfigArn: undefined };
    },
  });
}

function arnOf(kind: string, name: string, { account, region }: Call): string {
  return `arn:${partitionOf(region)}:sagemaker:${region}:${account.id}:${kind}/${name.toLowerCase()}`;
}

/** SageMaker has no code of its own for notebooks, models and endpoint configurations that do not exist. */
function refuse(message: string): never {
  throw new AwsError('ValidationException', message);
}

function notFound(noun: string, name = ''): never {
  throw new AwsError('ResourceNotFound', `${noun} [${name}] does not exist`);
}

/** What people work in, and what serves and watches endpoints. */
function servingOperations(dialect: Dialect): Handlers<typeof module> {
  const listing = listingsOf(dialect);
  return {
    ListWorkforces: listing(answered(), { answer: 'Workforces' }),
    ListInferenceComponents: listing(answered(), { answer: 'InferenceComponents' }),
    DescribeInferenceComponent: ({ InferenceComponentName: name }, call) =>
      answerOf<module.DescribeInferenceComponentOutput>(call, 'InferenceComponentName', name, 'ValidationException'),
    ListDataQualityJobDefinitions: listing(answered(), { answer: 'JobDefinitionSummaries' }),
    DescribeDataQualityJobDefinition: ({ JobDefinitionName: name }, call) =>
      answerOf<module.DescribeDataQualityJobDefinitionResponse>(call, 'JobDefinitionName', name, 'ResourceNotFound'),
    ListModelBiasJobDefinitions: listing(answered(), { answer: 'JobDefinitionSummaries' }),
    DescribeModelBiasJobDefinition: ({ JobDefinitionName: name }, call) =>
      answerOf<module.DescribeModelBiasJobDefinitionResponse>(call, 'JobDefinitionName', name, 'ResourceNotFound'),
    ListModelExplainabilityJobDefinitions: listing(answered(), { answer: 'JobDefinitionSummaries' }),
    DescribeModelExplainabilityJobDefinition: ({ JobDefinitionName: name }, call) =>
      answerOf<module.DescribeModelExplainabilityJobDefinitionResponse>(
        call,
        'JobDefinitionName',
        name,
        'ResourceNotFound',
      ),
    ListModelQualityJobDefinitions: listing(answered(), { answer: 'JobDefinitionSummaries' }),
    DescribeModelQualityJobDefinition: ({ JobDefinitionName: name }, call) =>
      answerOf<module.DescribeModelQualityJobDefinitionResponse>(call, 'JobDefinitionName', name, 'ResourceNotFound'),
  };
}
