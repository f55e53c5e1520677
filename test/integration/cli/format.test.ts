/** `-o, --output` of every command, and the spellings that scripts of earlier versions use. */
import { describe, expect, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';
import { helpOf } from '../../support/helpOf.ts';

/** Commands that print for people or for programs. */
const COMMANDS = [
  ...['status', 'marks', 'plan', 'explain', 'history', 'run', 'stage', 'restore', 'release', 'repair'],
  ...['validate', 'iam-policy', 'kill', 'service', 'limits', 'approve', 'recalculate', 'keep'],
];
const CONFIG = ['--config', 'examples/unused-images.yaml'];

describe('-o, --output', () => {
  test.each(COMMANDS)('%s has it in its help, and no other spelling', async (command) => {
    const help = await helpOf(command);
    expect(help).toMatch(/^ {2}-o, --output <format> .*json/m);
    expect(help).not.toContain('--format');
  });

  test.each([
    ...['-o', '--output', '-f', '--format'].map((option) => [option, 'json']),
    ...[['--output=json'], ['--format', 'text'], ['-o', 'table'], []],
  ])('validate takes %s %s', async (...options) => {
    const given = options.filter((one) => one !== undefined);
    const { code, stdout } = await cliHere(['validate', ...CONFIG, ...given], {});
    const isJson = given.some((one) => one.endsWith('json'));
    expect({ code, isJson: stdout.startsWith('{') }).toEqual({ code: 0, isJson });
  });

  test('mail takes a format of its own with -o', async () => {
    const args = ['mail', '--owner', 'ann@example.com', '--sample', '-c', 'examples/unused-images.yaml', '-o', 'html'];
    expect(await cliHere(args, {})).toMatchObject({ code: 0, stdout: expect.stringMatching(/^<!doctype html\b/i) });
  });

  test('the last one given counts, whatever its spelling', async () => {
    const { stdout } = await cliHere(['validate', ...CONFIG, '-o', 'json', '--format', 'table'], {});
    expect(stdout).not.toMatch(/^\{/);
  });

  test('an unknown format names the allowed ones', async () => {
    const { code, stderr } = await cliHere(['validate', ...CONFIG, '--output', 'yaml'], {});
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Allowed choices are json, table.') });
  });
});
