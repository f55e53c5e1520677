/** The next message to an owner. Reads only: no item, no message and no notice is stored. */
import type { Digest } from '../../core/notice/digest.ts';
import { deletesNothingBecause, type WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import { digestOf, pendingNoticeOf } from './digestRows.ts';
import { pagesByNamespace } from './outboxPages.ts';
import { SoonestPending } from './soonestPending.ts';

type Deps = Pick<LifecycleDeps, 'marks' | 'outbox' | 'clock' | 'links'>;

/**
 * The stored message that is to be sent again, else one of all marks that wait for a notice or a reminder. Its links
 * are those of `deps.links`, and its dates those of now: the sent message may show later dates, never earlier.
 * @returns `undefined` when there is nothing to send
 */
export async function previewDigest(
  deps: Deps,
  workConfigurations: readonly WorkConfiguration[],
  owner: string,
): Promise<Digest | undefined> {
  const { prepared } = await deps.outbox.read(owner);
  if (prepared) return shownOf(deps, prepared);
  const now = deps.clock.now();
  const pending = new SoonestPending(now);
  for (const wc of workConfigurations) {
    if (deletesNothingBecause(wc) !== undefined || !wc.notice.enabled) continue;
    for await (const page of deps.marks.all(wc.namespace)) {
      await pending.add(page.flatMap((mark) => (mark.owner === owner ? (pendingNoticeOf(wc, mark, now) ?? []) : [])));
    }
  }
  return pending.all().length === 0 ? undefined : await digestOf(deps.links, owner, pending, now);
}

/**
 * The same of the outbox alone, which has the marks that a notify pass found: it reads no other owner's marks, however
 * many there are.
 */
export async function previewWaiting(
  deps: Deps & Pick<LifecycleDeps, 'workConfigurationOf'>,
  owner: string,
): Promise<Digest | undefined> {
  const { prepared, items } = await deps.outbox.read(owner);
  if (prepared) return shownOf(deps, prepared);
  const now = deps.clock.now();
  const pending = new SoonestPending(now);
  for (const page of pagesByNamespace(items)) {
    const [{ namespace }] = page;
    const wc = deps.workConfigurationOf(namespace);
    if (!wc || deletesNothingBecause(wc) !== undefined || !wc.notice.enabled) continue;
    const generations = new Map(page.map(({ id, generation }) => [id, generation]));
    const marks = await deps.marks.getMany(namespace, [...generations.keys()]);
    const own = marks.filter((mark) => mark.owner === owner && mark.generation === generations.get(mark.id));
    await pending.add(own.flatMap((mark) => pendingNoticeOf(wc, mark, now) ?? []));
  }
  return pending.all().length === 0 ? undefined : await digestOf(deps.links, owner, pending, now);
}

/** A stored message with links that its reader here may see. */
function shownOf({ links }: Pick<Deps, 'links'>, prepared: Digest): Digest {
  const rows = prepared.rows.map((row) => ({ ...row, keepUrl: links.keepUrl({ ...row, owner: prepared.owner }) }));
  return { ...prepared, rows, ...links.messageUrls(prepared) };
}
