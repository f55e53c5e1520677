/**
 * Classifies AWS's errors by code: codes of one operation stand with it in `calls/`, those of many here. Codes:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html,
 * https://docs.aws.amazon.com/autoscaling/ec2/APIReference/CommonErrors.html,
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/CommonErrors.html and the operations' own pages.
 */
import { NO_SERVER_CODES } from '../../../core/common/noServer.ts';
import { codesOf } from '../calls/call.ts';
import { ALL_CALLS } from '../calls/index.ts';

/** The fields of an error that are read, whether the SDK, Node or another realm created it. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
  /** Set if the answer could not be parsed. */
  readonly $response?: { readonly statusCode?: number };
  readonly code?: unknown;
}

/** The key of an encrypted part of the answer may not be used; AWS then answers nothing of it. */
const KEY_DENIED = 'KmsAccessDeniedException';

const VERSION_NOT_FOUND = 'InvalidLaunchTemplateId.VersionNotFound';

const NOT_FOUND: ReadonlySet<string> = new Set(codesOf('notFound', ALL_CALLS));

const AUTO_SCALING_NOT_FOUND = /(AutoScalingGroup|Launch configuration) name not found/i;

/**
 * The whole sentences of SageMaker about notebooks, models, endpoints and endpoint configurations, which have no code for it:
 * `Could not find model "arn:aws:sagemaker:…:model/NAME".`
 * https://github.com/aws/amazon-sagemaker-examples/issues/2402 has that of an endpoint.
 */
const SAGEMAKER_NOT_FOUND =
  /^(?:RecordNotFound|Could not find (?:model|endpoint|endpoint configuration) "arn:[^"\s]+:(?:model|endpoint|endpoint-config)\/[^"\s]+"\.?)$/;

const THROTTLED: ReadonlySet<string> = new Set([
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'PriorRequestNotComplete',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
]);

const IN_USE: ReadonlySet<string> = new Set([
  'DependencyViolation',
  'ResourceInUse',
  'ResourceInUseFault',
  ...codesOf('inUse', ALL_CALLS),
]);

const PROTECTED: ReadonlySet<string> = new Set(['ResourceProtected', ...codesOf('protected', ALL_CALLS)]);

/** Another resource has the name. */
const TAKEN: ReadonlySet<string> = new Set(['AlreadyExists', 'AlreadyExistsFault', ...codesOf('taken', ALL_CALLS)]);

/** It is not done now, because of others that are under way. */
const LATER: ReadonlySet<string> = new Set(codesOf('later', ALL_CALLS));

const DENIED: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AccessDeniedException',
  KEY_DENIED,
  'NotAuthorized',
  'UnauthorizedOperation',
]);

const CREDENTIALS: ReadonlySet<string> = new Set([
  'AuthFailure',
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'OptInRequired',
  'RegionDisabledException',
  'RequestExpired',
  'SignatureDoesNotMatch',
  'TokenProviderError',
  'UnrecognizedClientException',
]);

const UNREACHABLE: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'TimeoutError',
]);

/**
 * The resource certainly does not exist. `InvalidAMIID.Unavailable` is excluded: it also means "not in a usable state".
 */
export function isNotFound(error: unknown): boolean {
  const code = codeOf(error);
  if (NOT_FOUND.has(code)) return true;
  const { message } = thrown(error);
  if (code === 'ValidationException') return SAGEMAKER_NOT_FOUND.test(String(message));
  // Auto Scaling has no separate code for it: "AutoScalingGroup name not found - AutoScalingGroup 'x' not found".
  return code === 'ValidationError' && AUTO_SCALING_NOT_FOUND.test(String(message));
}

/** A launch template version does not exist; the template itself may exist. */
export function isVersionNotFound(error: unknown): boolean {
  return codeOf(error) === VERSION_NOT_FOUND;
}

/** The request may be sent again later. An answer to `HEAD` has no code: then its status 503 counts. */
export function isThrottled(error: unknown): boolean {
  return THROTTLED.has(codeOf(error)) || statusOf(error) === 429 || saysOnly(error, 503);
}

/**
 * AWS refused because another resource uses this one. Not every operation does: `DeregisterImage` never refuses for
 * that.
 */
export function isInUse(error: unknown): boolean {
  return IN_USE.has(codeOf(error));
}

/** AWS refused because of a protection that a person switched on; Holystone never switches one off (law 7). */
export function isProtected(error: unknown): boolean {
  return PROTECTED.has(codeOf(error));
}

/** AWS refused to create the resource: another one has its name. */
export function isTaken(error: unknown): boolean {
  return TAKEN.has(codeOf(error));
}

/** AWS refused the request for now: too many of its kind are under way. */
export function isLater(error: unknown): boolean {
  return LATER.has(codeOf(error));
}

/**
 * The credentials are valid, and a permission is missing. An answer to `HEAD` has no code: then its status 403 counts.
 */
export function isDenied(error: unknown): boolean {
  return DENIED.has(codeOf(error)) || saysOnly(error, 403);
}

/** No permission helps: the credentials are wrong or too old, or the region is off for the account. */
export function isCredentialsProblem(error: unknown): boolean {
  return CREDENTIALS.has(codeOf(error));
}

/** AWS refused the key with which the answer is encrypted, not the call. */
export function isKeyDenied(error: unknown): boolean {
  return codeOf(error) === KEY_DENIED;
}

/** The SDK's whole chain of credentials found none: no request was sent. */
export function isWithoutCredentials(error: unknown): boolean {
  return (
    codeOf(error) === 'CredentialsProviderError' && /could not load credentials/i.test(String(thrown(error).message))
  );
}

/** No answer, or an incomplete one. */
export function isUnreachable(error: unknown): boolean {
  return saysOf(error, (word) => UNREACHABLE.has(word));
}

/** Nothing listens there, the name has no address, or this machine has no network. */
export function hasNoServer(error: unknown): boolean {
  return saysOf(error, (word) => NO_SERVER_CODES.has(word));
}

/** The host name does not resolve: the region does not exist, or does not have the service. */
export function isNoSuchHost(error: unknown): boolean {
  return saysOf(error, (word) => word === 'ENOTFOUND');
}

/** The answer could not be parsed: the service reported no error, but the SDK throws one. */
export function isMalformed(error: unknown): boolean {
  const { $metadata, $response } = thrown(error);
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  return codeOf(error) === 'SyntaxError' || (status !== undefined && status < 300);
}

/** AWS refused the request itself, and would refuse it again. */
export function isClientFault(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500;
}

/** The answer to a request of the method HEAD has no body, so no code: only its status shows the failure. */
function saysOnly(error: unknown, status: number): boolean {
  return codeOf(error) === 'Unknown' && statusOf(error) === status;
}

/** AWS's code of the error, or the name of its class. */
export function codeOf(error: unknown): string {
  return String(thrown(error).name ?? '');
}

/** A node:net error has its code beside the name; an SDK error that wraps one has it only in the message. */
function saysOf(error: unknown, isIt: (word: string) => boolean): boolean {
  const { code, cause, message } = thrown(error);
  const codes = [String(code), codeOf(error), ...String(message).split(/[\s:]+/)];
  return codes.some(isIt) || (cause !== undefined && saysOf(cause, isIt));
}

function statusOf(error: unknown): number | undefined {
  return thrown(error).$metadata?.httpStatusCode;
}

function thrown(error: unknown): Thrown {
  return typeof error === 'object' && error !== null ? error : {};
}
