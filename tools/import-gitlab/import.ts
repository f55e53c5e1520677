// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the native file
/** Converts cleanup policies of GitLab's container registry, as its API gives them, to a native file. */
import { basename } from 'node:path';
import { z } from 'zod';
import { ConfigurationError } from '../../src/core/common/errors.ts';
import { wholeRegex } from '../../src/core/evaluation/pattern.ts';
import { matchesAll } from '../../src/handlers/images/selectAll.ts';
import { type ImportedFile, tableOf } from '../import/nativeFile.ts';
import type { Row } from '../import/sourceFile.ts';

/** GitLab's API, "container_expiration_policy": of a project, or the attributes of a request that changes it. */
const policy = z.object({
  cadence: z.string().nullish(),
  enabled: z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]).nullish(),
  keep_n: z.union([z.number().int(), z.string().regex(/^\d+$/).transform(Number)]).nullish(),
  older_than: z.string().nullish(),
  name_regex: z.string().nullish(),
  name_regex_delete: z.string().nullish(),
  name_regex_keep: z.string().nullish(),
});
const project = z.object({
  path_with_namespace: z.string().min(1).optional(),
  container_registry_image_prefix: z.string().min(1).nullish(),
  web_url: z.url().optional(),
  container_expiration_policy: policy.nullish(),
  container_expiration_policy_attributes: policy.nullish(),
});

type Policy = z.output<typeof policy>;

const VARIABLES = ['GITLAB_USER', 'GITLAB_TOKEN'];

/** GitLab's words for how often a policy runs. */
const CADENCES: Readonly<Record<string, string>> = {
  '1d': '1d',
  '7d': '7d',
  '14d': '14d',
  '1month': '30d',
  '3month': '90d',
};

/**
 * @param text JSON: a policy, a project with its policy, or a list of projects
 * @param file its name, in messages and at the top
 * @throws ConfigurationError if it has no policy of GitLab
 */
