/**
 * The few error classes of Holystone. Expected outcomes are values; these errors are for cases in which the caller
 * cannot decide. Each has the failed action in its message, and the cause.
 */

import type { Finding } from './finding.ts';

/** Why a read failed; decides only the text for the operator. */
export type ReadProblem =
  | 'denied'
  | 'throttled'
  | 'unreachable'
  | 'credentials'
  | 'wrongAccount'
  | 'malformed'
  | 'failed';

interface ReadFailure {
  readonly problem: ReadProblem;
  readonly permission?: string | undefined;
  readonly explanation?: string | undefined;
  readonly ofAccount?: string | undefined;
  readonly cause?: unknown;
}

/** A listing or an evidence source could not be read completely. Always law 1: all that depends on it is unknown. */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly problem: ReadProblem;
  /** The missing permission, in the provider's spelling (`ec2:DescribeImages`), where the answer names it. */
  readonly permission: string | undefined;
  /** The end of the message, without the read and its place: equal wherever the cause is the same. */
  readonly explanation: string | undefined;
  /** The message without the location, for a cause that all locations of an account may have in common. */
  readonly ofAccount: string | undefined;

  /** @param message the read that failed, its place, and what to do about it */
  constructor(message: string, options: ReadFailure) {
    super(message, { cause: options.cause });
    this.problem = options.problem;
    this.permission = options.permission;
    this.explanation = options.explanation;
    this.ofAccount = options.ofAccount;
  }
}

/**
 * A read that failed before its end, with the findings until then. Each finding is still true, and keeps; only the
 * absence of further findings is not proven.
 */
export class PartialReadError extends ReadError {
  readonly found: readonly Finding[];
  /** Ids of the candidates that could not be read; absent: not known which. */
  readonly failed: ReadonlySet<string> | undefined;

  /** @param failure why the read is not complete; its message and its data become those of this error */
  constructor(failure: ReadError, found: readonly Finding[], failed?: ReadonlySet<string>) {
    super(failure.message, failure);
    this.found = found;
    this.failed = failed;
  }
}

/** A deleting request was stopped before it was sent, because its permit was missing or over. */
export class PermitError extends Error {
  override readonly name = 'PermitError';
}

/** The namespace's lock is no longer ours: the store refused the pass's write. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError';
}

/** The state store (Redis) could not be reached or did not answer in time. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** The state store answered, but one stored value cannot be read: only the subject of that value is in doubt. */
export class UnreadableError extends StoreError {
  override readonly name = 'UnreadableError';
}

/** A decision to keep by a pattern was not stored: the namespace has as many patterns as it may have. */
export class TooManyPatternsError extends Error {
  override readonly name = 'TooManyPatternsError';

  /** @param most patterns that a namespace may have */
  constructor(namespace: string, pattern: string, most: number) {
    super(`the pattern "${pattern}" is one too many: ${namespace} has ${most}, of which one must be withdrawn first`);
  }
}

/** A cursor that is from no earlier answer: the client requests a page that does not exist. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}

/** One problem in a configuration file; lines and columns count from 1. */
export interface ConfigurationProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The value found, the allowed values, the nearest valid spelling. */
  readonly message: string;
}

/** All problems of a configuration in one error. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

/** `file:line:column: message`, the format that editors and scripts parse. */
export function formatProblem(problem: ConfigurationProblem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}`;
}

/** The message of any thrown value, for a sentence to an operator; never a stack trace. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return String(error);
}
