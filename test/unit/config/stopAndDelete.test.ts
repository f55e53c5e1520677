/** Entries of one place of which one stops what the other deletes: the stop must not begin the wait of the deletion anew for ever. */
import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { handlers } from '../../../src/handlers/index.ts';

const REGIONS = ['us-east-1', 'eu-west-1'];
const ACCOUNTS = ['one', 'two'].map(
  (name, index) => `{ name: ${name}, provider: aws, id: "11111111111${index}", locations: [${REGIONS.join(', ')}] }`,
);

function load(entries: readonly string[]): string {
  const text = `
dryRun: false
accounts: [${ACCOUNTS.join(', ')}]
mail: { smtp: "smtp://127.0.0.1:2525", from: a@example.com }
http: { public: { url: "https://holystone.example.com" } }
optOut: { keys: [{ id: a, secret: "0123456789abcdef0123456789abcdef" }] }
signing: { keys: [{ id: a, secret: "fedcba9876543210fedcba9876543210" }] }
owner: { domains: any }
defaults: { notice: { fallback: a@example.com } }
cleanup: [${entries.map((entry) => `{ when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test }, ${entry} }`).join(', ')}]
`;
  try {
    loadConfiguration({ text }, { env: {}, handlers });
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}

const STOPS = 'type: dbInstance, actions: [mark, notify, stop]';
const DELETES = 'type: dbInstance';
const LIVE = ', live: true';
const WORDS =
  /cleanup\[\d\].*deletes what another one of type `runningDbInstance`.*stops in one\/us-east-1.*no resource of type `dbInstance` would ever be deleted.*`live: false`/s;

describe('A43 one entry stops and one deletes the databases of a place', () => {
  test.each<[string, readonly string[]]>([
    ['the stop first', [STOPS + LIVE, DELETES + LIVE]],
    ['the deletion first', [DELETES + LIVE, STOPS + LIVE]],
    ['the type that stops by its name', [`type: runningDbInstance${LIVE}`, DELETES + LIVE]],
    ['with names of providers', [`type: aws.runningDbInstance${LIVE}`, `type: aws.dbInstance${LIVE}`]],
    [
      'for other tags, which may be those of one database',
      [`${STOPS}${LIVE}, match: { tag: { env: dev } }`, `${DELETES}${LIVE}, match: { tag: { env: test } }`],
    ],
    ['in one of its places', [`${STOPS}${LIVE}, accounts: [one]`, `${DELETES}${LIVE}, locations: [us-east-1]`]],
  ])('%s: refused, with what happens and what to do', (_what, entries) => {
    expect(load(entries)).toMatch(WORDS);
  });

  test.each<[string, readonly string[]]>([
    ['in other accounts', [`${STOPS}${LIVE}, accounts: [one]`, `${DELETES}${LIVE}, accounts: [two]`]],
    ['in other regions', [`${STOPS}${LIVE}, locations: [us-east-1]`, `${DELETES}${LIVE}, locations: [eu-west-1]`]],
    ['the deletion is a plan', [STOPS + LIVE, `${DELETES}, live: false`]],
    ['the stop is a plan', [STOPS, DELETES + LIVE]],
    ['the one only tells people', [STOPS + LIVE, `${DELETES}${LIVE}, actions: [mark, notify]`]],
    ['one alone', [DELETES + LIVE]],
    [
      'of instances: their type deletes what is stopped',
      [`type: instance, actions: [mark, notify, stop]${LIVE}`, `type: instance${LIVE}`],
    ],
  ])('%s: accepted', (_what, entries) => {
    expect(load(entries)).toBe('accepted');
  });

  test('each type that can be stopped either deletes what is stopped, or says that a stop ends its mark', () => {
    const pairs = handlers.filter(({ stoppedAs }) => stoppedAs !== undefined);
    expect(pairs.map(({ resourceType, stopEndsMark = false }) => [resourceType, stopEndsMark]).toSorted()).toEqual([
      ['dbCluster', true],
      ['dbInstance', true],
      ['instance', false],
      ['warehouse', true],
    ]);
  });
});
