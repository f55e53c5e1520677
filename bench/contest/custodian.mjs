// Cloud Custodian, where PyPI can be reached: a virtual environment of its own, kept for the next time.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VENV = join(import.meta.dirname, '../../.venv/c7n');
/** It forgets to ask for two of these: https://pypi.org/project/c7n/ */
const PACKAGES = ['c7n==0.9.52', 'argcomplete', 'tabulate'];
const run = promisify(execFile);

/** @returns the words that run it, or why it cannot be had */
export async function custodian() {
  const program = join(VENV, 'bin/custodian');
  try {
    if (!existsSync(program)) {
      await run('python3', ['-m', 'venv', VENV]);
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
      await run(join(VENV, 'bin/python'), pip, { timeout: 300_000 });
    }
    return { python: join(VENV, 'bin/python'), program };
  } catch (error) {
    return { why: error.message.trim().split('\n').at(-1) };
  }
}
