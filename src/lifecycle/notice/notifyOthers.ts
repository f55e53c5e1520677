/** Others are notified before an owner's "delete it early" is stored; core/notice/expediteRecipients.ts says who. */
import { createHash } from 'node:crypto';
import type { Mark } from '../../core/mark/mark.ts';
import type { OwnerResponse } from '../../core/mark/ownerResponse.ts';
import { expediteRecipients } from '../../core/notice/expediteRecipients.ts';
import type { ExpediteReport } from '../../core/notice/expediteReport.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import { keepUrlOf } from './digestRows.ts';

type Deps = Pick<LifecycleDeps, 'links' | 'log' | 'notifier'>;

/**
 * Notifies first and stores second: if the process dies in between, they were notified of a wish that has no
 * effect, and the owner asks again.
 * @returns false when one of them could not be notified; then the wish must not be stored
 */
export async function notifyOthers(
  deps: Deps,
  wc: WorkConfiguration | undefined,
  before: Mark,
  after: Mark,
  response: OwnerResponse,
  at: number,
): Promise<boolean> {
  const { log, notifier } = deps;
  const { namespace, id, owner } = response;
  const { recipients, isShared } = expediteRecipients(owner, wc?.notice.fallback);
  if (!notifier.notifyExpedited) return !isShared;
  for (const to of recipients) {
    const result = await notifier.notifyExpedited(reportFor(to, deps, wc, before, after, response, at));
    if (result.kind === 'accepted') continue;
    const what = 'a request to delete early was not stored, because somebody could not be notified';
    log.warn({ namespace, resource: id, owner, recipient: to, why: result.why }, what);
    return false;
  }
  return true;
}

function reportFor(
  to: string,
  { links }: Pick<Deps, 'links'>,
  wc: WorkConfiguration | undefined,
  before: Mark,
  after: Mark,
  { owner, reason, namespace, id }: OwnerResponse,
  at: number,
): ExpediteReport {
  const keepUrl = keepUrlOf(links, before, to);
  return {
    to,
    messageId: messageIdOf(before, owner, to, links.mailDomain),
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
}

/** The same for an unchanged mark, the same owner and recipient: a repeated message is recognisable. */
function messageIdOf({ namespace, id, generation, revision }: Mark, owner: string, to: string, domain: string): string {
  const hash = createHash('sha256').update(JSON.stringify(['haste', namespace, id, generation, revision, owner, to]));
  return `<${hash.digest('hex').slice(0, 40)}@${domain}>`;
}
