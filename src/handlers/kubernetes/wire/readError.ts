/** Failures of requests as `ReadError`s with the operation, the cluster and the remedy; never with credentials. */
import { messageOf, PermitError, ReadError, type ReadProblem, StoreError } from '../../../core/common/errors.ts';
import { TooLongError, type WireAnswer } from '../../http/exchange.ts';
import type { Call } from './call.ts';

/** Holystone's own errors of other kinds pass unchanged. */
export function readError(error: unknown, what: string, account: string): unknown {
  if (error instanceof PermitError || error instanceof StoreError) return error;
  if (error instanceof ReadError) return failure(error.problem, what, account, error.message, error);
  if (error instanceof TooLongError) return failure('malformed', what, account, error.message, error);
  const explanation = `the API server does not answer; check its address and the network (${messageOf(error)})`;
  return failure('unreachable', what, account, explanation, error);
}

/** A `ReadError` for an answer that is not the wanted one. */
export function refused(answer: WireAnswer, { what, permission }: Call, account: string): ReadError {
  const detail = saidBy(answer);
  if (answer.status === 403) {
    const explanation = `\`${permission}\` is denied; allow it for the user of the account${detail}`;
    return failure('denied', what, account, explanation, undefined, permission);
  }
  if (answer.status === 401) {
    return failure('credentials', what, account, `the API server does not accept the credentials${detail}`);
  }
  if (answer.status === 429) {
    return failure('throttled', what, account, `the API server asks Holystone to slow down${detail}`);
  }
  return failure('failed', what, account, `the API server answers ${answer.status}${detail}`);
}

/** A `ReadError` for an answer that cannot be used. */
export function malformed(what: string, account: string, why: string): ReadError {
  return failure('malformed', what, account, `${why}, so Holystone ignores the answer`);
}

/**
 * Does the API server itself say that there is no object of this name? A kind that it does not serve is answered with 404
 * too, without a name (law 2).
 */
export function saysGone(answer: WireAnswer, name: string): boolean {
  const { reason, details } = statusIn(answer);
  return answer.status === 404 && reason === 'NotFound' && (details as { name?: unknown } | undefined)?.name === name;
}

/** The `Status` that an API server answers with instead of the wanted object. */
interface Status {
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
}

/** `Expired`, `NotFound`, `Conflict`; absent: it says nothing that can be read. */
export function reasonOf(answer: WireAnswer): string | undefined {
  const { reason } = statusIn(answer);
  return typeof reason === 'string' ? reason : undefined;
}

function statusIn({ body }: WireAnswer): Status {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const SHOWN = 200;

/** The words of the API server in parentheses, with a space before them; empty if it has none. */
export function saidBy(answer: WireAnswer): string {
  const { message } = statusIn(answer);
  return typeof message === 'string' && message !== '' ? ` (${message.slice(0, SHOWN)})` : '';
}

function failure(
  problem: ReadProblem,
  what: string,
  account: string,
  explanation: string,
  cause?: unknown,
  permission?: string,
): ReadError {
  return new ReadError(`${what} in cluster ${account}: ${explanation}`, { problem, explanation, cause, permission });
}
