import * as rest from '@aws-sdk/client-api-gateway';
import * as http from '@aws-sdk/client-apigatewayv2';
import { AwsError } from '../collections/errors.ts';
import { vpcLinkV2s } from '../seeds/apiSeeds.ts';
import { collection, listingsOf, numbered, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** "The default value is 25 and the maximum value is 500": https://docs.aws.amazon.com/apigateway/latest/api/API_GetVpcLinks.html */
const listing = listingsOf({
  size: 'limit',
  token: 'position',
  badToken: 'BadRequestException',
  limits: { min: 1, max: 500, otherwise: 25 },
  badSize: 'BadRequestException',
});

/** REST APIs. */
export function apiGateway(): Service {
  return service(
    rest,
    rest.APIGatewayClient,
  )({
    GetVpcLinks: listing(plain(rowsOf('vpcLinks')), { answer: 'items' }),

    /** https://docs.aws.amazon.com/apigateway/latest/api/API_CreateVpcLink.html; the link is there at once. */
    CreateVpcLink({ name, targetArns }, { here, ids }) {
      const link = { id: ids.uuid().slice(0, 6), name, targetArns, status: 'AVAILABLE' as const };
      here.vpcLinks.put(link.id, link);
      return link;
    },

    GetRestApi: ({ restApiId = '' }, { here }) => restApi(here.restApis.get(restApiId)).api,

    GetRestApis: listing(
      collection(rowsOf('restApis'), ({ api }) => api),
      { answer: 'items' },
    ),

    /** The methods of a resource only with `embed=methods`. */
    GetResources: listing(
      collection(
        ({ here }, { restApiId = '' }: rest.GetResourcesCommandInput) => {
          return numbered(restApi(here.restApis.get(restApiId)).resources);
        },
        ({ resourceMethods, ...resource }, { embed = [] }) =>
          embed.includes('methods') && resourceMethods ? { ...resource, resourceMethods } : resource,
      ),
      { answer: 'items' },
    ),

    GetStages({ restApiId = '' }, { here }) {
      return { item: [...restApi(here.restApis.get(restApiId)).stages] };
    },
  });
}

function restApi<R>(row: R | undefined): R {
  if (!row) throw new AwsError('NotFoundException', 'Invalid API identifier specified', 404);
  return row;
}

/** AWS's page size is not published; its examples ask for up to 100. */
const listingV2 = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'BadRequestException',
  limits: { min: 1, max: 500, otherwise: 25 },
});

/** HTTP and WebSocket APIs: it shares its signing name with REST APIs, and all its paths begin with `/v2/`. */
export function apiGatewayV2(): Service {
  const played = service(
    http,
    http.ApiGatewayV2Client,
  )({
    GetVpcLinks: listingV2(plain(rowsOf('vpcLinkV2s')), { answer: 'Items' }),
    CreateVpcLink({ Name, SecurityGroupIds, SubnetIds }, call) {
      const link = vpcLinkV2s.make({ Name, SecurityGroupIds, SubnetIds }, call);
      call.here.vpcLinkV2s.put(link.VpcLinkId ?? '', link);
      return link;
    },

    GetApis: listingV2(
      collection(rowsOf('httpApis'), ({ api }) => api),
      { answer: 'Items' },
    ),
    GetIntegrations: listingV2(
      plain(({ here }, { ApiId = '' }: http.GetIntegrationsCommandInput) =>
        numbered(httpApi(here.httpApis.get(ApiId), ApiId).integrations),
      ),
      { answer: 'Items' },
    ),
    GetStages: listingV2(
      plain(({ here }, { ApiId = '' }: http.GetStagesCommandInput) =>
        numbered(httpApi(here.httpApis.get(ApiId), ApiId).stages),
      ),
      { answer: 'Items' },
    ),
  });
  const signed = `/${played.signingName}/aws4_request`;
  return {
    ...played,
    claims: ({ path, headers }) => path.startsWith('/v2/') && headers.authorization?.includes(signed) === true,
  };
}

function httpApi<R>(row: R | undefined, id: string): R {
  if (!row) throw new AwsError('NotFoundException', `Invalid API identifier specified ${id}`, 404);
  return row;
}
