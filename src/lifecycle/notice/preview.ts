/** The next message to an owner. Reads only: no item, no message and no notice is stored. */
import type { Mark } from '../../core/mark/mark.ts';
import type { Digest } from '../../core/notice/digest.ts';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import { nothingHappensNowBecause } from '../../core/policy/rollout.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import { atPresentStage } from './digestAgain.ts';
import { digestOf, pendingNoticeOf } from './digestRows.ts';
import { pagesByNamespace } from './outboxPages.ts';
import { SoonestPending } from './soonestPending.ts';

type Deps = Pick<LifecycleDeps, 'marks' | 'outbox' | 'clock' | 'control' | 'links'>;

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
  const known = new Map(workConfigurations.map((wc) => [wc.namespace, wc]));
  const isIdle = await idleIn(deps, (namespace) => known.get(namespace));
  if (prepared) return shownOf(deps, prepared, isIdle);
  const now = deps.clock.now();
  const pending = new SoonestPending(now);
  for (const wc of workConfigurations) {
    if (deletesNothingBecause(wc) !== undefined || !wc.notice.enabled) continue;
    for await (const page of deps.marks.all(wc.namespace)) {
      const own = page.filter((mark) => mark.owner === owner);
      await pending.add(pendingIn(wc, own, { now, isIdle: isIdle(wc.namespace) }));
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
  const isIdle = await idleIn(deps, deps.workConfigurationOf);
  if (prepared) return shownOf(deps, prepared, isIdle);
  const now = deps.clock.now();
  const pending = new SoonestPending(now);
  for (const page of pagesByNamespace(items)) {
    const [{ namespace }] = page;
    const wc = deps.workConfigurationOf(namespace);
    if (!wc || deletesNothingBecause(wc) !== undefined || !wc.notice.enabled) continue;
    const generations = new Map(page.map(({ id, generation }) => [id, generation]));
    const marks = await deps.marks.getMany(namespace, [...generations.keys()]);
    const own = marks.filter((mark) => mark.owner === owner && mark.generation === generations.get(mark.id));
    await pending.add(pendingIn(wc, own, { now, isIdle: isIdle(namespace) }));
  }
  return pending.all().length === 0 ? undefined : await digestOf(deps.links, owner, pending, now);
}

type IsIdle = (namespace: Namespace) => boolean;

/** Where nothing happens on a date: the message does not announce a deletion there. */
async function idleIn({ control }: Deps, wcOf: (namespace: Namespace) => WorkConfiguration | undefined) {
  const state = await control.read();
  return (namespace: Namespace) => {
    const wc = wcOf(namespace);
    return wc !== undefined && nothingHappensNowBecause(state, wc) !== undefined;
  };
}

function pendingIn(wc: WorkConfiguration, marks: readonly Mark[], { now, isIdle }: { now: number; isIdle: boolean }) {
  const idle = isIdle ? { notifyOnly: true as const } : {};
  return marks.flatMap((mark) => {
    const pending = pendingNoticeOf(wc, mark, now);
    return pending ? [{ ...pending, ...idle }] : [];
  });
}

/** A stored message with links that its reader here may see. */
function shownOf({ links }: Pick<Deps, 'links'>, prepared: Digest, isIdle: IsIdle): Digest {
  const rows = prepared.rows.map((row) => ({
    ...atPresentStage(row, isIdle(row.namespace)),
    keepUrl: links.keepUrl({ ...row, owner: prepared.owner }),
  }));
  return { ...prepared, rows, ...links.messageUrls(prepared) };
}