export function importGitlab(text: string, file: string): ImportedFile {
  const lost: Row[] = [];
  const entries: string[] = [];
  const hosts = new Map<string, OfProject[]>();
  const paths = new Set<string>();
  for (const project of policiesIn(text, file)) {
    const { path, host, policy: one } = project;
    const report = (message: string) =>
      lost.push({ file, line: 1, column: 1, message: `${path}: ${message}`, carried: 'no' });
    if (paths.has(path)) {
      report('it is listed twice; the first counts');
      continue;
    }
    const keys = keysOf(one, report);
    if (!keys) continue;
    paths.add(path);
    hosts.set(host, [...(hosts.get(host) ?? []), project]);
    const off = one.enabled === false ? ['    # GitLab has switched this policy off.', '    live: false'] : [];
    const account = nameOf([...hosts.keys()].indexOf(host));
    const place = [`    accounts: [${account}]`, `    locations: [${quoted(`${path}/**`)}]`];
    entries.push('  - type: tag', ...place, ...off, ...keys.map((key) => `    ${key}`));
  }
  if (entries.length === 0)
    throw problem(file, `no policy can be converted: ${lost.map(({ message }) => message).join('; ')}`);
  const accounts = [...hosts.values()].flatMap((projects, index) => accountLines(nameOf(index), projects));
  const lines = [...headOf(file), 'accounts:', ...accounts, '', 'cleanup:', ...entries];
  const table = tableOf(lost).map((row) => `# ${row}`);
  return { text: `${[...lines, '', ...table].join('\n')}\n`, rows: lost, entries: paths.size, variables: VARIABLES };
}

/** One account per registry: an account is declared once, whatever projects have policies. */
function nameOf(index: number): string {
  return index === 0 ? 'gitlab' : `gitlab-${index + 1}`;
}

function headOf(file: string): readonly string[] {
  return [
    `# Imported from GitLab's ${oneLine(basename(file))} by \`holystone import gitlab\`. Before anything else:`,
    '#   holystone validate --config THIS_FILE',
    '#   holystone plan --config THIS_FILE       # every tag, KEEP or DELETE, and the rule that decides; deletes nothing',
    '#',
    '# GitLab.com, and each GitLab with a metadata database of its registry, counts from the last push of a tag, which the registry',
    '# itself does not state. So the age counts from when Holystone first saw the tag with this image, and with `keepN` all tags',
    '# stay (`orderBy: push`). A GitLab without that database counts from the build: with `timestampSource: image-created` and',
    '# `orderBy: date` this does so, too.',
    '# An owner is notified before anything is deleted, and can keep a tag or the whole repository.',
    'dryRun: true',
    '',
  ];
}

/** GitLab shows `/v2/_catalog` to administrators only; its API lists the repositories of projects. */
function accountLines(name: string, projects: readonly OfProject[]): readonly string[] {
  const [{ host, gitlab }] = projects as [OfProject];
  const listed = (values: readonly string[]) => values.map(quoted).join(', ');
  return [
    `  - name: ${name}`,
    '    provider: registry',
    `    url: ${quoted(`https://${host}`)}`,
    `    id: ${quoted(host)}`,
    '    # A personal, group or project access token with the scope `api`, of a Maintainer of each project. A deploy token, and',
    '    # the scopes read_registry and write_registry, cannot delete.',
    '    credentials: { username: "${GITLAB_USER}", password: "${GITLAB_TOKEN}" }',
    "    # GitLab's API lists the repositories of the projects.",
    '    catalog:',
    `      gitlab: ${quoted(gitlab)}`,
    `      projects: [${listed(projects.map(({ project }) => project))}]`,
    '      token: "${GITLAB_TOKEN}"',
    `    locations: [${listed(projects.map(({ path }) => `${path}/**`))}]`,
  ];
}

/** The keys of an entry; `undefined` if GitLab would delete nothing either. */
function keysOf(one: Policy, report: (message: string) => void): readonly string[] | undefined {
  const deletes = one.name_regex_delete ?? one.name_regex;
  if (!deletes) {
    report('it has no `name_regex_delete`, so it deletes nothing');
    return undefined;
  }
  const keys = [`nameRegexDelete: ${quoted(deletes)}`, 'timestampSource: first-seen'];
  for (const [name, regex] of [
    ['name_regex_delete', deletes],
    ['name_regex_keep', one.name_regex_keep],
  ] as const) {
    if (!regex || wholeRegex.safeParse(regex).success) continue;
    report(`\`${name}\` is no regex of RE2: ${quoted(regex)}; write it anew`);
    return undefined;
  }
  if (one.name_regex_keep) keys.push(...keepKeys(one.name_regex_keep));
  if (one.keep_n) keys.push(`keepN: ${one.keep_n}`, 'orderBy: push');
  if (!one.name_regex_keep && !one.keep_n && matchesAll(deletes)) keys.push(...NEWEST);
  const { older_than: age } = one;
  if (typeof age === 'string' && !/^[1-9]\d{0,4}d$/.test(age)) {
    report(`\`older_than\` is ${quoted(age)}, no number of days such as "90d"; without it younger tags would go`);
    return undefined;
  }
  if (age) keys.push(`olderThan: ${age}`);
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
  /** Of its repositories: in lower case. */
  readonly path: string;
  /** As GitLab's API takes it. */
  readonly project: string;
  /** Of the registry. */
  readonly host: string;
  readonly gitlab: string;
  readonly policy: Policy;
}

const UNKNOWN_HOST = 'registry.gitlab.example.com';
const UNKNOWN_GITLAB = 'https://gitlab.example.com';

function policiesIn(text: string, file: string): readonly OfProject[] {
  const value = parsed(text, file);
  const all = (Array.isArray(value) ? value : [value]).map((one, index) => {
    const read = project.safeParse(one);
    if (!read.success) throw problem(file, `entry ${index + 1} is no project or policy of GitLab`);
    return { one, ...read.data };
  });
  // One answer is of one GitLab: what one project does not say, another says.
  const host = all.map(({ container_registry_image_prefix: prefix }) => prefix?.split('/')[0]).find(Boolean);
  const web = all.map(({ web_url: url }) => url).find(Boolean);
  const gitlab = web
    ? new URL(web).origin
    : host
      ? `https://${host.replace(/^registry\.|:\d+$/g, '')}`
      : UNKNOWN_GITLAB;
  const found = all.flatMap(({ one, path_with_namespace, container_registry_image_prefix, ...policies }) => {
    const prefix = container_registry_image_prefix?.split('/');
    const named = path_with_namespace ?? prefix?.slice(1).join('/') ?? 'group/project';
    const place = { path: named.toLowerCase(), project: named, host: prefix?.[0] ?? host ?? UNKNOWN_HOST, gitlab };
    const wrapped = policies.container_expiration_policy ?? policies.container_expiration_policy_attributes;
    const bare = wrapped ?? policy.safeParse(one).data;
    const isPolicy = wrapped || (bare && Object.values(bare).some((part) => part !== undefined));
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
