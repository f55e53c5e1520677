import type { CallBucket } from '../../../core/ports/ports.ts';
import type { Call } from '../calls/call.ts';
import type { CallScope } from './target.ts';

/** AWS's token bucket for a call in the target's account and region. */
export function bucketOf({ api, rate }: Call, { account, region }: Pick<CallScope, 'account' | 'region'>): CallBucket {
  const { capacity, refillPerSecond, bucket = api } = rate;
  return { account: account.id ?? account.name, location: region, api: bucket, capacity, refillPerSecond };
}
