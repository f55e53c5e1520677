import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../core/common/clock.ts';
import { visibleLines } from '../core/text/visible.ts';

/** The parts of the surrounding process that a command may use; tests pass their own. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For questions; they are asked only if it is a terminal. Absent: there is none. */
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly fd?: number };
  /** The destination of the daemon's log, line by line; default: the process's own stderr. */
  readonly log?: { write(line: string): void };
  readonly clock: Clock;
  /** Aborts on SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** From here on SIGHUP calls the listener instead of ending the process. */
  readonly onHangup?: (listener: () => void) => void;
  /** The exit code of the command; see {@link EXIT}. Set before a command's action resolves. */
  exitCode: number;
}

/** Exit codes that scripts may rely on. */
export const EXIT = {
  done: 0,
  failed: 1,
  /** Usage or configuration. */
  usage: 2,
  /** A pass was incomplete or blocked: withheld for safety. */
  withheld: 3,
  /** `diff --exit-code`: something is not in source. */
  different: 4,
  /** A person ended it early, and it printed its results so far (128 + SIGINT). */
  interrupted: 130,
} as const;

/** Impossible user input; the user sees only its message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** For programs, too: the line goes out as it is. @param line without its end */
export function writeLine(stream: Writable, line: string): void {
  stream.write(`${line}\n`);
}

/**
 * A line for people on stderr: it may repeat names and answers written by strangers, so every character is made
 * visible.
 */
export function writeError(stream: Writable, line: string): void {
  stream.write(`${visibleLines(line)}\n`);
}
