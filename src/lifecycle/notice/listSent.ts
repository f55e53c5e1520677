import { defined } from '../../core/common/defined.ts';
import { StoreError } from '../../core/common/errors.ts';
import type { Digest, SendResult } from '../../core/notice/digest.ts';
import type { SentNotice } from '../../core/notice/sentNotices.ts';
import { shorten, visible } from '../../core/text/visible.ts';
import type { DigestDeps } from '../pass/deps.ts';

const LONGEST_SUBJECT = 300;
const LONGEST_ANSWER = 500;

/**
 * Puts a message and the answer of its transport into the list for people. A failure changes nothing for the message:
 * no decision reads the list.
 * @param at when the transport answered, ms since the epoch
 */
export async function listSent(
  { sentNotices, log }: Pick<DigestDeps, 'sentNotices' | 'log'>,
  { messageId, owner, rows }: Pick<Digest, 'messageId' | 'owner' | 'rows'>,
  result: SendResult,
  at: number,
  repeats?: SentNotice['repeats'],
): Promise<void> {
  const { transport, subject } = result;
  const notice = {
    messageId,
    owner,
    at,
    resources: rows.length,
    isReminder: rows.every(({ reminder }) => reminder === true),
    ...defined({ transport, repeats }),
    ...(subject === undefined ? {} : { subject: shorten(visible(subject), LONGEST_SUBJECT) }),
    ...(result.kind === 'accepted' ? {} : { refusedBecause: shorten(visible(result.why), LONGEST_ANSWER) }),
  };
  try {
    await sentNotices.add(notice);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.warn({ messageId, owner, problem: error.message }, 'a message is missing in the list of sent messages');
  }
}
