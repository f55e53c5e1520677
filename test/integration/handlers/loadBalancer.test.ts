/** Classic load balancers, beyond the kits. */
import { describe, expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { loadBalancer } from '../../../src/handlers/aws/types/loadBalancer/handler.ts';
import { securityGroup } from '../../../src/handlers/aws/types/securityGroup/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, collect, failureOf, HERE, openGate, scopeOf, type TestAws } from './fixture.ts';

const aws = awsForEach();

const MINUTE = 60_000;
const restoring = {
  ...account,
  settings: { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` },
};
const scope = scopeOf(loadBalancer.parameters.parse({}), { account: restoring });
const open = (io: Partial<Io> = {}) => loadBalancer.open(scope, aws.io(io));
const shown = () => aws.control.state(HERE).loadBalancers;
const calls = (operation: string) => aws.control.calls().filter((call) => call.operation === operation);

type Seed = Parameters<TestAws['control']['addLoadBalancers']>[1][number];
const seeded = (seed: Seed = {}) => aws.control.addLoadBalancers(HERE, [{ LoadBalancerName: 'web', ...seed }])[0] ?? '';

async function read(id: string) {
  const found = (await open().get([id])).get(id);
  if (found?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(found)}`);
  return found.resource;
}

/** Deletes it as a pass does. @param meanwhile happens after its read */
async function deleted(id: string, meanwhile?: () => void) {
  const resource = await read(id);
  meanwhile?.();
  return (await open({ permit: openGate() }).delete([resource])).get(id);
}

describe('a deletion', () => {
  test('A10 AWS answers the deletion of an absent one with a success: a read by name before it says gone, and nothing is sent', async () => {
    const id = seeded();
    expect(await deleted(id, () => aws.control.remove(HERE, 'loadBalancer', id))).toEqual({ kind: 'gone' });
    expect(calls('DeleteLoadBalancer')).toEqual([]);
  });

  test('law 7 an instance was registered since the read → refused, no request, because AWS would take the instance out', async () => {
    const id = seeded();
    const register = () =>
      aws.control.update(HERE, 'loadBalancer', id, { states: [{ InstanceId: 'i-1', State: 'OutOfService' }] });
    expect(await deleted(id, register)).toEqual({ kind: 'refused', reason: 'in use: instances i-1' });
    expect(calls('DeleteLoadBalancer')).toEqual([]);
  });

  test('law 2 its instances are missing in the answer → refused, and it stays', async () => {
    const id = seeded();
    expect(await deleted(id, () => aws.control.update(HERE, 'loadBalancer', id, { Instances: undefined }))).toEqual({
      kind: 'refused',
      reason: 'in use: AWS does not say which instances are registered',
    });
    expect(shown()).toHaveLength(1);
  });

  test('its interfaces linger, keep its security group, and go by themselves', async () => {
    const [GroupId = ''] = aws.control.addSecurityGroups(HERE, [{ GroupName: 'of-web' }]);
    const id = seeded({ SecurityGroups: [GroupId] });
    const groups = securityGroup.open(scopeOf(securityGroup.parameters.parse({})), aws.io({ permit: openGate() }));
    const group = (await groups.get([GroupId])).get(GroupId);
    if (group?.kind !== 'found') throw new Error('no group');
    const deleteGroup = async () => (await groups.delete([group.resource])).get(GroupId);
    const interfaces = () => aws.control.state(HERE).networkInterfaces;
    expect(interfaces()).toMatchObject([{ RequesterManaged: true, Description: 'ELB web', Groups: [{ GroupId }] }]);
    expect(await deleted(id)).toMatchObject({ kind: 'deleted' });
    expect(await deleteGroup()).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^in use: /) });
    aws.control.advanceClock(4 * MINUTE);
    expect(interfaces()).toHaveLength(1);
    aws.control.advanceClock(MINUTE);
    expect(interfaces()).toEqual([]);
    expect(await deleteGroup()).toMatchObject({ kind: 'deleted' });
  });
});

