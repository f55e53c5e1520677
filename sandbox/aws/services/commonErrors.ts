import { AwsError } from '../collections/errors.ts';
import type { Protocol } from '../wire/schema.ts';

/**
 * The errors of any operation of a service, with the codes of its protocol family. Sources:
 * EC2: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html;
 * query: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/CommonErrors.html;
 * JSON: https://docs.aws.amazon.com/systems-manager/latest/APIReference/CommonErrors.html;
 * REST: https://docs.aws.amazon.com/batch/latest/APIReference/CommonErrors.html, where a throttled call is a 429;
 * restXml, as Route 53 has it: https://docs.aws.amazon.com/Route53/latest/APIReference/CommonErrors.html;
 * S3: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
type Kind = 'throttled' | 'denied' | 'noCredentials' | 'badCredentials' | 'expired' | 'noOperation';

const CODES: Readonly<Record<Kind, Readonly<Record<Protocol, readonly [code: string, status: number]>>>> = {
  throttled: {
    ec2: ['RequestLimitExceeded', 503],
    query: ['Throttling', 400],
    json: ['ThrottlingException', 400],
    rest: ['TooManyRequestsException', 429],
    restXml: ['Throttling', 400],
    s3: ['SlowDown', 503],
  },
  denied: {
    ec2: ['UnauthorizedOperation', 403],
    query: ['AccessDenied', 403],
    json: ['AccessDeniedException', 400],
    rest: ['AccessDeniedException', 403],
    restXml: ['AccessDenied', 403],
    s3: ['AccessDenied', 403],
  },
  noCredentials: {
    ec2: ['MissingAuthenticationToken', 403],
    query: ['MissingAuthenticationToken', 403],
    json: ['MissingAuthenticationTokenException', 400],
    rest: ['MissingAuthenticationTokenException', 403],
    restXml: ['MissingAuthenticationToken', 403],
    s3: ['AccessDenied', 403],
  },
  badCredentials: {
    ec2: ['AuthFailure', 401],
    query: ['InvalidClientTokenId', 403],
    json: ['UnrecognizedClientException', 400],
    rest: ['UnrecognizedClientException', 403],
    restXml: ['InvalidClientTokenId', 403],
    s3: ['InvalidAccessKeyId', 403],
  },
  expired: {
    ec2: ['RequestExpired', 400],
    query: ['ExpiredToken', 403],
    json: ['ExpiredTokenException', 400],
    rest: ['ExpiredTokenException', 403],
    restXml: ['ExpiredToken', 403],
    s3: ['ExpiredToken', 400],
  },
  // A 4xx, so that clients do not retry.
  noOperation: {
    ec2: ['InvalidAction', 400],
    query: ['InvalidAction', 400],
    json: ['UnknownOperationException', 400],
    rest: ['UnknownOperationException', 404],
    restXml: ['InvalidAction', 400],
    s3: ['NotImplemented', 400],
  },
};

export function commonError(kind: Kind, protocol: Protocol, message: string): AwsError {
  const [code, status] = CODES[kind][protocol];
  return new AwsError(code, message, status);
}
