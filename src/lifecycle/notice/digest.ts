/**
 * One message to one owner: prepare, store, send, record. The message is stored before it is sent, so that after a
 * crash in between the same message is sent again, recognisable by its Message-ID (law 11). Dates only ever move later.
 */
import { turn } from '../../core/common/steps.ts';
import { refusedAgain } from '../../core/notice/waitingNotice.ts';
import type { DigestDeps } from '../pass/deps.ts';
import { cameBack, waitAfter } from './bounce.ts';
import { keepShownDates, sendableAgain } from './digestAgain.ts';
import { compose } from './digestCompose.ts';
import { recordDigest } from './digestRecord.ts';
import { lastLinkEnd } from './linkEnd.ts';
import { listSent } from './listSent.ts';
import { atStages, mayNotify, waitsForWindow } from './staged.ts';

/** The owner's message was not accepted: no notice is recorded, and the outbox has the time of the next attempt. */
export class NoticeNotAccepted extends Error {
  override readonly name = 'NoticeNotAccepted';
}

/** How many rows of the message were recorded as noticed. */
export interface DigestResult {
  readonly sent: boolean;
  readonly noticed: number;
}

/**
 * Sends one message with everything that the owner may be notified of now.
 * @throws NoticeNotAccepted once the outbox has the refusal
 */
export async function sendDigest(unstaged: DigestDeps, owner: string): Promise<DigestResult> {
  const deps = await atStages(unstaged);
  const { items, prepared, refused } = await deps.outbox.read(owner);
  const isBack = prepared !== undefined && (await cameBack(deps, prepared.messageId)) !== undefined;
  const before = prepared?.rows ?? [];
  // Items that may be sent now do not wait for the window of the stored message.
  const mayNotifyAny = [...before, ...items].some(({ namespace }) => mayNotify(deps, namespace));
  if (!mayNotifyAny && before.some(({ namespace }) => waitsForWindow(deps, namespace))) return NOT_SENT;
  const isWhole = !isBack && before.every((row) => mayNotify(deps, row.namespace));
  const again = isWhole && prepared ? await sendableAgain(deps, prepared) : undefined;
  const { digest, stale } = again ? { digest: again, stale: [] } : await compose(deps, owner, items, before);
  if (!again) await keepShownDates(deps, before, digest);
  if (digest.rows.length === 0) {
    await deps.outbox.settle(owner, stale);
    return NOT_SENT;
  }
  const { messageId } = digest;
  await turn();
  const soonestFirst = [...digest.rows].sort((a, b) => a.deletionAt - b.deletionAt);
  const keptForMs = lastLinkEnd(digest.rows) - deps.clock.now();
  await deps.messages.open({ messageId, owner, items: soonestFirst, keptForMs });
  await deps.outbox.prepare(owner, digest);
  const result = await deps.notifier.send(digest);
  if (result.kind !== 'accepted') {
    const failure = { problem: result.why, permanent: result.kind === 'rejected' };
    await deps.outbox.refuse(owner, refusedAgain(refused, failure, deps.clock.now()));
    await listSent(deps, digest, result, deps.clock.now());
    throw new NoticeNotAccepted(`the notice to ${owner} was not accepted: ${result.why}`);
  }
  const acceptedAt = deps.watch.latest();
  const noticed = await recordDigest(deps, digest, acceptedAt);
  // A bounce that came before all of the message was recorded found nothing to withdraw.
  const lost = await cameBack(deps, messageId);
  const notified = digest.rows.map(({ namespace, id, generation }) => ({ namespace, id, generation }));
  await deps.outbox.settle(owner, [...notified, ...stale], acceptedAt);
  if (lost) await waitAfter(deps, owner, lost);
  await listSent(deps, digest, result, acceptedAt);
  await deps.notifier.copy?.(digest);
  return { sent: true, noticed: lost ? 0 : noticed };
}

const NOT_SENT: DigestResult = { sent: false, noticed: 0 };
