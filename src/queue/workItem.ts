import { createHash } from 'node:crypto';
import { ACTIONS, type Action } from '../core/policy/workConfiguration.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { describeItem, type WorkItem } from '../core/work/work.ts';

/** The job's name in the queue: `mark`, `notify`, `delete`, `protect`, `release`, `digest`. */
export function jobName(item: WorkItem): string {
  return item.kind === 'pass' ? item.action : item.kind;
}

/**
 * The same id for the same item, so that the queue has it once. Hashed, because BullMQ allows no `:` in an id; with the
 * name in front, because it allows no integer either.
 */
export function jobId(item: WorkItem): string {
  const hash = createHash('sha256').update(describeItem(item)).digest('hex').slice(0, 32);
  return `${jobName(item)}-${hash}`;
}

/** Reads an item back from the queue; `undefined` for unknown data of another version. */
export function readItem(data: unknown): WorkItem | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { kind, namespace, action, owner } = data as Record<string, unknown>;
  if (kind === 'digest') return typeof owner === 'string' ? { kind, owner } : undefined;
  if (typeof namespace !== 'string') return undefined;
  if (kind === 'protect' || kind === 'release') return { kind, namespace: namespace as Namespace };
  if (kind !== 'pass' || !ACTIONS.includes(action as Action)) return undefined;
  return { kind, namespace: namespace as Namespace, action: action as Action };
}
