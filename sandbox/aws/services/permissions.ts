import type { AwsError } from '../collections/errors.ts';
import type { Denial } from '../store/control.ts';
import { commonError } from './commonErrors.ts';
import type { Caller } from './identities.ts';

/** The parts of a caller that a denial looks at. */
interface Asker {
  readonly account: { readonly id: string };
  readonly region: string;
  readonly principal: { readonly role?: string | undefined };
}

/** Allows everything except the denials here. */
export class Permissions {
  #denials: Denial[] = [];

  deny(denial: Denial): void {
    this.#denials.push(denial);
  }

  allow({ account, action, region, role }: Denial): void {
    this.#denials = this.#denials.filter(
      (denial) =>
        denial.account !== account ||
        denial.action !== action ||
        (region !== undefined && denial.region !== region) ||
        (role !== undefined && denial.role !== role),
    );
  }

  denies(caller: Asker, action: string): boolean {
    return this.#denials.some(
      (denial) =>
        denial.account === caller.account.id &&
        (denial.region === undefined || denial.region === caller.region) &&
        (denial.role === undefined || denial.role === caller.principal.role) &&
        covers(denial.action, action),
    );
  }

  /** Is AssumeRole denied for this role of the account? */
  deniesRole(account: string, role: string): boolean {
    return this.#denials.some(
      (denial) =>
        denial.account === account && covers(denial.action, 'sts:AssumeRole') && (denial.role ?? role) === role,
    );
  }
}

/** Prefixes of IAM actions that are not the signing name. */
const PREFIXES: Readonly<Record<string, string>> = { cloudcontrolapi: 'cloudformation', monitoring: 'cloudwatch' };

/**
 * The IAM action of an operation. API Gateway has one for each method of HTTP:
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonapigatewaymanagement.html
 */
export function actionOf(service: string, operation: string, method: string): string {
  const action = service === 's3' ? (S3_ACTIONS[operation] ?? operation) : operation;
  return `${PREFIXES[service] ?? service}:${service === 'apigateway' ? method : action}`;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html */
const S3_ACTIONS: Readonly<Record<string, string>> = {
  DeleteObjects: 'DeleteObject',
  HeadObject: 'GetObject',
  ListObjectVersions: 'ListBucketVersions',
  ListObjectsV2: 'ListBucket',
};

function covers(pattern: string, action: string): boolean {
  return pattern === action || (pattern.endsWith('*') && action.startsWith(pattern.slice(0, -1)));
}

/**
 * A refusal with the service's code and the sentence of
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
 */
export function unauthorized(
  { principal, protocol }: Pick<Caller, 'principal' | 'protocol'>,
  action: string,
  resource?: string,
): AwsError {
  const on = resource === undefined ? '' : ` on resource: ${resource}`;
  const reason = `because no identity-based policy allows the ${action} action`;
  const sentence = `User: ${principal.arn} is not authorized to perform: ${action}${on} ${reason}`;
  const message = protocol === 'ec2' ? `You are not authorized to perform this operation. ${sentence}` : sentence;
  return commonError('denied', protocol, message);
}
