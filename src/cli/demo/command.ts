import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a command ended. */
export interface Ended {
  /** Absent: a signal ended it. */
  readonly code: number | null;
  /** The last line of its whole output. */
  readonly lastLine: string;
}

/** Runs a script of Node to its end. @param args the script and its arguments */
export async function runCommand(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Ended> {
  const child = spawn(process.execPath, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  process.removeListener('exit', end);
  return { code, lastLine: said.trim().split('\n').at(-1) ?? '' };
}
