/** AWS's request limits, as token buckets per account and region. */

/** A token bucket of AWS: calls at once, and calls per second after that, for an account and region. */
export interface Rate {
  readonly capacity: number;
  readonly refillPerSecond: number;
  /** The bucket's name if several operations share one; absent: each operation has its own. */
  readonly bucket?: string;
}

/** https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html: per account, region and API. */
export const EC2_READ: Rate = { capacity: 100, refillPerSecond: 20 };
/** The same page gives `DescribeSpotFleetRequests` less than other reads. */
export const EC2_SPOT_FLEETS: Rate = { capacity: 50, refillPerSecond: 3 };
/** The same page, for calls that change something and have no limit of their own. */
export const EC2_WRITE: Rate = { capacity: 50, refillPerSecond: 5 };
/** The same page, for the deletions that it names; each other one has {@link EC2_WRITE}. */
export const EC2_DELETE: Rate = { capacity: 100, refillPerSecond: 5 };
/** The same page, for `CreateTags` and `DeleteTags`. */
export const EC2_TAG: Rate = { capacity: 100, refillPerSecond: 10 };

/** One quota for all operations of the service; AWS does not publish its numbers, so ours are cautious. */
export const AUTO_SCALING: Rate = { capacity: 50, refillPerSecond: 10, bucket: 'autoscaling:*' };

/**
 * The account's quota for all calls together. AWS has one for each of the two APIs; we use one for both.
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/userguide/elb-api-throttling.html
 */
export const LOAD_BALANCING: Rate = { capacity: 40, refillPerSecond: 10, bucket: 'elasticloadbalancing:*' };

/**
 * "Default throughput: 40 (shared by GetParameter, GetParameters, GetParametersByPath)" per second, for all callers in
 * the account and region: https://docs.aws.amazon.com/general/latest/gr/ssm.html
 */
export const SSM_VALUES: Rate = { capacity: 40, refillPerSecond: 40, bucket: 'ssm:GetParameters' };
/**
 * DescribeParameters and GetParameterHistory have no published limit. Other programs reached one after about 20 calls:
 * https://github.com/segmentio/chamber/issues/34
 */
export const SSM_OTHER: Rate = { capacity: 20, refillPerSecond: 8 };

/**
 * "five requests per second per AWS account" for all calls together:
 * https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html
 */
export const ROUTE_53: Rate = { capacity: 5, refillPerSecond: 5, bucket: 'route53:*' };

/**
 * "GetResources: 5 requests every 2 seconds per account"; the other calls have more:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const API_GATEWAY: Rate = { capacity: 5, refillPerSecond: 2.5, bucket: 'apigateway:*' };

/**
 * A cautious share of "50 transactions per second" and "396,000 datapoints per second", where each of our calls may ask
 * for 100,800: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html
 */
export const CLOUD_WATCH: Rate = { capacity: 4, refillPerSecond: 2, bucket: 'cloudwatch:*' };

/**
 * Limits are published for pulls and pushes only (`BatchGetImage`: 2,000 per second); those of the other calls are not:
 * https://docs.aws.amazon.com/AmazonECR/latest/userguide/service-quotas.html
 */
export const ECR: Rate = { capacity: 50, refillPerSecond: 10, bucket: 'ecr:*' };

/**
 * A cautious share of "3,500 PUT/COPY/POST/DELETE or 5,500 GET/HEAD requests per second per partitioned prefix":
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html
 */
export const S3_READ: Rate = { capacity: 200, refillPerSecond: 200, bucket: 's3:reads' };
/** A smaller share of the same limit, for requests that change something. */
export const S3_WRITE: Rate = { capacity: 50, refillPerSecond: 50, bucket: 's3:writes' };

/** A cautious bucket for all operations of a service without published limits. @param prefix of its IAM actions */
export function cautious(prefix: string): Rate {
  return { capacity: 20, refillPerSecond: 5, bucket: `${prefix}:*` };
}
