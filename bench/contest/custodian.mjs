// Cloud Custodian, where PyPI can be reached: a virtual environment of its own, kept for the next time.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VENVS = join(import.meta.dirname, '../../.venv');
/** They forget to ask for two of these: https://pypi.org/project/c7n/, https://pypi.org/project/c7n-kube/ */
const AWS = { folder: 'c7n', packages: ['c7n==0.9.52', 'argcomplete', 'tabulate'] };
export const KUBERNETES = { folder: 'c7n-kube', packages: ['c7n-kube==0.2.52', 'argcomplete', 'tabulate'] };
const run = promisify(execFile);

/** @returns the words that run it, or why it cannot be had */
export async function custodian({ folder, packages } = AWS) {
  const venv = join(VENVS, folder);
  const program = join(venv, 'bin/custodian');
  try {
    if (!existsSync(program)) {
      await run('python3', ['-m', 'venv', venv]);
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
      await run(join(venv, 'bin/python'), pip, { timeout: 300_000 });
    }
    return { python: join(venv, 'bin/python'), program };
  } catch (error) {
    return { why: error.message.trim().split('\n').at(-1) };
  }
}
