import type { Outcome } from '../core/policy/pass.ts';
import type { StopReason } from '../core/policy/stop.ts';
import type { WorkItem } from '../core/work/work.ts';

/** How one run of a work item ended. */
export type ItemEnd =
  /** Settled; `outcome` for a pass. */
  | { readonly kind: 'done'; readonly outcome?: Outcome }
  /** Not due any more, not allowed now, or not configured any more. */
  | { readonly kind: 'dropped'; readonly why: string }
  /** Back in the queue, next run after `delayMs`; no failure. */
  | { readonly kind: 'givenBack'; readonly why: GiveBackReason; readonly delayMs: number }
  /** It killed its worker too often: it waits until its next slot. */
  | { readonly kind: 'parked'; readonly kills: number }
  /** The queue tries it again with back-off. `stuck`: the item does not end, so the process should. */
  | { readonly kind: 'failed'; readonly error: Error; readonly stuck: boolean };

/** Why an item goes back to the queue without an end. */
export type GiveBackReason = StopReason | 'contended' | 'unfinished' | 'unreachable';

/** Events of the queue, for the metrics. */
export type QueueEvent =
  | { readonly kind: 'tick'; readonly end: TickEnd; readonly added: number; readonly ms: number }
  | { readonly kind: 'item'; readonly item: WorkItem; readonly end: ItemEnd; readonly ms: number }
  /** A worker died (or lost contact) in the middle of an item; another one takes it. */
  | { readonly kind: 'takenOver'; readonly jobId: string }
  | { readonly kind: 'redisProblem'; readonly problem: string };

/** `notOurs`: another instance claimed the slot. `overlapped`: the tick before is still running. */
export type TickEnd = 'queued' | 'notOurs' | 'outOfService' | 'failed' | 'overlapped';

/** Never throws. */
export type Observe = (event: QueueEvent) => void;
