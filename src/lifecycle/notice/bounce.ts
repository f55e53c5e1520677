/**
 * A message bounced: its recipient got no notice (L50). First the bounce is stored with the message, then its notices
 * are withdrawn; the sender records the notices first, and reads the message after that. Whichever comes first, no
 * notice stays.
 */
import { type Mark, withdrawNotice } from '../../core/mark/mark.ts';
import { deletionDate } from '../../core/mark/retention.ts';
import { type Bounce, copiedIdOf, type SentMessage } from '../../core/notice/sentMessage.ts';
import { bouncedAt } from '../../core/notice/waitingNotice.ts';
import { shorten, visible } from '../../core/text/visible.ts';
import type { LifecycleDeps } from '../pass/deps.ts';

interface BounceReport extends Omit<Bounce, 'at'> {
  /** RFC 5322 Message-ID with its angle brackets, as the notice has it. */
  readonly messageId: string;
  /** The address that the mail system could not reach: behind an alias or a forwarding, another one. */
  readonly recipient: string;
}

type Bounced =
  | { readonly kind: 'withdrawn'; readonly notices: number }
  /** It was a copy for `mail.copyTo`, which is a message of its own: the owner still has the notice (L46). */
  | { readonly kind: 'copy' }
  /** No such message, or one from long ago. */
  | { readonly kind: 'unknown' };

type Deps = Pick<LifecycleDeps, 'marks' | 'messages' | 'outbox' | 'clock' | 'log' | 'workConfigurationOf'>;

/** How often the write is tried again when another process changes the mark meanwhile. */
const ATTEMPTS = 5;

/**
 * Drops the notice of every mark in the message: each needs a new notice, and its retention begins anew. A deletion
 * that has begun goes on, and is not begun again. Takes no lock. Also in dry run, and where nothing is configured by
 * now: the owner got no notice, whatever comes later.
 */
export async function bounced(deps: Deps, { messageId, recipient, ...report }: BounceReport): Promise<Bounced> {
  const copied = copiedIdOf(messageId);
  const message = await deps.messages.get(copied ?? messageId);
  if (!message) return { kind: 'unknown' };
  if (copied !== undefined) return { kind: 'copy' };
  const bounce = { ...report, at: deps.clock.now() };
  if (!(await deps.messages.bounce(messageId, bounce))) return { kind: 'unknown' };
  const notices = await withdraw(deps, message, message.bounce ?? bounce);
  if (notices > 0) await waitAfter(deps, message.owner, message.bounce ?? bounce);
  const fields = { messageId, owner: message.owner, recipient: shorten(visible(recipient), 320) };
  deps.log.warn({ ...fields, ...report, notices }, 'a notice bounced');
  return { kind: 'withdrawn', notices };
}

/** Did the message bounce? Then none of its notices stays. */
export async function cameBack(deps: Deps, messageId: string): Promise<Bounce | undefined> {
  const message = await deps.messages.get(messageId);
  if (message?.bounce) await withdraw(deps, message, message.bounce);
  return message?.bounce;
}

/** The owner's next message waits after one that came back for good. */
export async function waitAfter(
  { outbox }: Pick<LifecycleDeps, 'outbox'>,
  owner: string,
  { permanent, why, at }: Bounce,
) {
  if (permanent) await outbox.refuse(owner, bouncedAt(at, shorten(visible(why), 500)));
}

/** Leaves out marks whose notice bounced: their sender may have recorded it and then died. */
export async function withoutBounced(deps: Deps, marks: readonly Mark[]): Promise<readonly Mark[]> {
  const back = new Set<string>();
  for (const messageId of new Set(marks.flatMap(({ notice }) => notice?.messageId ?? []))) {
    if (await cameBack(deps, messageId)) back.add(messageId);
  }
  return marks.filter(({ notice, state }) => state === 'deleting' || !back.has(notice?.messageId ?? ''));
}

async function withdraw(deps: Deps, { namespaces, messageId }: SentMessage, bounce: Bounce): Promise<number> {
  let dropped = 0;
  for (const namespace of namespaces) {
    for await (const page of deps.marks.all(namespace)) {
      for (const mark of page) if (await dropNotice(deps, messageId, bounce, mark)) dropped++;
    }
  }
  return dropped;
}

async function dropNotice(deps: Deps, messageId: string, { why, actor }: Bounce, seen: Mark): Promise<boolean> {
  const { namespace, id, generation } = seen;
  const wc = deps.workConfigurationOf(namespace);
  let before: Mark | undefined = seen;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (before?.notice?.messageId !== messageId) return false;
    const at = deps.clock.now();
    const after = withdrawNotice(before, wc ? deletionDate(wc, at, before.unowned ?? false) : at);
    const reason = `message ${messageId} to ${before.notice.recipient} bounced: ${why}`;
    const audit = { at, namespace, id, event: 'refreshed', actor, reason, generation } as const;
    const [answer] = await deps.marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return true;
    before = await deps.marks.get(namespace, id);
  }
  return false;
}
