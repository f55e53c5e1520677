/** Load balancers of the second API, beyond the kits. */
import { describe, expect, test } from '@jest/globals';
import { loadBalancerV2 } from '../../../src/handlers/aws/types/loadBalancerV2/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, collect, HERE, openGate, scopeOf, type TestAws } from './fixture.ts';

const aws = awsForEach();

const restoring = {
  ...account,
  settings: { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` },
};
const scope = scopeOf(loadBalancerV2.parameters.parse({}), { account: restoring });
const open = (io: Partial<Io> = {}) => loadBalancerV2.open(scope, aws.io(io));
const MINUTE = 60_000;

async function read(id: string) {
  const found = (await open().get([id])).get(id);
  if (found?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(found)}`);
  return found.resource;
}

async function deleted(id: string) {
  const resource = await read(id);
  return (await open({ permit: openGate() }).delete([resource])).get(id);
}

const seeded = (seed: Parameters<TestAws['control']['addLoadBalancerV2s']>[1][number] = {}) =>
  aws.control.addLoadBalancerV2s(HERE, [{ LoadBalancerName: 'web', ...seed }])[0] ?? '';

describe('a deletion that AWS refuses', () => {
  test('A10 deletion protection → refused, and it stays', async () => {
    const id = seeded({ attributes: [{ Key: 'deletion_protection.enabled', Value: 'true' }] });
    expect(await deleted(id)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^protected: /) });
    expect(aws.control.state(HERE).loadBalancerV2s).toHaveLength(1);
  });

  test('A10 an endpoint service that offers it → refused, and it stays', async () => {
    const id = seeded({ Type: 'network' });
    aws.control.addEndpointServices(HERE, [{ NetworkLoadBalancerArns: [id] }]);
    expect(await deleted(id)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^in use: /) });
    expect(aws.control.state(HERE).loadBalancerV2s).toHaveLength(1);
  });
});

test.each([
  ['application', 'app', 5],
  ['network', 'net', 60],
] as const)(
  'the interfaces of a deleted %s load balancer linger, and go by themselves',
  async (Type, kind, minutes) => {
    const id = seeded({ Type });
    const interfaces = () => aws.control.state(HERE).networkInterfaces;
    expect(interfaces()).toMatchObject([
      { RequesterManaged: true, Description: expect.stringMatching(new RegExp(`^ELB ${kind}/web/[0-9a-f]{16}$`)) },
    ]);
    expect(await deleted(id)).toMatchObject({ kind: 'deleted' });
    aws.control.advanceClock((minutes - 1) * MINUTE);
    expect(interfaces()).toHaveLength(1);
    aws.control.advanceClock(MINUTE);
    expect(interfaces()).toEqual([]);
  },
);

