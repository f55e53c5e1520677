/** The commands and files that the pages give a reader to type: commands exist, configurations load. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { ConfigurationError } from '../../../src/core/common/errors.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { helpOf } from '../../support/helpOf.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
/** The generated reference has tests of its own, and two pages show policies of another program. */
const ELSEWHERE = [
  'docs/configuration.md',
  'docs/handlers.md',
  'docs/evidence.md',
  'docs/compared-on-money.md',
  'docs/compared-with-cloud-custodian.md',
];

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

describe('the pages', () => {
  test('name commands of the program, with options that these have', async () => {
    const commands = PAGES.flatMap((page) =>
      [...read(page).matchAll(/(?:^|`|\$ )holystone ([a-z][\w-]*)([^\n`#]*)/gm)].map(([, name = '', rest = '']) => ({
        page,
        name,
        options: [...rest.matchAll(/--[\w-]+/g)].map(([option]) => option),
      })),
    );
    expect(commands.length).toBeGreaterThan(60);
    const helps = new Map<string, string>();
    for (const { name } of commands) helps.set(name, helps.get(name) ?? (await helpOf(name)));
    const wrong = commands.flatMap(({ page, name, options }) => {
      const help = helps.get(name) ?? '';
      if (!help.includes(`holystone ${name}`)) return [`${page}: ${name}`];
      return options.filter((option) => !help.includes(option)).map((option) => `${page}: ${name} ${option}`);
    });
    expect(wrong).toEqual([]);
  });

  const blocks = PAGES.filter((page) => !ELSEWHERE.includes(page)).flatMap((page) =>
    [...read(page).matchAll(/^ *```yaml\n(.*?)^ *```/gms)]
      .map(([, yaml = '']) => outdented(yaml))
      // The list of applications and the values of the Helm chart are documents of their own.
      .filter((yaml) => !/^(applications|image):/.test(yaml))
      .map((yaml, index) => ({ page, number: index + 1, yaml })),
  );

  test.each(blocks)('$page shows configuration $number, which loads without a warning', ({ yaml }) => {
    expect(problemsOf(completed(yaml))).toEqual([]);
  });
});

test('C1 every example of clusterGone has `ownerTags`: the controllers of today name the cluster in those tags alone', () => {
  const files = ['README.md', 'docs', 'docs/behaviour', 'examples', 'config'].flatMap((path) =>
    path.endsWith('.md')
      ? [path]
      : readdirSync(join(ROOT, path)).flatMap((name) => (/\.(md|yaml)$/.test(name) ? [`${path}/${name}`] : [])),
  );
  const entries = files.flatMap((file) => yamlIn(file).flatMap((yaml) => entriesOf(yaml, file)));
  const ofClusters = entries.filter(({ when }) => JSON.stringify(when ?? '').includes('clusterGone'));
  expect(ofClusters.length).toBeGreaterThan(15);
  expect(ofClusters.filter(({ clusters }) => clusters?.ownerTags !== true)).toEqual([]);
});

function yamlIn(file: string): readonly string[] {
  if (file.endsWith('.yaml')) return [read(file)];
  return [...read(file).matchAll(/^ *```yaml\n(.*?)^ *```/gms)].map(([, yaml = '']) => outdented(yaml));
}

interface Entry {
  readonly file: string;
  readonly when?: unknown;
  readonly clusters?: { readonly ownerTags?: boolean };
}

function entriesOf(yaml: string, file: string): readonly Entry[] {
  const { cleanup } = (parse(yaml) ?? {}) as { readonly cleanup?: readonly object[] };
  return Array.isArray(cleanup) ? cleanup.map((entry) => ({ file, ...entry })) : [];
}

/** A page may show some sections only; these are the others. */
const OTHERS = [
  'dryRun: true',
  'redis: { url: "redis://localhost" }',
  'mail: { smtp: "smtp://localhost", from: holystone@example.com }',
  'http: { public: { url: "https://holystone.example.com" } }',
  `optOut: { keys: [{ id: k1, secret: "${'k'.repeat(32)}" }] }`,
  'owner: { domains: [example.com] }',
  'accounts: [{ name: test, provider: aws, id: "123456789012", locations: [us-east-1], readRole: "arn:aws:iam::123456789012:role/read", deleteRole: "arn:aws:iam::123456789012:role/delete" }]',
  'cleanup: [{ type: image, when: [{ rule: unused }] }]',
];

function completed(yaml: string): string {
  const keys = [...yaml.matchAll(/^(\w+):/gm)].map(([, key]) => key);
  const lines = [yaml, ...OTHERS.filter((line) => !keys.includes(line.split(':')[0]))];
  return lines.join('\n').replaceAll('/etc/holystone/prices.yaml', join(ROOT, 'config/prices.yaml'));
}

function problemsOf(yaml: string): readonly string[] {
  const secret = 's'.repeat(40);
  const names = [...yaml.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  const env = Object.fromEntries(names.map((name) => [name, /(URL|WEBHOOK)$/.test(name) ? urlFor(name) : secret]));
  try {
    return loadConfiguration({ text: yaml }, { env, handlers }).warnings.map(({ message }) => message);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map(({ line, message }) => `${line}: ${message}`);
  }
}

function urlFor(name: string): string {
  return `${/^(REDIS|SMTP)/.exec(name)?.[0].toLowerCase() ?? 'https'}://localhost`;
}

function outdented(yaml: string): string {
  const [, indent = ''] = /^( *)/.exec(yaml) ?? [];
  return yaml.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}
