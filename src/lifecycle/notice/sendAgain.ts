/**
 * An operator sends a message again. The new message has the same resources as they are today, as far as their owner has
 * a valid notice of them. It is no notice (law 3): it moves no date in and makes none valid, and its own reminder still
 * comes. Resources without a valid notice are left to the notify pass.
 */
import { hasValidNotice, type Mark } from '../../core/mark/mark.ts';
import { promiseDeletionAt } from '../../core/mark/reminder.ts';
import type { Digest, DigestRow } from '../../core/notice/digest.ts';
import type { SentMessage } from '../../core/notice/sentMessage.ts';
import type { RepeatClaim, SentNotices } from '../../core/notice/sentNotices.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { DigestDeps, LifecycleDeps } from '../pass/deps.ts';
import { endOf } from './digestRecord.ts';
import { digestOf, keepUrlOf } from './digestRows.ts';
import { lastLinkEnd } from './linkEnd.ts';
import { listSent } from './listSent.ts';
import { SoonestPending } from './soonestPending.ts';
import { atStages, mayNotify, type StagedDeps, waitsForWindow } from './staged.ts';

type SentAgain =
  | { readonly kind: 'sent'; readonly messageId: string; readonly resources: number }
  /** The transport's answer is `why`; the owner has nothing new. */
  | { readonly kind: 'notAccepted'; readonly why: string }
  /** No such message, or one from long ago. */
  | { readonly kind: 'unknown' }
  /** Nothing of it can be sent again now. */
  | { readonly kind: 'nothing'; readonly why: string }
  /** The owner got a message again less than an hour ago. */
  | ({ readonly kind: 'tooSoon' } & RepeatClaim);

type Deps = DigestDeps &
  Pick<LifecycleDeps, 'audit' | 'control'> & { readonly sentNotices: Pick<SentNotices, 'add' | 'claimRepeat'> };

/** An operator's wish; the actor and the reason are for the audit log. */
export interface SendAgainRequest {
  /** With its angle brackets. */
  readonly messageId: string;
  readonly actor: string;
  readonly reason: string;
}

const OUT_OF_SERVICE = 'The fleet is out of service: it sends no message until an operator puts it back.';

/** How often the write is tried again when another process changes the mark meanwhile. */
const ATTEMPTS = 5;

/** Takes no lock. Rejects with `StoreError`. */
export async function sendAgain(unstaged: Deps, request: SendAgainRequest): Promise<SentAgain> {
  const message = await unstaged.messages.get(request.messageId);
  if (!message) return { kind: 'unknown' };
  const { sentNotices, audit, control } = unstaged;
  if ((await control.read()).service === 'out') return { kind: 'nothing', why: OUT_OF_SERVICE };
  const deps = { ...(await atStages(unstaged)), sentNotices, audit, control };
  const { owner } = message;
  const preparedAt = deps.clock.now();
  const pending = await stillNoticed(deps, message, preparedAt);
  const digest = await digestOf(deps.links, owner, pending, preparedAt, deps.notifier.room?.(preparedAt));
  if (digest.rows.length === 0) return { kind: 'nothing', why: whyNothing(deps, message) };
  // From here on another operator who asks within the hour gets the name of this one.
  const first = await deps.sentNotices.claimRepeat(owner, { actor: request.actor, at: preparedAt });
  if (first) return { kind: 'tooSoon', ...first };
  return send(deps, digest, request);
}

async function send(deps: StagedDeps & Deps, composed: Digest, request: SendAgainRequest): Promise<SentAgain> {
  const { messageId, owner } = composed;
  const rows: DigestRow[] = [];
  for (const row of composed.rows) if (await keepsPromise(deps, row, request.actor)) rows.push(row);
  if (rows.length === 0) return { kind: 'nothing', why: 'Its resources change at the moment: try again in an hour.' };
  const digest = { ...composed, rows };
  const keptForMs = lastLinkEnd(rows) - deps.clock.now();
  await deps.messages.open({ messageId, owner, items: rows, keptForMs });
  const result = await deps.notifier.send(digest);
  const at = deps.clock.now();
  const { actor } = request;
  await listSent(deps, digest, result, at, { messageId: request.messageId, actor });
  const what = `message ${request.messageId} to ${owner} again as ${messageId}, ${rows.length} resources`;
  const end = result.kind === 'accepted' ? '' : `, not accepted: ${result.why}`;
  deps.audit.log({ at, namespace: 'fleet', event: 'sentAgain', actor, reason: `${what}${end}: ${request.reason}` });
  if (result.kind !== 'accepted') return { kind: 'notAccepted', why: result.why };
  // Nothing depends on the copies, and they never reject: the operator does not wait for them.
  void deps.notifier.copy?.(digest);
  return { kind: 'sent', messageId, resources: rows.length };
}

/** The marks of the message's resources whose owner has a valid notice, and may be written to now. */
async function stillNoticed(deps: StagedDeps, message: SentMessage, now: number): Promise<SoonestPending> {
  const pending = new SoonestPending(now);
  for (let part = 0; ; part++) {
    const items = await deps.messages.notified(message.messageId, part);
    if (!items) return pending;
    const idsOf = new Map<Namespace, string[]>();
    for (const { namespace, id } of items) idsOf.set(namespace, [...(idsOf.get(namespace) ?? []), id]);
    for (const [namespace, ids] of idsOf) {
      const wc = mayNotify(deps, namespace) ? deps.workConfigurationOf(namespace) : undefined;
      if (!wc) continue;
      const stage = deps.isNotifyOnlyIn(namespace) ? { notifyOnly: true as const } : {};
      const marks = await deps.marks.getMany(namespace, [...new Set(ids)]);
      const noticed = marks.filter((mark) => isNoticed(mark, message.owner, now) && hasLink(deps, mark, message.owner));
      await pending.add(noticed.map((mark) => ({ wc, mark, reminder: true as const, ...stage })));
    }
  }
}

function isNoticed(mark: Mark, owner: string, now: number): boolean {
  return mark.state === 'noticed' && !mark.unproven && mark.owner === owner && hasValidNotice(mark, now);
}

function hasLink({ links }: StagedDeps, mark: Mark, owner: string): boolean {
  return keepUrlOf(links, mark, owner) !== undefined;
}

function whyNothing(deps: StagedDeps, { namespaces }: SentMessage): string {
  if (namespaces.some((namespace) => waitsForWindow(deps, namespace))) {
    return 'The window of its account is closed, and Holystone notifies owners only inside it: try again when it is open.';
  }
  return 'None of its resources has a valid notice any more: they are kept, gone, or the notify pass sends a new notice by itself.';
}

/**
 * The message shows when a quarantine that is still to come ends: no deletion before that. Stored before it is sent.
 * @returns false when the mark changes all the time: then the message must not show it
 */
async function keepsPromise({ marks, clock }: StagedDeps, row: DigestRow, actor: string): Promise<boolean> {
  const { namespace, id, generation } = row;
  const end = endOf(row);
  if (end === undefined) return true;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await marks.get(namespace, id);
    if (before?.generation !== generation) return false;
    const after = promiseDeletionAt(before, end);
    if (!after) return true;
    const reason = `a message again shows the deletion on ${new Date(end).toISOString()}`;
    const audit = { at: clock.now(), namespace, id, event: 'refreshed', actor, reason, generation } as const;
    const [answer] = await marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return true;
  }
  return false;
}
