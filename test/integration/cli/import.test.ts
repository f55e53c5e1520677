/** The import of a Swabbie configuration: the file that it writes, and the settings that it cannot convert. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';
import type { CliResult } from '../../support/cliRun.ts';

const IMAGES = fileURLToPath(new URL('../../fixtures/swabbie/images.yml', import.meta.url));
const RELAXED = fileURLToPath(new URL('../../fixtures/swabbie/relaxed.yml', import.meta.url));

let dir: string;
const before = process.cwd();

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-import-'));
  // The tests give paths as people type them.
  process.chdir(dir);
});
afterAll(() => {
  process.chdir(before);
  return rm(dir, { recursive: true, force: true });
});

function holystone(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliResult> {
  return cliHere(args, env);
}

function file(name: string, text: string): string {
  writeFileSync(join(dir, name), text);
  return name;
}

describe('import', () => {
  test('L10 writes a native file that validates, and names the keys without a counterpart; exit 0', async () => {
    const written = await holystone(['import', IMAGES, '--output', 'native.yaml']);
    expect({ code: written.code, stdout: written.stdout }).toEqual({ code: 0, stdout: '' });
    const [first = '', ...rest] = written.stderr.trimEnd().split('\n');
    expect(first).toMatch(/images\.yml:9:\d+: swabbie\.minImagesUsedByLC: no counterpart: /);
    expect(rest.slice(-3, -1)).toEqual([
      expect.stringMatching(/images\.yml: server: outside of "swabbie:", not read$/),
      expect.stringMatching(/images\.yml: redis: outside of "swabbie:", not read$/),
    ]);
    expect(rest.at(-1)).toMatch(/^wrote native\.yaml: 1 entry; 6 places .*"holystone plan --config native\.yaml"$/);

    const { code, stdout, stderr } = await holystone(['validate', '--config', 'native.yaml']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^dry run: .*declared without id.*\n {2}image \(mark, notify, delete\): test in us-east-1/);
    expect(stdout).toContain('native.yaml is valid: 4 namespaces, 4 in dry run\n');
  });

  test('L10 without --output on standard output; variables without default are named', async () => {
    const { code, stdout, stderr } = await holystone(['import', RELAXED]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^imported: 1 entry; .*; needs OWNER\n$/);
    const config = file('relaxed.yaml', stdout);
    const unset = await holystone(['validate', '--config', config]);
    expect(unset.code).toBe(2);
    expect(unset.stderr).toContain('the environment variable OWNER is not set');
    const set = await holystone(['validate', '--config', config], { OWNER: 'cloud@example.com' });
    expect({ code: set.code, stderr: set.stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('an output that exists is kept; --force writes over it', async () => {
    const output = file('mine.yaml', 'mine\n');
    const kept = await holystone(['import', IMAGES, '--output', output]);
    expect(kept).toEqual({ code: 2, stdout: '', stderr: 'holystone: mine.yaml exists; overwrite it with --force\n' });
    expect(readFileSync(join(dir, output), 'utf8')).toBe('mine\n');
    const forced = await holystone(['import', IMAGES, '--output', output, '--force']);
    expect(forced.code).toBe(0);
    expect(readFileSync(join(dir, output), 'utf8')).toMatch(/^# Imported from Swabbie's images\.yml/);
  });

  test('never over the file that is imported', async () => {
    const source = file('swabbie.yml', 'swabbie: {}\n');
    const { code, stderr } = await holystone(['import', source, '--output', source, '--force']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'holystone: the output and the imported file are the same\n' });
    expect(readFileSync(join(dir, source), 'utf8')).toBe('swabbie: {}\n');
  });

  const cases = [
    ['not-yaml.yml', 'swabbie: [\n', /^not-yaml\.yml:\d+:\d+: not valid YAML: .+\n/],
    ['other.yml', 'orca: {}\n', /^other\.yml:1:1: not a configuration of Swabbie: .+\n$/],
    [
      'wrong.yml',
      'swabbie:\n  dryRun: perhaps\n',
      /^wrong\.yml:2:11: swabbie\.dryRun: found "perhaps"; allowed: .+\n$/,
    ],
  ] as const;
  test.each(cases)('%s: said with its place, nothing written, exit 2', async (name, text, said) => {
    const { code, stdout, stderr } = await holystone(['import', file(name, text), '--output', `${name}.out`]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
    expect(existsSync(join(dir, `${name}.out`))).toBe(false);
  });

  test('a file that is not there, exit 2; a folder that is not there, exit 1', async () => {
    const missing = await holystone(['import', 'nowhere.yml']);
    expect(missing).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^nowhere\.yml:1:1: cannot be read/),
    });
    const nowhere = await holystone(['import', IMAGES, '--output', join('no', 'folder.yaml')]);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toMatch(/holystone: cannot write no\/folder\.yaml: /);
  });

  test('L10 validate on a file of Swabbie’s says to import it', async () => {
    const { code, stderr } = await holystone(['validate', '--config', IMAGES]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /images\.yml:\d+:1: swabbie: this is a configuration of Swabbie; import it with "holystone import"\n$/,
    );
  });
});
