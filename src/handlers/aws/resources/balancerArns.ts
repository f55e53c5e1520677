import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { inSteps } from '../../../core/common/steps.ts';
import { elbV2 } from '../calls/loadBalancing.ts';
import { pages } from '../wire/reading.ts';
import { type CallScope, whereIs } from '../wire/target.ts';

/** The interfaces of a network load balancer stay for up to an hour after it; its ARN is remembered for longer. */
const REMEMBERED_MS = 24 * 3_600_000;
/** A stored ARN is stored again after this time, so that it outlives its load balancer by at least the same time. */
const STORED_AGAIN_MS = REMEMBERED_MS / 2;

interface Seen {
  readonly arn: string;
  readonly at: number;
  /** Absent: not stored by this process. */
  readonly storedAt?: number;
}

/**
 * ARNs of the load balancers of one account and region by their end (`app/NAME/HASH`), also of deleted ones: their
 * interfaces stay for a while, name only that end, and no listing has the ARN any more. An ARN with interfaces is
 * stored for all instances and across restarts: without its ARN, the interface of a deleted load balancer is an
 * ordinary use.
 */
export class BalancerArns {
  readonly #seen = new Map<string, Seen>();
  readonly #toStore = new Set<string>();

  /** @throws ReadError; the ARNs from before remain */
  async read(target: CallScope): Promise<void> {
    const at = target.io.clock.now();
    const what = 'reading the load balancers that made network interfaces';
    for await (const page of pages(target, elbV2.describeLoadBalancers, what)) {
      for (const { LoadBalancerArn: arn = '' } of page) {
        const path = arn.split(':loadbalancer/')[1];
        if (path !== undefined) this.#seen.set(path, { ...this.#seen.get(path), arn, at });
      }
    }
    for (const [path, seen] of this.#seen) if (at - seen.at > REMEMBERED_MS) this.#seen.delete(path);
  }

  /**
   * `undefined`: no listing of any instance showed it within a day.
   * @throws ReadError when the stored ones cannot be read: whose interface it is, is then not known
   */
  async arnOf(path: string, target: CallScope): Promise<string | undefined> {
    const seen = this.#seen.get(path);
    if (seen === undefined) return stored(path, target);
    this.#toStore.add(path);
    return seen.arn;
  }

  /** Stores the ARNs that were asked for. A store that fails is only logged: this process still knows them. */
  async store(target: CallScope): Promise<void> {
    const { learnt, clock, log } = target.io;
    const now = clock.now();
    const isStored = ({ storedAt }: Seen) => storedAt !== undefined && Math.abs(now - storedAt) < STORED_AGAIN_MS;
    const paths = [...this.#toStore];
    this.#toStore.clear();
    try {
      for await (const some of inSteps(paths)) {
        await Promise.all(
          some.map(async (path) => {
            const seen = this.#seen.get(path);
            const forMs = seen ? REMEMBERED_MS - Math.max(0, now - seen.at) : 0;
            if (!learnt || !seen || isStored(seen) || forMs <= 0) return;
            await learnt.put(keyOf(path, target), seen.arn, forMs);
            this.#seen.set(path, { ...seen, storedAt: now });
          }),
        );
      }
    } catch (error) {
      log.warn({ problem: messageOf(error) }, 'the load balancers that made network interfaces could not be stored');
    }
  }

  destroy(): void {
    this.#seen.clear();
    this.#toStore.clear();
  }
}

async function stored(path: string, target: CallScope): Promise<string | undefined> {
  try {
    return await target.io.learnt?.get(keyOf(path, target));
  } catch (error) {
    const why = `reading which load balancer made an interface in ${whereIs(target)}: ${messageOf(error)}`;
    throw new ReadError(why, { problem: 'unreachable', cause: error });
  }
}

function keyOf(path: string, { account, region }: CallScope): string {
  return `aws/${account.id}/${region}/loadbalancer/${path}`;
}
