/** Two instances on one Redis, AWS Organizations in the sandbox: one lists, another takes over, a failure changes little. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AccountListings } from '../../src/composition/accountListings.ts';
import { RunningConfiguration } from '../../src/composition/runningConfiguration.ts';
import type { Configuration } from '../../src/config/load/configuration.ts';
import { loadConfiguration } from '../../src/config/load/loader.ts';
import { newMark } from '../../src/core/mark/mark.ts';
import type { Listings } from '../../src/core/policy/listing.ts';
import { handlers, providers } from '../../src/handlers/index.ts';
import { listAt } from '../../src/handlers/listing.ts';
import { collectingLogger, type LogLine } from '../support/fleet.ts';
import { ManualClock, namespace } from '../support/queue.ts';
import { ID, OTHER_ID, startAws, type TestAws } from './handlers/fixture.ts';
import { openState, type StateFixture } from './state/support.ts';

const HOUR = 3_600_000;
const KEY = { id: 'k1', secret: 'one secret of thirty-two letters' };
const THIRD = '333333333333';
const YAML = `
accounts:
  - { name: main, provider: aws, id: "${ID}", locations: [us-east-1], readRole: "arn:aws:iam::${ID}:role/reader" }
  - from: organizations
    through: main
    readRole: "arn:aws:iam::{id}:role/reader"
    deleteRole: "arn:aws:iam::{id}:role/deleter"
    locations: [us-east-1]
cleanup: [{ type: image, when: [{ rule: unused }] }]
`;

let aws: TestAws;
let store: StateFixture;
let clock: ManualClock;
let log: LogLine[];
beforeAll(async () => {
  [aws, store] = await Promise.all([startAws(), openState({ signingKeys: [KEY] })]);
});
afterAll(async () => {
  await aws.close();
  await store.close();
});
beforeEach(async () => {
  await store.redis.flush();
  aws.control.clearFaults();
  clock = new ManualClock(Date.UTC(2026, 0, 5, 12));
  log = [];
  organization();
});

const organization = (...accounts: string[]) =>
  aws.control.setOrganization({ id: 'o-1234567890', managementAccount: ID, accounts: [OTHER_ID, ...accounts] });
const fail = () => aws.control.addFault({ kind: 'deny', operation: 'ListAccounts' });
const asked = () => aws.control.calls({ operation: 'ListAccounts' }).length;

/** An instance, with its parts. */
function instance(yaml = YAML) {
  const logger = collectingLogger(log);
  const listings: AccountListings = new AccountListings({
    store: store.listings,
    claimSlot: store.claimSlot,
    list: (entry, before) => listAt(providers, entry, before, aws.io({ clock })),
    clock,
    log: logger,
  });
  const load = (known: Listings = listings.listings): Configuration =>
    loadConfiguration({ text: yaml, file: 'x.yaml' }, { env: {}, handlers, listings: known });
  const running = new RunningConfiguration(load(), load, logger);
  return {
    listings,
    running,
    look: async () => {
      const isChanged = await listings.look(running.listings());
      if (isChanged) running.reload('AWS Organizations');
      return isChanged;
    },
    ignored: () => load().ignored.map(({ what, why }) => `${what}: ${why}`),
    accounts: () => running.workConfigurations().map(({ account }) => account.name),
  };
}

test('P19 an id in `exclude` that no account has is told, one that an account has is not, and a unit is none', async () => {
  const excluding = (ids: string) => YAML.replace('through: main', `through: main\n    exclude: [${ids}]`);
  const one = instance(excluding(`"${OTHER_ID}", "${THIRD}"`));
  await one.look();
  expect(one.listings.problems).toEqual([
    `no listed account has the id ${THIRD} of \`exclude\`: correct it, or remove it`,
  ]);
  expect((one.running.declared() as Configuration).ignored).toContainEqual({
    what: `exclude ${THIRD}`,
    why: 'no listed account of AWS Organizations has this id: correct it, or remove it',
  });
  organization(THIRD);
  clock.now = () => Date.UTC(2026, 0, 7);
  await one.look();
  expect(one.listings.problems).toEqual([]);
});

