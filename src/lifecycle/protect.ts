/** Writes opt-outs on the resources themselves, until it is done (L62). Never in dry run (law 5). */
import { messageOf } from '../core/errors.ts';
import { retryDelayMs } from '../core/mark.ts';
import type { PendingTag } from '../core/ports.ts';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import type { LifecycleDeps } from './deps.ts';
import { type Opened, open } from './survey.ts';

const TAGS_PER_PASS = 200;

export async function protectPass(deps: LifecycleDeps, wc: WorkConfiguration, signal: AbortSignal): Promise<void> {
  if (!wc.live) return;
  const opened = open(deps, wc, signal);
  if (!opened.session.protect) return settleAll(deps, wc, signal);
  const pending = await deps.optOuts.pendingTags(wc.namespace, deps.clock.now(), TAGS_PER_PASS);
  for (const tag of pending) {
    if (signal.aborted) return;
    await writeTag(deps, opened, tag);
  }
}

async function writeTag(deps: LifecycleDeps, { wc, session }: Opened, tag: PendingTag): Promise<void> {
  const { namespace } = wc;
  const now = deps.clock.now();
  try {
    await session.verifyAccount();
    const read = (await session.get([tag.id])).get(tag.id);
    if (read?.kind === 'found') {
      await session.protect?.(read.resource, tag.until);
      const reason = tag.until === undefined ? 'keep tag removed' : 'keep tag written';
      deps.audit.log({ at: now, namespace, id: tag.id, event: 'protected', actor: 'holystone', reason });
      await deps.optOuts.settleTag(namespace, tag);
    } else if (read?.kind === 'gone') await deps.optOuts.settleTag(namespace, tag);
    else await deps.optOuts.settleTag(namespace, tag, now + retryDelayMs(0));
  } catch (error) {
    deps.log.warn(
      { namespace, id: tag.id, problem: messageOf(error) },
      'writing the keep tag failed, it will be retried',
    );
    await deps.optOuts.settleTag(namespace, tag, now + retryDelayMs(0));
  }
}

async function settleAll(deps: LifecycleDeps, { namespace }: WorkConfiguration, signal: AbortSignal): Promise<void> {
  const pending = await deps.optOuts.pendingTags(namespace, deps.clock.now(), TAGS_PER_PASS);
  for (const tag of pending) {
    if (signal.aborted) return;
    await deps.optOuts.settleTag(namespace, tag);
  }
}
