import type { PassRecord } from '../policy/pass.ts';
import type { Action } from '../policy/workConfiguration.ts';
import type { Lease } from '../ports/ports.ts';
import type { Namespace } from '../resource/namespace.ts';

/** What the queue carries. It holds no truth: wiping it is always safe. */
export type WorkItem =
  | { readonly kind: 'pass'; readonly namespace: Namespace; readonly action: Action }
  /** Writes pending opt-outs on the resources themselves. */
  | { readonly kind: 'protect'; readonly namespace: Namespace }
  /**
   * Gives back what is in quarantine and kept, also while the service is out or the kill switch is on: that stops
   * deletions, and no giving back. Of a namespace that is configured no more, all that is in quarantine.
   */
  | { readonly kind: 'release'; readonly namespace: Namespace }
  /** One message to one owner. */
  | { readonly kind: 'digest'; readonly owner: string };

/** Does the work. Expected ends are values; a rejection means the item failed and is retried with back-off. */
export interface WorkRunner {
  /** One pass; it stores its own record. `signal` aborts when it must stop at the next safe point. */
  pass(namespace: Namespace, action: Action, lease: Lease, signal: AbortSignal): Promise<PassRecord>;
  protect(namespace: Namespace, lease: Lease, signal: AbortSignal): Promise<void>;
  release(namespace: Namespace, lease: Lease, signal: AbortSignal): Promise<void>;
  digest(owner: string, signal: AbortSignal): Promise<void>;
}

/** The string by which an item is known in the queue's logs: `mark aws:test:us-east-1:image`. */
export function describeItem(item: WorkItem): string {
  if (item.kind === 'digest') return `digest ${item.owner}`;
  return `${item.kind === 'pass' ? item.action : item.kind} ${item.namespace}`;
}
