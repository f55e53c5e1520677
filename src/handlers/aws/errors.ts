/**
 * AWS's errors, classified once, by code. Codes:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html,
 * https://docs.aws.amazon.com/autoscaling/ec2/APIReference/CommonErrors.html and the operations' own pages.
 */

interface ServiceError extends Error {
  readonly $fault?: 'client' | 'server';
  readonly $metadata?: { readonly httpStatusCode?: number; readonly requestId?: string };
  readonly code?: unknown;
}

const NOT_FOUND: ReadonlySet<string> = new Set([
  'InvalidAMIID.NotFound',
  'InvalidLaunchTemplateId.NotFound',
  'InvalidLaunchTemplateId.NotFoundException',
  'InvalidLaunchTemplateName.NotFoundException',
  'InvalidLaunchTemplateId.VersionNotFound',
]);

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
  'InvalidAMIID.InUse',
  'ResourceInUse',
  'ResourceInUseFault',
  'ScalingActivityInProgress',
  'ScalingActivityInProgressFault',
]);

/** Deregistration protection answers OperationNotPermitted. */
const PROTECTED: ReadonlySet<string> = new Set(['OperationNotPermitted', 'ResourceProtected']);

const DENIED: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AccessDeniedException',
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

/** Positively not there. `InvalidAMIID.Unavailable` is not in it: it also says "not in a usable state". */
export function isNotFound(error: unknown): boolean {
  const code = codeOf(error);
  if (NOT_FOUND.has(code)) return true;
  // Auto Scaling has no code of its own for it: "AutoScalingGroup name not found - AutoScalingGroup 'x' not found".
  return code === 'ValidationError' && /AutoScalingGroup name not found/i.test((error as Error).message);
}

export function isThrottled(error: unknown): boolean {
  return THROTTLED.has(codeOf(error)) || statusOf(error) === 429;
}

export function isInUse(error: unknown): boolean {
  return IN_USE.has(codeOf(error));
}

export function isProtected(error: unknown): boolean {
  return PROTECTED.has(codeOf(error));
}

export function isDenied(error: unknown): boolean {
  return DENIED.has(codeOf(error));
}

export function isCredentialsProblem(error: unknown): boolean {
  return CREDENTIALS.has(codeOf(error));
}

/** No answer, or not all of it. A node:net error carries its code beside the name. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, name, cause } = error as ServiceError;
  return UNREACHABLE.has(String(code)) || UNREACHABLE.has(name) || (cause !== undefined && isUnreachable(cause));
}

/** An answer that could not be understood: the service did not say that anything went wrong, and yet there is an error. */
export function isMalformed(error: unknown): boolean {
  const status = statusOf(error) ?? responseStatusOf(error);
  return error instanceof SyntaxError || (status !== undefined && status < 300);
}

/** A refusal of the request as such, which would be refused again. */
export function isClientFault(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500;
}

/** AWS's code of the error, or its class. */
export function codeOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** AWS's id of the failed request, for its support. */
export function requestIdOf(error: unknown): string | undefined {
  return (error as ServiceError | undefined)?.$metadata?.requestId;
}

function statusOf(error: unknown): number | undefined {
  return (error as ServiceError | undefined)?.$metadata?.httpStatusCode;
}

function responseStatusOf(error: unknown): number | undefined {
  return (error as { $response?: { statusCode?: number } } | undefined)?.$response?.statusCode;
}
