import type { PassRecord } from '../policy/pass.ts';
import type { Action } from '../policy/workConfiguration.ts';
import type { Lease } from '../ports/ports.ts';
import type { Namespace } from '../resource/namespace.ts';

/** An item of the queue. The queue is no source of truth: wiping it is always safe. */
export type WorkItem =
  | { readonly kind: 'pass'; readonly namespace: Namespace; readonly action: Action }
  /** Writes pending opt-outs to the tags of the resources. */
  | { readonly kind: 'protect'; readonly namespace: Namespace }
  /**
   * Releases kept resources from quarantine, even while the service is out or the kill switch is on: these stop
   * deletions, not releases. In a namespace that is no longer configured, it releases all resources in quarantine.
   */
  | { readonly kind: 'release'; readonly namespace: Namespace }
  /** One message to one owner. */
  | { readonly kind: 'digest'; readonly owner: string };

/** Runs the items. Expected outcomes are values; a rejection means the item failed and is retried with back-off. */
export interface WorkRunner {
  /** One pass; it stores its own record. `signal` aborts when it must stop at the next safe point. */
  pass(namespace: Namespace, action: Action, lease: Lease, signal: AbortSignal): Promise<PassRecord>;
  protect(namespace: Namespace, lease: Lease, signal: AbortSignal): Promise<void>;
  release(namespace: Namespace, lease: Lease, signal: AbortSignal): Promise<void>;
  digest(owner: string, signal: AbortSignal): Promise<void>;
}

/** The name of an item in the queue's logs: `mark aws:test:us-east-1:image`. */
export function describeItem(item: WorkItem): string {
  if (item.kind === 'digest') return `digest ${item.owner}`;
  return `${item.kind === 'pass' ? item.action : item.kind} ${item.namespace}`;
}
