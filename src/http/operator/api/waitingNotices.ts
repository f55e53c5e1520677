import { z } from 'zod';
import type { WaitingNotice } from '../../../core/notice/waitingNotice.ts';
import { nextNoticeAt } from '../../../core/work/cadence.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { inOrder, PageQuery, pageOf } from './paging.ts';
import { isoOf } from './views.ts';

/** In the order of the owners, which no refusal changes: an owner never moves from one page to another. */
const WaitingQuery = PageQuery.extend({
  refused: z.stringbool().optional().describe('Only the owners whose message was refused; `false` = only the others.'),
});

/** `GET notices/waiting`, in pages: owners with pending notices (L46). */
export function waitingNoticeRoutes(
  app: App,
  deps: Pick<OperatorDeps, 'outbox' | 'workConfigurations' | 'clock'>,
): void {
  app.get('/notices/waiting', { schema: { querystring: WaitingQuery } }, async ({ query }) => {
    const waiting = (await readWaitingNotices(deps)).filter(
      ({ refused }) => query.refused === undefined || query.refused === (refused !== undefined),
    );
    const { items, next } = pageOf(inOrder(waiting, ownerOf), ownerOf, query);
    return { items: items.map(view), next };
  });
}

/** An owner's waiting message, with the time of the next attempt. */
export interface DatedNotice extends WaitingNotice {
  /** Earliest time, ms since the epoch; 0 = at the next tick in the window; `undefined` = no notice will be sent. */
  readonly nextAt: number | undefined;
}

/** Every owner with something in the outbox, and when the next message may go. Rejects with StoreError. */
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

function ownerOf({ owner }: WaitingNotice): string {
  return owner;
}

/** For a person: refused ones first, the longest wait before the others; then by owner. */
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
