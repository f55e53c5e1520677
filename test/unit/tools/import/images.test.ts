/** Lifecycle policies of ECR, retention policies of Harbor, and command lines of `acr purge`. */
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { meansLocation } from '../../../../src/core/resource/locationPattern.ts';
import { handlers } from '../../../../src/handlers/index.ts';
import { importAcrPurge } from '../../../../tools/import/images/acrPurge.ts';
import { importEcrLifecycle } from '../../../../tools/import/images/ecrLifecycle.ts';
import { importHarborRetention } from '../../../../tools/import/images/harborRetention.ts';

function imported(convert: typeof importAcrPurge, given: unknown) {
  const made = convert(typeof given === 'string' ? given : JSON.stringify(given), 'policy', handlers);
  const { cleanup, accounts } = parse(made.text) as {
    cleanup: Record<string, unknown>[];
    accounts: Record<string, unknown>[];
  };
  return { ...made, cleanup, accounts, told: made.rows.map(({ message }) => message) };
}

const rule = (rulePriority: number, selection: object) => ({ rulePriority, selection, action: { type: 'expire' } });

describe('a lifecycle policy of ECR', () => {
  test('rules become entries in the order of their priorities', () => {
    const { cleanup, told } = imported(importEcrLifecycle, {
      rules: [
        rule(20, { tagStatus: 'any', countType: 'imageCountMoreThan', countNumber: 50 }),
        rule(2, {
          tagStatus: 'tagged',
          tagPatternList: ['develop*'],
          countType: 'imageCountMoreThan',
          countNumber: 30,
        }),
        rule(1, {
          tagStatus: 'tagged',
          tagPrefixList: ['pr-'],
          countType: 'sinceImagePushed',
          countUnit: 'days',
          countNumber: 14,
        }),
        rule(3, { tagStatus: 'untagged', countType: 'sinceImagePushed', countUnit: 'days', countNumber: 1 }),
      ],
    });
    const common = { type: 'ecrTag', repositories: ['replace-me'], nameRegexDelete: '.*', keepLatest: false };
    expect(cleanup).toEqual([
      { ...common, match: { name: '/^pr\\-/' }, olderThan: '14d', allowDeleteAll: true },
      { ...common, match: { name: '/^develop.*$/' }, keepImages: 30 },
      { ...common, keepImages: 50 },
    ]);
    expect(told).toEqual([expect.stringContaining('rule 3: Holystone deletes tags')]);
  });

  test('of several repositories each has entries of its own', () => {
    const policy = (count: number) =>
      JSON.stringify({ rules: [rule(1, { tagStatus: 'any', countType: 'imageCountMoreThan', countNumber: count })] });
    const { cleanup } = imported(importEcrLifecycle, [
      { registryId: '1', repositoryName: 'shop/web', lifecyclePolicyText: policy(5) },
      { registryId: '1', repositoryName: 'infra/tools', lifecyclePolicyText: policy(50) },
    ]);
    expect(cleanup.map(({ match, repositories, keepImages }) => [match, repositories, keepImages])).toEqual([
      [{ attribute: { repository: 'shop/web' } }, ['shop/web', 'infra/tools'], 5],
      [{ attribute: { repository: 'infra/tools' } }, ['shop/web', 'infra/tools'], 50],
    ]);
  });

  test('behind a rule that cannot be carried over nothing is, because it claims images first', () => {
    const several = rule(1, {
      tagStatus: 'tagged',
      tagPrefixList: ['a', 'b'],
      countType: 'imageCountMoreThan',
      countNumber: 1,
    });
    const any = rule(2, { tagStatus: 'any', countType: 'imageCountMoreThan', countNumber: 1 });
    expect(() => imported(importEcrLifecycle, { rules: [any, several] })).toThrow(
      /rule 1: of several prefixes.*rule 2: rule 1 claims images before it/,
    );
  });

  test.each<[object, string]>([
    [
      rule(1, { tagStatus: 'any', countType: 'sinceImagePulled', countUnit: 'days', countNumber: 9 }),
      '`sinceImagePulled`',
    ],
    [
      {
        ...rule(1, { tagStatus: 'any', countType: 'imageCountMoreThan', countNumber: 9 }),
        action: { type: 'transition' },
      },
      'its action is no `expire`',
    ],
    [
      rule(1, { tagStatus: 'any', countType: 'imageCountMoreThan', countNumber: 9, storageClass: 'archive' }),
      '`storageClass` has no counterpart',
    ],
    [rule(1, { tagStatus: 'any', countType: 'imageCountMoreThan', countNumber: 0 }), 'has no counterpart'],
    [rule(1, { tagStatus: 'tagged', countType: 'imageCountMoreThan', countNumber: 9 }), 'it names no prefix'],
  ])('the rule %j is not carried over', (one, why) => {
    expect(() => imported(importEcrLifecycle, { rules: [one] })).toThrow(why);
  });
});

