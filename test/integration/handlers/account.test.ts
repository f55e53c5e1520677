import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import { instances } from '../../../src/handlers/aws/evidence/mentioning/compute.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { NO_NAME } from '../../support/noName.ts';
import { account, awsForEach, failureOf, ID, OTHER_ID, openGate, otherAccount, REGION, scopeOf } from './fixture.ts';

const aws = awsForEach();

const verify = (change: object = {}, io?: Partial<Io>) => {
  const changed: Account = { ...account, settings: { ...account.settings, ...change } };
  return image.open(scopeOf(image.parameters.parse({}), { account: changed }), aws.io(io)).verifyAccount();
};

test('L11 id and alias as declared → verified, in the role of the configuration', async () => {
  await verify();
  const calls = aws.control.calls().filter(({ operation }) => operation !== 'AssumeRole');
  expect(calls.map(({ operation, role }) => `${operation} as ${role}`)).toEqual([
    'GetCallerIdentity as reader',
    'ListAccountAliases as reader',
  ]);
});

test('L11 STS answers another id → the account is not touched', async () => {
  const error = await failureOf(verify({ readRole: `arn:aws:iam::${OTHER_ID}:role/reader` }));
  expect(error).toMatchObject({
    problem: 'wrongAccount',
    message: expect.stringContaining(`belongs to account ${OTHER_ID}`),
  });
});

test('L11 another alias than declared, or none → the account is not touched', async () => {
  expect(await failureOf(verify({ alias: 'acme-prod' }))).toMatchObject({
    problem: 'wrongAccount',
    message: expect.stringContaining('has the alias acme-test'),
  });
});

test('an alias that may not be read → error with the permission, not taken for right', async () => {
  aws.control.deny({ account: ID, action: 'iam:ListAccountAliases' });
  expect(await failureOf(verify())).toMatchObject({ problem: 'denied', permission: 'iam:ListAccountAliases' });
});

test('asked once per role, not once per pass; a failure is not remembered', async () => {
  aws.control.deny({ account: ID, action: 'iam:ListAccountAliases' });
  await failureOf(verify());
  aws.control.allow({ account: ID, action: 'iam:ListAccountAliases' });
  await verify();
  await verify();
  expect(aws.control.calls({ operation: 'ListAccountAliases' }).map(({ status }) => status)).toEqual([403, 200]);
});

test('the reads that a pass begins with ask once together, and once more after a failure', async () => {
  const session = image.open(scopeOf(image.parameters.parse({}), { account }), aws.io());
  const together = () => Promise.all(Array.from({ length: 20 }, () => failureOf(session.verifyAccount())));
  aws.control.addFault({ operation: 'GetCallerIdentity', kind: 'error', code: 'Unavailable', status: 400 });
  const failures = await together();
  expect(failures.every((failure) => failure instanceof Error)).toBe(true);
  aws.control.clearFaults();
  expect(aws.control.calls({ operation: 'GetCallerIdentity' })).toHaveLength(1);
  await Promise.all(Array.from({ length: 20 }, () => session.verifyAccount()));
  expect(aws.control.calls({ operation: 'GetCallerIdentity' })).toHaveLength(2);
});

test('asked again after a quarter of an hour', async () => {
  await verify();
  await verify({}, { clock: { now: () => Date.now() + 16 * 60_000 } });
  expect(aws.control.calls({ operation: 'GetCallerIdentity' })).toHaveLength(2);
});

test('where something may be deleted, the deleting identity is verified as well', async () => {
  await verify({}, { permit: openGate() });
  const calls = aws.control.calls({ operation: 'GetCallerIdentity' });
  expect(calls.map(({ role }) => role)).toEqual(['reader', 'deleter']);
});

test('a role that may not be assumed → error that names it and sts:AssumeRole', async () => {
  const readRole = `arn:aws:iam::${ID}:role/nobody`;
  expect(await failureOf(verify({ readRole }))).toMatchObject({
    problem: 'denied',
    permission: 'sts:AssumeRole',
    message: expect.stringContaining(readRole),
  });
});

test('the external id and a session name go with the role', async () => {
  await verify({ externalId: 'holy-1' });
  expect(aws.control.calls({ operation: 'AssumeRole' })[0]?.input).toMatchObject({
    ExternalId: 'holy-1',
    RoleSessionName: 'holystone',
  });
});

test('a role is assumed once, however many clients and regions use it', async () => {
  await Promise.all([verify(), verify(), verify()]);
  const io = aws.io();
  await instances.read({ account: 'test', location: REGION }, scopeOf({}), [], io);
  await instances.read({ account: 'test', location: 'us-west-2' }, scopeOf({}), [], io);
  expect(aws.control.calls({ operation: 'AssumeRole' })).toHaveLength(1);
});

test('no credentials that AWS knows → error that says so', async () => {
  const { settings: _settings, ...bare } = account;
  process.env.AWS_ACCESS_KEY_ID = 'AKIANOBODY0000000000';
  const session = image.open(scopeOf(image.parameters.parse({}), { account: bare }), aws.io());
  expect(await failureOf(session.verifyAccount())).toMatchObject({
    problem: 'credentials',
    message: expect.stringContaining('account test has no readRole'),
  });
});

test('A14 a region that is switched off → error that says so', async () => {
  const place = { account: 'test', location: 'af-south-1' };
  const error = await failureOf(instances.read(place, scopeOf({}), [], aws.io()));
  expect(error).toMatchObject({ problem: 'credentials', message: expect.stringContaining('not switched on') });
});

