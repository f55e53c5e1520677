/** The users of load balancers in other services, where the kits show only that each of them keeps. */
import type { GetMetricDataInput } from '@aws-sdk/client-cloudwatch';
import { describe, expect, test } from '@jest/globals';
import { ACCELERATOR_REGION } from '../../../sandbox/aws/seeds/acceleratorSeeds.ts';
import { PartialReadError } from '../../../src/core/common/errors.ts';
import type { Finding, Place } from '../../../src/core/common/finding.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { accelerators } from '../../../src/handlers/aws/evidence/balancing/accelerators.ts';
import { apiGatewayLinks } from '../../../src/handlers/aws/evidence/balancing/apiGatewayLinks.ts';
import { traffic } from '../../../src/handlers/aws/evidence/balancing/traffic.ts';
import { deploymentGroups } from '../../../src/handlers/aws/evidence/mentioning/builds.ts';
import { balancerOfListener } from '../../../src/handlers/aws/resources/balancingAliases.ts';
import { elasticIp } from '../../../src/handlers/aws/types/elasticIp/handler.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, failureOf, HERE, ID, REGION, scopeOf } from './fixture.ts';

const DAY = 86_400_000;
const HOME: Place = { account: 'test', location: REGION };
const OREGON: Place = { account: 'test', location: ACCELERATOR_REGION };

const aws = awsForEach();

const arnOf = (name: string, kind = 'app') =>
  `arn:aws:elasticloadbalancing:${REGION}:${ID}:loadbalancer/${kind}/${name}/0123456789abcdef`;
const balancer = (id: string): Resource => ({ id, identity: id, name: id, tags: {}, aliases: [id] });

async function read(source: EvidenceSource, place = HOME, candidates: readonly Resource[] = []) {
  return source.read(place, scopeOf({}), candidates, aws.io());
}
/** The findings of one read, and the reason that it is not complete. */
async function partial(source: EvidenceSource, place = HOME, candidates: readonly Resource[] = []) {
  const error = await failureOf(read(source, place, candidates));
  if (!(error instanceof PartialReadError)) throw error;
  return { why: error.message, found: error.found, failed: [...(error.failed ?? [])] };
}
const users = (found: readonly Finding[]) => found.map(({ alias, says, by }) => `${alias} ${says} by ${by}`).toSorted();