const harborRule = (template: string, number: number, pattern = '**', others: object = {}) => ({
  action: 'retain',
  template,
  params: { [template]: number },
  tag_selectors: [{ kind: 'doublestar', decoration: 'matches', pattern, extras: '{"untagged":true}' }],
  scope_selectors: { repository: [{ kind: 'doublestar', decoration: 'repoMatches', pattern: '**' }] },
  ...others,
});

describe('a retention policy of Harbor', () => {
  test('rules over all tags are one entry that keeps what any of them retains', () => {
    const { cleanup, accounts, told } = imported(importHarborRetention, {
      id: 3,
      algorithm: 'or',
      rules: [
        harborRule('latestPushedK', 10),
        harborRule('nDaysSinceLastPush', 30),
        harborRule('always', 0, 'release-*'),
        harborRule('latestPulledN', 1, '**', { disabled: true }),
      ],
      trigger: { kind: 'Schedule', settings: { cron: '0 0 0 * * *' } },
    });
    expect(cleanup).toEqual([
      {
        type: 'tag',
        nameRegexDelete: '[\\s\\S]*',
        nameRegexKeep: '(?:release\\-[^/]*)',
        keepLatest: false,
        keepImages: 10,
        orderBy: 'push',
        olderThan: '30d',
      },
    ]);
    expect(accounts[0]).toMatchObject({ locations: ['$' + '{HARBOR_PROJECT}/**'] });
    expect(told).toEqual(['`trigger`: see `every`']);
  });

  test('rules over some tags are entries of their own, which keep by the rules over all tags, too', () => {
    const { cleanup } = imported(importHarborRetention, {
      rules: [
        harborRule('latestPushedK', 5, 'dev-*'),
        harborRule('nDaysSinceLastPush', 7, 'dev-*'),
        harborRule('latestPushedK', 20, 'v{1,2}*'),
        harborRule('latestPushedK', 8),
      ],
    });
    expect(cleanup.map(({ match, keepImages, olderThan }) => [match, keepImages, olderThan])).toEqual([
      [{ name: '/^(?:dev\\-[^/]*)$/' }, 8, '7d'],
      [{ name: '/^(?:v(?:1|2)[^/]*)$/' }, 20, undefined],
      [undefined, 8, undefined],
    ]);
  });

  test('R31 the artifacts pushed last are retained, whenever they were built', () => {
    const { cleanup } = imported(importHarborRetention, { rules: [harborRule('latestPushedK', 5)] });
    expect(cleanup).toMatchObject([{ keepImages: 5, orderBy: 'push' }]);
  });

  test('what no rule retains goes; of everything the newest stays', () => {
    const { cleanup } = imported(importHarborRetention, { rules: [harborRule('latestPushedK', 5, 'v*')] });
    expect(cleanup).toHaveLength(2);
    expect(cleanup[1]).toMatchObject({ keepN: 1 });
  });

  test.each<[object, string]>([
    [harborRule('latestPulledN', 3), 'the template `latestPulledN` has no counterpart'],
    [harborRule('nDaysSinceLastPull', 3), 'the template `nDaysSinceLastPull` has no counterpart'],
    [harborRule('latestPushedK', 3, 'v[0-9]'), 'the pattern "v[0-9]" has no counterpart'],
    [harborRule('latestPushedK', 0), 'has no number above zero'],
    [harborRule('latestPushedK', 3, '**', { strange: 1 }), '`strange` has no counterpart'],
    [
      harborRule('latestPushedK', 3, '**', {
        scope_selectors: { repository: [{ kind: 'doublestar', decoration: 'repoExcludes', pattern: 'x' }] },
      }),
      'a selector is no pattern',
    ],
  ])('the whole policy is left out for the rule %j, because more would go', (one, why) => {
    expect(() => imported(importHarborRetention, { rules: [harborRule('latestPushedK', 9), one] })).toThrow(why);
  });
});

