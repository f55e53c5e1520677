/**
 * OpenSearch, SageMaker and Redshift Serverless: each gives security groups to its resources; RAM shares the groups
 * themselves.
 */
import type { VpcConnector } from '@aws-sdk/client-apprunner';
import type { DomainStatus } from '@aws-sdk/client-opensearch';
import type { ResourceShare } from '@aws-sdk/client-ram';
import type { EndpointAccess, Workgroup } from '@aws-sdk/client-redshift-serverless';
import type {
  DescribeDomainResponse,
  DescribeEndpointConfigOutput,
  DescribeModelOutput,
  DescribeNotebookInstanceOutput,
  DescribeUserProfileResponse,
} from '@aws-sdk/client-sagemaker';
import { plainKind } from '../collections/kind.ts';

export const searchDomains = plainKind<'searchDomain', Partial<DomainStatus>, Partial<DomainStatus>>('searchDomain', {
  make: (given, { ids }) => ({ Created: true, ...given, DomainName: given.DomainName ?? ids.next('domain') }),
  keyOf: ({ DomainName }) => DomainName,
});

export const notebooks = plainKind<
  'notebook',
  Partial<DescribeNotebookInstanceOutput>,
  Partial<DescribeNotebookInstanceOutput>
>('notebook', {
  make: (given, { ids }) => ({
    NotebookInstanceStatus: 'InService',
    ...given,
    NotebookInstanceName: given.NotebookInstanceName ?? ids.next('notebook'),
  }),
  keyOf: ({ NotebookInstanceName }) => NotebookInstanceName,
});

export const studioDomains = plainKind<'studioDomain', Partial<DescribeDomainResponse>, DescribeDomainResponse>(
  'studioDomain',
  {
    make: (given, { ids }) => ({ Status: 'InService', ...given, DomainId: given.DomainId ?? ids.next('d') }),
    keyOf: ({ DomainId }) => DomainId,
  },
);

export const userProfiles = plainKind<
  'userProfile',
  Partial<DescribeUserProfileResponse>,
  Partial<DescribeUserProfileResponse>
>('userProfile', {
  make: (given, { ids }) => ({
    DomainId: 'd-1',
    Status: 'InService',
    ...given,
    UserProfileName: given.UserProfileName ?? ids.next('profile'),
  }),
  keyOf: ({ DomainId, UserProfileName }) => `${DomainId}/${UserProfileName}`,
});

export const inferenceModels = plainKind<'inferenceModel', Partial<DescribeModelOutput>, Partial<DescribeModelOutput>>(
  'inferenceModel',
  {
    make: (given, { ids, now }) => ({ CreationTime: now, ...given, ModelName: given.ModelName ?? ids.next('model') }),
    keyOf: ({ ModelName }) => ModelName,
  },
);

export const inferenceEndpoints = plainKind<
  'inferenceEndpoint',
  Partial<DescribeEndpointConfigOutput>,
  Partial<DescribeEndpointConfigOutput>
>('inferenceEndpoint', {
  make: (given, { ids, now }) => ({
    CreationTime: now,
    ...given,
    EndpointConfigName: given.EndpointConfigName ?? ids.next('config'),
  }),
  keyOf: ({ EndpointConfigName }) => EndpointConfigName,
});

export const vpcConnectors = plainKind<'vpcConnector', Partial<VpcConnector>, VpcConnector>('vpcConnector', {
  make: (given, { ids }) => ({
    Status: 'ACTIVE',
    VpcConnectorRevision: 1,
    ...given,
    VpcConnectorName: given.VpcConnectorName ?? ids.next('connector'),
  }),
  keyOf: ({ VpcConnectorName }) => VpcConnectorName,
});

export const workgroups = plainKind<'workgroup', Partial<Workgroup>, Workgroup>('workgroup', {
  make: (given, { ids }) => ({
    status: 'AVAILABLE',
    ...given,
    workgroupName: given.workgroupName ?? ids.next('workgroup'),
  }),
  keyOf: ({ workgroupName }) => workgroupName,
});

export const workgroupEndpoints = plainKind<'workgroupEndpoint', Partial<EndpointAccess>, EndpointAccess>(
  'workgroupEndpoint',
  {
    make: (given, { ids }) => ({ ...given, endpointName: given.endpointName ?? ids.next('endpoint') }),
    keyOf: ({ endpointName }) => endpointName,
  },
);

/** A share with its resources and the accounts it is shared with: `resources` by ARN. */
export interface Shared extends ResourceShare {
  readonly resources: readonly string[];
  readonly principals: readonly string[];
}

export const resourceShares = plainKind<'resourceShare', Partial<Shared>, Shared>('resourceShare', {
  make: (given, { account, region, ids }) => ({
    name: 'shared',
    resources: [],
    principals: [],
    ...given,
    resourceShareArn:
      given.resourceShareArn ?? `arn:aws:ram:${region}:${account.id}:resource-share/${ids.next('share')}`,
  }),
  keyOf: ({ resourceShareArn }) => resourceShareArn,
});