describe('traffic', () => {
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  function addMetric(name: string, points: readonly (readonly [daysAgo: number, value: number])[], more: object = {}) {
    const seed = { namespace: 'AWS/ApplicationELB', name, of: 'app/web/0123456789abcdef', ...more };
    aws.control.addMetrics(HERE, [
      { ...seed, points: points.map(([ago, value]) => ({ at: at(ago).toISOString(), value })) },
    ]);
  }
  const web = balancer(arnOf('web'));

  test('A1 the last day with a value of any metric counts as the last use, until the end of that day', async () => {
    addMetric('RequestCount', [[90, 3], [31, 2], [20, 0]]); // biome-ignore format: a table
    addMetric('ProcessedBytes', [[40, 900]]);
    const [found, ...more] = await read(traffic, HOME, [web]);
    const midnight = Math.floor(at(31).getTime() / DAY) * DAY;
    expect(found).toEqual({
      alias: web.id,
      says: 'lastUsed',
      at: midnight + DAY,
      by: `traffic on ${day(at(31))}: 2 requests (RequestCount in CloudWatch)`,
    });
    expect(more).toEqual([]);
  });

  test.each([0, 1])('A1 traffic %d days ago is a use of now, whatever unusedFor is', async (ago) => {
    addMetric('RequestCount', [[ago, 1]]);
    expect(users(await read(traffic, HOME, [web]))).toEqual([
      `${web.id} used by traffic on ${day(at(ago))}: 1 requests (RequestCount in CloudWatch)`,
    ]);
  });

  test('A1 complete answers without a value are no traffic, and no gap', async () => {
    expect(await read(traffic, HOME, [web, balancer(arnOf('other'))])).toEqual([]);
  });

  test.each(['PartialData', 'InternalError', 'Forbidden'] as const)(
    'Law 1 an answer that ends as %s makes its load balancer unknown, keeps what it found, and hides no other',
    async (status) => {
      addMetric('RequestCount', [[20, 1]], { status });
      const other = balancer(arnOf('other', 'net'));
      addMetric('NewFlowCount', [[30, 1]], { namespace: 'AWS/NetworkELB', of: 'net/other/0123456789abcdef' });
      const { why, found, failed } = await partial(traffic, HOME, [web, other]);
      expect(why).toContain(`is not complete (${status})`);
      expect(failed).toEqual([web.id]);
      expect(found.map(({ alias }) => alias)).toEqual([web.id, other.id]);
    },
  );

  test('Law 1 an answer without a metric that was asked for is a gap', async () => {
    aws.control.addFault({ kind: 'empty', operation: 'GetMetricData' });
    expect((await partial(traffic, HOME, [web])).why).toMatch(
      /load balancers: .*: the answer of CloudWatch about RequestCount is missing/,
    );
  });

  describe('with limits', () => {
    const limits = { requests: 100, bytes: 1_000_000 };
    const measured = (candidates = [web]) =>
      traffic.read(HOME, { ...scopeOf({}), traffic: limits }, candidates, aws.io());

    test('A1 scanners every day are no use, and the figures and the limits are told', async () => {
      addMetric('ProcessedBytes', [[0, 310], [1, 290], [9, 4_000]]); // biome-ignore format: a table
      expect(users(await measured())).toEqual([
        `${web.id} quiet by its traffic was at most 4,000 bytes (ProcessedBytes in CloudWatch) a day up to ${day(new Date())}; the limits are 100 requests and 1,000,000 bytes a day`,
      ]);
    });

    test.each([
      [
        'requests with targets',
        [['RequestCount', 100]],
        '100 requests (RequestCount in CloudWatch), at least 100 requests',
      ],
      [
        'redirects',
        [['HTTP_Redirect_Count', 100]],
        '100 requests (HTTP_Redirect_Count in CloudWatch), at least 100 requests',
      ],
      [
        'requests of several kinds together',
        [
          ['RequestCount', 60],
          ['HTTP_Fixed_Response_Count', 40],
        ],
        '100 requests (RequestCount, HTTP_Fixed_Response_Count in CloudWatch), at least 100 requests',
      ],
      [
        'a stream in few requests',
        [
          ['RequestCount', 1],
          ['ProcessedBytes', 1_000_000],
        ],
        '1,000,000 bytes (ProcessedBytes in CloudWatch), at least 1,000,000 bytes',
      ],
    ] as const)('Law 4 %s are a use of that day', async (_what, values, words) => {
      // biome-ignore format: a table
      for (const [name, value] of values) addMetric(name, [[20, value]]);
      const [found] = await measured();
      expect(found).toMatchObject({ says: 'lastUsed', by: `traffic on ${day(at(20))}: ${words}` });
    });

    test.each([0, 1])('Law 4 a busy day %d days ago is a use of now', async (ago) => {
      addMetric('RequestCount', [[ago, 5_000]]);
      expect((await measured())[0]).toMatchObject({ says: 'used' });
    });

    test('A1 flows of a network load balancer count as requests, new and active ones together', async () => {
      const net = balancer(arnOf('other', 'net'));
      const seed = { namespace: 'AWS/NetworkELB', of: 'net/other/0123456789abcdef' };
      addMetric('NewFlowCount', [[30, 60]], seed);
      addMetric('ActiveFlowCount', [[30, 40]], seed);
      expect((await measured([net]))[0]).toMatchObject({
        says: 'lastUsed',
        by: `traffic on ${day(at(30))}: 100 flows (NewFlowCount, ActiveFlowCount in CloudWatch), at least 100 flows`,
      });
    });

    test('Law 1 an answer that is not complete says nothing about how quiet it is', async () => {
      addMetric('RequestCount', [[20, 1]], { status: 'PartialData' });
      const error = await failureOf(measured());
      expect(error).toBeInstanceOf(PartialReadError);
      expect((error as PartialReadError).found).toEqual([]);
    });
  });

  test('`unusedFor: off` reads no traffic: no call, no cost, no gap', () => {
    expect(traffic.places({ ...scopeOf({}), traffic: 'off' })).toEqual([]);
  });

  test('namespaces with other limits share no answer', () => {
    const variants = [undefined, { requests: 1, bytes: 1 }, { requests: 2, bytes: 1 }].map((limits) =>
      traffic.variant?.({ ...scopeOf({}), ...(limits ? { traffic: limits } : {}) }),
    );
    expect(new Set(variants).size).toBe(3);
  });

  test('Law 1 a value that is no number is a gap, never zero', async () => {
    addMetric('RequestCount', [[20, -1]]);
    expect((await partial(traffic, HOME, [web])).why).toMatch(/has values that are no numbers/);
  });

  test('A6 a hundred load balancers are asked for in full requests, each of at most 500 metrics and 100,800 points', async () => {
    await read(
      traffic,
      HOME,
      Array.from({ length: 100 }, (_, index) => balancer(arnOf(`b${index}`, 'gwy'))),
    );
    const asked = aws.control.calls({ operation: 'GetMetricData' }).map(({ input }) => {
      const { MetricDataQueries = [], StartTime = 0, EndTime = 0 } = input as unknown as GetMetricDataInput;
      return { series: MetricDataQueries.length, days: (Number(EndTime) - Number(StartTime)) / DAY };
    });
    // 455 days and tomorrow, which shows a clock that is behind.
    expect(asked).toEqual([221, 79].map((series) => ({ series, days: 456 })));
    expect(221 * 456).toBeLessThanOrEqual(100_800);
  });

  test('A6 a value on a later page counts', async () => {
    aws.control.setPageLimit(1);
    addMetric('ProcessedBytes', [[25, 7]]);
    expect(users(await read(traffic, HOME, [web]))).toEqual([
      `${web.id} lastUsed by traffic on ${day(at(25))}: 7 bytes (ProcessedBytes in CloudWatch)`,
    ]);
  });

  test('Law 14 a value of tomorrow: the clock is behind, and its use is not known', async () => {
    addMetric('RequestCount', [[-1, 1]]);
    const { why, failed } = await partial(traffic, HOME, [web]);
    expect(why).toContain('later than the clock of this machine');
    expect(failed).toEqual([web.id]);
  });

  test('a load balancer whose ARN cannot be read is unknown alone', async () => {
    addMetric('RequestCount', [[20, 1]]);
    const { found, failed } = await partial(traffic, HOME, [balancer('arn:aws:odd'), web]);
    expect(failed).toEqual(['arn:aws:odd']);
    expect(found).toHaveLength(1);
  });
});

