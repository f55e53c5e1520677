/** The action for pull requests, with real plans of a real repository; a stand-in of `gh` keeps the comments. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { parse } from 'yaml';
import { stageForAll } from './stage.ts';

jest.setTimeout(240_000);

const ROOT = dirname(dirname(import.meta.dirname));
const ACTION = join(ROOT, 'deploy/github-action');
const call = promisify(execFile);

/** Answers the number of the comment that there is, and keeps what is written. */
const GH = `#!/usr/bin/env bash
printf '%s\\n' "$*" >>"$KEPT/calls"
case "$*" in
  *--paginate*) [ ! -f "$KEPT/body.md" ] || echo 7 ;;
  *) for word; do case "$word" in body=@*) cp "\${word#body=@}" "$KEPT/body.md" ;; esac; done ;;
esac
`;

const stage = stageForAll();
let repository: string;
let kept: string;
let base: string;

beforeAll(async () => {
  stage.addImages(2);
  repository = join(stage.dir, 'repository');
  kept = join(stage.dir, 'kept');
  for (const folder of [repository, kept, join(stage.dir, 'bin')]) mkdirSync(folder);
  stage.file('bin/gh', GH);
  chmodSync(join(stage.dir, 'bin/gh'), 0o755);
  await git('init', '--quiet');
  write({ minimumAge: '1000d' });
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'base');
  base = (await git('rev-parse', 'HEAD')).trim();
});

function write({ minimumAge, type = 'image' }: { readonly minimumAge: string; readonly type?: string }): void {
  const file = stage.config({
    cleanup: `[{ type: ${type}, minimumAge: ${minimumAge}, when: [{ rule: unused }], keepNewest: off }]`,
  });
  writeFileSync(join(repository, 'holystone.yaml'), readFileSync(file));
}

async function git(...args: readonly string[]): Promise<string> {
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false'];
  return (await call('git', [...identity, ...args], { cwd: repository })).stdout;
}

/** @returns the exit code of the action */
function action(env: Readonly<Record<string, string>> = {}): Promise<number> {
  const own = {
    ...stage.env,
    PATH: [join(stage.dir, 'bin'), process.env.PATH].join(delimiter),
    HOLYSTONE: `node ${join(ROOT, 'dist/main.js')}`,
    CONFIG: 'holystone.yaml',
    BASE: base,
    PULL_REQUEST: '3',
    GITHUB_REPOSITORY: 'acme/clouds',
    KEPT: kept,
    ...env,
  };
  return call(join(ACTION, 'plan.sh'), { cwd: repository, env: own }).then(
    () => 0,
    ({ code }) => Number(code),
  );
}

const comment = () => readFileSync(join(kept, 'body.md'), 'utf8');
const calls = () => readFileSync(join(kept, 'calls'), 'utf8').trim().split('\n');

test('a pull request gets the difference as one comment, which a later run replaces', async () => {
  write({ minimumAge: '1d' });
  expect(await action()).toBe(0);
  expect(comment()).toContain('changes against the base branch');
  expect(comment()).toMatch(/app-aaa/);
  expect(calls().at(-1)).toMatch(/^api --silent repos\/acme\/clouds\/issues\/3\/comments /);

  write({ minimumAge: '2d' });
  expect(await action({ ARGUMENTS: "--namespace 'aws:*'" })).toBe(0);
  expect(calls().at(-1)).toMatch(/--method PATCH repos\/acme\/clouds\/issues\/comments\/7 /);
  expect(await git('worktree', 'list')).not.toContain('base');
});

test('a configuration that cannot be planned fails the job, and the comment says why', async () => {
  write({ minimumAge: '1d', type: 'imagge' });
  expect(await action()).toBe(2);
  expect(comment()).toMatch(/could not be planned[\s\S]*imagge/);
});

test('the action names files and inputs that exist, and the version of the package', () => {
  const { inputs, runs } = parse(readFileSync(join(ACTION, 'action.yml'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [{ run, env }] = runs.steps;
  expect(existsSync(run.replaceAll('"', '').replace('$GITHUB_ACTION_PATH', ACTION))).toBe(true);
  const named = [...JSON.stringify(env).matchAll(/inputs\.(\w+)/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(inputs).sort());
  expect(inputs.command.default).toBe(`npx --yes holystone@${version}`);
});
