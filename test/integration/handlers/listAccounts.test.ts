import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY_MS } from '../../../src/core/common/duration.ts';
import type { Listing } from '../../../src/core/policy/listing.ts';
import { listAccounts } from '../../../src/handlers/aws/organization/listAccounts.ts';
import { account, awsForEach, failureOf, ID, OTHER_ID, REGION } from './fixture.ts';

const MEMBERS = Array.from({ length: 45 }, (_, index) => String(400_000_000_000 + index));
const [CLOSED = '', NEW = '', EXCLUDED = ''] = MEMBERS;
const [PROD, TEST, OLD] = ['ou-abcd-11111111', 'ou-abcd-22222222', 'ou-abcd-33333333'];
const SEED = {
  id: 'o-1234567890',
  managementAccount: ID,
  accounts: MEMBERS.slice(0, 40),
  units: [
    { id: PROD, accounts: [OTHER_ID], units: [{ id: TEST, accounts: MEMBERS.slice(40, 43) }] },
    { id: OLD, accounts: MEMBERS.slice(43) },
  ],
  states: { [CLOSED]: 'SUSPENDED', [NEW]: 'PENDING_ACTIVATION' },
  names: { [OTHER_ID]: 'Team A' },
} as const;

const aws = awsForEach();
beforeEach(async () => {
  aws.control.setOrganization(SEED);
});

type Wanted = Partial<Parameters<typeof listAccounts>[0]>;
const list = (wanted: Wanted = {}, before?: Parameters<typeof listAccounts>[1]) =>
  listAccounts({ through: account, ous: [], exclude: [], ...wanted }, before, aws.io());
const ids = async (wanted: Wanted) => (await list(wanted)).accounts.map(({ id }) => id);

describe('listing the accounts of AWS Organizations', () => {
  test('all pages of the organisation, by id, with their names and states in the provider’s words', async () => {
    const { accounts } = await list();
    expect(accounts).toHaveLength(MEMBERS.length + 2);
    expect(aws.control.calls({ operation: 'ListAccounts' })).toHaveLength(3);
    const byId = new Map(accounts.map((one) => [one.id, one]));
    const mail = `${OTHER_ID}@example.com`;
    expect(byId.get(OTHER_ID)).toEqual({ id: OTHER_ID, name: 'Team A', state: 'ACTIVE', mail });
    expect([byId.get(CLOSED)?.state, byId.get(NEW)?.state]).toEqual(['SUSPENDED', 'PENDING_ACTIVATION']);
  });

  test('a listing has the units with all below them, without excluded units and accounts', async () => {
    expect(await ids({ ous: [PROD] })).toEqual([OTHER_ID, ...MEMBERS.slice(40, 43)]);
    expect(await ids({ ous: [PROD, TEST], exclude: [TEST] })).toEqual([OTHER_ID]);
    const rest = await ids({ exclude: [EXCLUDED, OLD] });
    expect(rest).toHaveLength(MEMBERS.length - 1);
    expect(rest).not.toContain(EXCLUDED);
  });

  test('P1 of the units with an owner the nearest one above an account is named, in whatever order they stand', async () => {
    for (const owning of [
      [PROD, TEST],
      [TEST, PROD],
    ]) {
      const { accounts } = await list({ owning });
      const unitOf = (id = '') => accounts.find((one) => one.id === id)?.unit;
      expect([unitOf(OTHER_ID), unitOf(MEMBERS[40]), unitOf(MEMBERS[44]), unitOf(MEMBERS[1])]).toEqual([
        PROD,
        TEST,
        undefined,
        undefined,
      ]);
    }
    aws.control.deny({ account: ID, action: 'organizations:ListAccountsForParent' });
    expect(await failureOf(list({ owning: [PROD] }))).toMatchObject({ message: expect.stringContaining('denied') });
  });

  test('only accounts with all tags of the entry, also with `*`; a tag of another case, another value or none is another', async () => {
    const [first = '', second = '', third = ''] = MEMBERS.slice(5);
    aws.control.setOrganization({
      ...SEED,
      tags: { [first]: { env: 'test', team: 'a' }, [second]: { env: 'test-2' }, [third]: { Env: 'test', team: '' } },
    });
    expect(await ids({ tags: { env: 'test' } })).toEqual([first]);
    expect(await ids({ tags: { env: 'test*' } })).toEqual([first, second]);
    expect(await ids({ tags: { env: 'test*', team: '*' } })).toEqual([first]);
    expect(await ids({ ous: [PROD], tags: { env: '*' } })).toEqual([]);
  });

  test('law 2 an account that loses its tag is like one that left, and tags that cannot be read make no listing', async () => {
    const [first = ''] = MEMBERS.slice(5);
    aws.control.setOrganization({ ...SEED, tags: { [first]: { env: 'test' } } });
    const before = await list({ tags: { env: 'test' } });
    aws.control.setOrganization(SEED);
    expect((await list({ tags: { env: 'test' } }, before)).accounts).toMatchObject([{ id: first, state: 'LEFT' }]);
    aws.control.deny({ account: ID, action: 'organizations:ListTagsForResource' });
    expect(await failureOf(list({ tags: { env: 'test' } }))).toMatchObject({
      message: expect.stringMatching(/ListTagsForResource is denied/),
    });
  });

  test.each([
    ['denied', () => aws.control.deny({ account: ID, action: 'organizations:ListAccounts' }), /ListAccounts is denied/],
    ['a last page that fails', () => fault('error', '"NextToken"'), /ListAccounts failed/],
    ['a token that comes back', () => fault('repeatToken', '"NextToken"'), /same NextToken twice/],
    ['cut off', () => fault('cutOff'), /ListAccounts/],
    ['without members', () => fault('blank'), /has no list in it/],
    ['suddenly empty', () => fault('empty'), /test is not in it/],
  ])('law 1 an answer that is not whole is none: %s', async (_what, break_, why) => {
    break_();
    expect((await failureOf(list())).message).toMatch(why);
  });

  function fault(kind: 'error' | 'repeatToken' | 'cutOff' | 'blank' | 'empty', contains?: string): void {
    aws.control.addFault({ kind, operation: 'ListAccounts', ...(contains === undefined ? {} : { contains }) });
  }

  test('law 1 an unknown or suddenly empty unit changes nothing', async () => {
    expect((await failureOf(list({ ous: ['ou-abcd-99999999'] }))).message).toMatch(/listing the accounts in/);
    const before = await list({ ous: [TEST] });
    aws.control.setOrganization({ ...SEED, units: [{ id: TEST }] });
    expect((await failureOf(list({ ous: [TEST] }, before))).message).toMatch(/it lists no accounts, but did before/);
    expect((await list({ ous: [TEST] })).accounts).toEqual([]);
  });
});

