/** The completion scripts in the shells they are for: Debian's `zsh` and `fish`, where they are installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { cliHere } from '../support/cliHere.ts';

const dir = mkdtempSync(join(tmpdir(), 'holystone-completion-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const ASK_ZSH = resolve('test/conformance/askZsh.zsh');

function describeWith(shell: string, tests: () => void): void {
  const isInstalled = spawnSync(shell, ['-c', 'exit 0']).status === 0;
  if (isInstalled) describe(shell, tests);
  else describe.skip(`${shell}, which is not installed here`, tests);
}

/** Writes the script to a file. */
async function scriptOf(shell: string, name: string): Promise<string> {
  const { stdout } = await cliHere(['completion', shell], {});
  const path = join(dir, name);
  writeFileSync(path, stdout);
  return path;
}

function linesOf(shell: string, args: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync(shell, args, { encoding: 'utf8', timeout: 60_000 });
  if (stderr !== '') throw new Error(stderr);
  return stdout.trim().split('\n');
}

describeWith('zsh', () => {
  const LINES = ['holystone hist', 'holystone stage --se', 'holystone explain aws:test:eu'];
  const COMPLETED = ['holystone history ', 'holystone stage --set ', 'holystone explain aws:test:eu-west-1:image '];
  const completed = (load: string) => linesOf('zsh', ['-f', ASK_ZSH, load, ...LINES]).map((line) => `${line.trim()} `);

  test('completes commands, options and namespaces from a file of fpath, at the first Tab', async () => {
    await scriptOf('zsh', '_holystone');
    expect(completed(`fpath=(${dir} $fpath); compinit -D -u`)).toEqual(COMPLETED);
  });

  test('completes them from `source`', async () => {
    const path = await scriptOf('zsh', 'sourced.zsh');
    expect(completed(`compinit -D -u; source ${path}`)).toEqual(COMPLETED);
  });
});

describeWith('fish', () => {
  test('completes commands, options and namespaces', async () => {
    const path = await scriptOf('fish', 'holystone.fish');
    const answered = (line: string) => linesOf('fish', ['--no-config', '-c', asking(path, line)]);
    expect(answered('holystone hist')).toEqual([expect.stringMatching(/^history\t/)]);
    expect(answered('holystone stage --se')).toEqual(['--set']);
    expect(answered('holystone explain aws:test:eu')).toEqual(['aws:test:eu-west-1:image']);
  });

  test('asks the configuration on the line for its namespaces', async () => {
    const path = await scriptOf('fish', 'holystone.fish');
    const line = 'holystone plan --config other.yaml --namespace aws:';
    expect(linesOf('fish', ['--no-config', '-c', asking(path, line)])).toContain('aws:other.yaml');
  });
});

/** A stand-in for the program knows two namespaces, and one that names the configuration. */
function asking(path: string, line: string): string {
  const program = `function holystone; printf '%s\\n' aws:test:us-east-1:image aws:test:eu-west-1:image aws:$argv[-1]; end`;
  return `${program}\nsource ${path}\ncomplete -C '${line}'`;
}
