import { describe, expect, test } from '@jest/globals';
import { ACCOUNTS, LIVE, load, problemsOf } from './load.ts';

const entry = (more = '') => `${ACCOUNTS}cleanup:\n  - type: widget\n    when: [{ rule: unused }]\n${more}`;
const namespacesOf = (text: string) => load(text).workConfigurations.map(({ namespace }) => namespace);

describe('which work configurations a file yields', () => {
  test('L1 an account and an entry yield one work configuration, dry run unless both switches are on', () => {
    const off = load(entry('    accounts: [test]\n'));
    expect(off.workConfigurations.map(({ namespace, live }) => [namespace, live])).toEqual([
      ['aws:test:us-east-1:widget', false],
    ]);
    expect(off.dryRun).toBe(true);
  });

  test.each([
    ['', 'live: false', false],
    ['', 'live: true', true],
    ['', '', false],
    ['dryRun: true', 'live: true', false],
  ])('L1 with "%s" above and "%s" in the entry it is live: %s', (above, inEntry, live) => {
    const switches = above === '' ? LIVE : LIVE.replace('dryRun: false', above);
    const { workConfigurations } = load(`${switches}${entry(`    accounts: [test]\n    ${inEntry}\n`)}`);
    expect(workConfigurations[0]?.live).toBe(live);
  });

  test('L1 without dryRun it is a dry run, whatever the entry sets', () => {
    const { workConfigurations } = load(
      `${LIVE.replace('dryRun: false\n', '')}${entry('    accounts: [test]\n    live: true\n')}`,
    );
    expect(workConfigurations[0]).toMatchObject({ live: false, notLiveBecause: 'dryRun is not false' });
  });

  test('L2 an entry with an undeclared account yields no namespace, and a message names it', () => {
    const { workConfigurations, ignored } = load(entry('    accounts: [test]\n'));
    expect(workConfigurations).toHaveLength(1);
    expect(ignored).toEqual([{ what: 'account Prod', why: 'no entry of cleanup covers it' }]);
  });

  test('L2 a location that an account does not have yields no namespace there, and a message names it', () => {
    const { workConfigurations, ignored } = load(entry('    locations: [eu-west-1]\n'));
    expect(workConfigurations.map(({ namespace }) => namespace)).toEqual(['aws:prod:eu-west-1:widget']);
    expect(ignored).toEqual([
      {
        what: 'aws:test:eu-west-1:widget',
        why: 'account "test" does not have the location "eu-west-1"; it has us-east-1',
      },
      { what: 'account test', why: 'no entry of cleanup covers it' },
    ]);
  });

  test('L2 a pattern in an entry means the locations that the account has, and one that means none is told', () => {
    const covered = (locations: string) =>
      load(entry(`    locations: [${locations}]\n`)).workConfigurations.map(({ namespace }) => namespace);
    expect(covered('"eu-*"')).toEqual(['aws:prod:eu-west-1:widget']);
    expect(covered('"*-1"')).toEqual(
      expect.arrayContaining(['aws:test:us-east-1:widget', 'aws:prod:eu-west-1:widget']),
    );
    expect(problemsOf(entry('    locations: ["sa-*"]\n')).join()).toContain('found "sa-*", a location that');
  });

  test('L2 a location that no account of the entry has is an error at its place', () => {
    expect(problemsOf(entry('    accounts: [test]\n    locations: [us-east1]\n'))).toEqual([
      'h.yaml:8:17: cleanup[0].locations[0]: found "us-east1", a location that "test" does not have; ' +
        'did you mean "us-east-1"? allowed: us-east-1',
    ]);
  });

  test('L2 an unknown account is an error at its place, with the nearest name', () => {
    expect(problemsOf(entry('    accounts: [test, prod]\n'))).toEqual([
      'h.yaml:7:22: cleanup[0].accounts[1]: found "prod", which is not an account of this file for this type; ' +
        'did you mean "Prod"? allowed: test, Prod',
    ]);
  });

  test('L2 an unknown type is an error at its place, and the other problems of its entry are found as well', () => {
    expect(problemsOf(`${ACCOUNTS}cleanup:\n  - type: widgte\n    retension: 5d\n    retention: 0\n`)).toEqual([
      'h.yaml:5:5: cleanup[0].when: "when" is missing; allowed: a list of rules, such as [{ rule: unused }]',
      'h.yaml:5:11: cleanup[0].type: found "widgte"; did you mean "widget"? allowed: gadget, widget',
      expect.stringContaining('h.yaml:7:16: cleanup[0].retention: found 0; allowed: a span of time'),
    ]);
  });

  test('L2 two entries that yield one namespace are an error at both places', () => {
    const text = entry('    accounts: [test]\n  - type: widget\n    accounts: [test]\n    when: [{ rule: unused }]\n');
    expect(problemsOf(text)).toEqual([
      'h.yaml:5:11: cleanup[0].type: only one entry may cover a namespace: aws:test:us-east-1:widget; also in cleanup[1]',
      'h.yaml:8:11: cleanup[1].type: only one entry may cover a namespace: aws:test:us-east-1:widget; already in cleanup[0]',
    ]);
  });

  test('L2 two types in one place are two namespaces', () => {
    const text = entry('    accounts: [test]\n  - { type: gadget, accounts: [test], when: [{ rule: unused }] }\n');
    expect(namespacesOf(text)).toEqual(['aws:test:us-east-1:widget', 'aws:test:us-east-1:gadget']);
  });

  test('two account names that differ in case only would be one namespace: an error at both', () => {
    const text = entry().replace('name: Prod', 'name: TEST');
    expect(problemsOf(text)).toEqual([
      expect.stringContaining('h.yaml:2:13: accounts[0].name: the account name "TEST" is given twice'),
      expect.stringContaining('h.yaml:3:13: accounts[1].name: the account name "TEST" is given twice'),
    ]);
  });

  test('L2 one AWS account under two names is an error at both, which names neither id', () => {
    const twice = ACCOUNTS.replace('{ name: Prod, provider: aws,', '{ name: Prod, provider: aws, id: "123456789012",');
    const problems = problemsOf(entry().replace(ACCOUNTS, twice));
    expect(problems).toEqual([
      expect.stringMatching(/^h\.yaml:2:38: accounts\[0\]\.id: .*"test" and "Prod".*under one name/),
      expect.stringMatching(/^h\.yaml:3:38: accounts\[1\]\.id: .*"test" and "Prod".*under one name/),
    ]);
    expect(problems.join()).not.toContain('123456789012');
    expect(problemsOf(entry().replace(ACCOUNTS, twice.replace('id: "123456789012"', 'id: "123456789013"')))).toEqual(
      [],
    );
  });

  test('L2 one registry under two names is an error at both, also where only the case of its id differs', () => {
    const hub = (name: string, host: string) =>
      `  - { name: ${name}, provider: registry, id: ${host}, url: "https://${host}", locations: [shop/web] }\n`;
    const both = (other: string) =>
      problemsOf(entry().replace(ACCOUNTS, `${ACCOUNTS}${hub('hub', 'hub.example.com')}${other}`));
    expect(both(hub('again', 'Hub.Example.com'))).toEqual([
      expect.stringMatching(/accounts\[2\]\.id: .*"hub" and "again".*under one name/),
      expect.stringMatching(/accounts\[3\]\.id: .*"hub" and "again".*under one name/),
    ]);
    expect(both(hub('other', 'other.example.com'))).toEqual([]);
  });

  test.each([
    ['docker.io', 'registry-1.docker.io'],
    ['index.docker.io', 'docker.io:443'],
    ['localhost:5000', '127.0.0.1:5000'],
    ['[::1]:5000', '127.0.0.1:5000'],
    ['hub.example.com', 'hub.example.com.'],
    ['hub.example.com:5000', 'hub.example.com.:5000'],
  ])('L2 R22 %s and %s are one registry, which two accounts must not name', (one, another) => {
    const hub = (name: string, host: string) =>
      `  - { name: ${name}, provider: registry, id: "${host}", url: "https://${host}", locations: [shop/web] }\n`;
    expect(problemsOf(entry().replace(ACCOUNTS, `${ACCOUNTS}${hub('hub', one)}${hub('again', another)}`))).toEqual([
      expect.stringMatching(/accounts\[2\]\.id: .*"hub" and "again".*under one name/),
      expect.stringMatching(/accounts\[3\]\.id: .*"hub" and "again".*under one name/),
    ]);
  });

  test('L2 registries at two ports of one machine are two', () => {
    const hub = (name: string, host: string) =>
      `  - { name: ${name}, provider: registry, id: "${host}", url: "http://${host}", locations: [shop/web] }\n`;
    const both = `${ACCOUNTS}${hub('hub', 'localhost:5000')}${hub('other', '127.0.0.1:5001')}`;
    expect(problemsOf(entry().replace(ACCOUNTS, both))).toEqual([]);
  });

  test('L3 actions are three unless named, and always in their order', () => {
    expect(load(entry()).workConfigurations[0]?.actions).toEqual(['mark', 'notify', 'delete']);
    expect(load(entry('    actions: [mark]\n')).workConfigurations[0]?.actions).toEqual(['mark']);
    expect(load(entry('    actions: [delete, mark]\n')).workConfigurations[0]?.actions).toEqual(['mark', 'delete']);
  });

  test.each(['[]', '[mrak]', '[mark, mark]', 'mark'])('L3 actions: %s is an error', (actions) => {
    expect(problemsOf(entry(`    actions: ${actions}\n`))).toHaveLength(1);
  });

  test.each(['', '    when: []\n', '    when:\n'])('L4 an entry without rules is an error (%j)', (when) => {
    expect(problemsOf(`${ACCOUNTS}cleanup:\n  - type: widget\n${when}`)).toEqual([
      expect.stringMatching(/^h\.yaml:\d:\d+: cleanup\[0\]\.when: .*\{ rule: unused \}/),
    ]);
  });

  test('L66 account names with capitals, colons, slashes and braces make distinct namespaces', () => {
    const text = `accounts:
  - { name: "A:b/{c}", provider: aws, locations: [us-east-1] }
  - { name: "a", provider: aws, locations: [us-east-1] }
cleanup:
  - { type: widget, accounts: ["A:b/{c}", a], when: [{ rule: unused }] }
`;
    expect(namespacesOf(text)).toEqual(['aws:a%3ab%2f%7bc%7d:us-east-1:widget', 'aws:a:us-east-1:widget']);
    expect(load(text).workConfigurations[0]?.account.name).toBe('A:b/{c}');
  });
});
