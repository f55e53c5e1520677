import type { CallBucket } from '../../core/ports.ts';
import type { Target } from './target.ts';

type Size = Pick<CallBucket, 'capacity' | 'refillPerSecond'>;

/** https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html: per account, region and API. */
const EC2_READ: Size = { capacity: 100, refillPerSecond: 20 };
const EC2_READ_SPECIAL: Readonly<Record<string, Size>> = {
  DescribeSpotFleetRequests: { capacity: 50, refillPerSecond: 3 },
};
const EC2_WRITE: Size = { capacity: 50, refillPerSecond: 5 };
const EC2_WRITE_SPECIAL: Readonly<Record<string, Size>> = {
  DeleteSnapshot: { capacity: 100, refillPerSecond: 5 },
  DeleteVolume: { capacity: 100, refillPerSecond: 5 },
  DeregisterImage: { capacity: 100, refillPerSecond: 5 },
  CreateTags: { capacity: 100, refillPerSecond: 10 },
  DeleteTags: { capacity: 100, refillPerSecond: 10 },
};

/** One quota for all its APIs, whose numbers AWS does not publish: ours are cautious. */
const AUTO_SCALING: Size = { capacity: 50, refillPerSecond: 10 };
/**
 * Of reads, and the account's for all calls together. AWS has one such for each of its two APIs; ours is one for both.
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/userguide/elb-api-throttling.html
 */
const LOAD_BALANCING: Size = { capacity: 40, refillPerSecond: 10 };
/**
 * "Default throughput: 40 (shared by GetParameter, GetParameters, GetParametersByPath)" per second, for everybody in the
 * account and region: https://docs.aws.amazon.com/general/latest/gr/ssm.html
 */
const SSM_VALUES: Size = { capacity: 40, refillPerSecond: 40 };
/**
 * DescribeParameters and GetParameterHistory have no published limit. Programs met one after some twenty calls:
 * https://github.com/segmentio/chamber/issues/34
 */
const SSM_OTHER: Size = { capacity: 20, refillPerSecond: 8 };
const SSM_VALUE_CALLS: ReadonlySet<string> = new Set(['GetParameters', 'GetParametersByPath']);

/** IAM, STS, Organizations, Batch, EKS, EMR and Image Builder publish no bucket like these: a cautious one for each service. */
const OTHER_SERVICES: Size = { capacity: 20, refillPerSecond: 5 };

/** Operations that change nothing; everything else counts as a write. */
export function isRead(operation: string): boolean {
  return /^(Describe|Get|List)[A-Z]/.test(operation);
}

/** AWS's token bucket for an API (`ec2:DescribeImages`) in the target's account and region. */
export function bucketOf(api: string, { account, region }: Pick<Target, 'account' | 'region'>): CallBucket {
  const [service = '', operation = ''] = api.split(':');
  const place = { account: account.id ?? account.name, location: region };
  if (service === 'autoscaling') return { ...place, api: 'autoscaling:*', ...AUTO_SCALING };
  if (service === 'elasticloadbalancing') return { ...place, api: 'elasticloadbalancing:*', ...LOAD_BALANCING };
  if (service === 'ssm') {
    return SSM_VALUE_CALLS.has(operation)
      ? { ...place, api: 'ssm:GetParameters', ...SSM_VALUES }
      : { ...place, api, ...SSM_OTHER };
  }
  if (service !== 'ec2') return { ...place, api: `${service}:*`, ...OTHER_SERVICES };
  const size = isRead(operation)
    ? (EC2_READ_SPECIAL[operation] ?? EC2_READ)
    : (EC2_WRITE_SPECIAL[operation] ?? EC2_WRITE);
  return { ...place, api, ...size };
}
