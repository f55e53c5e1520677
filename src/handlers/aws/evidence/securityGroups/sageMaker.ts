/** SageMaker as a user: a notebook that is stopped and a model without endpoint have nothing that runs. */
import { sageMaker } from '../../calls/sageMaker.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** A stopped notebook starts again with its groups. */
export const notebooks = listingSource({
  name: 'notebooks',
  users: 'Notebook instances of SageMaker, also stopped ones',
  called: 'SageMaker notebooks',
  names: ['securityGroup'],
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
  names: ['securityGroup'],
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
  names: ['securityGroup'],
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
  names: ['containerImage', 'securityGroup'],
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
  names: ['containerImage', 'securityGroup'],
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
