/** A message came back: whoever it was for has not been told (L50). */
import { type Mark, withdrawNotice } from '../core/mark.ts';
import type { Namespace } from '../core/namespace.ts';
import { deletionDate } from '../core/retention.ts';
import type { LifecycleDeps } from './deps.ts';

export interface Bounce {
  /** RFC 5322 Message-ID with its angle brackets, as the notice has it. */
  readonly messageId: string;
  /** What the mail system said. */
  readonly why: string;
  /** Who says so. */
  readonly actor: string;
}

type Deps = Pick<LifecycleDeps, 'marks' | 'clock' | 'workConfigurationOf'>;

/** How often a mark that somebody changes meanwhile is looked at again. */
const ATTEMPTS = 5;

/**
 * Drops the notice of every mark that the message told about: each is noticed anew, and its retention begins anew.
 * A deletion that has begun goes on, and is not begun again. Takes no lock.
 * @returns how many notices fell
 */
export async function bounced(deps: Deps, namespaces: readonly Namespace[], bounce: Bounce): Promise<number> {
  let dropped = 0;
  for (const namespace of namespaces) {
    for await (const page of deps.marks.all(namespace)) {
      for (const mark of page) if (await dropNotice(deps, bounce, mark)) dropped++;
    }
  }
  return dropped;
}

async function dropNotice(deps: Deps, { messageId, why, actor }: Bounce, seen: Mark): Promise<boolean> {
  const { namespace, id, generation } = seen;
  const wc = deps.workConfigurationOf(namespace);
  let before: Mark | undefined = seen;
  for (let attempt = 0; wc?.live && attempt < ATTEMPTS; attempt++) {
    if (before?.notice?.messageId !== messageId) return false;
    const at = deps.clock.now();
    const after = withdrawNotice(before, deletionDate(wc, at, before.unowned ?? false));
    const reason = `message ${messageId} to ${before.notice.recipient} came back: ${why}`;
    const audit = { at, namespace, id, event: 'refreshed', actor, reason, generation } as const;
    const [answer] = await deps.marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return true;
    before = await deps.marks.get(namespace, id);
  }
  return false;
}
