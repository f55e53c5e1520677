/** Security groups, beyond the kits. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../src/core/common/errors.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { groupInterfaces } from '../../../src/handlers/aws/evidence/network/groupInterfaces.ts';
import { securityGroup } from '../../../src/handlers/aws/types/securityGroup/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, HERE, openGate, scopeOf } from './fixture.ts';

const aws = awsForEach();

const restoring = {
  ...account,
  settings: { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` },
};
const scope = scopeOf(securityGroup.parameters.parse({}), { account: restoring });
const open = (io: Partial<Io> = {}) => securityGroup.open(scope, aws.io(io));
const groups = () => aws.control.state(HERE).securityGroups;
const add = (seed: object = {}) => aws.control.addSecurityGroups(HERE, [seed])[0] ?? '';

async function found(id: string) {
  const read = (await open().get([id])).get(id);
  if (read?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(read)}`);
  return read.resource;
}

async function remove(id: string, before?: () => unknown) {
  const resource = await found(id);
  before?.();
  return (await open({ permit: openGate() }).delete([resource])).get(id);
}

describe('Law 7 A10 AWS refuses, and nothing is taken away from', () => {
  test('an interface that has the group since the last look', async () => {
    const id = add();
    const outcome = await remove(id, () => aws.control.addNetworkInterfaces(HERE, [{ Groups: [{ GroupId: id }] }]));
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('has a dependent object') });
    expect(groups()).toHaveLength(1);
  });

  test('a group whose rule names it', async () => {
    const id = add();
    const IpPermissions = [{ IpProtocol: '-1', UserIdGroupPairs: [{ GroupId: id }] }];
    const outcome = await remove(id, () => add({ IpPermissions }));
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(groups()).toHaveLength(2);
  });

  test('a VPC whose default group it is', async () => {
    expect(await remove(add({ GroupName: 'default' }))).toMatchObject({ kind: 'refused' });
  });
});

test('a rule that names its own group does not keep it from being deleted', async () => {
  const id = add({ GroupId: 'sg-00000000000000077' });
  aws.control.update(HERE, 'securityGroup', id, {
    IpPermissions: [{ IpProtocol: '-1', UserIdGroupPairs: [{ GroupId: id }] }],
  });
  expect(await remove(id)).toMatchObject({ kind: 'deleted' });
});

describe('A11 a deleted group', () => {
  const other = 'sg-00000000000000099';
  const RULES = {
    IpPermissions: [
      {
        IpProtocol: 'tcp',
        FromPort: 443,
        ToPort: 443,
        IpRanges: [{ CidrIp: '10.0.0.0/8', Description: "the office's ü" }],
        Ipv6Ranges: [{ CidrIpv6: '2001:db8::/32' }],
        PrefixListIds: [{ PrefixListId: 'pl-0123456789abcdef0', Description: 'cloudfront' }],
        UserIdGroupPairs: [
          { GroupId: other, UserId: '222222222222', Description: 'peered', PeeringStatus: 'active', VpcId: 'vpc-9' },
        ],
      },
    ],
    IpPermissionsEgress: [{ IpProtocol: 'udp', FromPort: 53, ToPort: 53, IpRanges: [{ CidrIp: '10.0.0.2/32' }] }],
  };

  async function deleted(id: string): Promise<StoredDefinition> {
    const definition = securityGroup.definition(await found(id));
    expect(await remove(id)).toMatchObject({ kind: 'deleted' });
    const { namespace } = scope;
    const stored = { namespace, id, identity: id, at: Date.now(), passId: 'p', reasons: ['unused'], definition };
    return JSON.parse(JSON.stringify(stored)) as StoredDefinition;
  }
  async function restored(stored: StoredDefinition) {
    const plan = await open({ mayRestore: true }).restore?.(stored, undefined);
    return { plan, done: plan?.kind === 'ready' ? await plan.run() : plan };
  }

  test('is made again with all its rules and tags, under another id', async () => {
    const tags = { owner: 'ann@example.com' };
    const stored = await deleted(add({ GroupName: 'web', Description: 'the "web"', VpcId: 'vpc-1', tags, ...RULES }));
    const { plan, done } = await restored(stored);
    expect(plan).toMatchObject({ steps: [{ says: expect.stringContaining('under another id') }, {}, {}, {}, {}] });
    const [now] = groups();
    expect(now?.GroupId).not.toBe(stored.id);
    expect(done).toMatchObject({ kind: 'restored', id: now?.GroupId });
    const [rule] = RULES.IpPermissions;
    expect(now).toMatchObject({
      GroupName: 'web',
      Description: 'the "web"',
      VpcId: 'vpc-1',
      Tags: [{ Key: 'owner', Value: 'ann@example.com' }],
      IpPermissions: [
        { ...rule, UserIdGroupPairs: [{ GroupId: other, UserId: '222222222222', Description: 'peered' }] },
      ],
      IpPermissionsEgress: RULES.IpPermissionsEgress,
    });
    expect(now?.IpPermissionsEgress).toHaveLength(1);
  });

  test('that named itself names its new id', async () => {
    const id = add({ VpcId: 'vpc-1' });
    const rule = { IpProtocol: '-1', UserIdGroupPairs: [{ GroupId: id, UserId: account.id }] };
    aws.control.update(HERE, 'securityGroup', id, { IpPermissions: [rule] });
    await restored(await deleted(id));
    const [now] = groups();
    expect(now?.IpPermissions?.[0]?.UserIdGroupPairs).toMatchObject([{ GroupId: now?.GroupId }]);
  });

  test('that had no outbound rule has none', async () => {
    await restored(await deleted(add({ VpcId: 'vpc-1', IpPermissionsEgress: [] })));
    expect(groups()[0]?.IpPermissionsEgress ?? []).toEqual([]);
  });

  test('whose rules AWS refuses is reported with its new id and the commands that are left', async () => {
    const stored = await deleted(add({ VpcId: 'vpc-1', ...RULES }));
    aws.control.deny({ account: HERE.account, action: 'ec2:AuthorizeSecurityGroupIngress' });
    const { done } = await restored(stored);
    expect(done).toMatchObject({
      kind: 'byHand',
      why: expect.stringContaining(groups()[0]?.GroupId ?? ''),
      steps: [{ command: expect.stringContaining('authorize-security-group-ingress') }, {}],
    });
  });

  test('is not made a second time where the name is taken', async () => {
    const stored = await deleted(add({ GroupName: 'web', VpcId: 'vpc-1' }));
    add({ GroupName: 'web', VpcId: 'vpc-1' });
    expect((await restored(stored)).done).toMatchObject({ kind: 'refused' });
    expect(groups()).toHaveLength(1);
  });
});

describe('C11 the use by an interface ends with', () => {
  const read = () => groupInterfaces.read({ account: account.name, location: HERE.region }, scope, [], io);
  let io: Io;
  beforeEach(() => {
    io = aws.io();
  });

  test('the load balancer that made it, also while the interface outlives it', async () => {
    const id = add();
    const [arn = ''] = aws.control.addLoadBalancerV2s(HERE, [{ LoadBalancerName: 'web', SecurityGroups: [id] }]);
    const expected = [{ alias: id, says: 'used', byId: arn, byType: 'loadBalancerV2' }];
    expect(await read()).toMatchObject(expected);
    aws.control.remove(HERE, 'loadBalancerV2', arn);
    expect(await read()).toMatchObject(expected);
  });

  test('a load balancer that is not known while the store does not answer: the group is unknown, not used by a stranger', async () => {
    const id = add();
    const Description = 'ELB app/web/50dc6c495c0c9188';
    aws.control.addNetworkInterfaces(HERE, [{ Groups: [{ GroupId: id }], Description }]);
    const away = async () => {
      throw new StoreError('Redis is away');
    };
    io = aws.io({ learnt: { get: away, put: away, forget: away } });
    await expect(read()).rejects.toMatchObject({ name: 'ReadError', problem: 'unreachable', found: [] });
  });

  test('the load balancer that it knows also while the store does not answer', async () => {
    const id = add();
    const [arn = ''] = aws.control.addLoadBalancerV2s(HERE, [{ LoadBalancerName: 'web', SecurityGroups: [id] }]);
    const away = async () => {
      throw new StoreError('Redis is away');
    };
    io = aws.io({ learnt: { get: away, put: away, forget: away } });
    expect(await read()).toMatchObject([{ alias: id, byId: arn }]);
  });

  test('nothing of ours, where no listing ever showed that load balancer', async () => {
    const id = add();
    aws.control.addNetworkInterfaces(HERE, [
      { Groups: [{ GroupId: id }], Description: 'ELB app/web/50dc6c495c0c9188' },
    ]);
    const [finding] = await read();
    expect(finding).toMatchObject({ alias: id, says: 'used' });
    expect(finding).not.toHaveProperty('byId');
  });

  test.each([
    ['ELB old-web', { byId: 'old-web', byType: 'loadBalancer' }],
    ['made by hand', { byType: 'networkInterface' }],
  ])('its own deletion or that of a classic load balancer: %s', async (Description, expected) => {
    aws.control.addNetworkInterfaces(HERE, [{ Groups: [{ GroupId: add() }], Description }]);
    expect(await read()).toMatchObject([expected]);
  });
});