describe('accounts of AWS Organizations over the fleet', () => {
  test('one instance lists, the others take it over, and all run with the same', async () => {
    const [one, two] = [instance(), instance()];
    const before = asked();
    expect(await one.look()).toBe(true);
    expect(await two.look()).toBe(true);
    expect(asked() - before).toBe(1);
    expect(one.accounts()).toEqual(['main', OTHER_ID]);
    const hashes = [one, two].map(({ running }) => running.workConfigurations().map(({ hash }) => hash));
    expect(hashes[0]).toEqual(hashes[1]);
    expect(await one.look()).toBe(false);
  });

  test('an account that appears is worked on at the next refresh, and not before', async () => {
    const one = instance();
    await one.look();
    organization(THIRD);
    clock.advance(HOUR / 2);
    expect(await one.look()).toBe(false);
    clock.advance(HOUR / 2);
    expect(await one.look()).toBe(true);
    expect(one.accounts()).toEqual(['main', OTHER_ID, THIRD]);
    const said = log.findLast(({ message }) => message === 'accounts of AWS Organizations');
    expect(said?.fields).toMatchObject({ appeared: [THIRD], left: [] });
  });

  test('Holystone only surveys a new account; it names a suspended account and does not work on it', async () => {
    const one = instance();
    await one.look();
    organization(THIRD);
    clock.advance(HOUR);
    await one.look();
    const stagesOf = () =>
      one.running.workConfigurations().map(({ account, startStage }) => [account.name, startStage]);
    expect(stagesOf()).toEqual([
      ['main', 'live'],
      [OTHER_ID, 'plan'],
      [THIRD, 'plan'],
    ]);
    const states = { [THIRD]: 'SUSPENDED' } as const;
    aws.control.setOrganization({ id: 'o-1234567890', managementAccount: ID, accounts: [OTHER_ID, THIRD], states });
    clock.advance(HOUR);
    expect(await one.look()).toBe(true);
    expect(one.accounts()).toEqual(['main', OTHER_ID]);
    const said = log.findLast(({ message }) => message === 'accounts of AWS Organizations');
    expect(said?.fields).toMatchObject({ appeared: [], left: [], notWorkedOn: [`${THIRD} SUSPENDED`] });
    // Users are looked for there all the same: an unreadable one is unknown.
    expect(one.running.workConfigurations()[0]?.accounts.map(({ name }) => name)).toContain(THIRD);
  });

  test.each<[string, (text: string) => string]>([
    ['without an account', (text) => text.replace(OTHER_ID, THIRD)],
    ['without a checksum', (text) => text.replace(/,"mac":.*/, '}')],
  ])(
    'Law 8 a stored listing that somebody wrote %s counts as absent, and one instance lists again',
    async (_, forged) => {
      await instance().look();
      const [key = ''] = await store.connection.client.keys('*:listing');
      await store.connection.client.set(key, forged((await store.connection.client.get(key)) ?? ''));
      clock.advance(5 * 60_000);
      const before = asked();
      const restarted = instance();
      expect(await restarted.look()).toBe(true);
      expect([asked() - before, restarted.accounts()]).toEqual([1, ['main', OTHER_ID]]);
    },
  );

  test('Law 8 somebody claims every slot and puts an old listing back: an instance lists for itself, once per slot', async () => {
    const one = instance();
    await one.look();
    const [key = ''] = await store.connection.client.keys('*:listing');
    const old = (await store.connection.client.get(key)) ?? '';
    organization(THIRD);
    clock.advance(HOUR);
    await one.look();
    await store.connection.client.set(key, old);
    clock.advance(HOUR);
    const restarted = instance();
    const slot = Math.floor(clock.now() / (5 * 60_000)) * 5 * 60_000;
    const entry = restarted.running.listings()[0];
    expect(await store.claimSlot(`accounts:${entry?.key}`, slot)).toBe(true);
    await restarted.look();
    const before = asked();
    await restarted.look();
    expect([restarted.accounts(), asked() - before]).toEqual([['main', OTHER_ID, THIRD], 0]);
  });

  test('law 1 a listing that fails changes nothing, and is reported once; a restarted instance knows the former accounts', async () => {
    const one = instance();
    await one.look();
    const mark = newMark(
      {
        namespace: namespace(`aws:${OTHER_ID}:us-east-1:image`),
        resource: { id: 'ami-1', identity: 'ami-1', name: 'x', tags: {}, aliases: [] },
        reasons: ['unused'],
        owner: 'a@example.com',
        ownerVia: 'tag',
        projectedDeletionAt: 0,
      },
      'generation',
      0,
    );
    const audit = { at: 0, namespace: mark.namespace, id: mark.id, event: 'marked', actor: 'test' } as const;
    await store.marks.apply(mark.namespace, [{ id: mark.id, before: undefined, after: mark, audit }]);
    fail();
    for (let i = 0; i < 3; i++) {
      clock.advance(2 * HOUR);
      expect(await one.look()).toBe(false);
    }
    expect(one.accounts()).toEqual(['main', OTHER_ID]);
    expect(one.listings.problems[0]).toMatch(/the last listing stays in effect: .*ListAccounts/);
    expect(log.filter(({ level }) => level === 'warn')).toHaveLength(1);
    const restarted = instance();
    expect(await restarted.look()).toBe(true);
    expect(restarted.accounts()).toEqual(['main', OTHER_ID]);
    expect(await store.marks.get(mark.namespace, 'ami-1')).toBeDefined();
  });

  test('law 1 a restarted instance knows the former accounts, also when its first listing fails', async () => {
    await instance().look();
    fail();
    clock.advance(2 * HOUR);
    const restarted = instance();
    expect(await restarted.look()).toBe(true);
    expect(restarted.accounts()).toEqual(['main', OTHER_ID]);
  });

  test('without any listing no namespace of the provider is live', async () => {
    fail();
    const one = instance();
    expect(await one.look()).toBe(false);
    expect(one.accounts()).toEqual(['main']);
    expect(one.running.workConfigurations()[0]?.notLiveBecause).toMatch(/not known yet/);
    expect(one.listings.problems[0]).toMatch(/nothing is live until a listing succeeds/);
    aws.control.clearFaults();
    clock.advance(HOUR);
    await one.look();
    expect(one.accounts()).toEqual(['main', OTHER_ID]);
    expect(one.listings.problems).toEqual([]);
  });

  test('an instance stores its listing again in an emptied Redis', async () => {
    const [one, two] = [instance(), instance()];
    await one.look();
    await store.redis.flush();
    await one.look();
    expect(await two.look()).toBe(true);
    expect(two.accounts()).toEqual(['main', OTHER_ID]);
  });
});

