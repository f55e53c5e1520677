import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';

/** The completions of bash for the words, with a stand-in for the program that knows two namespaces. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout: script } = await cliHere(['completion', 'bash'], {});
  const line = words.join(' ');
  const program = `holystone() { printf '%s\\n' aws:test:us-east-1:image aws:test:eu-west-1:image; }`;
  const ask = `COMP_LINE='${line}'; COMP_POINT=${line.length}; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _holystone`;
  const { stdout } = spawnSync('bash', ['-c', `${program}\n${script}\n${ask}\nprintf '%s\\n' "\${COMPREPLY[@]}"`]);
  return String(stdout).trim().split('\n');
}

test('bash completes commands, options and namespaces', async () => {
  expect(await offered('holystone', 'st')).toEqual(['status', 'stage']);
  expect(await offered('holystone', 'stage', '--s')).toEqual(['--set', '--share']);
  expect(await offered('holystone', 'explain', 'aws:test:eu')).toEqual(['eu-west-1:image']);
});

test.each(['zsh', 'fish'])('the script for %s names every command', async (shell) => {
  const { code, stdout } = await cliHere(['completion', shell], {});
  expect(code).toBe(0);
  for (const command of ['plan', 'kill', 'status', 'iam-policy']) expect(stdout).toContain(command);
});
