import { messageOf, PermitError, ReadError, type ReadProblem, StoreError } from '../../../core/common/errors.ts';
import { CALLS } from '../calls/index.ts';
import { ASSUME_ROLE } from '../calls/sts.ts';
import {
  codeOf,
  isCredentialsProblem,
  isDenied,
  isKeyDenied,
  isMalformed,
  isNoSuchHost,
  isNotFound,
  isThrottled,
  isUnreachable,
  isWithoutCredentials,
} from './errors.ts';
import { type CallScope, whereIs, whoIs } from './target.ts';

/** The operation that failed. */
export interface CallContext {
  readonly target: CallScope;
  /** `ec2:DescribeImages`. */
  readonly api: string;
  /** `listing images`. */
  readonly what: string;
}

/**
 * Converts an error to a `ReadError` with the problem, the operation and the remedy. Holystone's own errors pass
 * unchanged; an abort becomes the signal's reason, because nothing failed.
 */
export function readError(error: unknown, operation: CallContext): unknown {
  if (operation.target.io.signal.aborted) return operation.target.io.signal.reason;
  if (error instanceof ReadError || error instanceof PermitError || error instanceof StoreError) return error;
  const problem = problemOf(error);
  const permission = problem === 'denied' ? permissionOf(error, operation.api) : undefined;
  const explanation = explain(error, problem, permission, operation);
  return unread(operation, explanation, { problem, permission, explanation, cause: error });
}

/** @param why may be the same in all regions of the account */
export function unread(
  { what, target }: Pick<CallContext, 'what' | 'target'>,
  why: string,
  failure: Omit<ConstructorParameters<typeof ReadError>[1], 'ofAccount'> = { problem: 'malformed' },
): ReadError {
  const ofAccount = `${what} in ${target.account.name}: ${why}`;
  return new ReadError(`${what} in ${whereIs(target)}: ${why}`, { ...failure, ofAccount });
}

/** Does the failed read mean that the resource does not exist? */
export function saysNotFound(error: unknown): boolean {
  return error instanceof ReadError && isNotFound(error.cause);
}

/**
 * The answer of a read, or `otherwise` where AWS says that the resource does not exist: for example, it was deleted after
 * the listing that named it.
 * @throws the error of every other failure
 */
export async function unlessGone<T, U = undefined>(read: Promise<T>, otherwise?: U): Promise<T | U> {
  try {
    return await read;
  } catch (error) {
    if (saysNotFound(error)) return otherwise as U;
    throw error;
  }
}

/**
 * The action named in the error (`… is not authorized to perform: ec2:DescribeImages on resource …`), else the one that
 * the API sent needs.
 */
export function permissionOf(error: unknown, api: string): string {
  const named = /not authorized to perform: ([a-z0-9-]+:[A-Za-z0-9*]+)/.exec(messageOf(error))?.[1];
  return named ?? (isKeyDenied(error) ? 'kms:Decrypt' : (CALLS.get(api)?.permission ?? api));
}

function problemOf(error: unknown): ReadProblem {
  if (isDenied(error)) return 'denied';
  if (isThrottled(error)) return 'throttled';
  if (isCredentialsProblem(error)) return 'credentials';
  if (isUnreachable(error)) return 'unreachable';
  return isMalformed(error) ? 'malformed' : 'failed';
}

function explain(error: unknown, problem: ReadProblem, permission: string | undefined, operation: CallContext): string {
  const meaning = saidBy(error);
  const { account, region } = operation.target;
  switch (problem) {
    case 'denied':
      return permission === ASSUME_ROLE
        ? `${whoIs(operation.target)} may not be assumed; allow sts:AssumeRole and check its trust policy and the externalId (${meaning})`
        : `${permission} is denied; allow it for ${whoIs(operation.target)}`;
    case 'throttled':
      return `AWS throttled ${operation.api}; Holystone retries more slowly (${meaning})`;
    case 'credentials':
      if (isWithoutCredentials(error)) {
        return `Holystone found no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run it where the machine has a role (${meaning})`;
      }
      return `AWS does not accept ${whoIs(operation.target)}, or the region ${region} is not switched on for account ${account.name}: correct the credentials or switch the region on (${meaning})`;
    case 'unreachable':
      return isNoSuchHost(error)
        ? `the endpoint for ${operation.api} in ${region} is unknown; check the region's name, whether it has the service, and the network (${meaning})`
        : `AWS did not answer ${operation.api}; check the network and the endpoint (${meaning})`;
    case 'malformed':
      return `the answer to ${operation.api} could not be read, so Holystone ignores it (${meaning})`;
    default:
      return `${operation.api} failed (${meaning})`;
  }
}

/** A failed connection to a name with several addresses is an AggregateError without a message of its own. */
function saidBy(error: unknown): string {
  const code = String((error as { code?: unknown } | undefined)?.code ?? codeOf(error));
  const message = messageOf(error).split('\n')[0] ?? '';
  return message === '' || message === code ? code : `${code}: ${message}`;
}
