interface Bucket {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

export interface ThrottleSettings {
  /** Scales every documented bucket, so that a test reaches the limit sooner; default 1. */
  readonly share?: number;
  /** Buckets by operation name; they replace the documented ones. */
  readonly buckets?: Readonly<Record<string, Bucket>>;
}

export interface ThrottleSubject {
  readonly service: string;
  readonly operation: string;
  readonly account: string;
  readonly region: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * EC2's request token buckets, per account, Region and API.
 * Source: https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html
 */
const EC2_READ: Bucket = { capacity: 100, refillPerSecond: 20 };
const EC2_READ_UNFILTERED: Bucket = { capacity: 50, refillPerSecond: 10 };
const EC2_READ_SPECIAL: Readonly<Record<string, Bucket>> = {
  DescribeSpotFleetRequests: { capacity: 50, refillPerSecond: 3 },
};
const EC2_WRITE: Bucket = { capacity: 50, refillPerSecond: 5 };
const EC2_WRITE_SPECIAL: Readonly<Record<string, Bucket>> = {
  DeleteVolume: { capacity: 100, refillPerSecond: 5 },
  DeregisterImage: { capacity: 100, refillPerSecond: 5 },
  ModifyImageAttribute: { capacity: 100, refillPerSecond: 5 },
  CreateTags: { capacity: 100, refillPerSecond: 10 },
  DeleteTags: { capacity: 100, refillPerSecond: 10 },
  RunInstances: { capacity: 5, refillPerSecond: 2 },
};
/** "Unfiltered and unpaginated" requests of these have a bucket half as large (same source). */
const SMALLER_WHEN_UNFILTERED = new Set([
  'DescribeInstances',
  'DescribeSnapshots',
  'DescribeSpotInstanceRequests',
  'DescribeVolumes',
]);

/**
 * Auto Scaling publishes only that all its calls share one quota per account and Region; the numbers are an assumption.
 */
const AUTO_SCALING: Bucket = { capacity: 100, refillPerSecond: 10 };

/**
 * "A token bucket of 40, refilled with 10 a second" that all calls share, for each of its two APIs; here one for both.
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/userguide/elb-api-throttling.html
 */
const ELB: Bucket = { capacity: 40, refillPerSecond: 10 };

/** "Default throughput: 40" per second: https://docs.aws.amazon.com/general/latest/gr/ssm.html, for all its calls here. */
const SSM: Bucket = { capacity: 40, refillPerSecond: 40 };

/** STS: 600 requests per second per account and Region (IAM and STS quotas page). */
const STS: Bucket = { capacity: 600, refillPerSecond: 600 };

interface Level {
  tokens: number;
  at: number;
}

export class Throttle {
  #settings: ThrottleSettings | undefined;
  #levels = new Map<string, Level>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Starts with full buckets. */
  configure(settings: ThrottleSettings | undefined): void {
    this.#settings = settings;
    this.#levels.clear();
  }

  get isOff(): boolean {
    return this.#settings === undefined;
  }

  /** Takes a token; false = the call must be refused. */
  admit(subject: ThrottleSubject): boolean {
    if (this.#settings === undefined) return true;
    const [name, documented] = bucketOf(subject);
    const bucket = this.#settings.buckets?.[subject.operation] ?? documented;
    const share = this.#settings.share ?? 1;
    const capacity = Math.max(1, bucket.capacity * share);
    const key = `${subject.account} ${subject.region} ${name}`;
    const now = this.#now();
    const level = this.#levels.get(key) ?? { tokens: capacity, at: now };
    const refilled = level.tokens + ((now - level.at) / 1000) * bucket.refillPerSecond * share;
    const tokens = Math.min(capacity, refilled);
    const admitted = tokens >= 1;
    this.#levels.set(key, { tokens: admitted ? tokens - 1 : tokens, at: now });
    return admitted;
  }
}

function bucketOf({ service, operation, input }: ThrottleSubject): [name: string, bucket: Bucket] {
  if (service === 'autoscaling') return ['autoscaling', AUTO_SCALING];
  if (service === 'elasticloadbalancing') return [service, ELB];
  if (service === 'ssm') return ['ssm', SSM];
  if (service !== 'ec2') return [service, STS];
  if (!/^(Describe|Get|List)/.test(operation)) return [operation, EC2_WRITE_SPECIAL[operation] ?? EC2_WRITE];
  const unfiltered = input.MaxResults === undefined && input.Filters === undefined && !hasIds(input);
  return SMALLER_WHEN_UNFILTERED.has(operation) && unfiltered
    ? [`${operation} unfiltered`, EC2_READ_UNFILTERED]
    : [operation, EC2_READ_SPECIAL[operation] ?? EC2_READ];
}

function hasIds(input: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(input).some(([member, value]) => member.endsWith('Ids') && Array.isArray(value));
}
