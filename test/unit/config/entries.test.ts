import { describe, expect, test } from '@jest/globals';
import { handlers } from '../../../src/handlers/index.ts';
import { ACCOUNTS, load as loadText, problemsOf as problemsOfText } from './load.ts';

const TAGS =
  'accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:5000", locations: [shop/a, infra/b] }]\n';
const load = (text: string) => loadText(text, { handlers });
const problemsOf = (text: string) => problemsOfText(text, { handlers });
const tags = (...entries: readonly string[]) =>
  `${TAGS}cleanup: [${entries.map((entry) => `{ type: tag, nameRegexDelete: ".*", ${entry} }`).join(', ')}]\n`;
const volumes = (...entries: readonly string[]) =>
  `${ACCOUNTS}cleanup: [${entries.map((entry) => `{ type: volume, when: [{ rule: unused }], ${entry} }`).join(', ')}]\n`;

test('L72 entries of one place are in the order of the file, each with its own policy', () => {
  const { workConfigurations } = load(tags('match: { name: "/^pr-/" }, keepN: 5', 'keepN: 50'));
  expect(workConfigurations.map(({ namespace }) => namespace)).toHaveLength(2);
  expect(workConfigurations[0]?.entries?.map(({ label, parameters }) => [label, parameters])).toEqual([
    ['name=/^pr-/', expect.objectContaining({ keepN: 5 })],
    [undefined, expect.objectContaining({ keepN: 50 })],
  ]);
});

test('L72 a count per prefix: what an earlier entry judges wholly is left out of the later one, and told', () => {
  const { workConfigurations, ignored } = load(tags('locations: [shop/*], keepN: 5', 'keepN: 50'));
  expect(workConfigurations.map(({ location, entries, parameters }) => [location, entries, parameters])).toEqual([
    ['shop/a', undefined, expect.objectContaining({ keepN: 5 })],
    ['infra/b', undefined, expect.objectContaining({ keepN: 50 })],
  ]);
  expect(ignored).toEqual([
    {
      what: 'registry:hub:shop%2Fa:tag of cleanup[1]',
      why: 'cleanup[0] comes before it and judges the same resources there',
    },
  ]);
});

const ecr = (...entries: readonly string[]) =>
  `${ACCOUNTS}cleanup: [${entries.map((entry) => `{ type: ecrTag, nameRegexDelete: ".*", ${entry} }`).join(', ')}]\n`;

describe('L72 entries of one region with repositories of their own', () => {
  test('are tried in their order, each is named by its repositories, and one listing reads those of all', () => {
    const { workConfigurations } = load(
      ecr(
        'repositories: [shop/*, base], keepN: 5',
        'repositories: [infra/*], match: { name: "/^v/" }, keepN: 9',
        'keepN: 50',
      ),
    );
    const [wc] = workConfigurations;
    expect(wc?.parameters).toMatchObject({ repositories: ['shop/*', 'base', 'infra/*', 'all'] });
    expect(wc?.entries?.map(({ label, among, parameters }) => [label, among?.patterns, parameters])).toEqual([
      ['repositories shop/*, base', ['shop/*', 'base'], expect.objectContaining({ keepN: 5 })],
      ['repositories infra/* and name=/^v/', ['infra/*'], expect.objectContaining({ keepN: 9 })],
      [undefined, undefined, expect.objectContaining({ keepN: 50, repositories: ['all'] })],
    ]);
  });

  test('that are the same are named by their `match` alone', () => {
    const both = 'repositories: [shop/*]';
    const { workConfigurations } = load(ecr(`${both}, match: { name: "/^v/" }, keepN: 5`, `${both}, keepN: 50`));
    expect(workConfigurations[0]?.entries?.map(({ label, among }) => [label, among])).toEqual([
      ['name=/^v/', undefined],
      [undefined, undefined],
    ]);
  });

  test.each([
    ['repositories: [shop/*]', 'repositories: [shop/web]'],
    ['repositories: [shop/*, base]', 'repositories: [base, shop/*]'],
    ['repositories: [shop/*]', 'repositories: [shop/*], match: { name: "/^v/" }'],
    ['repositories: [all], match: { name: "/^v/" }', 'repositories: [base], match: { name: "/^v1/" }'],
  ])('%s comes before %s, which judges nothing', (first, second) => {
    expect(problemsOf(ecr(`${first}, keepN: 5`, `${second}, keepN: 9`))).toEqual([
      expect.stringMatching(/this entry can never match: cleanup\[0\] \(.+\) comes first and judges everything/),
    ]);
  });

  test.each([
    ['repositories: [shop/web]', 'repositories: [shop/*]'],
    ['repositories: [shop/*]', 'repositories: [base]'],
    ['repositories: [shop/*], match: { name: "/^v/" }', 'repositories: [shop/web]'],
    ['repositories: [shop/*]', 'live: false'],
  ])('%s before %s is none', (first, second) => {
    expect(problemsOf(ecr(`${first}, keepN: 5`, `${second}, keepN: 9`))).toEqual([]);
  });

  test('twice everything is one entry too many', () => {
    expect(problemsOf(ecr('keepN: 5', 'repositories: [all], keepN: 9'))).toEqual([
      expect.stringContaining('only one entry may cover a namespace'),
      expect.stringContaining('only one entry may cover a namespace'),
    ]);
  });
});