describe('API Gateway', () => {
  test('A1 links, listeners and host names are uses; Cloud Map and functions are none of ours', async () => {
    const listener = `arn:aws:elasticloadbalancing:${REGION}:${ID}:listener/net/shop/0123456789abcdef/1`;
    const uris = [listener, 'http://Web-1.us-east-1.elb.amazonaws.com/{proxy}', 'arn:aws:lambda:us-east-1::x'];
    aws.control.addHttpApis(HERE, [{ Name: 'shop', integrations: uris.map((IntegrationUri) => ({ IntegrationUri })) }]);
    aws.control.addVpcLinks(HERE, [{ id: 'l1', name: 'shop', targetArns: [arnOf('web', 'net')], status: 'FAILED' }]);
    expect((await read(apiGatewayLinks)).map(({ alias }) => alias)).toEqual([
      arnOf('web', 'net'),
      arnOf('shop', 'net'),
      'web-1.us-east-1.elb.amazonaws.com',
    ]);
  });

  test('A1 an API that calls an address, or the host name that AWS makes of it, uses the address', async () => {
    const uris = ['http://203.0.113.10:8080/{proxy}', 'https://ec2-203-0-113-11.compute-1.amazonaws.com/'];
    aws.control.addHttpApis(HERE, [{ Name: 'shop', integrations: uris.map((IntegrationUri) => ({ IntegrationUri })) }]);
    expect(elasticIp.evidence).toContain(apiGatewayLinks);
    expect((await read(apiGatewayLinks)).map(({ alias }) => alias)).toEqual(['203.0.113.10', '203.0.113.11']);
  });

  test('A1 APIs of every region are asked: each of them may call a host or an address', () => {
    const accounts = [{ name: 'test', provider: 'aws', id: ID, locations: [REGION, 'eu-west-1'] }];
    expect(apiGatewayLinks.places(scopeOf({}, { accounts })).map(({ location }) => location)).toEqual([
      REGION,
      'eu-west-1',
    ]);
  });

  test('A1 an address family before the host name is no part of the name', async () => {
    const host = 'web-1.us-east-1.elb.amazonaws.com';
    const uris = [`https://dualstack.${host}/shop`, `https://ipv6.${host}/shop`];
    aws.control.addHttpApis(HERE, [{ integrations: uris.map((IntegrationUri) => ({ IntegrationUri })) }]);
    expect((await read(apiGatewayLinks)).map(({ alias }) => alias)).toEqual([host, host]);
  });

  const variables = { url: 'web-1.us-east-1.elb.amazonaws.com', at: '203.0.113.10:8080', name: 'web-2' };
  const value = (name: string) => `\${stageVariables.${name}}`;
  const open = [
    `http://${value('url')}/{proxy}`,
    `https://${value('at')}/`,
    `http://${value('name')}.us-east-1.elb.amazonaws.com`,
    `http://${value('absent')}/`,
  ];
  const filled = ['web-1.us-east-1.elb.amazonaws.com', '203.0.113.10', 'web-2.us-east-1.elb.amazonaws.com'];

  test('A1 an HTTP API calls what the variables of each stage say', async () => {
    const integrations = open.map((IntegrationUri) => ({ IntegrationUri }));
    aws.control.addHttpApis(HERE, [{ integrations, stages: [{ StageName: 'prod', StageVariables: variables }] }]);
    expect((await read(apiGatewayLinks)).map(({ alias }) => alias)).toEqual(expect.arrayContaining(filled));
  });

  test('A1 a REST API calls what the variables of each stage say, and those of its canary', async () => {
    const resources = open.map((uri) => ({ path: '/', resourceMethods: { GET: { methodIntegration: { uri } } } }));
    const canarySettings = { stageVariableOverrides: { url: 'web-3.us-east-1.elb.amazonaws.com' } };
    aws.control.addRestApis(HERE, [{ resources, stages: [{ stageName: 'prod', variables, canarySettings }] }]);
    expect((await read(apiGatewayLinks)).map(({ alias }) => alias)).toEqual(
      expect.arrayContaining([...filled, 'web-3.us-east-1.elb.amazonaws.com']),
    );
  });

  test('stages are read only where an address has a variable', async () => {
    aws.control.addHttpApis(HERE, [{ integrations: [{ IntegrationUri: 'https://example.com/' }] }]);
    await read(apiGatewayLinks);
    expect(aws.control.calls().map(({ operation }) => operation)).not.toContain('GetStages');
  });

  test('a listener whose ARN cannot be read is a gap, and hides no other', async () => {
    const uris = [
      'arn:aws:elasticloadbalancing:odd',
      `arn:aws:elasticloadbalancing:${REGION}:${ID}:listener/net/a/1/2`,
    ];
    aws.control.addHttpApis(HERE, [{ integrations: uris.map((IntegrationUri) => ({ IntegrationUri })) }]);
    const { why, found } = await partial(apiGatewayLinks);
    expect(why).toContain('arn:aws:elasticloadbalancing:odd is not the ARN of a listener');
    expect(found).toHaveLength(1);
  });

  test('A6 every listing is paged to its end', async () => {
    aws.control.setPageLimit(1);
    const resourceMethods = { ANY: { methodIntegration: { integrationTarget: arnOf('web') } } };
    const resources = [{ path: '/' }, { path: '/shop', resourceMethods }];
    aws.control.addRestApis(HERE, [{ name: 'one' }, { name: 'two', resources }]);
    aws.control.addVpcLinks(HERE, [{}, { targetArns: [arnOf('second', 'net')] }]);
    expect((await read(apiGatewayLinks)).map(({ alias }) => alias)).toEqual([arnOf('second', 'net'), arnOf('web')]);
  });

  test('A8 a denied read names the action that IAM has', async () => {
    aws.control.deny({ account: ID, action: 'apigateway:GET' });
    const error = await failureOf(read(apiGatewayLinks));
    expect(error).toMatchObject({ problem: 'denied', permission: 'apigateway:GET' });
  });
});