describe('the regions of an account, over the fleet', () => {
  const withRegions = (locations: string) => `
accounts:
  - { name: main, provider: aws, id: "${ID}", locations: ${locations}, readRole: "arn:aws:iam::${ID}:role/reader" }
cleanup: [{ type: image, when: [{ rule: unused }] }]
`;
  const switchOn = (...regions: string[]) =>
    aws.control.addAccount({ id: ID, alias: 'acme-test', roles: ['reader', 'deleter'], regions });
  const regionsOf = ({ running }: ReturnType<typeof instance>) =>
    running.workConfigurations().map(({ location }) => location);
  beforeEach(() => {
    switchOn('us-east-1', 'eu-west-1');
  });

  test('A14 `locations: all` → before the first listing nothing is worked on; then the enabled regions, and one more from the listing after it is opted into', async () => {
    const one = instance(withRegions('all'));
    expect([regionsOf(one), one.ignored()]).toEqual([
      [],
      ['the locations of account main: they were not listed yet: nothing is live until a listing succeeds'],
    ]);
    await one.look();
    expect(regionsOf(one)).toEqual(['eu-west-1', 'us-east-1']);
    switchOn('us-east-1', 'eu-west-1', 'ap-east-1');
    expect(await one.look()).toBe(false);
    clock.advance(HOUR);
    expect(await one.look()).toBe(true);
    expect(regionsOf(one)).toEqual(['ap-east-1', 'eu-west-1', 'us-east-1']);
  });

  test('A14 Law 2 a region is switched off → Holystone does not work in it, says so, and still looks for users in it', async () => {
    const one = instance(withRegions('all'));
    await one.look();
    switchOn('us-east-1');
    clock.advance(HOUR);
    await one.look();
    expect(regionsOf(one)).toEqual(['us-east-1']);
    expect(one.running.workConfigurations()[0]?.account).toMatchObject({ usedIn: ['us-east-1', 'eu-west-1'] });
    expect(one.ignored()).toEqual([
      expect.stringMatching(/^location eu-west-1 of account main: it is not listed any more since 2026-01-05: /),
    ]);
  });

  test.each([
    ['denied', { kind: 'deny', operation: 'DescribeRegions' }, /ec2:DescribeRegions is denied; allow it/],
    ['empty', { kind: 'empty', operation: 'DescribeRegions' }, /the answer has no region/],
  ] as const)(
    'A14 Law 1 the listing of regions is %s → the last one stays, and the problem says why',
    async (_what, fault, why) => {
      const one = instance(withRegions('all'));
      await one.look();
      aws.control.addFault(fault);
      clock.advance(HOUR);
      expect(await one.look()).toBe(false);
      expect([regionsOf(one), one.listings.problems]).toEqual([
        ['eu-west-1', 'us-east-1'],
        [expect.stringMatching(why)],
      ]);
    },
  );

  test('A14 a pattern means some of them, beside regions by name', async () => {
    const one = instance(withRegions('[us-east-1, "eu-*"]'));
    await one.look();
    switchOn('us-east-1', 'eu-west-1', 'us-west-2');
    clock.advance(HOUR);
    await one.look();
    expect(regionsOf(one)).toEqual(['us-east-1', 'eu-west-1']);
  });

  test('A14 `locations: all` of an entry for an organisation → the enabled regions of each account', async () => {
    const one = instance(YAML.replace('    locations: [us-east-1]', '    locations: all'));
    aws.control.addAccount({ id: OTHER_ID, roles: ['reader', 'deleter'], regions: ['us-east-1', 'eu-west-1'] });
    await one.look();
    expect(one.running.workConfigurations().map(({ namespace: name }) => name)).toEqual([
      'aws:main:us-east-1:image',
      `aws:${OTHER_ID}:eu-west-1:image`,
      `aws:${OTHER_ID}:us-east-1:image`,
    ]);
  });

  test.each([
    ['al', 'did you mean "all"?'],
    ['enabled', 'allowed: all, or a list of locations and patterns, at least one'],
    ['["us-east1"]', 'did you mean "us-east-1"?'],
  ])('L5 `locations: %s` of an account is refused: %s', (locations, said) => {
    expect(() => instance(withRegions(locations))).toThrow(said);
  });
});
