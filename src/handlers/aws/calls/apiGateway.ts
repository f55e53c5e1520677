import { table } from './call.ts';
import { API_GATEWAY } from './rates.ts';

/** IAM has no actions for the operations of API Gateway, only for the methods of HTTP. */
const BOTH = { prefix: 'apigateway', permission: 'apigateway:GET', reads: API_GATEWAY, writes: API_GATEWAY } as const;

/** "The maximum number of returned results per page. The default value is 25 and the maximum value is 500." */
const PAGED = { token: 'position', page: { limit: 500 } } as const;

/** Every call to REST APIs. */
export const apiGateway = table(
  { ...BOTH, service: 'apiGateway' },
  {
    getResources: { effect: 'reads', list: 'items', ...PAGED, errors: { notFound: ['NotFoundException'] } },
    getRestApis: { effect: 'reads', list: 'items', ...PAGED },
    getVpcLinks: { effect: 'reads', list: 'items', ...PAGED },
  },
);

/** Every call to HTTP and WebSocket APIs. */
export const apiGatewayV2 = table(
  { ...BOTH, service: 'apiGatewayV2' },
  {
    getApis: { effect: 'reads', list: 'Items', token: 'NextToken', page: { MaxResults: '100' } },
    getIntegrations: {
      effect: 'reads',
      list: 'Items',
      token: 'NextToken',
      page: { MaxResults: '100' },
      errors: { notFound: ['NotFoundException'] },
    },
    getVpcLinks: { effect: 'reads', list: 'Items', token: 'NextToken', page: { MaxResults: '100' } },
  },
);