test('L12 another order of the entries is another configuration', () => {
  const hashOf = (text: string) => load(text).workConfigurations[0]?.hash;
  const [a, b] = ['match: { name: "/^pr-/" }, keepN: 5', 'match: { name: "/^v/" }, keepN: 50'];
  expect(hashOf(tags(a, b))).not.toBe(hashOf(tags(b, a)));
});

describe('L2 an entry that can never match is a problem', () => {
  test.each([
    [['match: { name: "/^pr-/" }', 'match: { name: "/^pr-/" }']],
    [['match: { name: "/^pr-/" }', 'match: { name: pr-1 }']],
    [['match: { name: "/^pr-/" }', 'match: { name: "/^pr-1/" }']],
    [['match: { name: "/^pr-/" }', 'match: { name: "/^pr-/", tag: { env: dev } }']],
    [['match: { name: "/.*/" }', 'match: { tag: { env: dev } }']],
    [['match: { name: "*" }', 'live: false']],
    [['match: { name: "/^.*$/" }', 'live: false']],
    [['match: { name: "/.+/" }', 'match: { owner: ann@example.com }']],
    [['match: { name: "/^(a|.*)$/" }', 'match: { name: "/^pr-/" }']],
    [['match: { name: { matches: "/.*/" } }', 'live: false']],
    [['match: { name: { is: [a, "*"] } }', 'live: false']],
    [['match: { attribute: { name: "/.*/", id: "*" } }', 'match: { name: x }']],
    [['match: { tag: { Env: "*" } }', 'match: { tag: { env: dev } }']],
    [['match: { tag: { Env: "*" } }', 'match: { attribute: { "tag:env": { absent: false } } }']],
    [['match: { owner: "*" }', 'match: { owner: ann@example.com }']],
  ])('%j', (entries) => {
    expect(problemsOf(volumes(...entries))).toEqual([
      expect.stringMatching(/ cleanup\[1\]\.(match|type): this entry can never match: cleanup\[0\] \(.+\) comes first/),
    ]);
  });

  test.each([
    [['match: { name: "/^pr-/" }', 'match: { name: "/^p/" }']],
    [['match: { tag: { env: "*" } }', 'match: { tag: { env: { absent: true } } }']],
    [['match: { attribute: { size: { above: 5 } } }', 'match: { attribute: { size: { above: 9 } } }']],
    [['match: { tag: { n: "5" } }', 'match: { tag: { n: 5 } }']],
    [['match: { name: "/^..+$/" }', 'live: false']],
    [['match: { name: { matches: "/.*/", not: a } }', 'live: false']],
    [['match: { tag: { env: "/^.*$/" } }', 'match: { tag: { env: "/^a/" } }']],
    [['match: { attribute: { state: "/.*/" } }', 'live: false']],
    [['match: { tag: { d: "/^2026-10-28$/" } }', 'match: { tag: { d: "2026-10-28" } }']],
    [['match: { tag: { on: "true" } }', 'match: { tag: { on: true } }']],
    [['match: { tag: { env: "*" } }', 'match: { tag: { env: { not: prod } } }']],
    [['match: { tag: { env: "*" } }', 'match: { tag: { env: { matches: "/^d/" } } }']],
    [['match: { attribute: { "tags.env": "*" } }', 'match: { attribute: { "tags.env": { not: prod } } }']],
    [['match: { owner: "*" }', 'match: { owner: { not: ann@example.com } }']],
    [['match: { owner: "/^ann@/" }', 'match: { owner: ann@example.com }']],
    [['match: { tag: { env: "/^a/" }, name: x }', 'match: { tag: { env: ab } }']],
  ])('but %j is none', (entries) => {
    expect(problemsOf(volumes(...entries))).toEqual([]);
  });
});

test('L2 an entry whose `match` names no account of its own is a problem', () => {
  expect(problemsOf(volumes('match: { account: tset }', 'live: false'))).toEqual([
    expect.stringMatching(
      /match\.account: this entry can never match: it judges test, .+ and `account` names none of them/,
    ),
  ]);
});