describe('law 1 an account that is not in a whole listing any more', () => {
  const GONE = MEMBERS[41] ?? '';
  const without = { ...SEED, units: [{ id: PROD, accounts: [OTHER_ID, MEMBERS[40] ?? '', MEMBERS[42] ?? ''] }] };
  const wanted = { ous: [PROD] };
  const goneIn = (listing: Listing) => listing.accounts.find(({ id }) => id === GONE);
  const later = (listing: Listing, days: number): Listing => ({
    ...listing,
    accounts: listing.accounts.map((one) =>
      one.leftAt === undefined ? one : { ...one, leftAt: one.leftAt - days * DAY_MS },
    ),
  });

  test('stays, as one that left, for 90 days from then on', async () => {
    const before = await list(wanted);
    aws.control.setOrganization(without);
    const after = await list(wanted, before);
    expect(goneIn(after)).toEqual({ ...goneIn(before), state: 'LEFT', leftAt: after.at });
    const again = await list(wanted, after);
    expect(goneIn(again)?.leftAt).toBe(after.at);
    expect(goneIn(await list(wanted, later(after, 89)))?.state).toBe('LEFT');
    expect(goneIn(await list(wanted, later(after, 90)))).toBeUndefined();
  });

  test('that comes back is one like any other; one that is excluded is forgotten', async () => {
    const before = await list(wanted);
    aws.control.setOrganization(without);
    const after = await list(wanted, before);
    expect(goneIn(await list({ ...wanted, exclude: [GONE] }, after))).toBeUndefined();
    aws.control.setOrganization(SEED);
    expect(goneIn(await list(wanted, after))).toEqual(goneIn(before));
  });
});

describe('regions that are switched on', () => {
  const regionsWith = { readRole: 'arn:aws:iam::{id}:role/reader' };
  const regionsOf = async (before?: Awaited<ReturnType<typeof list>>) => {
    const listing = await list({ ous: [PROD], regionsWith }, before);
    return { listing, other: listing.accounts.find(({ id }) => id === OTHER_ID) };
  };

  test('are read in each account with its own reading role', async () => {
    const { other, listing } = await regionsOf();
    expect(other?.regions).toContain(REGION);
    expect(other?.regions).not.toContain('me-south-1');
    // No role in the others can be assumed: they are known all the same, and so is the reason that they have none.
    const [unread] = listing.accounts.filter(({ id }) => id !== OTHER_ID);
    expect(unread).toMatchObject({ state: 'ACTIVE', problem: expect.stringMatching(/role/) });
    expect(unread?.regions).toBeUndefined();
    expect(listing.accounts).toHaveLength(4);
  });

  test('that cannot be read now are those of before, and it says why', async () => {
    const before = await regionsOf();
    aws.control.deny({ account: OTHER_ID, action: 'ec2:DescribeRegions' });
    const { other } = await regionsOf(before.listing);
    expect(other).toMatchObject({ regions: before.other?.regions, problem: expect.stringMatching(/DescribeRegions/) });
  });
});
