import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('sagemaker');
/** "Valid Range: Minimum value of 1. Maximum value of 100": https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_ListModels.html */
const PAGE = { MaxResults: 100 } as const;
const GONE = { notFound: ['ResourceNotFound'] } as const;

/**
 * Every call to SageMaker. Of a notebook, a model or an endpoint configuration that vanished it answers
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
    describeDomain: { effect: 'reads', errors: GONE },
    describeEndpointConfig: { effect: 'reads' },
    describeModel: { effect: 'reads' },
    describeNotebookInstance: { effect: 'reads' },
    describeUserProfile: { effect: 'reads', errors: GONE },
    listDomains: { effect: 'reads', list: 'Domains', token: 'NextToken', page: PAGE },
    listEndpointConfigs: { effect: 'reads', list: 'EndpointConfigs', token: 'NextToken', page: PAGE },
    listModels: { effect: 'reads', list: 'Models', token: 'NextToken', page: PAGE },
    listNotebookInstances: { effect: 'reads', list: 'NotebookInstances', token: 'NextToken', page: PAGE },
    listUserProfiles: { effect: 'reads', list: 'UserProfiles', token: 'NextToken', page: PAGE },
  },
);
