/** Elastic IP addresses alone: AWS may release a used one, and gives a released one back. */
import { describe, expect, test } from '@jest/globals';
import { recordSets } from '../../../src/handlers/aws/evidence/references/recordSets.ts';
import { elasticIp } from '../../../src/handlers/aws/types/elasticIp/handler.ts';
import { account, awsForEach, HERE, openGate, scopeOf } from './fixture.ts';

const scope = scopeOf(elasticIp.parameters.parse({}));
const aws = awsForEach();

async function found(id: string) {
  const read = (await elasticIp.open(scope, aws.io()).get([id])).get(id);
  if (read?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(read)}`);
  return read.resource;
}

test.each([true, false])(
  'Law 7 A10 associated since the last look → refused before a request is sent, default VPC: %s',
  async (isInDefaultVpc) => {
    const [id = ''] = aws.control.addElasticIps(HERE, [{ isInDefaultVpc }]);
    const resource = await found(id);
    const association = { AssociationId: 'eipassoc-00000000000000001', InstanceId: 'i-00000000000000001' };
    aws.control.update(HERE, 'elasticIp', id, association);
    const outcome = (await elasticIp.open(scope, aws.io({ permit: openGate() })).delete([resource])).get(id);
    expect(outcome).toEqual({ kind: 'refused', reason: 'in use: instance i-00000000000000001' });
    expect(aws.control.calls({ operation: 'ReleaseAddress' })).toEqual([]);
  },
);

test('A10 gone at the last look → gone', async () => {
  const [id = ''] = aws.control.addElasticIps(HERE, [{}]);
  const resource = await found(id);
  aws.control.remove(HERE, 'elasticIp', id);
  const outcomes = await elasticIp.open(scope, aws.io({ permit: openGate() })).delete([resource]);
  expect(outcomes.get(id)).toEqual({ kind: 'gone' });
});

test('A13 an idle address costs its list price; a region without prices has no figure', async () => {
  const [id = ''] = aws.control.addElasticIps(HERE, [{}]);
  const prices = (price?: number) => ({ currency: 'USD', date: '2026-11-20', of: () => price });
  const resource = await found(id);
  expect(elasticIp.monthlyCost?.(resource, prices(3.65))).toEqual({ amount: 3.65 });
  expect(elasticIp.monthlyCost?.(resource, prices())).toBeUndefined();
});

test('A14 the address of a service, of a pool of the account and one with 50 odd tags are read as they are', async () => {
  const tags = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`Key ${index} ü/=+-@:🚚`, `"${index}" <&>`]),
  );
  const [id = ''] = aws.control.addElasticIps(HERE, [
    { tags, PublicIpv4Pool: 'ipv4pool-ec2-1', ServiceManaged: 'rds' },
  ]);
  const resource = await found(id);
  expect(resource.tags).toEqual(tags);
  const facts = { now: Date.now(), findings: [] } as never;
  expect(
    elasticIp.safeguards.flatMap(({ keeps }) => keeps(resource, elasticIp.parameters.parse({}), facts) ?? []),
  ).toEqual(['managed-by:rds', "it is from the pool ipv4pool-ec2-1, not from Amazon's"]);
});

describe('a record of Route 53 leads to the host in it', () => {
  const HOST = 'shop.cluster-ro-c0ffee123456.us-east-1.rds.amazonaws.com';
  const PLACE = { account: account.name, location: HERE.region };
  const ALIASES = new Set([HOST, 'dbCluster/shop']);
  const leads = async (Type: string, Value: string) => {
    const records = [{ Name: '_svc.shop.internal.', Type: Type as 'SRV', TTL: 60, ResourceRecords: [{ Value }] }];
    aws.control.addHostedZones(HERE, [{ Name: 'shop.internal.', records }]);
    const findings = await recordSets.read(PLACE, scope, [], aws.io());
    return findings.map(({ alias }) => alias).filter((alias) => ALIASES.has(alias));
  };

  test.each([
    ['CNAME', HOST],
    ['SRV', `0 5 6379 ${HOST}.`],
    ['MX', `10 ${HOST.toUpperCase()}`],
    ['HTTPS', `1 ${HOST} alpn="h2,h3"`],
    ['SVCB', `1 ${HOST} port=6379`],
    ['NAPTR', `10 100 "S" "SIPS+D2T" "" ${HOST}.`],
    ['TXT', `"postgres://shop@${HOST}:5432"`],
    ['PTR', `${HOST}.`],
  ])('A108 %s', async (type, value) => {
    expect(new Set(await leads(type, value))).toEqual(ALIASES);
  });

  test('A108 the name of another leads to another', async () => {
    expect(await leads('SRV', `0 5 6379 x${HOST}`)).toEqual([]);
  });

  test.each(['a', 'a.', '-.', 'a-'])('A108 %j, 200,000 times, costs no time', async (text) => {
    expect(await leads('TXT', text.repeat(200_000))).toEqual([]);
  });
});

test.each([
  ['eu-west-1', 'us-east-1'],
  ['cn-north-1', 'cn-northwest-1'],
  ['us-gov-east-1', 'us-gov-west-1'],
])('A14 records are read once for all regions: for %s in %s', (location, at) => {
  expect(recordSets.places({ ...scope, location })).toContainEqual({ account: 'test', location: at });
});
