import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { resource, verdict } from '../../support/evaluation.ts';
import { helpOf } from '../../support/helpOf.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const DECISIONS = readdirSync(join(ROOT, 'docs/adr')).filter((name) => /^\d{4}-/.test(name));
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/architecture.md',
  'docs/configuration.md',
  'docs/from-swabbie.md',
  'docs/adr/README.md',
  ...DECISIONS.map((name) => `docs/adr/${name}`),
];

describe('every page', () => {
  test('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = PAGES.flatMap((page) =>
      [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script),
    );
    expect(named).toContain('demo');
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});

describe('README.md and the pages that it leads to', () => {
  const deciding = read('docs/deciding.md');
  const text = read('docs/commands.md');

  test('it has at most 90 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
  });

  test('the configuration beside the steps loads: an image that lacks only the first switch', () => {
    const [, yaml = ''] = /```yaml\n([\s\S]+?)```/.exec(deciding) ?? [];
    const env = { REDIS_URL: 'redis://localhost', SMTP_URL: 'smtp://localhost', HOLYSTONE_LINK_KEY: 'k'.repeat(32) };
    const { workConfigurations, warnings, serveRefuses } = loadConfiguration({ text: yaml }, { env, handlers });
    expect({ warnings, serveRefuses }).toEqual({ warnings: [], serveRefuses: [] });
    expect(workConfigurations.map(({ namespace, live }) => ({ namespace, live }))).toEqual([
      { namespace: 'aws:test:us-east-1:image', live: false },
      { namespace: 'aws:test:us-east-1:autoscalinggroup', live: false },
    ]);
    const reasons = workConfigurations[0]?.notLiveBecause?.split('; ') ?? [];
    expect(reasons).toEqual(['dryRun is not false']);
  });

  test('the commands and exit codes of the docs are those of the command line', async () => {
    const help = await helpOf();
    const listed = [...help.matchAll(/^ {2}([\w-]+) \[options\]/gm)].map(([, name = '']) => name);
    const [, table = ''] = /# Commands([\s\S]+?)Exit codes/.exec(text) ?? [];
    const named = [...table.matchAll(/^\| `([\w-]+)/gm)].map(([, name = '']) => name);
    expect(named.sort()).toEqual(listed.sort());
    expect(text).toContain(/Exit codes: 0 done.+safety/.exec(help)?.[0]);
  });

  test('the steps of the docs are those of a trace, each with the possible answers', async () => {
    const [, table = ''] = /## The nine steps([\s\S]+?)\n## /.exec(deciding) ?? [];
    const rows = [...table.matchAll(/^\| (\d) \|.+\| (keep|unknown|candidate)\b/gm)].map(([, , says]) => says);
    const { trace } = await verdict(resource('ami-1'));
    const says = trace.map(({ step }) =>
      step === 'candidate' ? 'candidate' : step === 'evidence' ? 'unknown' : 'keep',
    );
    expect(rows).toEqual(says);
  });
});

test('the architecture has at most 2,500 words', () => {
  expect(read('docs/architecture.md').split(/\s+/).length).toBeLessThanOrEqual(2_500);
});

test('the list of decisions is complete', () => {
  const index = read('docs/adr/README.md');
  const listed = [...index.matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, name]) => name);
  expect(listed.sort()).toEqual(DECISIONS.sort());
});

test.each(DECISIONS)('%s is a page of 40 lines at most', (name) => {
  expect(read(`docs/adr/${name}`).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});
