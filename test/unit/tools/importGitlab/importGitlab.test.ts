/** Cleanup policies of GitLab, as its API gives them. */
import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../../src/config/load/loader.ts';
import { matchesWhole } from '../../../../src/core/evaluation/pattern.ts';
import { handlers } from '../../../../src/handlers/index.ts';
import { importGitlab } from '../../../../tools/import-gitlab/import.ts';

const env = { GITLAB_USER: 'janitor', GITLAB_TOKEN: 'secret' };
const POLICY = {
  cadence: '1month',
  enabled: true,
  keep_n: 10,
  older_than: '90d',
  name_regex: '.*',
  name_regex_keep: '(?:v.+|production-.*)',
  next_run_at: '2026-12-20T00:00:00Z',
};
const PROJECT = {
  id: 7,
  path_with_namespace: 'Shop/Web',
  container_registry_image_prefix: 'registry.gitlab.example.org/shop/web',
  container_expiration_policy: POLICY,
};

function imported(value: unknown) {
  const made = importGitlab(JSON.stringify(value), 'project.json');
  const configuration = loadConfiguration({ text: made.text }, { env, handlers });
  return { ...made, configuration };
}

describe('a policy of GitLab', () => {
  test('R1 a project becomes an account with its repositories, and an entry with the keys of its policy', () => {
    const { text, rows, entries } = imported(PROJECT);
    expect([rows, entries]).toEqual([[], 1]);
    expect(text).toContain('url: "https://registry.gitlab.example.org"');
    expect(text).toContain('id: "registry.gitlab.example.org"');
    expect(text).toContain('gitlab: "https://gitlab.example.org"');
    expect(text).toContain('projects: ["Shop/Web"]');
    expect(text).toContain('scope `api`');
    expect(text.slice(text.indexOf('cleanup:'))).toBe(`cleanup:
  - type: tag
    accounts: [gitlab]
    locations: ["shop/web/**"]
    nameRegexDelete: ".*"
    timestampSource: first-seen
    nameRegexKeep: "(?:v.+|production-.*)"
    keepN: 10
    orderBy: push
    olderThan: 90d
    every: { mark: 30d }

# Everything was carried over.
`);
  });

  test('L113 a policy without an age has none, and tags of any age count, as there', () => {
    expect(imported({ ...POLICY, older_than: null }).text).not.toContain('olderThan');
  });

  test('R31 neither its age nor its place counts from the build: GitLab goes by the push', () => {
    const { configuration } = imported(PROJECT);
    expect(JSON.stringify(configuration)).toMatch(/"timestampSource":"first-seen"[^}]*"keepN":10,"orderBy":"push"/);
  });

  test('R1 a bare policy, the attributes of a request and a list of projects are read too', () => {
    expect(imported(POLICY).entries).toBe(1);
    expect(imported({ container_expiration_policy_attributes: POLICY }).entries).toBe(1);
    const { path_with_namespace: _path, ...blog } = {
      ...PROJECT,
      container_registry_image_prefix: 'r.example.org/blog',
    };
    const list = imported([PROJECT, blog, { path_with_namespace: 'shop/none' }]);
    expect(list.entries).toBe(2);
    expect(list.text).toContain('locations: ["blog/**"]');
  });

  test('R1 a policy that GitLab has switched off is not live', () => {
    expect(imported({ ...POLICY, enabled: false }).text).toContain('live: false');
  });

  test.each([
    ['main|release', ['main', 'main-2026', 'release', 'hotfix-release'], ['my-main', 'release-1', 'dev']],
    ['(?i)main|x|release', ['MAIN-1', 'a-x-b', 'X', 'a-release'], ['a-main', 'release-1']],
    ['(?:main|release)', ['main', 'release'], ['main-2026', 'hotfix-release']],
    ['[|]main\\|x', ['|main|x'], ['main', '|main']],
  ])('R2 the keep regex %s keeps all that GitLab keeps, which does not group alternatives', (regex, kept, others) => {
    const { text } = imported({ ...POLICY, name_regex_keep: regex });
    const [, written = ''] = /nameRegexKeep: (".*")/.exec(text) ?? [];
    const keep = JSON.parse(written) as string;
    expect([...kept, ...others].filter((name) => matchesWhole(keep, name))).toEqual(kept);
  });

  test('R5 a policy that would delete every tag keeps the newest one, and the file says so', () => {
    const all = { ...POLICY, keep_n: null, name_regex_keep: null };
    const { text, configuration } = imported(all);
    expect(text).toContain('keepN: 1');
    expect(text).not.toContain('allowDeleteAll: true\n');
    expect(JSON.stringify(configuration)).toContain('"keepN":1');
    expect(imported({ ...all, name_regex: 'dev-.*' }).text).not.toMatch(/keepN:|allowDeleteAll/);
  });

  test('R1 projects of one registry are one account with an entry for each, and one that is listed twice is one', () => {
    const { container_registry_image_prefix: _prefix, ...plain } = PROJECT;
    const web_url = 'https://code.example.org/shop/api';
    const list = imported([PROJECT, { ...plain, path_with_namespace: 'shop/api', web_url }, PROJECT]);
    expect(list.entries).toBe(2);
    expect(list.text.match(/ - name: .*| {4}accounts: .*| {4}locations: .*/g)).toEqual([
      ' - name: gitlab',
      '    locations: ["shop/web/**", "shop/api/**"]',
      '    accounts: [gitlab]',
      '    locations: ["shop/web/**"]',
      '    accounts: [gitlab]',
      '    locations: ["shop/api/**"]',
    ]);
    expect(list.text).toContain('gitlab: "https://code.example.org"');
    expect(list.text).toContain('projects: ["Shop/Web", "shop/api"]');
    expect(list.rows.map(({ message }) => message)).toEqual(['shop/web: it is listed twice; the first counts']);
  });

  test('R1 two projects go live together', () => {
    const other = { ...PROJECT, path_with_namespace: 'shop/api' };
    const text = importGitlab(JSON.stringify([PROJECT, other]), 'p.json')
      .text.replace('dryRun: true', 'dryRun: false\nredis: { url: "redis://127.0.0.1:6379" }')
      .replaceAll('  - type: tag', '  - type: tag\n    live: true');
    expect(() => loadConfiguration({ text }, { env, handlers })).not.toThrow();
  });

  test('R1 numbers and words of a request, which are texts, are read', () => {
    const { text } = imported({ ...POLICY, keep_n: '5', enabled: 'false' });
    expect(text).toContain('keepN: 5');
    expect(text).toContain('live: false');
  });

  test('R1 a dollar sign before a brace in a regex is no variable', () => {
    const { configuration } = imported({ ...POLICY, name_regex: 'a$|b' + '$' + '{2}' });
    expect(JSON.stringify(configuration)).toContain('a$|b$' + '{2}');
  });

  test.each([
    [{ name_regex: null }, 'it has no `name_regex_delete`, so it deletes nothing'],
    [{ name_regex: '(?=v).*' }, '`name_regex_delete` is no regex of RE2'],
    [{ name_regex_keep: '[' }, '`name_regex_keep` is no regex of RE2'],
    ...['1month', '90 days', 'NINETY_DAYS', '0d', ''].map((age): [object, string] => [
      { older_than: age },
      `\`older_than\` is "${age}"`,
    ]),
  ])('R5 the policy %p is not converted, and its reason is reported', (part, why) => {
    const others = [
      PROJECT,
      { ...PROJECT, path_with_namespace: 'shop/odd', container_expiration_policy: { ...POLICY, ...part } },
    ];
    const { rows, entries } = imported(others);
    expect([entries, rows.map(({ message }) => message)]).toEqual([1, [expect.stringContaining(`shop/odd: ${why}`)]]);
    expect(() => imported({ ...POLICY, ...part })).toThrow('no policy can be converted');
  });

  test.each(['{', '[]', '{}', '{"a":1}', '3', '[{"container_expiration_policy":{"keep_n":"ten"}}]'])(
    'R5 %s is refused with a reason',
    (text) => {
      expect(() => importGitlab(text, 'project.json')).toThrow(/^project\.json:1:1: /);
    },
  );
});
