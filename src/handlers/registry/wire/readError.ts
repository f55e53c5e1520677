/** Failures of requests as `ReadError`s with the operation, the registry and the remedy; never with credentials. */
import { messageOf, PermitError, ReadError, type ReadProblem, StoreError } from '../../../core/common/errors.ts';
import { SilenceError, TooLongError, type WireAnswer } from '../../http/exchange.ts';
import type { Call } from './call.ts';
import { readChallenge } from './challenge.ts';

/** Holystone's own errors of other kinds pass unchanged. */
export function readError(error: unknown, what: string, url: string): unknown {
  if (error instanceof PermitError || error instanceof StoreError) return error;
  if (error instanceof ReadError) return failure(error.problem, what, url, error.message, error);
  if (error instanceof TooLongError) return failure('malformed', what, url, error.message, error);
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  if (error instanceof SilenceError || code === 'ECONNRESET' || code === 'EPIPE') {
    const explanation = `the registry gives no answer (${messageOf(error)})`;
    return new AboutOneError(`${what} at ${url}: ${explanation}`, {
      ...{ problem: 'unreachable', explanation, cause: error },
    });
  }
  const detail =
    typeof code === 'string' && !messageOf(error).includes(code) ? `${code}: ${messageOf(error)}` : messageOf(error);
  return failure(
    'unreachable',
    what,
    url,
    `the registry does not answer; check its address and the network (${detail})`,
    error,
  );
}

/** GitLab's, for example, has no other answer to a right password. */
const CATALOG_IS_CLOSED =
  ', or lists its repositories for administrators only: name them in `locations`, or set `catalog` of the account';

/** A `ReadError` for an answer that is not the wanted one. */
export function refused(
  answer: WireAnswer,
  { what, permission }: Pick<Call, 'what' | 'permission'>,
  url: string,
): ReadError {
  const { status, headers } = answer;
  const detail = saidBy(answer);
  if (status === 403 || (status === 401 && isScope(headers['www-authenticate']))) {
    const explanation = `${permission} is denied; allow it for the user of the account${detail}`;
    if (status === 401 || detail === '') return failure('denied', what, url, explanation, undefined, permission);
    // A policy of the registry may close one image: an unsafe one, one in quarantine.
    return new AboutOneError(`${what} at ${url}: ${explanation}`, { problem: 'denied', explanation, permission });
  }
  if (status === 401) {
    const instead = permission === 'registry:ListRepositories' ? CATALOG_IS_CLOSED : '';
    return failure('credentials', what, url, `the registry does not accept the credentials${instead}${detail}`);
  }
  if (status === 429) return failure('throttled', what, url, `the registry asks Holystone to slow down${detail}`);
  const explanation = `the registry answers ${status}${detail}`;
  // A page of another server says nothing about what was asked for; docker-registry 2.8 fails at one manifest with 500.
  if (detail === '' && status < 500) return failure('failed', what, url, explanation);
  return new AboutOneError(`${what} at ${url}: ${explanation}`, { problem: 'failed', explanation });
}

/** The registry itself refuses what was asked for, or fails at it, or breaks off. */
class AboutOneError extends ReadError {}

/** Is it about what was asked for, and not about the registry, the user, a proxy or the network? */
export function isAboutOne(error: unknown): error is ReadError {
  return error instanceof AboutOneError;
}

/** A `ReadError` for an answer that cannot be used. */
export function malformed(what: string, url: string, why: string): ReadError {
  return failure('malformed', what, url, `${why}, so Holystone ignores the answer`);
}

/** The codes of the registry's error, in its own words: `MANIFEST_UNKNOWN`. */
export function codesOf({ body }: Pick<WireAnswer, 'body'>): readonly string[] {
  try {
    const { errors } = JSON.parse(body.toString('utf8')) as {
      readonly errors?: readonly { readonly code?: unknown }[];
    };
    return Array.isArray(errors) ? errors.map(({ code }) => String(code).slice(0, 60)) : [];
  } catch {
    return [];
  }
}

function saidBy(answer: WireAnswer): string {
  const codes = codesOf(answer);
  return codes.length === 0 ? '' : ` (${codes.join(', ')})`;
}

function isScope(header: string | undefined): boolean {
  const challenge = readChallenge(header);
  return challenge?.scheme === 'bearer' && challenge.error === 'insufficient_scope';
}

function failure(
  problem: ReadProblem,
  what: string,
  url: string,
  explanation: string,
  cause?: unknown,
  permission?: string,
): ReadError {
  return new ReadError(`${what} at ${url}: ${explanation}`, { problem, explanation, cause, permission });
}