test('no server listens at the endpoint → unreachable, with a sentence', async () => {
  process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:1';
  expect(await failureOf(verify())).toMatchObject({
    problem: 'unreachable',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

describe('in a command that a person waits for', () => {
  /** Each attempt of a call takes from the pacer; the SDK counts the attempts to assume a role. */
  const attempts = () => aws.pacer.taken.filter(({ api }) => api.startsWith('sts')).length;
  const { readRole: _role, ...settings } = account.settings as { readRole: string };
  const roleless: Account = { ...account, settings };
  const verifyIn = (location: string, io: Partial<Io>, as = roleless) =>
    failureOf(image.open(scopeOf(image.parameters.parse({}), { account: as, location }), aws.io(io)).verifyAccount());
  let now = 0;
  const waitedFor = { isWaitedFor: true, clock: { now: () => now } } as const;

  beforeEach(() => {
    process.env.AWS_MAX_ATTEMPTS = '3';
  });

  test.each([
    ['an endpoint where nothing listens', 'http://127.0.0.1:1', 'ECONNREFUSED'],
    ['an endpoint whose name has no address', `http://sts.${NO_NAME}.invalid`, /ENOTFOUND|EAI_AGAIN/],
  ])('%s gets one attempt, and no other namespace waits for it again', async (_what, url, said) => {
    process.env.AWS_ENDPOINT_URL = url;
    const first = await verifyIn(REGION, waitedFor);
    expect(first).toMatchObject({ problem: 'unreachable', message: expect.stringMatching(said) });
    expect(first.cause).toMatchObject({ $metadata: { attempts: 1, totalRetryDelay: 0 } });
    expect(await verifyIn(REGION, waitedFor)).toBe(first);
    expect(attempts()).toBe(1);
    await verifyIn('eu-west-1', waitedFor);
    expect(attempts()).toBe(2);
    now += 60_000;
    await verifyIn(REGION, waitedFor);
    expect(attempts()).toBe(3);
  });

  test('a role that cannot be assumed because nothing listens gets one attempt', async () => {
    process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:1';
    const error = await verifyIn(REGION, waitedFor, account);
    expect(error.cause).toMatchObject({ $metadata: { attempts: 1, totalRetryDelay: 0 } });
  });

  test('an error of AWS is still tried again: it may pass', async () => {
    aws.control.addFault({
      kind: 'error',
      operation: 'GetCallerIdentity',
      code: 'ServiceUnavailable',
      status: 503,
      times: 1,
    });
    await image.open(scopeOf(image.parameters.parse({})), aws.io(waitedFor)).verifyAccount();
    expect(attempts()).toBe(2);
  });

  test('a pass tries again where nothing listens, and the next one too', async () => {
    process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:1';
    await verifyIn(REGION, {});
    await verifyIn(REGION, {});
    expect(attempts()).toBe(6);
  });
});

test('evidence of another account is read only if it is that account', async () => {
  const impostor: Account = { ...otherAccount, settings: account.settings as object };
  const scope = scopeOf({}, { accounts: [account, impostor] });
  const place = { account: 'other', location: REGION };
  expect(await failureOf(instances.read(place, scope, [], aws.io()))).toMatchObject({ problem: 'wrongAccount' });
  expect(aws.operations()).not.toContain('DescribeInstances');
});

describe('an account that is declared without id', () => {
  const { id: _id, ...nameless } = otherAccount;
  const { settings: _settings, ...bare } = nameless;
  const AWAY = { account: 'other', location: REGION };
  /** They read files of a person, and no account. */
  const FILES = ['externalReferences', 'livingClusters'];
  const places = image.evidence.filter(
    ({ per, name, provider }) => per === 'location' && !FILES.includes(name) && provider !== 'kubernetes',
  );
  const described = () => aws.operations().filter((operation) => operation.startsWith('Describe'));

  test.each([
    ['with a role', nameless],
    ['with the default credentials', bare],
  ])('L11 A1 is no evidence about others (%s): whether it is that account cannot be known', async (_what, other) => {
    const scope = scopeOf(image.parameters.parse({}), { accounts: [account, other] });
    for (const source of places) {
      expect(await failureOf(source.read(AWAY, scope, [], aws.io()))).toMatchObject({
        problem: 'wrongAccount',
        message: expect.stringMatching(/account other is declared without id.*accounts\[\]\.id/),
      });
    }
    expect(described()).toEqual([]);
  });

  test('L11 is listed, with its own evidence', async () => {
    const scope = scopeOf(image.parameters.parse({}), { account: nameless, accounts: [account, nameless] });
    await image.open(scope, aws.io()).verifyAccount();
    for (const source of places) expect(await source.read(AWAY, scope, [], aws.io())).toEqual([]);
  });

  test('L11 STS answers with another configured account → Holystone does not touch the account', async () => {
    const scope = scopeOf(image.parameters.parse({}), { account: bare, accounts: [account, bare] });
    expect(await failureOf(image.open(scope, aws.io()).verifyAccount())).toMatchObject({
      problem: 'wrongAccount',
      message: expect.stringContaining(`belongs to account ${ID}, which is declared as test`),
    });
    for (const source of places) {
      expect(await failureOf(source.read(AWAY, scope, [], aws.io()))).toMatchObject({ problem: 'wrongAccount' });
    }
    expect(described()).toEqual([]);
  });
});
