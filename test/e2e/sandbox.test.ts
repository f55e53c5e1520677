/** `holystone sandbox` in one terminal and `plan` in another, as a person tries a configuration. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { cliRun, commandLine, plainEnvironment, startProgram } from '../support/cliRun.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'holystone-sandbox-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The output of a sandbox that waits for Ctrl-C. */
async function startSandboxProgram(args: readonly string[]): Promise<{ child: ChildProcess; output: () => string }> {
  // Its environment has no credentials.
  const env = { ...plainEnvironment(), TMPDIR: folder };
  const child = startProgram(commandLine(['sandbox', ...args]), { env, cwd: folder });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  await until('the sandbox waits', () => text.includes('Ctrl-C'), 60_000);
  return { child, output: () => text };
}

function exportedIn(output: string): Record<string, string> {
  return Object.fromEntries(
    [...output.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

describe('holystone sandbox', () => {
  test('plan with the printed variables reads it; SIGINT ends it with exit code 0 and leaves only the written file', async () => {
    const { child, output } = await startSandboxProgram(['--seed', 'large', '40', '--write', 'sandbox.yaml']);
    const variables = exportedIn(output());
    const env = { ...plainEnvironment(), ...variables };
    const plan = await cliRun(['plan', '--config', 'sandbox.yaml', '--format', 'table'], { env, cwd: folder });
    const [, deletions] = /^Plan: (\d+) to delete/m.exec(plan.stdout) ?? [];
    // The newest three stay, and with so many a pass is blocked until an operator approves it.
    expect({ code: plan.code, deletions, problems: plan.stderr }).toEqual({ code: 3, deletions: '37', problems: '' });

    const ended = once(child, 'close');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(output()).toContain('# Stopped. Nothing is left running.');
    expect(readdirSync(folder)).toEqual(['sandbox.yaml']);
    await expect(fetch(variables.AWS_ENDPOINT_URL ?? '')).rejects.toThrow('fetch failed');
  });

  test('it refuses an address that other machines reach', async () => {
    const { code, stderr } = await cliRun(['sandbox', '--bind', '0.0.0.0'], { env: plainEnvironment(), cwd: folder });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--bind: found "0.0.0.0"; allowed: an address of this'),
    ]);
  });
});
