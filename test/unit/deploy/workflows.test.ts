import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { deployText } from '../../support/deployFiles.ts';

const root = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const FOLDER = '.github/workflows/';
const texts = readdirSync(new URL(`../../../${FOLDER}`, import.meta.url)).map(
  (name) => [name, root(`${FOLDER}${name}`)] as const,
);
const text = root(`${FOLDER}release.yml`);

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

describe.each(texts)('the workflow %s', (name, text) => {
  const { jobs, permissions } = parse(text) as {
    jobs: Record<string, { readonly permissions: object; readonly steps: readonly Step[] }>;
    permissions: object;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('runs each action at a commit, and says which version that is', () => {
    const unpinned = [...text.matchAll(/uses: (.*)/g)].flatMap(([, action = '']) =>
      /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action) ? [] : [action],
    );
    expect(unpinned).toEqual([]);
  });

  test('names the permissions of each job', () => {
    expect(permissions).toEqual({});
    expect(Object.entries(jobs).filter(([, job]) => job.permissions === undefined)).toEqual([]);
  });

  test('calls scripts and files that exist', () => {
    const { scripts } = JSON.parse(root('package.json'));
    const called = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run (?:--silent )?(\S+)/g)].map(([, script = '']) => script),
    );
    expect(called.filter((script) => !(script in scripts))).toEqual([]);
    const named = [...text.matchAll(/(?:deploy|docker|\.ci)\/[\w./-]+/g)].map(([path]) => path);
    const actions = steps.flatMap(({ uses = '' }) => uses.split('@')[0] ?? []);
    const files = named.filter((path) => !actions.some((action) => action.startsWith(path.split('@')[0] ?? '')));
    expect(files).toContain(name === 'release.yml' ? 'docker/Dockerfile' : '.ci/run');
    expect(files.filter((path) => !existsSync(new URL(`../../../${path}`, import.meta.url)))).toEqual([]);
  });
});

test('the chart has the lines that the release workflow replaces by the image', () => {
  const lines = deployText('helm/holystone/values.yaml').split('\n');
  for (const line of ['  repository: holystone', '  tag: ""']) {
    expect(text).toContain(`s|^${line}$|`.replaceAll('"', '\\"'));
    expect(lines.filter((one) => one === line)).toHaveLength(1);
  }
});

test('the package may be published', () => {
  expect(JSON.parse(root('package.json'))).not.toHaveProperty('private');
});