describe('L5 the loader refuses', () => {
  test.each([
    ['match: {}', 'an entry must name something'],
    ['match: { nme: x }', 'unknown key "nme"; did you mean "name"?'],
    ['mtch: { name: x }', 'unknown key "mtch"; did you mean "match"?'],
    ['match: { attribute: { siz: 5 } }', 'unknown attribute "siz"; did you mean "size"?'],
    ['match: { attribute: { size: { above: big } } }', 'size is a number of GiB; allowed: '],
    ['match: { attribute: { state: { above: 3 } } }', 'state is a text; allowed: is, not, matches'],
    ['match: { name: "/(/" }', 'not a regex of RE2'],
    ['match: [{ name: x }]', 'match: '],
  ])('%s', (match, why) => {
    expect(problemsOf(volumes(match))).toEqual([expect.stringContaining(why)]);
  });

  test('a match that refers to itself', () => {
    expect(problemsOf(volumes('match: &m { tag: *m }')).length).toBeGreaterThan(0);
  });

  test('tags in `match` of a type whose listing leaves them out', () => {
    const text = `${ACCOUNTS}cleanup: [{ type: cdkS3Asset, match: { tag: { env: dev } }, when: [{ rule: unused }] }]`;
    expect(problemsOf(text)).toEqual([expect.stringContaining('leaves out the tags, so they choose no entry')]);
  });

  test('the owner in `match` of such a type: it comes from the tags', () => {
    const text = `${ACCOUNTS}cleanup: [{ type: cdkS3Asset, match: { owner: a@example.com }, when: [{ rule: unused }] }]`;
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(/match\.owner: .+ and with them the owner, so they choose/),
    ]);
  });

  test.each([
    'match: { tag: { Env: dev, env: prod } }',
    'match: { tag: { env: dev, "env ": prod } }',
    'match: { tag: { env: { not: dev } }, attribute: { "tag:ENV": { not: prod } } }',
    'match: { attribute: { "tags.env": dev, "tag:env": prod } }',
    'keep: [{ tag: { Env: dev, env: prod } }]',
    'only: [{ tag: { Env: dev, env: prod } }]',
  ])('one tag under two spellings: %s', (own) => {
    expect(problemsOf(volumes(own))).toEqual([expect.stringContaining('is given twice, as ')]);
  });

  test.each([
    ['pace: { deletesPerPass: 5 }', 'pace'],
    ['live: true', 'live'],
    ['retention: 3d', 'retention'],
    ['multiAttach: judge', 'multiAttach'],
    ['evidence: { off: [texts] }', 'evidence'],
    ['quarantine: 3d', 'quarantine'],
  ])('%s in one of two entries for one place', (own, key) => {
    const found = problemsOf(volumes(`match: { name: x }, ${own}`, 'unusedFor: 20d'));
    expect(found.filter((problem) => problem.includes(`\`${key}\` counts for the whole place`)).length).toBeGreaterThan(
      0,
    );
  });
});

describe('L72 entries of one region for its environments of CDK', () => {
  const cdk = (...entries: readonly string[]) =>
    `${ACCOUNTS}cleanup: [${entries.map((entry) => `{ type: cdkS3Asset, when: [{ rule: unused }]${entry} }`).join(', ')}]\n`;
  const TEAM = ', bootstrap: { stackName: TeamToolkit }';

  test('are about one environment each, and one listing reads all of them', () => {
    const [wc] = load(cdk('', TEAM, `${TEAM.replace('Team', 'Other')}, minimumAge: 40d`)).workConfigurations;
    expect(wc?.entries?.map(({ label, among, minimumAgeMs }) => [label, among, minimumAgeMs / 86_400_000])).toEqual([
      ['bootstrap CDKToolkit', { attribute: 'environment', patterns: ['CDKToolkit'] }, 30],
      ['bootstrap TeamToolkit', { attribute: 'environment', patterns: ['TeamToolkit'] }, 30],
      ['bootstrap OtherToolkit', { attribute: 'environment', patterns: ['OtherToolkit'] }, 40],
    ]);
    expect(wc?.parameters).toMatchObject({
      bootstrap: [{ stackName: 'CDKToolkit' }, { stackName: 'TeamToolkit' }, { stackName: 'OtherToolkit' }],
    });
  });

  test('one entry is about its environment alone, as before', () => {
    const [wc] = load(cdk(TEAM)).workConfigurations;
    expect([wc?.entries, wc?.parameters]).toEqual([
      undefined,
      expect.objectContaining({ bootstrap: { stackName: 'TeamToolkit' } }),
    ]);
  });

  test.each([
    [
      'the same environment twice',
      cdk('', ', bootstrap: { stackName: CDKToolkit }'),
      /can never match: cleanup\[0\] \(bootstrap CDKToolkit\)/,
    ],
    ['the same in another case', cdk(TEAM, TEAM.toLowerCase().replace('stackname', 'stackName')), /can never match/],
    [
      'two buckets of one environment',
      cdk(', match: { name: "/^a/" }', ', bootstrap: { bucket: acme-assets }'),
      /`bootstrap` counts for the whole place/,
    ],
    [
      'marks of `cdk gc` for one of them only',
      cdk('', `${TEAM}, interop: cdk`),
      /`interop` counts for the whole place/,
    ],
    ['a stack that is called `all`', cdk(', bootstrap: { stackName: all }'), /the name of a stack/],
  ])('refused: %s', (_what, text, message) => {
    expect(problemsOf(text).join()).toMatch(message);
  });
});
