/** Programs from PyPI, each in a virtual environment that is kept for the next time. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VENVS = join(import.meta.dirname, '../../.venv');
const INSTALL_MS = 600_000;
export const run = promisify(execFile);

export type PythonProgram =
  | { readonly kind: 'installed'; readonly path: string }
  | { readonly kind: 'unavailable'; readonly why: string };

/**
 * @param venv the folder's name below `.venv`
 * @param module a module to look for, where every environment has the program: `python`
 */
export async function pythonProgram(
  venv: string,
  name: string,
  packages: readonly string[],
  module?: string,
): Promise<PythonProgram> {
  const bin = join(VENVS, venv, 'bin');
  const path = join(bin, name);
  try {
    if (!existsSync(path) || !(await has(path, module))) {
      await run('python3', ['-m', 'venv', join(VENVS, venv)]);
      // Half of the time of an installation is compiling modules, of which these suites load few.
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-compile', ...packages];
      await run(join(bin, 'python'), pip, { timeout: INSTALL_MS });
    }
  } catch (error) {
    return { kind: 'unavailable', why: lastLine(error) };
  }
  return { kind: 'installed', path };
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  return (stderr || message || String(error)).trim().split('\n').at(-1) ?? '';
}

async function has(python: string, module: string | undefined): Promise<boolean> {
  if (module === undefined) return true;
  return run(python, ['-c', `import ${module}`]).then(
    () => true,
    () => false,
  );
}
