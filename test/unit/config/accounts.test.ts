/** The problems that the provider of an account finds in an entry of `accounts` that the schema accepts. */
import { describe, expect, test } from '@jest/globals';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { load, problemsOf } from './load.ts';

const CLEANUP = 'cleanup: [{ type: widget, when: [{ rule: unused }] }]\n';
const account = (keys: string) => `accounts: [{ name: test, provider: aws, ${keys} }]\n${CLEANUP}`;
const located = (regions: string) => account(`id: "123456789012", locations: [${regions}]`);
const warningsOf = (text: string, env = {}) =>
  load(text, { env }).warnings.map(({ line, column, message }) => `${line}:${column} ${message}`);

describe('a region', () => {
  test('the loader refuses a region that no partition of AWS can have, with its place and the nearest known region', () => {
    expect(problemsOf(located('eu-west-1, us-east1'))).toEqual([
      'h.yaml:1:84: accounts[0].locations[1]: found "us-east1", not the name of an AWS region; did you mean "us-east-1"? allowed: the name of a region, such as us-east-1',
    ]);
  });

  test.each(['US-EAST-1', 'us-east-1a', 'us-east', 'useast1', 'europe-west1', 'here', 'us-east-1.'])(
    '%s is refused',
    (region) => {
      expect(problemsOf(located(`"${region}"`))).toEqual([
        expect.stringMatching(/found ".*allowed: the name of a region/),
      ]);
    },
  );

  test('the loader refuses a region far from every known one without a guess', () => {
    expect(problemsOf(located('headquarters')).join()).toMatch(
      /found "headquarters", not the name of an AWS region; allowed:/,
    );
  });

  test('the loader refuses such a region also in an entry that lists accounts', () => {
    const listed =
      '{ from: organizations, through: test, readRole: "arn:aws:iam::{id}:role/read", deleteRole: "arn:aws:iam::{id}:role/delete", locations: [us-east1] }';
    const text = `accounts:\n  - { name: test, provider: aws, id: "123456789012", locations: [us-east-1] }\n  - ${listed}\n${CLEANUP}`;
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(
        /^h\.yaml:3:\d+: accounts\[1\]\.locations\[0\]: found "us-east1", not the name of an AWS region; did you mean "us-east-1"\?/,
      ),
    ]);
    expect(problemsOf(text.replace('[us-east1]', 'enabled'))).toEqual([]);
  });

  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the configuration
  const VARIABLE = '${REGION}';

  test('the value of a variable is not printed', () => {
    const [problem, ...more] = problemsOf(located(`"${VARIABLE}"`), { env: { REGION: 'us-east1' } });
    expect([problem, more]).toEqual([expect.stringContaining(`found the value of ${VARIABLE}, not the name`), []]);
    expect(problem).not.toContain('us-east1');
  });

  test('the loader accepts a region of a known form that this version does not know, with a warning, because it may be new', () => {
    expect(load(located('us-east-9')).workConfigurations).toHaveLength(1);
    expect(warningsOf(located('us-east-9'))).toEqual([
      '1:73 accounts[0].locations[0]: found "us-east-9", a region that this version of Holystone does not know; did you mean "us-east-1"? if it is a new region, ignore this warning',
    ]);
  });

  test('the loader accepts the region that stands for services without regions, with a warning', () => {
    expect(warningsOf(located('aws-global')).join()).toMatch(
      /found "aws-global", the place of services without regions/,
    );
  });

  test('the loader accepts a region that AWS has, without a warning', () => {
    expect(warningsOf(located('us-east-1, eusc-de-east-1, cn-northwest-1, us-gov-west-1'))).toEqual([]);
  });

  test('any name is accepted where the provider does not check it', () => {
    const unchecked = providers.map((one) => {
      const { problemOfLocation: _, ...schema } = one.account;
      return { ...one, account: schema };
    });
    expect(problemsOf(located('here'), { providers: unchecked })).toEqual([]);
  });
});

