import type { WaitingNotice } from '../../../core/notice/waitingNotice.ts';
import { nextNoticeAt } from '../../../core/work/cadence.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { inOrder, PageQuery, pageOf } from './paging.ts';
import { isoOf } from './views.ts';

/** `GET notices/waiting`, in pages: owners with pending notices; refused ones first, then the longest wait (L46). */
export function waitingNoticeRoutes(
  app: App,
  deps: Pick<OperatorDeps, 'outbox' | 'workConfigurations' | 'clock'>,
): void {
  app.get('/notices/waiting', { schema: { querystring: PageQuery } }, async ({ query }) => {
    const { items, next } = pageOf(await readWaitingNotices(deps), keyOf, query);
    return { items: items.map(view), next };
  });
}

export interface DatedNotice extends WaitingNotice {
  /** Earliest time, ms since the epoch; 0 = at the next tick in the window; `undefined` = no notice will be sent. */
  readonly nextAt: number | undefined;
}

export async function readWaitingNotices({
  outbox,
  workConfigurations,
  clock,
}: Pick<OperatorDeps, 'outbox' | 'workConfigurations' | 'clock'>): Promise<readonly DatedNotice[]> {
  const waiting = await outbox.owners();
  const dated = waiting.map((notice) => ({
    ...notice,
    nextAt: nextNoticeAt(notice, workConfigurations(), clock.now()),
  }));
  return inOrder(dated, keyOf);
}

/** Refused ones first, the longest wait before the others; then by owner. */
function keyOf({ owner, refused }: WaitingNotice): string {
  return `${refused === undefined ? 'later' : String(refused.since).padStart(16, '0')} ${owner}`;
}

function view({ owner, resources, namespaces, lastSentAt, nextAt, refused }: DatedNotice) {
  return {
    owner,
    resources,
    namespaces,
    lastSentAt: isoOf(lastSentAt),
    notBefore: nextAt === 0 ? undefined : isoOf(nextAt),
    refused: refused && {
      ...refused,
      since: isoOf(refused.since),
      nextAttemptAt: isoOf(refused.nextAttemptAt),
    },
  };
}
