import { describe, expect, test } from '@jest/globals';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import { instances } from '../../../src/handlers/aws/evidence/mentioning/compute.ts';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import { everyAccount, everyLocation, provenReader } from '../../../src/handlers/aws/wire/places.ts';
import type { EvidenceSource, Handler } from '../../../src/handlers/contract/handler.ts';
import { NO_NAME } from '../../support/noName.ts';
import { account, awsForEach, collect, failureOf, HERE, otherAccount, REGION, scopeOf } from './fixture.ts';

const { handlers } = provider;

/** Not switched on in the sandbox's accounts. */
const OFF = 'eu-south-1';

const aws = awsForEach();

const at = (handler: Handler, location: string) => scopeOf<unknown>(handler.parameters.parse({}), { location });
const readInstances = (location: string) =>
  instances.read({ account: 'test', location }, scopeOf({}, { location }), [], aws.io());
const advice = (region: string) =>
  expect.stringMatching(new RegExp(`not switched on.*${region}|${region}.*not switched on`));

describe.each(handlers.map((handler) => [handler.resourceType, handler] as const))(
  'A14 %s in a region that is switched off',
  (_, handler) => {
    test('the listing fails, and the error says that the region is not switched on', async () => {
      const session = handler.open(at(handler, OFF), aws.io());
      expect(await failureOf(collect(session.list()))).toMatchObject({
        name: 'ReadError',
        problem: 'credentials',
        message: advice(OFF),
      });
    });

    test('every source of evidence fails, also when another region has verified the account', async () => {
      await handler.open(at(handler, REGION), aws.io()).verifyAccount();
      const scope = at(handler, OFF);
      const off = (source: EvidenceSource) => source.places(scope).filter(({ location }) => location === OFF);
      const sources = handler.evidence
        // Nobody set that service up, in any region (ADR 123).
        .filter(({ name }) => name !== 'responsePlans')
        .filter((source) => source.per === 'location' && off(source).length > 0);
      for (const source of sources) {
        for (const place of off(source)) {
          expect([source.name, await failureOf(source.read(place, scope, [], aws.io()))]).toMatchObject([
            source.name,
            { name: 'ReadError', problem: 'credentials', message: advice(OFF) },
          ]);
        }
      }
    });
  },
);

test('A14 Holystone reads a region that is off first → the read of another region still succeeds', async () => {
  aws.control.addInstances(HERE, [{ ImageId: 'ami-0123456789abcdef0' }]);
  expect(await failureOf(readInstances(OFF))).toMatchObject({ problem: 'credentials' });
  expect(await readInstances(REGION)).toHaveLength(1);
});

test('A14 Holystone reads regions that are off at the same time as another one → the read of that one still succeeds', async () => {
  aws.control.addInstances(HERE, [{ ImageId: 'ami-0123456789abcdef0' }]);
  const [off, alsoOff, on] = await Promise.allSettled([OFF, OFF, REGION].map(readInstances));
  expect([off?.status, alsoOff?.status, on?.status]).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test.each([
  ['OptInRequired', 403, 'credentials', /region us-east-1 is not switched on/],
  ['AuthFailure', 401, 'credentials', /region us-east-1 is not switched on/],
  ['UnauthorizedOperation', 403, 'denied', /ec2:DescribeInstances is denied; allow it for the role/],
  ['UnsupportedOperation', 400, 'failed', /ec2:DescribeInstances failed \(UnsupportedOperation/],
] as const)(
  'A14 AWS answers %s → the read fails, and the error says what to do',
  async (code, status, problem, message) => {
    aws.control.addFault({ kind: 'error', operation: 'DescribeInstances', code, status });
    expect(await failureOf(readInstances(REGION))).toMatchObject({
      name: 'ReadError',
      problem,
      message: expect.stringMatching(message),
    });
  },
);

test('A14 STS is not activated in the region → the read fails, and the error says so', async () => {
  aws.control.addFault({ kind: 'error', operation: 'AssumeRole', code: 'RegionDisabledException', status: 403 });
  expect(await failureOf(readInstances(REGION))).toMatchObject({ problem: 'credentials', message: advice(REGION) });
});

test('A14 the endpoint has no address in DNS → the read fails, and the error names the region', async () => {
  process.env.AWS_ENDPOINT_URL = `http://ec2.us-esat-1.${NO_NAME}.invalid`;
  expect(await failureOf(readInstances('us-esat-1'))).toMatchObject({
    problem: 'unreachable',
    message: expect.stringMatching(/the endpoint for .* in us-esat-1 .*the region's name/),
  });
});

describe('A14 partitions', () => {
  const china = { ...otherAccount, name: 'china', locations: ['cn-north-1', 'cn-northwest-1'] };
  const government = { ...otherAccount, name: 'government', locations: ['us-gov-west-1'] };
  const unsaid = { ...otherAccount, name: 'unsaid', locations: [] };
  const accounts = [account, china, government, unsaid];
  const placesIn = (location: string, own: Account) =>
    everyAccount(scopeOf({}, { account: own, accounts, location })).map((place) => place.account);

  test('Holystone reads no account of another partition, because it cannot use resources here', () => {
    expect(placesIn('us-east-1', account)).toEqual(['test', 'unsaid']);
    expect(placesIn('cn-north-1', china)).toEqual(['china', 'unsaid']);
    expect(placesIn('us-gov-east-1', government)).toEqual(['government', 'unsaid']);
  });

  test('Holystone reads the account itself, whatever locations it declares', () => {
    expect(placesIn('us-east-1', china)).toEqual(['test', 'china', 'unsaid']);
  });
});

describe('A15 law 1 the regions of an account', () => {
  const placesWith = (of: Partial<Account>) =>
    everyLocation(scopeOf({}, { accounts: [account, { ...otherAccount, ...of }] }))
      .filter((place) => place.account === otherAccount.name)
      .map(({ location }) => location);

  test('Holystone reads the declared regions of an account, and those in which it may only use something', () => {
    expect(placesWith({ locations: [REGION, 'eu-west-1'] })).toEqual([REGION, 'eu-west-1']);
    expect(placesWith({ locations: [], usedIn: [REGION, 'eu-west-1'] })).toEqual([REGION, 'eu-west-1']);
  });

  test('Holystone cannot list the regions of an account → it adds one place to read, and that read fails', async () => {
    const accounts = [account, { ...otherAccount, locations: [], regionsUnread: true as const }];
    const scope = scopeOf({}, { accounts });
    const unread = everyLocation(scope).filter(({ location }) => location !== REGION);
    expect(unread.map((place) => place.account)).toEqual([otherAccount.name]);
    for (const place of unread) {
      expect(await failureOf(provenReader(place, scope, aws.io()))).toMatchObject({
        name: 'ReadError',
        message: expect.stringMatching(/the regions of account .* could not be read \(ec2:DescribeRegions/),
      });
    }
  });
});
