/** Network interfaces alone: a restored one is another, and AWS refuses to delete one that is attached. */
import { expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { networkInterface } from '../../../src/handlers/aws/types/networkInterface/handler.ts';
import { account, awsForEach, HERE, openGate, scopeOf } from './fixture.ts';

const parameters = networkInterface.parameters.parse({});
const restoring = {
  ...account,
  settings: { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` },
};
const aws = awsForEach();

const open = (io = {}) => networkInterface.open(scopeOf(parameters, { account: restoring }), aws.io(io));

async function found(id: string) {
  const read = (await open().get([id])).get(id);
  if (read?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(read)}`);
  return read.resource;
}

const remove = async (id: string, before?: () => void) => {
  const resource = await found(id);
  before?.();
  return (await open({ permit: openGate() }).delete([resource])).get(id);
};

test('Law 7 A10 attached since the last look → AWS refuses, and it stays attached', async () => {
  const [id = ''] = aws.control.addNetworkInterfaces(HERE, [{}]);
  const Attachment = { InstanceId: 'i-00000000000000001', Status: 'attached' };
  const outcome = await remove(id, () => aws.control.update(HERE, 'networkInterface', id, { Attachment }));
  expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('in use') });
  expect(aws.control.state(HERE).networkInterfaces[0]).toMatchObject({ Attachment });
});

async function deleted(id: string): Promise<StoredDefinition> {
  const definition = networkInterface.definition(await found(id));
  expect(await remove(id)).toMatchObject({ kind: 'deleted' });
  const { namespace } = scopeOf({});
  const stored = { namespace, id, identity: id, at: Date.now(), passId: 'pass-1', reasons: ['unused'], definition };
  return JSON.parse(JSON.stringify(stored)) as StoredDefinition;
}

test('one with the same address, groups and tags is made again, under another id, and the rest is left to a person', async () => {
  const tags = { Name: 'db', team: 'a' };
  const Groups = [{ GroupId: 'sg-00000000000000001', GroupName: 'db' }];
  const seed = { tags, Groups, PrivateIpAddress: '10.0.3.7', Description: 'a "database" ü', SourceDestCheck: false };
  const [id = ''] = aws.control.addNetworkInterfaces(HERE, [seed]);
  const plan = await open({ mayRestore: true }).restore?.(await deleted(id), undefined);
  const restored = plan?.kind === 'ready' ? await plan.run() : plan;
  const [now] = aws.control.state(HERE).networkInterfaces;
  expect(now?.NetworkInterfaceId).not.toBe(id);
  expect(restored).toMatchObject({
    kind: 'restored',
    id: now?.NetworkInterfaceId,
    afterwards: [{ command: expect.stringContaining(`${now?.NetworkInterfaceId}`) }],
  });
  expect(now).toMatchObject({
    PrivateIpAddress: '10.0.3.7',
    Description: seed.Description,
    Groups: [{ GroupId: 'sg-00000000000000001' }],
    TagSet: Object.entries({ ...tags, 'holystone:restored-from': id }).map(([Key, Value]) => ({ Key, Value })),
  });
});

test('A151 its prefixes, its timeouts and its first IPv6 address are made again, too', async () => {
  const seed = {
    Ipv4Prefixes: [{ Ipv4Prefix: '10.0.1.16/28' }],
    Ipv6Prefixes: [{ Ipv6Prefix: '2001:db8::/80' }],
    Ipv6Addresses: [{ Ipv6Address: '2001:db8:1::1', IsPrimaryIpv6: true }],
    ConnectionTrackingConfiguration: { TcpEstablishedTimeout: 350 },
  };
  const [id = ''] = aws.control.addNetworkInterfaces(HERE, [seed]);
  const plan = await open({ mayRestore: true }).restore?.(await deleted(id), undefined);
  if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
  await plan.run();
  expect(aws.control.calls({ operation: 'CreateNetworkInterface' })[0]?.input).toMatchObject({
    Ipv4Prefixes: seed.Ipv4Prefixes,
    Ipv6Prefixes: seed.Ipv6Prefixes,
    EnablePrimaryIpv6: true,
    ConnectionTrackingSpecification: { TcpEstablishedTimeout: 350 },
  });
});

test('an address that is taken by now → not restored', async () => {
  const seed = { PrivateIpAddress: '10.0.3.7' };
  const [id = ''] = aws.control.addNetworkInterfaces(HERE, [seed]);
  const stored = await deleted(id);
  aws.control.addNetworkInterfaces(HERE, [seed]);
  const plan = await open({ mayRestore: true }).restore?.(stored, undefined);
  const restored = plan?.kind === 'ready' ? await plan.run() : plan;
  expect(restored).toMatchObject({ kind: 'refused', why: expect.stringContaining('in use') });
});

test.each([
  [{ RequesterManaged: true, RequesterId: 'amazon-elb' }, ['an AWS service manages it (amazon-elb)']],
  [{ RequesterManaged: undefined }, ['it is not known whether an AWS service manages it']],
  [{ InterfaceType: 'lambda' as const }, ['its type is lambda: AWS services make these']],
  [{ Status: 'detaching' as const }, ['its status is detaching']],
  [{ Operator: { Managed: true } }, ['managed-by:an aws service']],
  [{ tags: { 'kubernetes.io/cluster/web': 'owned' } }, ['managed-by:kubernetes']],
])('A14 %j → kept', async (seed, reasons) => {
  const [id = ''] = aws.control.addNetworkInterfaces(HERE, [seed]);
  if ('RequesterManaged' in seed && seed.RequesterManaged === undefined) {
    aws.control.update(HERE, 'networkInterface', id, { RequesterManaged: undefined });
  }
  const resource = await found(id);
  const facts = { now: Date.now(), findings: [] } as never;
  expect(networkInterface.safeguards.flatMap(({ keeps }) => keeps(resource, parameters, facts) ?? [])).toEqual(reasons);
});
