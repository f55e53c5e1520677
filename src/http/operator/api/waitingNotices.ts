import type { WaitingNotice } from '../../../core/notice/waitingNotice.ts';
import { nextNoticeAt } from '../../../core/work/cadence.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { isoOf } from './views.ts';

/** `GET notices/waiting`: owners with pending notices; refused ones first, then the longest wait (L46). */
export function waitingNoticeRoutes(
  app: App,
  deps: Pick<OperatorDeps, 'outbox' | 'workConfigurations' | 'clock'>,
): void {
  app.get('/notices/waiting', async () => {
    const items = await readWaitingNotices(deps);
    return { items: items.map(view) };
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
  const since = ({ refused }: WaitingNotice) => refused?.since ?? Number.POSITIVE_INFINITY;
  return waiting
    .map((notice) => ({ ...notice, nextAt: nextNoticeAt(notice, workConfigurations(), clock.now()) }))
    .toSorted((a, b) => (since(a) === since(b) ? a.owner.localeCompare(b.owner) : since(a) - since(b)));
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
