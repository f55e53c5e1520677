import type { Resource, Stage as RestStage, VpcLink } from '@aws-sdk/client-api-gateway';
import type { Integration, Stage } from '@aws-sdk/client-apigatewayv2';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Found } from '../../../contract/collecting.ts';
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
    'API Gateway: VPC links of REST APIs, and integrations of REST, HTTP and WebSocket APIs, by the load balancer, its listener, or the DNS name or address that they call in each of their stages.',
  calls: [
    rest.getVpcLinks,
    rest.getRestApis,
    rest.getResources,
    rest.getStages,
    http.getApis,
    http.getIntegrations,
    http.getStages,
  ],
  places: everyLocation,
  async find(target, found) {
    await found.inPages(pages(target, rest.getVpcLinks, 'reading VPC links of API Gateway'), usesOfLink);
    for await (const page of pages(target, rest.getRestApis, 'reading REST APIs')) {
      for (const { id: restApiId, name } of page) {
        const by = `REST API ${name ?? ''} (${restApiId ?? 'without id'})`;
        const resources = { restApiId, embed: ['methods'] };
        const read = pages(target, rest.getResources, `reading the integrations of ${by}`, resources);
        const stages = () => pages(target, rest.getStages, `reading the stages of ${by}`, { restApiId });
        await found.attempt(() => ofApi(found, read, (one) => calledByResource(one, by), stages, variablesOfRest));
      }
    }
    for await (const page of pages(target, http.getApis, 'reading HTTP APIs')) {
      for (const { ApiId, Name, ProtocolType = '' } of page) {
        const by = `${ProtocolType} API ${Name ?? ''} (${ApiId ?? 'without id'})`;
        const read = pages(target, http.getIntegrations, `reading the integrations of ${by}`, { ApiId });
        const stages = () => pages(target, http.getStages, `reading the stages of ${by}`, { ApiId });
        await found.attempt(() => ofApi(found, read, (one) => calledByIntegration(one, by), stages, variablesOfHttp));
      }
    }
  },
});

/** What an integration calls, and the integration in words. */
interface Called {
  readonly uri: string;
  readonly by: string;
}

/** A name by its value: `url` → `web-1.us-east-1.elb.amazonaws.com`. */
type Variables = Readonly<Record<string, string>>;

/**
 * `http://${stageVariables.url}/` in an address:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/aws-api-gateway-stage-variables-reference.html
 */
const VARIABLE = /\$\{?stageVariables\.(\w{1,128})\}?/g;

/** Stages are read only where an address has a variable of theirs. */
async function ofApi<T, S>(
  found: Found,
  integrations: AsyncIterable<readonly T[]>,
  called: (item: T) => readonly Called[],
  stages: () => AsyncIterable<readonly S[]>,
  variables: (stage: S) => readonly Variables[],
): Promise<void> {
  const open: Called[] = [];
  const whole = (all: readonly Called[]) => {
    open.push(...all.filter(({ uri }) => uri.search(VARIABLE) >= 0));
    return all.flatMap(usesOf);
  };
  const inStage = (stage: S) =>
    variables(stage).flatMap((values) =>
      open.flatMap(({ uri, by }) =>
        usesOf({ uri: uri.replaceAll(VARIABLE, (all, name: string) => values[name] ?? all), by }),
      ),
    );
  try {
    await found.inPages(integrations, (one) => whole(called(one)));
    if (open.length > 0) await found.inPages(stages(), inStage);
  } catch (error) {
    // An API that was deleted after the listing calls nothing.
    if (!saysNotFound(error)) throw error;
  }
}

/** A canary sends a part of the requests with other values. */
function variablesOfRest({ variables = {}, canarySettings }: RestStage): readonly Variables[] {
  return [variables, { ...variables, ...canarySettings?.stageVariableOverrides }];
}

function variablesOfHttp({ StageVariables = {} }: Stage): readonly Variables[] {
  return [StageVariables];
}

function usesOfLink({ id, name, targetArns = [] }: VpcLink): readonly Finding[] {
  const by = `VPC link ${name ?? ''} (${id ?? 'without id'}) of API Gateway`;
  return targetArns.map((alias) => unshareStrings<Finding>({ alias, says: 'used', by }));
}

/** `integrationTarget`: "The ALB or NLB listener to send the request to." */
function calledByResource({ path, resourceMethods = {} }: Resource, api: string): readonly Called[] {
  return Object.entries(resourceMethods).flatMap(([method, { methodIntegration: one }]) =>
    [one?.uri, one?.integrationTarget].flatMap((uri) =>
      uri ? [{ uri, by: `integration of ${method} ${path ?? ''} in ${api}` }] : [],
    ),
  );
}

function calledByIntegration({ IntegrationId, IntegrationUri: uri }: Integration, api: string): readonly Called[] {
  return uri ? [{ uri, by: `integration ${IntegrationId ?? 'without id'} of ${api}` }] : [];
}

function usesOf({ uri, by }: Called): readonly Finding[] {
  const alias = aliasIn(uri);
  return alias ? [unshareStrings<Finding>({ alias, says: 'used', by })] : [];
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