describe('a role', () => {
  const roles = (...keys: string[]) => account(`id: "123456789012", locations: [us-east-1], ${keys.join(', ')}`);
  const OTHER = 'arn:aws:iam::210987654321:role/holystone';

  test.each(['readRole', 'deleteRole', 'restoreRole'])('%s of another account: a warning names both ids', (key) => {
    expect(warningsOf(roles(`${key}: "${OTHER}"`))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^1:\\d+ accounts\\[0\\]\\.${key}: this role belongs to account 210987654321, but the id of the account is 123456789012: Holystone would refuse to work with it`,
        ),
      ),
    ]);
  });

  test('of the account itself, or of an account without id: no warning', () => {
    expect(warningsOf(roles(`readRole: "${OTHER.replace('210987654321', '123456789012')}"`))).toEqual([]);
    expect(warningsOf(account(`locations: [us-east-1], readRole: "${OTHER}"`))).toEqual([]);
  });

  test('values of a wrong kind are the problems of the schema alone', () => {
    const strange = account('id: "123456789012", name: {}, locations: {}, readRole: {}, deleteRole: [1]');
    expect(problemsOf(strange.replace('name: test, ', '')).join()).toMatch(/readRole: .*ARN/);
  });
});

describe('an account', () => {
  const named = (name: string) =>
    account('id: "123456789012", locations: [us-east-1]').replace('name: test', `name: ${name}`);

  test.each(['"half \\ud800"', '"a\\u202eb"', '"zero\\u200bwidth"', '""'])(
    'P17 a name that cannot be a part of a namespace is refused: %s',
    (name) => {
      expect(problemsOf(named(name))).toEqual([expect.stringMatching(/accounts\[0\]\.name: .*a name|lone surrogate/)]);
    },
  );

  test.each(['prod', '"Prod (eu)/1"', '"a:b*c"', 'größe'])('P17 the name %s is a part of a namespace', (name) => {
    expect(load(named(name)).workConfigurations).toHaveLength(1);
  });

  const role = (key: string, value: string) =>
    account(`id: "123456789012", locations: [us-east-1], ${key}: "${value}"`);
  const ARN = 'arn:aws:iam::123456789012:role/holystone-read';

  test.each(['readRole', 'deleteRole', 'restoreRole'])('P17 a %s that is no ARN of a role is refused', (key) => {
    for (const wrong of [
      'holystone-read',
      'arn:aws:iam::123456789012:user/ann',
      `${ARN} x`,
      ARN.replace('123456789012', '1'),
    ])
      expect(problemsOf(role(key, wrong)).join()).toContain(
        'the ARN of a role: arn:aws:iam::123456789012:role/holystone-read',
      );
  });

  test.each([ARN, 'arn:aws-us-gov:iam::123456789012:role/team/a+b=c'])('P17 the role %s is taken', (arn) => {
    expect(problemsOf(role('readRole', arn))).toEqual([]);
  });
});

describe('`terraform` of an account', () => {
  const withStates = (terraform: string, rule = 'notInState') => `
accounts: [{ name: test, provider: aws, id: "123456789012", locations: [us-east-1]${terraform} }]
cleanup: [{ type: elasticIp, when: [{ rule: ${rule} }] }]
`;
  const STATE = 'bucket: acme-tfstate, key: a.tfstate, region: us-east-1';

  test('C22 is for every entry of the account', () => {
    expect(problemsOf(withStates(`, terraform: { workspaceTag: ws, states: [{ ${STATE} }] }`), { handlers })).toEqual(
      [],
    );
    expect(problemsOf(withStates(`, terraform: { states: [{ ${STATE} }] }`, 'unused'), { handlers })).toEqual([]);
  });

  test.each([
    [
      'no states for the rule',
      '',
      /the rule notInState needs the states of its accounts: give the account test `terraform`/,
    ],
    [
      'no tag for the rule',
      `, terraform: { states: [{ ${STATE} }] }`,
      /give the account test `terraform` `workspaceTag`/,
    ],
    ['an empty list', ', terraform: { workspaceTag: ws, states: [] }', /at least one state/],
    [
      'a key that means everything',
      ', terraform: { workspaceTag: ws, states: [{ bucket: acme-tfstate, key: "**/*", region: us-east-1 }] }',
      /a key that names something/,
    ],
    [
      'a misspelt key',
      `, terraform: { workspaceTag: ws, states: [{ ${STATE}, workspaceKeyPrefx: a }] }`,
      /did you mean "workspaceKeyPrefix"/,
    ],
    ['no region', ', terraform: { workspaceTag: ws, states: [{ bucket: acme-tfstate, key: a.tfstate }] }', /region/],
  ])('refused: %s', (_what, terraform, message) => {
    expect(problemsOf(withStates(terraform), { handlers }).join()).toMatch(message);
  });
});
