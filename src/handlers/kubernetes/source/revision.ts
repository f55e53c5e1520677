/** A source that goes back to an earlier revision proves nothing: a copy of an old one would nominate new objects. */
import { createHash } from 'node:crypto';
import { isFromFuture } from '../../../core/common/clock.ts';
import { DAY_MS } from '../../../core/common/duration.ts';
import { ReadError } from '../../../core/common/errors.ts';
import type { CallScope } from '../wire/call.ts';
import type { Parent } from './inCluster.ts';
import type { Source } from './parameters.ts';

const REMEMBERED_FOR_MS = 365 * DAY_MS;

/**
 * Remembers the newest revision of a source, over restarts.
 * @param at of this revision, ms since the epoch
 * @throws ReadError if a newer one was seen, or if it is of the future: it would never become old
 */
export async function notOlder(
  at: number,
  source: Source | Parent,
  location: string,
  { account, io }: CallScope,
): Promise<void> {
  const { learnt } = io;
  if (isFromFuture(at, io.clock.now())) {
    const why = `this revision is of ${new Date(at).toISOString()}, which is still to come`;
    throw new ReadError(`reading the source: ${why}; correct its date`, { problem: 'failed' });
  }
  if (!learnt) return;
  const hash = createHash('sha256').update(JSON.stringify(source)).digest('hex');
  const key = `kubernetes/${account.name}/${location}/revision/${hash}`;
  const seen = Number((await learnt.get(key)) ?? 0);
  if (at < seen) {
    const [is, was] = [at, seen].map((one) => new Date(one).toISOString());
    const why = `this revision is of ${is}, and one of ${was} was read before`;
    throw new ReadError(`reading the source: ${why}; bring the newer one back`, { problem: 'failed' });
  }
  if (at > seen) await learnt.put(key, String(at), REMEMBERED_FOR_MS);
}