test('A11 the definition has listeners, rules, certificates, attributes and tags; the plan of a restore has a step for each', async () => {
  const Certificates = [{ CertificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/main' }];
  const certificates = [{ CertificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/other' }];
  const rules = [
    { Conditions: [{ Field: 'path-pattern', Values: ['/old'] }], Actions: [{ Type: 'redirect' as const }] },
  ];
  const DefaultActions = [{ Type: 'fixed-response' as const, FixedResponseConfig: { StatusCode: '404' } }];
  const attributes = [{ Key: 'routing.http.response.server.enabled', Value: 'false' }];
  const served = { Certificates, DefaultActions, rules, certificates, attributes };
  const listener = { Protocol: 'HTTPS' as const, Port: 443, ...served };
  const id = seeded({
    SecurityGroups: ['sg-1'],
    listeners: [listener],
    tags: { team: "it's", 'aws:cloudformation:stack-name': 'x' },
  });
  const resource = await read(id);
  const { identity } = resource;
  const definition = JSON.parse(JSON.stringify(loadBalancerV2.definition(resource)));
  expect(definition).toMatchObject({
    loadBalancer: { LoadBalancerArn: id, SecurityGroups: ['sg-1'] },
    listeners: [
      {
        listener: { Port: 443 },
        rules: [{ Conditions: rules[0]?.Conditions }, { IsDefault: true }],
        certificates: [{ IsDefault: true }, { CertificateArn: certificates[0]?.CertificateArn }],
      },
    ],
  });
  expect(await deleted(id)).toMatchObject({ kind: 'deleted' });
  const stored = {
    namespace: scope.namespace,
    id,
    identity,
    at: Date.now(),
    passId: 'p',
    reasons: ['unused'],
    definition,
  };
  const plan = await open().restore?.(stored, undefined);
  expect(plan).toMatchObject({
    kind: 'byHand',
    why: expect.stringMatching(/a new ARN and a new DNS name.*replace web-/),
    steps: [
      { says: 'makes the load balancer again, under a new ARN and a new DNS name' },
      { says: 'sets its attributes' },
      { says: 'makes its listener HTTPS 443' },
      { says: 'sets the attributes of the listener HTTPS 443' },
      { says: 'adds the other certificates of the listener HTTPS 443' },
      { says: 'makes rule 1 of the listener HTTPS 443' },
    ],
  });
  // A152: what the definition lacks.
  expect(plan).toHaveProperty('why', expect.stringMatching(/neither its web ACL of WAF nor its reserved capacity/));
  const commands = plan?.kind === 'byHand' ? plan.steps.map(({ command }) => command) : [];
  expect(commands[0]).toContain('"SecurityGroups":["sg-1"]');
  expect(commands[0]).not.toContain('cloudformation');
  expect(commands[3]).toContain('{"Key":"routing.http.response.server.enabled","Value":"false"}');
  expect(commands[3]).not.toContain('strict_transport_security');
  expect(commands[5]).toContain('--listener-arn "$LISTENER"');
});

test.each([
  ['China', 'aws-cn', 'cn-north-1'],
  ['GovCloud', 'aws-us-gov', 'us-gov-west-1'],
])(
  'A14 C15 a load balancer without listeners, in %s, is read and deleted by the ARN that AWS gave it',
  async (_where, partition, region) => {
    const LoadBalancerArn = `arn:${partition}:elasticloadbalancing:${region}:111111111111:loadbalancer/net/web/0123456789abcdef`;
    const id = seeded({ LoadBalancerArn, Type: 'network' });
    expect(await read(id)).toMatchObject({ id: LoadBalancerArn, described: { listeners: [] } });
    expect(await deleted(id)).toMatchObject({ kind: 'deleted' });
    expect(aws.control.calls({ operation: 'DeleteLoadBalancer' }).map(({ input }) => input)).toEqual([
      { LoadBalancerArn },
    ]);
  },
);

test.each(['loadbalancer/net/web', 'arn:aws:ec2:us-east-1:111111111111:volume/vol-1', 'arn:aws', ''])(
  'A14 an id that is no ARN of a load balancer (%j) is unknown, and does not hide the others',
  async (malformed) => {
    const id = seeded();
    const reads = await open().get([malformed, id]);
    expect([reads.get(malformed)?.kind, reads.get(id)?.kind]).toEqual(['unknown', 'found']);
  },
);

test('C13 a load balancer that goes before its deletion is gone, and the other of the batch is deleted', async () => {
  const [first, second] = [seeded(), seeded({ LoadBalancerName: 'api' })];
  const resources = [await read(first), await read(second)];
  aws.control.remove(HERE, 'loadBalancerV2', first);
  const outcomes = await open({ permit: openGate() }).delete(resources);
  expect([outcomes.get(first), outcomes.get(second)]).toMatchObject([{ kind: 'gone' }, { kind: 'deleted' }]);
  expect(aws.control.state(HERE).loadBalancerV2s).toEqual([]);
});

describe('a listing', () => {
  const tagCalls = () =>
    aws.control
      .calls({ operation: 'DescribeTags' })
      .map(({ input }) => (input.ResourceArns as readonly string[]).length);

  test('C14 all load balancers of several pages are listed, each with its tags, twenty of which AWS answers at once', async () => {
    const seeds = Array.from({ length: 450 }, (_, i) => ({ tags: { number: String(i) } }));
    const ids = aws.control.addLoadBalancerV2s(HERE, seeds);
    const listed = await collect(open().list());
    expect(listed.map(({ id, tags }) => [id, tags.number])).toEqual(ids.map((id, i) => [id, String(i)]));
    expect(aws.control.calls({ operation: 'DescribeLoadBalancers' })).toHaveLength(2);
    expect(tagCalls()).toEqual([...Array(22).fill(20), 10]);
  });

  test('C14 a load balancer that vanishes before its tags are read hides none of the 59 others', async () => {
    const ids = aws.control.addLoadBalancerV2s(
      HERE,
      Array.from({ length: 60 }, (_, i) => ({ tags: { number: String(i) } })),
    );
    const vanished = ids[33] ?? '';
    aws.control.addFault({
      kind: 'error',
      code: 'LoadBalancerNotFound',
      status: 400,
      message: 'One or more load balancers not found',
      operation: 'DescribeTags',
      containing: vanished,
    });
    const listed = await collect(open().list());
    const others = ids.flatMap((id, i) => (id === vanished ? [] : [[id, String(i)]]));
    expect(listed.map(({ id, tags }) => [id, tags.number])).toEqual(others);
  });
});

test('Law 12 it signs people in → the restore names each client whose secret AWS does not tell, and the command has a place for it', async () => {
  const signsIn = (ClientId: string) => ({
    Type: 'authenticate-oidc' as const,
    Order: 1,
    AuthenticateOidcConfig: {
      Issuer: 'https://login.example.com',
      AuthorizationEndpoint: 'https://login.example.com/authorize',
      TokenEndpoint: 'https://login.example.com/token',
      UserInfoEndpoint: 'https://login.example.com/userinfo',
      ClientId,
    },
  });
  const answers = { Type: 'fixed-response' as const, Order: 2, FixedResponseConfig: { StatusCode: '404' } };
  const rule = {
    Priority: '10',
    Conditions: [{ Field: 'path-pattern', Values: ['/a'] }],
    Actions: [signsIn('admin'), answers],
  };
  const id = seeded({
    listeners: [{ Protocol: 'HTTPS', Port: 443, DefaultActions: [signsIn('shop'), answers], rules: [rule] }],
  });
  const definition = JSON.parse(JSON.stringify(loadBalancerV2.definition(await read(id))));
  await deleted(id);
  const stored = { namespace: scope.namespace, id, identity: id, at: Date.now(), passId: 'p', reasons: [], definition };
  const plan = await open().restore?.(stored, undefined);
  if (plan?.kind !== 'byHand') throw new Error(JSON.stringify(plan));
  expect(plan.why).toContain('as shop at https://login.example.com and admin at https://login.example.com');
  const secret = plan.steps.filter(({ command }) => command.includes('"ClientSecret":"THE-CLIENT-SECRET"'));
  expect(secret.map(({ says }) => says)).toEqual([
    'makes its listener HTTPS 443',
    'makes rule 10 of the listener HTTPS 443',
  ]);
});
