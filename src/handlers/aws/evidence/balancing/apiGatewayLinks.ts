import type { Resource, VpcLink } from '@aws-sdk/client-api-gateway';
import type { Integration } from '@aws-sdk/client-apigatewayv2';
import type { Finding } from '../../../../core/common/finding.ts';
import { apiGatewayV2 as http, apiGateway as rest } from '../../calls/apiGateway.ts';
import { balancerOfListener } from '../../resources/balancingAliases.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { everyLocation } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import { placeSource } from '../placeSource.ts';

/**
 * Private integrations need all resources in one account
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-private.html), but any API may
 * call, from any region, a load balancer by its host, and an instance by the address that it has.
 */
export const apiGatewayLinks = placeSource({
  name: 'apiGatewayLinks',
  summary:
    'API Gateway: VPC links of REST APIs, and integrations of REST, HTTP and WebSocket APIs, by the load balancer, its listener, or the DNS name or address that they call.',
  calls: [rest.getVpcLinks, rest.getRestApis, rest.getResources, http.getApis, http.getIntegrations],
  places: everyLocation,
  async find(target, found) {
    await found.inPages(pages(target, rest.getVpcLinks, 'reading VPC links of API Gateway'), usesOfLink);
    for await (const page of pages(target, rest.getRestApis, 'reading REST APIs')) {
      for (const { id: restApiId, name } of page) {
        const by = `REST API ${name ?? ''} (${restApiId ?? 'without id'})`;
        const resources = { restApiId, embed: ['methods'] };
        const read = pages(target, rest.getResources, `reading the integrations of ${by}`, resources);
        await found.attempt(() => found.inPages(read, (one) => usesOfResource(one, by)).catch(unlessDeleted));
      }
    }
    for await (const page of pages(target, http.getApis, 'reading HTTP APIs')) {
      for (const { ApiId, Name, ProtocolType = '' } of page) {
        const by = `${ProtocolType} API ${Name ?? ''} (${ApiId ?? 'without id'})`;
        const read = pages(target, http.getIntegrations, `reading the integrations of ${by}`, { ApiId });
        await found.attempt(() => found.inPages(read, (one) => usesOfIntegration(one, by)).catch(unlessDeleted));
      }
    }
  },
});

function usesOfLink({ id, name, targetArns = [] }: VpcLink): readonly Finding[] {
  const by = `VPC link ${name ?? ''} (${id ?? 'without id'}) of API Gateway`;
  return targetArns.map((alias) => unshareStrings<Finding>({ alias, says: 'used', by }));
}

/** `integrationTarget`: "The ALB or NLB listener to send the request to." */
function usesOfResource({ path, resourceMethods = {} }: Resource, api: string): readonly Finding[] {
  return Object.entries(resourceMethods).flatMap(([method, { methodIntegration: one }]) =>
    usesOf([one?.uri, one?.integrationTarget], `integration of ${method} ${path ?? ''} in ${api}`),
  );
}

function usesOfIntegration({ IntegrationId, IntegrationUri }: Integration, api: string): readonly Finding[] {
  return usesOf([IntegrationUri], `integration ${IntegrationId ?? 'without id'} of ${api}`);
}

function usesOf(named: readonly (string | undefined)[], by: string): readonly Finding[] {
  return named.flatMap((one) => {
    const alias = one && aliasIn(one);
    return alias ? [unshareStrings<Finding>({ alias, says: 'used', by })] : [];
  });
}

/** Functions, services of Cloud Map and other targets are none of ours. */
function aliasIn(named: string): string | undefined {
  if (/^arn:[^:]+:elasticloadbalancing:/.test(named)) {
    return named.includes(':loadbalancer/') ? named : balancerOfListener(named);
  }
  // Also with a variable of a stage in its path, where the URL would not parse.
  const host = /^https?:\/\/([^/:?#]+)/i.exec(named)?.[1]?.toLowerCase();
  const [, ...address] = /^ec2-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})\./.exec(host ?? '') ?? [];
  return address.length > 0 ? address.join('.') : host?.replace(/^(?:dualstack|ipv6)\./, '');
}

/** An API that was deleted after the listing has no integrations. */
function unlessDeleted(error: unknown): void {
  if (!saysNotFound(error)) throw error;
}
