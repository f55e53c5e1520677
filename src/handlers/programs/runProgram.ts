/** Runs a program of another maker, which prints manifests or credentials. */
import { execFile } from 'node:child_process';
import { childEnvironment } from '../../core/common/childEnvironment.ts';

/** Most ask a service over the network; one that waits for a person never ends. */
const LONGEST_MS = 60_000;
const MAX_BYTES = 1024 * 1024;

/** One call of a program of the operator's choice: it runs without a shell, and its output may be secret. */
export interface Program {
  /** A name on the PATH, or a path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Names of variables of this process that it gets beside those that every program gets. */
  readonly inherits: readonly string[];
  /** Variables that somebody wrote for it. */
  readonly env?: Readonly<Record<string, string>>;
  /** For its standard input. */
  readonly input?: string;
  /** It is killed after so long; absent = a minute. */
  readonly longestMs?: number;
  /** The most that it may print; absent = 1 MiB. */
  readonly maxBytes?: number;
}

/** A program that printed nothing that may be used. Its message never has the output, which may have secrets. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  /** Printed before it failed: for a caller that knows which texts have no secret. */
  readonly printed: string;

  constructor(message: string, printed: string, cause?: unknown) {
    super(message, { cause });
    this.printed = printed;
  }
}

/** Its standard output. @throws ProgramError; the signal's reason when it is aborted */
export function runProgram(
  { command, args, inherits, env = {}, input = '', longestMs = LONGEST_MS, maxBytes = MAX_BYTES }: Program,
  signal: AbortSignal,
): Promise<string> {
  const options = {
    env: { ...childEnvironment(process.env, inherits), ...env },
    timeout: longestMs,
    killSignal: 'SIGKILL',
    maxBuffer: maxBytes,
    signal,
  } as const;
  return new Promise((done, failed) => {
    const child = execFile(command, args, options, (error, stdout) => {
      if (error === null) done(stdout);
      else failed(signal.aborted ? signal.reason : new ProgramError(whyFailed(error, longestMs), stdout, error));
    });
    // A program that does not read its input closes the pipe: that alone is no failure.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

function whyFailed(error: Error & { readonly code?: unknown; readonly killed?: boolean }, longestMs: number): string {
  if (error.code === 'ENOENT') return 'there is no such program; install it, or name its whole path';
  if (error.code === 'EACCES') return 'it may not be run; make it executable';
  if (error.killed) return `it does not end within ${longestMs / 1000} s`;
  return typeof error.code === 'number' ? `it ends with exit code ${error.code}` : `it fails (${String(error.code)})`;
}
