/**
 * APIs of API Gateway: an integration may call an action of any service of AWS, whose names its address, its templates and
 * the variables of its stages have.
 */
import { apiGatewayV2 as http, apiGateway as rest } from '../../calls/apiGateway.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

export const restIntegrations = listingSource({
  name: 'restIntegrations',
  users: 'REST APIs of API Gateway, by the integrations of their methods and the variables of their stages',
  called: 'the integrations and stages of REST APIs',
  names: ['logGroup', 'modelEndpoint', 'table', 'texts'],
  reads: lists(rest.getRestApis, {
    each: [
      lists(rest.getResources, {
        by: { restApiId: 'id' },
        input: { embed: ['methods'] },
        user: ({ name, path }) => `REST API ${name ?? 'without name'} at ${path ?? 'a path that is not known'}`,
      }),
      lists(rest.getStages, {
        by: { restApiId: 'id' },
        user: ({ name, stageName }) => `stage ${stageName ?? 'without name'} of REST API ${name ?? 'without name'}`,
      }),
    ],
  }),
});

export const httpIntegrations = listingSource({
  name: 'httpIntegrations',
  users: 'HTTP and WebSocket APIs of API Gateway, by their integrations and the variables of their stages',
  called: 'the integrations and stages of HTTP APIs',
  names: ['logGroup', 'modelEndpoint', 'table', 'texts'],
  reads: lists(http.getApis, {
    each: [
      lists(http.getIntegrations, {
        by: { ApiId: 'ApiId' },
        user: ({ Name, IntegrationId }) => `integration ${IntegrationId ?? 'without id'} of API ${Name}`,
      }),
      lists(http.getStages, {
        by: { ApiId: 'ApiId' },
        user: ({ Name, StageName }) => `stage ${StageName} of API ${Name}`,
      }),
    ],
  }),
});
