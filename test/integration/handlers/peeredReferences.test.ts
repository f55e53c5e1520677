/** References to security groups from VPCs behind a peering, and groups that other accounts own. */
import { describe, expect, test } from '@jest/globals';
import { PartialReadError } from '../../../src/core/common/errors.ts';
import { peeredReferences } from '../../../src/handlers/aws/evidence/network/peeredReferences.ts';
import type { SecurityGroupResource } from '../../../src/handlers/aws/resources/securityGroup.ts';
import { securityGroup } from '../../../src/handlers/aws/types/securityGroup/handler.ts';
import { account, awsForEach, collect, failureOf, HERE, OTHER_ID, scopeOf } from './fixture.ts';

const aws = awsForEach();

const scope = scopeOf(securityGroup.parameters.parse({}));
const place = { account: account.name, location: HERE.region };
const STRANGER = '999999999999';

const add = (count: number) =>
  aws.control.addSecurityGroups(
    HERE,
    Array.from({ length: count }, () => ({})),
  );
const candidates = (ids: readonly string[]) => ids.map((id) => ({ id }) as SecurityGroupResource);
const read = (ids: readonly string[]) => peeredReferences.read(place, scope, candidates(ids), aws.io());
const asked = () => aws.control.calls().filter(({ operation }) => operation === 'DescribeSecurityGroupReferences');

function name(id: string): void {
  aws.control.addAccount({ id: STRANGER });
  const UserIdGroupPairs = [{ GroupId: id, VpcPeeringConnectionId: 'pcx-1' }];
  const seed = { VpcId: 'vpc-9', IpPermissionsEgress: [{ IpProtocol: '-1', UserIdGroupPairs }] };
  aws.control.addSecurityGroups({ ...HERE, account: STRANGER }, [seed]);
}

describe('Law 1 A10 a rule in a peered VPC of an account that is not configured', () => {
  test('keeps the group that it names, with the VPC and the peering, and costs one call per 100 groups', async () => {
    const ids = add(150);
    name(ids[120] ?? '');
    expect(await read(ids)).toEqual([{ alias: ids[120], says: 'used', by: 'a rule in VPC vpc-9 (VPC peering pcx-1)' }]);
    expect(asked()).toHaveLength(2);
  });

  test('is found although another group of the same call is gone, and that one is unknown', async () => {
    const [used = '', gone = ''] = add(2);
    name(used);
    aws.control.remove(HERE, 'securityGroup', gone);
    expect(await read([gone, used])).toMatchObject([
      { alias: gone, says: 'unknown' },
      { alias: used, says: 'used' },
    ]);
  });

  test('cannot be looked for where AWS denies it: every group that was asked about is unknown', async () => {
    const ids = add(2);
    aws.control.deny({ account: HERE.account, action: 'ec2:DescribeSecurityGroupReferences' });
    const failure = await failureOf(read(ids));
    expect(failure).toBeInstanceOf(PartialReadError);
    expect(failure).toMatchObject({
      failed: new Set(ids),
      permission: 'ec2:DescribeSecurityGroupReferences',
      message: expect.stringContaining('ec2:DescribeSecurityGroupReferences is denied; allow it for'),
    });
  });
});

describe('Law 1 a security group that the account lists', () => {
  const keptBy = async (change: object = {}) => {
    const [only] = await collect(securityGroup.open(scopeOf({}, change) as typeof scope, aws.io()).list());
    const facts = { now: 0, findings: [] };
    return securityGroup.safeguards.flatMap(({ keeps }) => keeps(only as never, scope.parameters, facts) ?? []);
  };

  test('and owns is kept by no safeguard', async () => {
    add(1);
    expect(await keptBy()).toEqual([]);
  });

  test('and another account owns is kept, and the reason names that account', async () => {
    aws.control.addSecurityGroups(HERE, [{ OwnerId: OTHER_ID }]);
    expect(await keptBy()).toEqual([`account ${OTHER_ID} owns it`]);
  });

  test('and of which AWS does not say who owns it is kept', async () => {
    aws.control.addSecurityGroups(HERE, [{ OwnerId: '' }]);
    expect(await keptBy()).toEqual(['AWS does not say which account owns it']);
  });
});

test('A10 AWS refuses to delete a group that has an association with another VPC, or an endpoint', async () => {
  const [associated = '', ofEndpoint = ''] = add(2);
  aws.control.addGroupAssociations(HERE, [{ GroupId: associated, VpcId: 'vpc-2' }]);
  aws.control.addVpcEndpoints(HERE, [{ Groups: [{ GroupId: ofEndpoint }] }]);
  const session = securityGroup.open(scope, aws.io({ permit: { denies: () => undefined } }));
  for (const id of [associated, ofEndpoint]) {
    const found = (await session.get([id])).get(id);
    if (found?.kind !== 'found') throw new Error(`${id} is not there`);
    expect((await session.delete([found.resource])).get(id)).toMatchObject({ kind: 'refused' });
  }
});
