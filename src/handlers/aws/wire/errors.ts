/**
 * AWS's errors, classified once, by code. Codes:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html,
 * https://docs.aws.amazon.com/autoscaling/ec2/APIReference/CommonErrors.html,
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/CommonErrors.html and the operations' own pages.
 */

/** What is looked at in an error, wherever it was made: by the SDK, by Node, in another realm. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
  /** On an answer that could not be read. */
  readonly $response?: { readonly statusCode?: number };
  readonly code?: unknown;
}

const VERSION_NOT_FOUND = 'InvalidLaunchTemplateId.VersionNotFound';

/** Elastic Load Balancing's come by their code, or by the SDK's class for it. */
const NOT_FOUND: ReadonlySet<string> = new Set([
  'AccessPointNotFoundException',
  'InvalidAMIID.NotFound',
  'InvalidLaunchTemplateId.NotFound',
  'InvalidLaunchTemplateId.NotFoundException',
  'InvalidLaunchTemplateName.NotFoundException',
  'InvalidSnapshot.NotFound',
  'InvalidVolume.NotFound',
  'LoadBalancerNotFound',
  'LoadBalancerNotFoundException',
  'ParameterNotFound',
  'TargetGroupNotFound',
  'TargetGroupNotFoundException',
  VERSION_NOT_FOUND,
]);

const AUTO_SCALING_NOT_FOUND = /(AutoScalingGroup|Launch configuration) name not found/i;

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
  'InvalidSnapshot.InUse',
  'ResourceInUse',
  'ResourceInUseFault',
  'ScalingActivityInProgress',
  'ScalingActivityInProgressFault',
  'VolumeInUse',
]);

/** Deregistration protection answers OperationNotPermitted. */
const PROTECTED: ReadonlySet<string> = new Set(['OperationNotPermitted', 'ResourceProtected']);

/** The name is somebody else's. */
const TAKEN: ReadonlySet<string> = new Set([
  'AlreadyExists',
  'AlreadyExistsFault',
  'InvalidAMIName.Duplicate',
  'InvalidLaunchTemplateName.AlreadyExistsException',
]);

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

/** Positively not there. `InvalidAMIID.Unavailable` is not in it: it also says "not in a usable state". */
export function isNotFound(error: unknown): boolean {
  const code = codeOf(error);
  if (NOT_FOUND.has(code)) return true;
  // Auto Scaling has no code of its own for it: "AutoScalingGroup name not found - AutoScalingGroup 'x' not found".
  return code === 'ValidationError' && AUTO_SCALING_NOT_FOUND.test(String(thrown(error).message));
}

/** Of a launch template: the template may well be there. */
export function isVersionNotFound(error: unknown): boolean {
  return codeOf(error) === VERSION_NOT_FOUND;
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

export function isTaken(error: unknown): boolean {
  return TAKEN.has(codeOf(error));
}

export function isDenied(error: unknown): boolean {
  return DENIED.has(codeOf(error));
}

export function isCredentialsProblem(error: unknown): boolean {
  return CREDENTIALS.has(codeOf(error));
}

/** No answer, or not all of it. */
export function isUnreachable(error: unknown): boolean {
  return saysOf(error, (word) => UNREACHABLE.has(word));
}

/** The name has no address: there is no such region, or no such service in it. */
export function isNoSuchHost(error: unknown): boolean {
  return saysOf(error, (word) => word === 'ENOTFOUND');
}

/** An answer that could not be understood: the service did not say that anything went wrong, and yet there is an error. */
export function isMalformed(error: unknown): boolean {
  const { $metadata, $response } = thrown(error);
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  return codeOf(error) === 'SyntaxError' || (status !== undefined && status < 300);
}

/** A refusal of the request as such, which would be refused again. */
export function isClientFault(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500;
}

/** AWS's code of the error, or its class. */
export function codeOf(error: unknown): string {
  return String(thrown(error).name ?? '');
}

/** A node:net error carries its code beside the name; where the SDK wraps one, in words only. */
function saysOf(error: unknown, isIt: (word: string) => boolean): boolean {
  const { code, cause, message } = thrown(error);
  const said = [String(code), codeOf(error), ...String(message).split(/[\s:]+/)];
  return said.some(isIt) || (cause !== undefined && saysOf(cause, isIt));
}

function statusOf(error: unknown): number | undefined {
  return thrown(error).$metadata?.httpStatusCode;
}

function thrown(error: unknown): Thrown {
  return typeof error === 'object' && error !== null ? error : {};
}
