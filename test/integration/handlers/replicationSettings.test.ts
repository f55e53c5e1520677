/** Services whose settings nothing reads: where nobody set them up there are none. */
import { expect, test } from '@jest/globals';
import { replicationSettings } from '../../../src/handlers/aws/evidence/network/replicationSettings.ts';
import { account, awsForEach, failureOf, HERE, otherAccount, scopeOf } from './fixture.ts';

const aws = awsForEach();

const PLACE = { account: account.name, location: HERE.region };
const roles = (...paths: readonly string[]) =>
  aws.control.addAnswers(
    HERE,
    paths.map((Path) => ({ operation: 'ListRoles', item: { Path, RoleName: 'AWSServiceRole' } })),
  );
const read = () => replicationSettings.read(PLACE, scopeOf({}), [], aws.io());

test('A19 no group is in the settings of a service that nobody set up, whatever other roles there are', async () => {
  roles('/', '/drs.amazonaws.com/', '/aws-service-role/ecs.amazonaws.com/', '/aws-service-role/mgnx.amazonaws.com/');
  expect(await read()).toEqual([]);
});

test.each([
  ['drs.amazonaws.com', 'Elastic Disaster Recovery'],
  ['mgn.amazonaws.com', 'Application Migration Service'],
  ['mgn.amazonaws.com.cn', 'Application Migration Service'],
])('A19 the role of %s says that any group may be in the settings of %s', async (principal, service) => {
  aws.control.setPageLimit(1);
  roles('/aws-service-role/ecs.amazonaws.com/', `/aws-service-role/${principal}/`);
  const { message } = await failureOf(read());
  expect(message).toContain(`${service} is set up in account test`);
  expect(message).toContain('evidence.off: [replicationSettings]');
});

test('A3 a refused listing is a gap, too', async () => {
  aws.control.deny({ account: HERE.account, action: 'iam:ListRoles' });
  expect(await failureOf(read())).toMatchObject({ problem: 'denied' });
});

test('roles are asked for once in each account, wherever the group is', () => {
  const scope = scopeOf({}, { location: 'eu-west-1' });
  expect(replicationSettings.places(scope).map((one) => one.account)).toEqual([account.name, otherAccount.name]);
});
