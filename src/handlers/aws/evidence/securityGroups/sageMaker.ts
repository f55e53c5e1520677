/** SageMaker as a user of security groups: a notebook that is stopped and a model without endpoint have no network interface. */
import { sageMaker } from '../../calls/sageMaker.ts';
import { describedSource } from './describedSource.ts';

/** A stopped notebook starts again with its groups. */
export const notebooks = describedSource({
  name: 'notebooks',
  summary: 'Notebook instances of SageMaker, also stopped ones, in every account, by their security groups.',
  lists: sageMaker.listNotebookInstances,
  describes: sageMaker.describeNotebookInstance,
  what: 'reading the security groups of SageMaker notebooks',
  by: { NotebookInstanceName: 'NotebookInstanceName' },
  has: 'NotebookInstanceName',
  user: ({ NotebookInstanceName: name }, { NotebookInstanceStatus: status }) =>
    `SageMaker notebook ${name} (${status ?? 'status not known'})`,
});

/** The groups of the next application that a user starts, and those that SageMaker made for the domain itself. */
export const studioDomains = describedSource({
  name: 'studioDomains',
  summary:
    'Domains of SageMaker in every state, in every account, by every id of a security group in their settings for users, spaces and the domain.',
  lists: sageMaker.listDomains,
  describes: sageMaker.describeDomain,
  what: 'reading the security groups of SageMaker domains',
  by: { DomainId: 'DomainId' },
  has: 'DomainId',
  user: ({ DomainId, DomainName }) => `SageMaker domain ${DomainName ?? ''} (${DomainId})`,
});

/** Its groups come in addition to those of the domain. */
export const userProfiles = describedSource({
  name: 'userProfiles',
  summary: 'User profiles of SageMaker domains, in every account, by the security groups of their settings.',
  lists: sageMaker.listUserProfiles,
  describes: sageMaker.describeUserProfile,
  what: 'reading the security groups of SageMaker user profiles',
  by: { DomainId: 'DomainId', UserProfileName: 'UserProfileName' },
  has: 'UserProfileName',
  user: ({ DomainId, UserProfileName }) => `SageMaker user profile ${UserProfileName} of domain ${DomainId}`,
});

/** Every endpoint, batch transformation or pipeline that is made of it takes its groups. */
export const inferenceModels = describedSource({
  name: 'inferenceModels',
  summary: 'Models of SageMaker, also those without endpoint, in every account, by the security groups of their VPC.',
  lists: sageMaker.listModels,
  describes: sageMaker.describeModel,
  what: 'reading the security groups of SageMaker models',
  by: { ModelName: 'ModelName' },
  has: 'ModelName',
  user: ({ ModelName }) => `SageMaker model ${ModelName}`,
});

/** With inference components the groups are those of the configuration, not of a model. */
export const inferenceEndpoints = describedSource({
  name: 'inferenceEndpoints',
  summary:
    'Endpoint configurations of SageMaker, also those without endpoint, in every account, by the security groups of their VPC.',
  lists: sageMaker.listEndpointConfigs,
  describes: sageMaker.describeEndpointConfig,
  what: 'reading the security groups of SageMaker endpoint configurations',
  by: { EndpointConfigName: 'EndpointConfigName' },
  has: 'EndpointConfigName',
  user: ({ EndpointConfigName }) => `SageMaker endpoint configuration ${EndpointConfigName}`,
});
