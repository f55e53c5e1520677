/** The program as a person or a script runs it: dist/main.cjs in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => process.platform === 'linux' && existsSync(path));

export type Environment = Readonly<Record<string, string>>;

/** The part of our environment that a process needs, without any variable that could lead it to a real account. */
export function plainEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** The words of a command line that runs the program. @param entry of another build */
export function commandLine(args: readonly string[], entry = ENTRY): readonly string[] {
  return [process.execPath, entry, ...args];
}

export interface ProgramOptions {
  /** Its whole environment: it inherits nothing. */
  readonly env: Environment;
  readonly cwd?: string;
  /** The descriptor of its stderr; absent = a pipe. */
  readonly stderr?: number;
}

/** Starts a command line; where `setpriv` exists, the kernel kills it when we end, in any way. */
export function startProgram(words: readonly string[], { env, cwd, stderr }: ProgramOptions): ChildProcess {
  const [command = '', ...args] = SETPRIV ? [SETPRIV, '--pdeathsig', 'KILL', '--', ...words] : words;
  return spawn(command, args, {
    env,
    stdio: ['ignore', 'pipe', stderr ?? 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** Lines of a stack trace, which must never appear in output; also those inside a JSON text. */
export function stackLines(output: string): readonly string[] {
  return output.split(/\n|\\n/).filter((line) => /^\s+at .*[:(/]/.test(line));
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one command to its end.
 * @throws when it does not end in time, or when its output contains a stack trace
 */
export async function cliRun(
  args: readonly string[],
  options: ProgramOptions & { timeoutMs?: number },
): Promise<CliResult> {
  return runToEnd(commandLine(args), options);
}

/** {@link cliRun} for any command line. */
export async function runToEnd(
  words: readonly string[],
  { timeoutMs = 600_000, ...options }: ProgramOptions & { timeoutMs?: number },
): Promise<CliResult> {
  const child = startProgram(words, options);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(timer);
  const said = `${words.slice(2).join(' ')}\n${output.stdout}\n${output.stderr}`;
  if (late) throw new Error(`did not end within ${timeoutMs} ms: ${said}`);
  if (stackLines(said).length > 0) throw new Error(`shows a stack trace: ${said}`);
  return { code, ...output };
}

/** stderr without the lines of progress, of which a slow machine gets one every 15 seconds. */
export function withoutProgress(stderr: string): string {
  return stderr.replaceAll(/^\[\d+\/\d+\] .*\n/gm, '');
}
