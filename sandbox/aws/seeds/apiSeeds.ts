import type { Resource, RestApi, Stage as RestStage, VpcLink } from '@aws-sdk/client-api-gateway';
import type { Api, Integration, Stage, VpcLink as VpcLinkV2 } from '@aws-sdk/client-apigatewayv2';
import { type Kind, type Making, plainKind, shownInside } from '../collections/kind.ts';
import type { Seed } from '../collections/seed.ts';

/** Links of REST APIs to Network Load Balancers. */
export const vpcLinks = plainKind('vpcLink', {
  make: (given: Seed<VpcLink>, { ids }: Making): VpcLink => ({
    id: ids.uuid().slice(0, 6),
    name: 'link',
    targetArns: [],
    status: 'AVAILABLE',
    ...(given as Partial<VpcLink>),
  }),
  keyOf: ({ id }) => id,
});

/** Links of HTTP APIs to VPCs; also those of REST APIs to load balancers of any kind. */
export const vpcLinkV2s = plainKind('vpcLinkV2', {
  make: (given: Seed<VpcLinkV2>, { ids }: Making): VpcLinkV2 => ({
    VpcLinkId: ids.uuid().slice(0, 6),
    Name: 'link',
    SecurityGroupIds: [],
    SubnetIds: [],
    VpcLinkStatus: 'AVAILABLE',
    VpcLinkVersion: 'V2',
    ...(given as Partial<VpcLinkV2>),
  }),
  keyOf: ({ VpcLinkId }) => VpcLinkId,
});

interface RestApiRow {
  readonly api: RestApi;
  readonly resources: readonly Resource[];
  readonly stages: readonly RestStage[];
}

export const restApis: Kind<'restApi', Seed<RestApi> & Partial<Omit<RestApiRow, 'api'>>, RestApiRow, RestApi> = {
  name: 'restApi',
  make({ resources = [], stages = [], ...given }, { ids, now }) {
    const api = { id: ids.uuid().slice(0, 8), name: 'api', createdDate: now, ...given } as RestApi;
    return { api, resources, stages };
  },
  keyOf: ({ api }) => api.id,
  ...shownInside<RestApiRow, 'api'>('api'),
};

interface HttpApiRow {
  readonly api: Api;
  readonly integrations: readonly Integration[];
  readonly stages: readonly Stage[];
}

export const httpApis: Kind<'httpApi', Seed<Api> & Partial<Omit<HttpApiRow, 'api'>>, HttpApiRow, Api> = {
  name: 'httpApi',
  make({ integrations = [], stages = [], ...given }, { ids, now }) {
    const api = {
      ApiId: ids.uuid().slice(0, 8),
      Name: 'api',
      ProtocolType: 'HTTP',
      RouteSelectionExpression: '$request.method $request.path',
      CreatedDate: now,
      ...given,
    } as Api;
    const identified = integrations.map((one) => ({ IntegrationId: ids.uuid().slice(0, 7), ...one }));
    return { api, integrations: identified, stages };
  },
  keyOf: ({ api }) => api.ApiId,
  ...shownInside<HttpApiRow, 'api'>('api'),
};
