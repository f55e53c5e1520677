import type { CallBucket } from '../../core/ports.ts';
import type { Target } from './target.ts';

type Size = Pick<CallBucket, 'capacity' | 'refillPerSecond'>;

/** https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html: per account, region and API. */
const EC2_READ: Size = { capacity: 100, refillPerSecond: 20 };
const EC2_WRITE: Size = { capacity: 50, refillPerSecond: 5 };
const EC2_WRITE_SPECIAL: Readonly<Record<string, Size>> = {
  DeregisterImage: { capacity: 100, refillPerSecond: 5 },
  CreateTags: { capacity: 100, refillPerSecond: 10 },
  DeleteTags: { capacity: 100, refillPerSecond: 10 },
};

/** One quota for all its APIs, whose numbers AWS does not publish: ours are cautious. */
const AUTO_SCALING: Size = { capacity: 50, refillPerSecond: 10 };
/** Not published either; asked a few times in a quarter of an hour. */
const IDENTITY: Size = { capacity: 20, refillPerSecond: 5 };

/** Operations that change nothing; everything else counts as a write. */
export function isRead(operation: string): boolean {
  return /^(Describe|Get|List)[A-Z]/.test(operation);
}

/** AWS's token bucket for an API (`ec2:DescribeImages`) in the target's account and region. */
export function bucketOf(api: string, { account, region }: Pick<Target, 'account' | 'region'>): CallBucket {
  const [service = '', operation = ''] = api.split(':');
  const place = { account: account.id ?? account.name, location: region };
  if (service === 'autoscaling') return { ...place, api: 'autoscaling:*', ...AUTO_SCALING };
  if (service !== 'ec2') return { ...place, api: `${service}:*`, ...IDENTITY };
  const size = isRead(operation) ? EC2_READ : (EC2_WRITE_SPECIAL[operation] ?? EC2_WRITE);
  return { ...place, api, ...size };
}
