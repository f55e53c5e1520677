// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the native file
/** Converts cleanup policies of GitLab's container registry, as its API gives them, to a native file. */
import { basename } from 'node:path';
import { z } from 'zod';
import { ConfigurationError, type ConfigurationProblem } from '../../src/core/common/errors.ts';
import { wholeRegex } from '../../src/core/evaluation/pattern.ts';
import { matchesAll } from '../../src/handlers/images/selectAll.ts';

/** GitLab's API, "container_expiration_policy": of a project, or the attributes of a request that changes it. */
const policy = z.object({
  cadence: z.string().nullish(),
  enabled: z.boolean().nullish(),
  keep_n: z.number().int().nullish(),
  older_than: z.string().nullish(),
  name_regex: z.string().nullish(),
  name_regex_delete: z.string().nullish(),
  name_regex_keep: z.string().nullish(),
});
const project = z.object({
  path_with_namespace: z.string().min(1).optional(),
  container_registry_image_prefix: z.string().min(1).optional(),
  container_expiration_policy: policy.nullish(),
  container_expiration_policy_attributes: policy.nullish(),
});

type Policy = z.output<typeof policy>;

/** GitLab's words for how often a policy runs. */
const CADENCES: Readonly<Record<string, string>> = {
  '1d': '1d',
  '7d': '7d',
  '14d': '14d',
  '1month': '30d',
  '3month': '90d',
};

export interface ImportedPolicies {
  /** The native file. */
  readonly text: string;
  /** Settings without a counterpart. */
  readonly lost: readonly ConfigurationProblem[];
  readonly entries: number;
}

/**
 * @param text JSON: a policy, a project with its policy, or a list of projects
 * @param file its name, in messages and at the top
 * @throws ConfigurationError if it has no policy of GitLab
 */
export function importGitlab(text: string, file: string): ImportedPolicies {
  const lost: ConfigurationProblem[] = [];
  const accounts: string[] = [];
  const entries: string[] = [];
  const names = new Map<string, string>();
  for (const { path, host, policy: one } of policiesIn(text, file)) {
    const report = (message: string) => lost.push({ file, line: 1, column: 1, message: `${path}: ${message}` });
    if (names.has(path)) {
      report('it is listed twice; the first counts');
      continue;
    }
    const keys = keysOf(one, report);
    if (!keys) continue;
    const account = nameOf(path, new Set(names.values()));
    names.set(path, account);
    accounts.push(...accountLines(account, path, host));
    const off = one.enabled === false ? ['    # GitLab has switched this policy off.', '    live: false'] : [];
    entries.push('  - type: tag', `    accounts: [${quoted(account)}]`, ...off, ...keys.map((key) => `    ${key}`));
  }
  if (entries.length === 0)
    throw problem(file, `no policy can be converted: ${lost.map(({ message }) => message).join('; ')}`);
  const lines = [...headOf(file), 'accounts:', ...accounts, '', 'cleanup:', ...entries];
  return { text: `${lines.join('\n')}\n`, lost, entries: entries.filter((line) => line === '  - type: tag').length };
}

function nameOf(path: string, taken: ReadonlySet<string>): string {
  const name = `gitlab-${path.replaceAll(/[^A-Za-z0-9]+/g, '-')}`;
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name}-${count}`;
    if (!taken.has(numbered)) return numbered;
  }
}

function headOf(file: string): readonly string[] {
  return [
    `# Imported from GitLab's ${oneLine(basename(file))} by \`holystone import gitlab\`. Before anything else:`,
    '#   holystone validate --config THIS_FILE',
    '#   holystone plan --config THIS_FILE       # every tag, KEEP or DELETE, and the rule that decides; deletes nothing',
    '#',
    '# As in GitLab, the age of a tag counts from the build of its image: its registry states no other date. With',
    '# `timestampSource: first-seen` it counts from when Holystone first saw the tag with this image, so that an image built',
    '# long ago and pushed an hour ago stays.',
    '# An owner is notified before anything is deleted, and can keep a tag or the whole repository.',
    'dryRun: true',
    '',
  ];
}