describe('identity', () => {
  const identityOf = async (seed: Seed) => {
    aws.control.empty(HERE);
    return (await read(seeded(seed))).identity;
  };
  const SAME = {
    CreatedTime: '2026-01-02T03:04:05.670Z',
    VPCId: 'vpc-1',
    DNSName: 'web-1.us-east-1.elb.amazonaws.com',
  };

  test.each([
    ['creation time', { CreatedTime: '2026-01-02T03:04:05.680Z' }],
    ['VPC', { VPCId: 'vpc-2' }],
    ['DNS name', { DNSName: 'web-2.us-east-1.elb.amazonaws.com' }],
  ])('L35 a load balancer of the same name with another %s is another one', async (_what, other) => {
    expect(await identityOf(SAME)).toBe(await identityOf(SAME));
    expect(await identityOf({ ...SAME, ...other })).not.toBe(await identityOf(SAME));
  });

  test('A14 AWS does not say when it was made → it has no date, and no age', async () => {
    const id = seeded();
    aws.control.update(HERE, 'loadBalancer', id, { CreatedTime: undefined });
    expect(await read(id)).not.toHaveProperty('createdAt');
  });
});

describe('tags', () => {
  test('C14 the tags of 41 load balancers are read in chunks of 20', async () => {
    const tags = { team: 'shop' };
    aws.control.addLoadBalancers(
      HERE,
      Array.from({ length: 41 }, () => ({ tags })),
    );
    const listed = await collect(open().list());
    expect([listed.length, listed.every((one) => one.tags.team === 'shop')]).toEqual([41, true]);
    expect(calls('DescribeTags').map(({ input }) => (input.LoadBalancerNames as string[]).length)).toEqual([20, 20, 1]);
  });

  test('C14 one that vanishes before its tags are read is left out of the listing, which goes on', async () => {
    seeded();
    const [other] = aws.control.addLoadBalancers(HERE, [{ LoadBalancerName: 'api' }]);
    const message = "There is no ACTIVE Load Balancer named 'web'";
    aws.control.addFault({
      kind: 'error',
      code: 'LoadBalancerNotFound',
      status: 400,
      message,
      operation: 'DescribeTags',
      containing: 'web',
    });
    expect((await collect(open().list())).map(({ id }) => id)).toEqual([other]);
  });

  test('law 2 tags that AWS leaves out make it unknown, not gone, and fail the listing', async () => {
    const id = seeded();
    aws.control.addFault({ kind: 'empty', operation: 'DescribeTags', containing: id });
    expect((await open().get([id])).get(id)?.kind).toBe('unknown');
    expect(await failureOf(collect(open().list()))).toMatchObject({ problem: 'malformed' });
  });

  test('A14 odd tags, 50 of them, are all read', async () => {
    const tags = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`Ü ${index}/=+-@.:_`, index === 0 ? '' : `"<${index}>&'`]),
    );
    expect((await read(seeded({ tags }))).tags).toEqual(tags);
  });
});

