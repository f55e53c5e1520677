/** The figures that an instance publishes about itself, for people. No decision reads them. Instants in ms (epoch). */
export interface InstanceFigures {
  readonly version: string;
  readonly startedAt: number;
  /** When these figures were taken: the last sign of life. */
  readonly at: number;
  /** Work items that this instance runs at once. */
  readonly concurrency: number;
  /** Items in the queue of the fleet; absent before Redis answered for the first time. */
  readonly queue?: QueueDepth;
  /** Calls since the start, the service with the most throttles first, then the one with the most calls. */
  readonly calls: readonly ServiceCalls[];
  /** Further services that are left out. */
  readonly moreServices?: number;
}

/** Jobs in the queue of the whole fleet, as one instance counted them. */
export interface QueueDepth {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
}

/** The calls of one instance to one service since it started. */
export interface ServiceCalls {
  /** `ec2`, the first part of the names of its calls. */
  readonly service: string;
  /** Calls that left, retries included. */
  readonly sent: number;
  readonly throttled: number;
}

/** Figures for people; they expire with their instance. */
export interface InstanceFiguresStore {
  /** Rejects with `StoreError`. */
  publish(id: string, figures: InstanceFigures): Promise<void>;
  /** Without instances that published none in time. Rejects with `StoreError`. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, InstanceFigures>>;
}

/** How often an instance publishes its figures. */
export const FIGURES_EVERY_MS = 10_000;
/** The most services in the figures of one instance: they stay small. */
const MOST_SERVICES = 20;
const LONGEST_NAME = 40;
/** Names that one instance counts apart; further ones are counted together. */
const MOST_COUNTED = 200;

/** Counts the calls of one instance by service. */
export class CallCounts {
  readonly #counts = new Map<string, { sent: number; throttled: number }>();

  /** @param api `ec2:DescribeImages`, or the name of a rate that several calls share */
  count(end: 'sent' | 'throttled', api: string): void {
    const name = (api.split(':')[0] ?? '').slice(0, LONGEST_NAME);
    const service = this.#counts.has(name) || this.#counts.size < MOST_COUNTED ? name : '…';
    const counts = this.#counts.get(service) ?? { sent: 0, throttled: 0 };
    counts[end] += 1;
    this.#counts.set(service, counts);
  }

  figures(): Pick<InstanceFigures, 'calls' | 'moreServices'> {
    const all = [...this.#counts].map(([service, counts]) => ({ service, ...counts }));
    const sorted = all.toSorted((a, b) => b.throttled - a.throttled || b.sent - a.sent);
    const more = sorted.length - MOST_SERVICES;
    return { calls: sorted.slice(0, MOST_SERVICES), ...(more > 0 ? { moreServices: more } : {}) };
  }
}
