/** What Harbor retains stays: the entries of an imported policy against the policy itself, on the same tags. */
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { handlers } from '../../../../src/handlers/index.ts';
import { importHarborRetention } from '../../../../tools/import/images/harborRetention.ts';

interface Rule {
  readonly pattern: string;
  /** The number of the newest that stay; absent: always all. */
  readonly latest?: number;
  readonly decoration?: 'matches' | 'excludes';
}

function imported(rules: readonly Rule[]): string | { readonly refused: string } {
  const policy = {
    rules: rules.map(({ pattern, latest, decoration = 'matches' }) => ({
      action: 'retain',
      ...(latest === undefined
        ? { template: 'always', params: {} }
        : { template: 'latestPushedK', params: { latestPushedK: latest } }),
      tag_selectors: [{ kind: 'doublestar', decoration, pattern }],
      scope_selectors: { repository: [{ kind: 'doublestar', decoration: 'repoMatches', pattern: '**' }] },
    })),
  };
  try {
    return importHarborRetention(JSON.stringify(policy), 'retention.json', handlers).text;
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

function isNamedBy({ pattern, decoration }: Rule, tag: string): boolean {
  const braces = pattern.replaceAll('{', '(?:').replaceAll('}', ')').replaceAll(',', '|');
  const matches = new RegExp(`^${braces.replaceAll(/\*+/g, '[^/]*')}$`).test(tag);
  return decoration === 'excludes' ? !matches : matches;
}

/** The newest first. Whatever any rule retains stays. */
function byHarbor(tags: readonly string[], rules: readonly Rule[]): readonly string[] {
  const stay = new Set(rules.flatMap((rule) => tags.filter((tag) => isNamedBy(rule, tag)).slice(0, rule.latest)));
  return tags.filter((tag) => stay.has(tag));
}

interface Imported {
  readonly match?: { readonly name: string };
  readonly nameRegexDelete: string;
  readonly nameRegexKeep?: string;
  readonly keepImages?: number;
  readonly keepN?: number;
}

/** The first entry that matches a tag judges it; of those that may go, its newest stay. */
function byEntries(tags: readonly string[], text: string): readonly string[] {
  const { cleanup } = parse(text.replaceAll('$$', '$')) as { cleanup: readonly Imported[] };
  const isWhole = (regex: string, tag: string) => new RegExp(`^(?:${regex})$`).test(tag);
  const judgeOf = (tag: string) =>
    cleanup.findIndex(({ match }) => match === undefined || new RegExp(match.name.slice(1, -1)).test(tag));
  const goes = cleanup.flatMap(({ nameRegexDelete, nameRegexKeep, keepImages = 0, keepN = 0 }, index) =>
    tags
      .filter((tag) => judgeOf(tag) === index && isWhole(nameRegexDelete, tag))
      .filter((tag) => nameRegexKeep === undefined || !isWhole(nameRegexKeep, tag))
      .slice(Math.max(keepImages, keepN)),
  );
  return tags.filter((tag) => !goes.includes(tag));
}

const TAGS = [
  'v2.4',
  'v2.3',
  'v3-rc',
  'dev-9',
  'v2.2',
  'v2-rc',
  'dev-8',
  'v1-rc',
  'v1.9',
  'v1.8',
  'rel-1',
  'v1.0',
  'dev-1',
];

test.each<[string, readonly Rule[]]>([
  [
    'the broader selector first',
    [
      { pattern: 'v*', latest: 3 },
      { pattern: 'v1*', latest: 2 },
    ],
  ],
  [
    'the narrower selector first',
    [
      { pattern: 'v1*', latest: 2 },
      { pattern: 'v*', latest: 3 },
    ],
  ],
  [
    'selectors that overlap',
    [
      { pattern: '*-rc', latest: 1 },
      { pattern: 'v1*', latest: 2 },
    ],
  ],
  [
    'alternatives',
    [
      { pattern: '{v,dev}*', latest: 2 },
      { pattern: 'dev-*', latest: 2 },
    ],
  ],
  ['a selector that excludes, alone', [{ pattern: 'v*', decoration: 'excludes', latest: 2 }]],
  [
    'one that excludes beside others',
    [
      { pattern: 'v*', decoration: 'excludes', latest: 2 },
      { pattern: 'dev-*', latest: 1 },
    ],
  ],
  [
    'two that exclude, always',
    [
      { pattern: 'v*', decoration: 'excludes' },
      { pattern: 'dev-*', decoration: 'excludes' },
      { pattern: '**', latest: 1 },
    ],
  ],
])('%s: the policy is not carried over, with the reason', (_what, rules) => {
  expect(imported(rules)).toEqual({
    refused: expect.stringMatching(/rule.*a tag that Harbor retains could go, so the policy is not carried over/),
  });
});

test('a policy that always retains everything is not carried over, because nothing ever goes', () => {
  expect(imported([{ pattern: 'v*', latest: 1 }, { pattern: '**' }])).toEqual({
    refused: expect.stringContaining('rule 2 always retains all tags, so nothing ever goes'),
  });
});

describe('every policy of up to three rules keeps whatever Harbor retains, or is not carried over', () => {
  const patterns = ['**', '*', 'v*', 'v1*', 'v2*', 'dev-*', '*-rc', 'rel-1', '{v,dev}*', 'v{1,2}*'];
  const rules = patterns.flatMap((pattern): Rule[] => [
    ...[1, 2, 4].map((latest) => ({ pattern, latest })),
    { pattern },
    ...(pattern === '**'
      ? []
      : [
          { pattern, decoration: 'excludes' as const },
          { pattern, decoration: 'excludes' as const, latest: 2 },
        ]),
  ]);
  // The same ones at each run; three steps, so that each rule meets many others.
  const policies = Array.from({ length: 400 }, (_, index) => {
    const of = (step: number) => rules[(index * step + step) % rules.length] as Rule;
    return [of(1), of(7), of(17)].slice(0, 1 + (index % 3));
  });

  test('400 policies', () => {
    let carried = 0;
    for (const policy of policies) {
      const text = imported(policy);
      if (typeof text !== 'string') continue;
      carried += 1;
      for (const tags of [TAGS, TAGS.toReversed(), TAGS.toSorted()]) {
        const kept = new Set(byEntries(tags, text));
        const lost = byHarbor(tags, policy).filter((tag) => !kept.has(tag));
        expect({ policy, lost }).toEqual({ policy, lost: [] });
      }
    }
    expect(carried).toBeGreaterThan(60);
  });
});
