import { table } from './call.ts';
import { API_GATEWAY } from './rates.ts';

/**
 * IAM has no actions for the operations of API Gateway, only for the methods of HTTP, and GET of everything would show the
 * values of API keys: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonapigatewaymanagement.html
 */
const BOTH = { prefix: 'apigateway', permission: 'apigateway:GET', reads: API_GATEWAY, writes: API_GATEWAY } as const;

const VPC_LINKS = 'apigateway:*::/vpclinks';

/** "The maximum number of returned results per page. The default value is 25 and the maximum value is 500." */
const PAGED = { token: 'position', page: { limit: 500 } } as const;

/** Every call to REST APIs. */
export const apiGateway = table(
  { ...BOTH, service: 'apiGateway', load: async () => (await import('@aws-sdk/client-api-gateway')).APIGateway },
  {
    getResources: {
      effect: 'reads',
      list: 'items',
      ...PAGED,
      errors: { notFound: ['NotFoundException'] },
      resource: 'apigateway:*::/restapis/*/resources',
    },
    getRestApi: {
      effect: 'reads',
      errors: { notFound: ['NotFoundException'] },
      resource: 'apigateway:*::/restapis/*',
    },
    getRestApis: { effect: 'reads', list: 'items', ...PAGED, resource: 'apigateway:*::/restapis' },
    getStages: {
      effect: 'reads',
      list: 'item',
      errors: { notFound: ['NotFoundException'] },
      resource: 'apigateway:*::/restapis/*/stages',
    },
    getVpcLinks: { effect: 'reads', list: 'items', ...PAGED, resource: VPC_LINKS },
  },
);

/** Every call to HTTP and WebSocket APIs. */
export const apiGatewayV2 = table(
  { ...BOTH, service: 'apiGatewayV2', load: async () => (await import('@aws-sdk/client-apigatewayv2')).ApiGatewayV2 },
  {
    getApis: {
      effect: 'reads',
      list: 'Items',
      token: 'NextToken',
      page: { MaxResults: '100' },
      resource: 'apigateway:*::/apis',
    },
    getIntegrations: {
      effect: 'reads',
      list: 'Items',
      token: 'NextToken',
      page: { MaxResults: '100' },
      errors: { notFound: ['NotFoundException'] },
      resource: 'apigateway:*::/apis/*/integrations',
    },
    getStages: {
      effect: 'reads',
      list: 'Items',
      token: 'NextToken',
      page: { MaxResults: '100' },
      errors: { notFound: ['NotFoundException'] },
      resource: 'apigateway:*::/apis/*/stages',
    },
    getVpcLinks: {
      effect: 'reads',
      list: 'Items',
      token: 'NextToken',
      page: { MaxResults: '100' },
      resource: VPC_LINKS,
    },
  },
);
