import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import type { PublicDeps } from '../http/app/deps.ts';
import type { Parts } from './parts.ts';

/** Messages whose opening this process stored; a scanner opens every link of a message at once. */
const MOST_REMEMBERED = 10_000;

/** Stores when a message was opened first. In the background: no page waits for it, and a failure costs only the fact. */
export function openings(
  { sentNotices, clock }: Pick<Parts, 'sentNotices' | 'clock'>,
  log: Pick<Logger, 'debug'>,
): NonNullable<PublicDeps['opened']> {
  const stored = new Set<string>();
  return (messageId) => {
    if (stored.has(messageId)) return;
    if (stored.size >= MOST_REMEMBERED) stored.clear();
    stored.add(messageId);
    sentNotices.opened(messageId, clock.now()).catch((error: unknown) => {
      stored.delete(messageId);
      log.debug({ messageId, problem: messageOf(error) }, 'the opening of a message was not stored');
    });
  };
}
