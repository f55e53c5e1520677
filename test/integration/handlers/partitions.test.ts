/** The network types in partitions other than `aws`: docs/behaviour/clusters.md, C15. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import { awsForEach, collect, ID, openGate, scopeOf } from './fixture.ts';

const aws = awsForEach({ regions: ['cn-north-1', 'cn-northwest-1', 'us-gov-west-1', 'us-gov-east-1'] });

const HEX = '0123456789abcdef';
const balancing = (partition: string, region: string) => `arn:${partition}:elasticloadbalancing:${region}:${ID}`;
type Seed = (place: { account: string; region: string }, partition: string) => readonly string[];
const SEEDS: Readonly<Record<string, Seed>> = {
  elasticIp: (place) => aws.control.addElasticIps(place, [{}]),
  loadBalancer: (place) => aws.control.addLoadBalancers(place, [{ LoadBalancerName: 'classic' }]),
  loadBalancerV2: (place, partition) =>
    aws.control.addLoadBalancerV2s(place, [
      { LoadBalancerArn: `${balancing(partition, place.region)}:loadbalancer/net/web/${HEX}`, Type: 'network' },
    ]),
  natGateway: (place) => aws.control.addNatGateways(place, [{ CreateTime: new Date(Date.now() - 100 * 86_400_000) }]),
  networkInterface: (place) => aws.control.addNetworkInterfaces(place, [{}]),
  securityGroup: (place) => aws.control.addSecurityGroups(place, [{ GroupName: 'web' }]),
  targetGroup: (place, partition) =>
    aws.control.addTargetGroups(place, [
      { TargetGroupArn: `${balancing(partition, place.region)}:targetgroup/web/${HEX}` },
    ]),
};

test.each(
  [
    ['aws-cn', 'cn-north-1'],
    ['aws-us-gov', 'us-gov-west-1'],
  ].flatMap(([partition = '', region = '']) => Object.keys(SEEDS).map((type) => [type, partition, region] as const)),
)(
  'C15 A14 a %s in %s is listed, judged on whole evidence and deleted; no request names another partition',
  async (type, partition, region) => {
    const handler = provider.handlers.find(({ resourceType }) => resourceType === type);
    if (!handler) throw new Error(`no type ${type}`);
    const account: Account = { name: 'test', provider: 'aws', id: ID, settings: {}, locations: [region] };
    const namespace = namespaceOf({ provider: 'aws', account: 'test', location: region, resourceType: type });
    const more = { account, accounts: [account], location: region, namespace, rules: ['unused', 'clusterGone'] };
    const scope = scopeOf(handler.parameters.parse({}), more);
    const [id = ''] = SEEDS[type]?.({ account: ID, region }, partition) ?? [];
    const session = handler.open(scope, aws.io({ permit: openGate() }));
    const listed = await collect(session.list());
    expect(listed.map((one) => one.id)).toEqual([id]);
    const places = handler.evidence.flatMap((source) => source.places(scope).map((place) => ({ source, place })));
    for (const { source, place } of places) await source.read(place, scope, listed, aws.io());
    const read = (await session.get([id])).get(id);
    if (read?.kind !== 'found') throw new Error(`${id} is not found`);
    expect((await session.delete([read.resource])).get(id)?.kind).toMatch(/^(deleted|accepted)$/);
    const calls = aws.control.calls();
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.filter(({ input }) => JSON.stringify(input).includes('arn:aws:'))).toEqual([]);
    // Route 53 exists once per partition, and is asked in a region of it.
    const first = region.split('-').slice(0, -2).join('-');
    expect(calls.filter((call) => !call.region.startsWith(first)).map((call) => call.operation)).toEqual([]);
  },
);

/** Code that makes an ARN from parts, with its reason; each takes the partition from the region. */
const MADE: Readonly<Record<string, string>> = {
  'account/starter.ts': 'names the roles that a person is to make',
  'policy/documents.ts': 'writes a policy for a person',
  'policy/roles.ts': 'writes a policy for a person',
  'session/backupPlace.ts': 'names the role that AWS Backup makes itself',
  'types/ecrTag/read.ts': 'ECR answers for a tag without an ARN',
  'types/logGroup/handler.ts': 'the tags of a group are read before its listing, by its name',
};

test('C15 no ARN is put together by hand, other than in the files that say why', () => {
  const root = 'src/handlers/aws';
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const makes = files.filter((path) => {
    const code = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return /`[^`\n]*\barn:(?:aws|\$\{)/.test(code) || /['"]arn:aws[^'"]*['"]\s*\+/.test(code);
  });
  expect(files.length).toBeGreaterThan(200);
  expect(makes.map((path) => path.replaceAll('\\', '/')).sort()).toEqual(Object.keys(MADE).sort());
});