function accountLines(name: string, path: string, host: string): readonly string[] {
  return [
    `  - name: ${quoted(name)}`,
    '    provider: registry',
    `    url: ${quoted(`https://${host}`)}`,
    '    # A deploy token or access token with the scopes read_registry and write_registry.',
    '    credentials: { username: "${GITLAB_USER}", password: "${GITLAB_TOKEN}" }',
    `    locations: [${quoted(`${path}/**`)}]`,
  ];
}

/** The keys of an entry; `undefined` if GitLab would delete nothing either. */
function keysOf(one: Policy, report: (message: string) => void): readonly string[] | undefined {
  const deletes = one.name_regex_delete ?? one.name_regex;
  if (!deletes) {
    report('it has no `name_regex_delete`, so it deletes nothing');
    return undefined;
  }
  const keys = [`nameRegexDelete: ${quoted(deletes)}`, 'timestampSource: image-created'];
  for (const [name, regex] of [
    ['name_regex_delete', deletes],
    ['name_regex_keep', one.name_regex_keep],
  ] as const) {
    if (!regex || wholeRegex.safeParse(regex).success) continue;
    report(`\`${name}\` is no regex of RE2: ${quoted(regex)}; write it anew`);
    return undefined;
  }
  if (one.name_regex_keep) keys.push(...keepKeys(one.name_regex_keep));
  if (one.keep_n) keys.push(`keepN: ${one.keep_n}`);
  if (!one.name_regex_keep && !one.keep_n && matchesAll(deletes)) keys.push(...NEWEST);
  if (one.older_than && /^\d+d$/.test(one.older_than)) keys.push(`olderThan: ${one.older_than}`);
  else if (one.older_than)
    report(`\`older_than\` is ${quoted(one.older_than)}, which GitLab does not have; tags of any age count`);
  const every = one.cadence ? CADENCES[one.cadence] : undefined;
  if (every) keys.push(`every: { mark: ${every} }`);
  else if (one.cadence) report(`\`cadence\` is ${quoted(one.cadence)}, which GitLab does not have; the default holds`);
  return keys;
}

/**
 * GitLab searches for `\A` + regex + `\z` without a group: of `main|release` it also keeps `main-2` and `a-release`.
 * Here a regex matches whole names, so one that keeps as much is written. Of a delete regex less is deleted here.
 */
function keepKeys(regex: string): readonly string[] {
  if (!hasLooseAlternatives(regex)) return [`nameRegexKeep: ${quoted(regex)}`];
  return [
    "# GitLab's alternatives are loose: the first matches any beginning, the last any end. This keeps the tags that GitLab keeps;",
    '# to keep whole names only, write the regex between `\\A` and `\\z` alone.',
    `nameRegexKeep: ${quoted(`[\\s\\S]*(?:\\A${regex}\\z)[\\s\\S]*`)}`,
  ];
}

/** Does a regex have a `|` outside groups and classes? */
function hasLooseAlternatives(regex: string): boolean {
  const plain = regex.replace(/\\./gs, '').replace(/\[\^?\]?[^\]]*\]/g, '');
  let depth = 0;
  for (const sign of plain) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '|' && depth === 0) return true;
  }
  return false;
}

/** GitLab accepts a policy that leaves no tag; here the configuration must say so. */
const NEWEST = [
  '# GitLab would delete every tag that is old enough. This keeps the newest; `allowDeleteAll: true` in its place accepts that.',
  'keepN: 1',
];

interface OfProject {
  readonly path: string;
  readonly host: string;
  readonly policy: Policy;
}

const UNKNOWN_HOST = 'registry.gitlab.example.com';

function policiesIn(text: string, file: string): readonly OfProject[] {
  const value = parsed(text, file);
  const found = (Array.isArray(value) ? value : [value]).flatMap((one, index): readonly OfProject[] => {
    const read = project.safeParse(one);
    if (!read.success) throw problem(file, `entry ${index + 1} is no project or policy of GitLab`);
    const { path_with_namespace, container_registry_image_prefix, ...policies } = read.data;
    const prefix = container_registry_image_prefix?.split('/');
    const place = {
      path: (path_with_namespace ?? prefix?.slice(1).join('/') ?? 'group/project').toLowerCase(),
      host: prefix?.[0] ?? UNKNOWN_HOST,
    };
    const wrapped = policies.container_expiration_policy ?? policies.container_expiration_policy_attributes;
    const bare = wrapped ?? policy.safeParse(one).data;
    const isPolicy = wrapped !== undefined || (bare && Object.values(bare).some((part) => part !== undefined));
    return bare && isPolicy ? [{ ...place, policy: bare }] : [];
  });
  if (found.length === 0) throw problem(file, 'it has no `container_expiration_policy`');
  return found;
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problem(file, 'it is not JSON; save the answer of GET /api/v4/projects/ID of GitLab');
  }
}

function problem(file: string, message: string): ConfigurationError {
  return new ConfigurationError([{ file, line: 1, column: 1, message }]);
}

/** A name of a file cannot end a comment. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** A text in YAML as in JSON; a variable sign of a regex must not be read as a variable. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('${', () => '$${');
}