describe('restore', () => {
  const LISTENER = { Protocol: 'HTTPS', LoadBalancerPort: 443, InstanceProtocol: 'HTTP', InstancePort: 8080 };
  const CERTIFICATE = 'arn:aws:acm:us-east-1:111111111111:certificate/main';
  const policy = (PolicyName: string, PolicyTypeName: string, ...attributes: readonly [string, string][]) => ({
    PolicyName,
    PolicyTypeName,
    PolicyAttributeDescriptions: attributes.map(([AttributeName, AttributeValue]) => ({
      AttributeName,
      AttributeValue,
    })),
  });
  const SEED: Seed = {
    Scheme: 'internal',
    Subnets: ['subnet-1', 'subnet-2'],
    SecurityGroups: ['sg-1'],
    ListenerDescriptions: [
      { Listener: { ...LISTENER, SSLCertificateId: CERTIFICATE }, PolicyNames: ['tls', 'sticky'] },
      { Listener: { ...LISTENER, Protocol: 'TCP', LoadBalancerPort: 8080 }, PolicyNames: [] },
    ],
    BackendServerDescriptions: [{ InstancePort: 8080, PolicyNames: ['proxy'] }],
    HealthCheck: { Target: 'HTTP:8080/health', Interval: 15, Timeout: 5, UnhealthyThreshold: 2, HealthyThreshold: 3 },
    attributes: { CrossZoneLoadBalancing: { Enabled: true }, ConnectionSettings: { IdleTimeout: 120 } },
    policies: [
      policy(
        'tls',
        'SSLNegotiationPolicyType',
        ['Reference-Security-Policy', 'ELBSecurityPolicy-2016-08'],
        ['Protocol-TLSv1', 'true'],
      ),
      policy('sticky', 'LBCookieStickinessPolicyType', ['CookieExpirationPeriod', '60']),
      policy('proxy', 'ProxyProtocolPolicyType', ['ProxyProtocol', 'true']),
    ],
    tags: { team: "it's", 'aws:cloudformation:stack-name': 'x' },
  };

  /** The definition that a pass stores before the deletion, as it is read again. */
  async function storedAndDeleted(): Promise<StoredDefinition> {
    const id = seeded(SEED);
    const resource = await read(id);
    const { identity } = resource;
    const definition = loadBalancer.definition(resource);
    expect(await deleted(id)).toMatchObject({ kind: 'deleted' });
    const about = { namespace: scope.namespace, id, identity, at: Date.now(), passId: 'p', reasons: ['unused'] };
    return JSON.parse(JSON.stringify({ ...about, definition })) as StoredDefinition;
  }

  test('A11 the plan has a step for listeners, health check, attributes and each policy, registers no instance, and says that the DNS name is new', async () => {
    const plan = await open().restore?.(await storedAndDeleted(), undefined);
    expect(plan).toMatchObject({
      kind: 'byHand',
      why: expect.stringMatching(/a new DNS name.*replace web-\d+\..* no instance is registered/),
    });
    const steps = plan?.kind === 'byHand' ? plan.steps : [];
    expect(steps.map(({ says }) => says)).toEqual([
      'makes the load balancer again with its listeners, under a new DNS name',
      'sets its health check',
      'sets its attributes',
      'makes its policy tls',
      'makes its policy sticky',
      'makes its policy proxy',
      'sets the policies of its listener HTTPS 443',
      'sets the policies of instance port 8080',
    ]);
    const inputs = steps.map(({ command }) => inputOf(command));
    expect(inputs[0]).toEqual({
      LoadBalancerName: 'web',
      Listeners: [
        { ...LISTENER, SSLCertificateId: CERTIFICATE },
        { ...LISTENER, Protocol: 'TCP', LoadBalancerPort: 8080 },
      ],
      Subnets: ['subnet-1', 'subnet-2'],
      SecurityGroups: ['sg-1'],
      Scheme: 'internal',
      Tags: [{ Key: 'team', Value: "it's" }],
    });
    expect(inputs[1]).toEqual({ LoadBalancerName: 'web', HealthCheck: SEED.HealthCheck });
    expect(inputs[2]).toEqual({ LoadBalancerName: 'web', LoadBalancerAttributes: SEED.attributes });
    expect(inputs[3]?.PolicyAttributes).toEqual([
      { AttributeName: 'Reference-Security-Policy', AttributeValue: 'ELBSecurityPolicy-2016-08' },
    ]);
    expect(inputs.slice(6)).toEqual([
      { LoadBalancerName: 'web', LoadBalancerPort: 443, PolicyNames: ['tls', 'sticky'] },
      { LoadBalancerName: 'web', InstancePort: 8080, PolicyNames: ['proxy'] },
    ]);
  });

  test('A11 another load balancer took the name → refused, and the reason has the DNS name of the other', async () => {
    const stored = await storedAndDeleted();
    seeded({ DNSName: 'web-42.us-east-1.elb.amazonaws.com' });
    expect(await open().restore?.(stored, undefined)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('another classic load balancer, web-42.'),
    });
  });

  /** The input of a command, as a shell would hand it over. */
  function inputOf(command = ''): Record<string, unknown> {
    const [, quoted = ''] = /--cli-input-json '(.*)'$/.exec(command) ?? [];
    return JSON.parse(quoted.replaceAll("'\\''", "'")) as Record<string, unknown>;
  }
});