describe('a command line of `acr purge`', () => {
  test('scripts, tasks and several filters are read', () => {
    const { cleanup, accounts, told } = imported(
      importAcrPurge,
      `
#!/bin/sh
# acr purge --filter 'old:.*' --ago 1d
PURGE="acr purge \\
  --filter 'shop/web:dev-.*' --filter 'shop/(?:x):a' \\
  --ago 7d --untagged"
acr purge --registry r --filter 'karpenter/snapshot/.*:.*' --ago 36h --dry-run
`,
    );
    expect(accounts[0]).toMatchObject({ locations: ['shop/web', 'karpenter/snapshot/*/**'] });
    expect(cleanup).toEqual([
      {
        type: 'tag',
        locations: ['shop/web'],
        match: { name: '/^(?:dev-.*)$/' },
        nameRegexDelete: 'dev-.*',
        keepLatest: false,
        allowDeleteAll: true,
        olderThan: '7d',
      },
      {
        type: 'tag',
        locations: ['karpenter/snapshot/*/**'],
        live: false,
        match: { name: '/^(?:.*)$/' },
        nameRegexDelete: '.*',
        keepLatest: false,
        allowDeleteAll: true,
        olderThan: '36h',
      },
    ]);
    expect(told).toEqual([
      expect.stringContaining('`--untagged`'),
      expect.stringContaining('the repositories `shop/(?:x)`'),
    ]);
  });

  test.each([
    ['samples/.*', ['samples/a', 'samples/a/b'], ['samples', 'samples2', 'x/samples/a']],
    ['samples/.+', ['samples/a', 'samples/a/b'], ['samples']],
    ['^a\\.b$', ['a.b'], ['axb', 'a.b/c']],
    ['.*', ['a', 'a/b'], []],
  ])('L113 the repositories of %s are none that the whole regex does not match', (regex, there, others) => {
    const [entry] = imported(importAcrPurge, `acr purge --filter '${regex}:.*' --ago 30d`).cleanup;
    const isMeant = (repository: string) => meansLocation(entry?.locations as string[], repository);
    expect([...there, ...others].filter(isMeant)).toEqual(there);
  });

  test('beside a command of all repositories each entry names its tags, or that one would judge all of them', () => {
    const { cleanup } = imported(
      importAcrPurge,
      "acr purge --filter '.*:dev-.*' --ago 9d && acr purge --filter 'web:pr-.*' --ago 2d",
    );
    expect(cleanup.map(({ locations, match }) => [locations, match])).toEqual([
      [['all'], { name: '/^(?:dev-.*)$/' }],
      [['web'], { name: '/^(?:pr-.*)$/' }],
    ]);
  });

  test('the next command of a script is none of its lines', () => {
    const script =
      "acr purge --filter 'web:.*' --ago 1d --dry-run\naz acr login --name x\nacr purge --filter 'api:.*' --ago 2d";
    const { cleanup, told } = imported(importAcrPurge, script);
    expect(cleanup).toMatchObject([
      { locations: ['web'], live: false },
      { locations: ['api'], olderThan: '2d' },
    ]);
    expect(told).toEqual([]);
  });

  test.each([
    ["acr purge --filter 'web:.*' --ago 30d --keep 3", '`--keep 3` keeps the tags updated last'],
    ["acr purge --filter 'web:.*' --ago 0d --keep 10", '`--keep 10` keeps the tags updated last'],
    ["acr purge --filter 'web:.*'", 'it has no `--ago`'],
    ["acr purge --filter 'web:.*' --ago soon", 'is no duration'],
    ["acr purge --filter 'web:(?!a)' --ago 1d", 'RE2'],
    ["acr purge --filter 'web' --ago 1d", ''],
    // Here the word means every repository.
    ["acr purge --filter 'all:.*' --ago 1d", 'the repositories `all`'],
    ["cmd: >\n  acr purge --filter 'web:.*' --ago 30d\n  --keep 3", '`--keep 3` keeps the tags updated last'],
    ["cmd: >\n  acr purge --filter 'web:.*' --ago 30d --keep\n  3", '`--keep 3` keeps the tags updated last'],
    ["acr purge --filter 'web:.*' --ago 30d --keep", '`--keep ` is no number'],
    ["acr purge --filter 'web:.*' --ago 30d `\n  --keep 3", '`--keep 3` keeps the tags updated last'],
    ["acr purge --filter 'web:.*' --ago 1d --include-locked", '`--include-locked` has no counterpart'],
    ['az acr repository delete', 'it has no command line of `acr purge`'],
  ])('%s is not carried over, and says why', (text, why) => {
    expect(() => imported(importAcrPurge, text)).toThrow(why);
  });
});
