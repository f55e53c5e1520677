/**
 * The fallback is notified before an owner's "delete it early" is stored. A tag may name any person as the owner; the
 * fallback is the address that the operator chose, so a person there sees the wish while the resource can still be
 * kept.
 */
import { createHash } from 'node:crypto';
import type { Mark } from '../../core/mark/mark.ts';
import type { OwnerResponse } from '../../core/mark/ownerResponse.ts';
import type { ExpediteReport } from '../../core/notice/expediteReport.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import { keepUrlOf } from './digestRows.ts';

type Deps = Pick<LifecycleDeps, 'links' | 'log' | 'notifier'>;

/**
 * Notifies first and stores second: if the process dies in between, the fallback was notified of a wish that has no
 * effect, and the owner asks again.
 * @returns false when the mail server did not take the message; then the wish must not be stored
 */
export async function notifyFallback(
  { links, log, notifier }: Deps,
  wc: WorkConfiguration | undefined,
  before: Mark,
  after: Mark,
  { owner, reason, namespace, id }: OwnerResponse,
  at: number,
): Promise<boolean> {
  const to = wc?.notice.fallback;
  if (to === undefined || to === owner || !notifier.notifyExpedited) return true;
  const keepUrl = keepUrlOf(links, before, to);
  const report: ExpediteReport = {
    to,
    messageId: messageIdOf(before, owner, links.mailDomain),
    at,
    owner,
    namespace,
    id,
    name: before.resource.name,
    deletionAt: after.projectedDeletionAt,
    insteadOfAt: before.projectedDeletionAt,
    timeZone: wc?.window?.timeZone ?? 'UTC',
    ...(reason ? { reason } : {}),
    ...(wc?.keepKey === undefined ? {} : { keepKey: wc.keepKey }),
    ...(wc?.stops ? { stops: true as const } : {}),
    ...(keepUrl === undefined ? {} : { keepUrl }),
  };
  const result = await notifier.notifyExpedited(report);
  if (result.kind === 'accepted') return true;
  const what = 'a request to delete early was not stored, because the fallback could not be notified';
  log.warn({ namespace, resource: id, owner, fallback: to, why: result.why }, what);
  return false;
}

/** The same for an unchanged mark and the same owner: a repeated message is recognisable. */
function messageIdOf({ namespace, id, generation, revision }: Mark, owner: string, domain: string): string {
  const hash = createHash('sha256').update(JSON.stringify(['haste', namespace, id, generation, revision, owner]));
  return `<${hash.digest('hex').slice(0, 40)}@${domain}>`;
}
