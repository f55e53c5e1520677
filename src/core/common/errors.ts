/**
 * The few error classes of Holystone. Expected outcomes are values; these are for what a caller could not
 * decide about. Each carries what was being done, and the cause.
 */

import type { Finding } from './finding.ts';

/** Why something could not be read; decides nothing but the words an operator sees. */
export type ReadProblem =
  | 'denied'
  | 'throttled'
  | 'unreachable'
  | 'credentials'
  | 'wrongAccount'
  | 'malformed'
  | 'failed';

/** A listing or a source of evidence could not be read completely. Always law 1: what depended on it is unknown. */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly problem: ReadProblem;
  /** The permission that was missing, in the provider's spelling (`ec2:DescribeImages`), where the answer told. */
  readonly permission: string | undefined;

  /** @param message what was being read, where, and what to do about it */
  constructor(message: string, options: { problem: ReadProblem; permission?: string | undefined; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.problem = options.problem;
    this.permission = options.permission;
  }
}

/**
 * A read that failed before its end, with what it had found until then. Each of that is true all the same, and keeps;
 * only that there is nothing else cannot be said.
 */
export class PartialReadError extends ReadError {
  readonly found: readonly Finding[];
  /** Ids of the candidates that could not be read; absent: nobody can tell which. */
  readonly failed: ReadonlySet<string> | undefined;

  /** @param failure why it is not whole; what it says, and what it lacks, is said of the whole */
  constructor(failure: ReadError, found: readonly Finding[], failed?: ReadonlySet<string>) {
    super(failure.message, { problem: failure.problem, permission: failure.permission, cause: failure.cause });
    this.found = found;
    this.failed = failed;
  }
}

/** A request that deletes was stopped before it left, because its permit was missing or over. */
export class PermitError extends Error {
  override readonly name = 'PermitError';
}

/** The namespace's lock is no longer ours: whatever the pass wanted to write was refused. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError';
}

/** The state store (Redis) could not be asked or did not answer in time. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** The state store answered, and one stored value cannot be read: only what that value is about is in doubt. */
export class UnreadableError extends StoreError {
  override readonly name = 'UnreadableError';
}

/** A cursor that no earlier answer gave: the client asks for a page that does not exist. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}

/** One problem in a configuration file; lines and columns count from 1. */
export interface ConfigurationProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What was found, what is allowed, the nearest valid spelling. */
  readonly message: string;
}

/** Everything that is wrong with a configuration, at once. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

/** `file:line:column: message`, the form editors and scripts understand. */
export function formatProblem(problem: ConfigurationProblem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}`;
}

/** The message of anything that was thrown, for a sentence an operator reads; never a stack trace. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return String(error);
}
