/** The program as it was: built from an earlier commit, for the tests of two versions on one Redis. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const LOCK = 'package-lock.json';

/** `HOLYSTONE_PREVIOUS`, a commit, branch or tag; else the last release before this commit, else the last commit a day before. */
export function previousRef(env: NodeJS.ProcessEnv = process.env): string {
  if (env.HOLYSTONE_PREVIOUS) return env.HOLYSTONE_PREVIOUS;
  const [release = ''] = git('tag', '--merged', 'HEAD^', '--sort=-creatordate', '--list', 'v*').split('\n');
  if (release !== '') return release;
  const dayBefore = Number(git('log', '-1', '--format=%ct')) - 86_400;
  const ref = git('rev-list', '-1', `--before=${dayBefore}`, 'HEAD');
  if (ref === '') throw new Error('this clone has no commit of a day before: fetch more, or set HOLYSTONE_PREVIOUS');
  return ref;
}

/** Builds it into an empty folder, with the packages of its own lock file; answers its entry point. Takes a minute. */
export function buildPrevious(ref: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', ref], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const isSameLock = readFileSync(join(ROOT, LOCK), 'utf8') === readFileSync(join(folder, LOCK), 'utf8');
  if (isSameLock) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else run(folder, ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']);
  run(folder, ['run', '--silent', 'transpile']);
  return join(folder, 'dist/main.js');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

function run(cwd: string, args: readonly string[]): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