describe('CodeDeploy', () => {
  test('A6 groups of every page of every application; a group that the answer leaves out is a gap', async () => {
    const info = (name: string) => ({ loadBalancerInfo: { targetGroupInfoList: [{ name }] } });
    aws.control.setPageLimit(1);
    aws.control.addDeploymentGroups(HERE, [
      { applicationName: 'a', deploymentGroupName: 'one', ...info('tg-1') },
      { applicationName: 'a', deploymentGroupName: 'two', ...info('tg-2') },
      { applicationName: 'b', deploymentGroupName: 'one', ...info('tg-3') },
    ]);
    expect(users(await read(deploymentGroups))).toEqual([
      'targetGroup/tg-1 used by deployment group one of CodeDeploy application a',
      'targetGroup/tg-2 used by deployment group two of CodeDeploy application a',
      'targetGroup/tg-3 used by deployment group one of CodeDeploy application b',
    ]);
    aws.control.addFault({ kind: 'empty', operation: 'BatchGetDeploymentGroups', times: 1 });
    const { why, found } = await partial(deploymentGroups);
    expect(why).toContain('one exists and was not in the answer');
    expect(found).toHaveLength(2);
  });
});

describe('Global Accelerator', () => {
  test('no partition but aws has it, so elsewhere it is not applicable', () => {
    const places = (location: string) => accelerators.places({ ...scopeOf({}), location });
    expect(places('cn-north-1')).toEqual([]);
    expect(places('us-gov-west-1')).toEqual([]);
    expect(places('eu-west-1')).toEqual([OREGON, { ...OREGON, account: 'other' }]);
  });

  test('A6 every listing is paged to its end, and disabled accelerators count', async () => {
    aws.control.setPageLimit(1);
    const listeners = [[], [{ endpoints: [] }, { region: 'eu-west-1', endpoints: ['eipalloc-1', arnOf('web')] }]];
    aws.control.addAccelerators({ ...HERE, region: ACCELERATOR_REGION }, [
      {},
      { Name: 'shop', Enabled: false, listeners },
    ]);
    expect(users(await read(accelerators, OREGON))).toEqual([
      `${arnOf('web')} used by accelerator shop (endpoint group in eu-west-1)`,
      'eipalloc-1 used by accelerator shop (endpoint group in eu-west-1)',
    ]);
  });
});

test.each([
  ['listener/app/web/1/2', 'loadbalancer/app/web/1'],
  ['listener-rule/net/web/1/2/3', 'loadbalancer/net/web/1'],
])('the ARN of %s names the load balancer %s', (listener, expected) => {
  const start = 'arn:aws-cn:elasticloadbalancing:cn-north-1:111111111111:';
  expect(balancerOfListener(`${start}${listener}`)).toBe(`${start}${expected}`);
});
