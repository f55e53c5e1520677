import type { OperatorDeps } from '../../app/deps.ts';
import { SharedReads } from '../../app/sharedReads.ts';
import { sortedConfigurations } from '../api/known.ts';
import { type NamespaceState, readNamespaceStates } from '../api/namespaceState.ts';
import { type DatedNotice, readWaitingNotices } from '../api/waitingNotices.ts';

/** Up to so many items each page reads them anew; more of them are shared for {@link KEPT_MS}. */
const READ_ANEW = 500;
const KEPT_MS = 15_000;

/** The states of all namespaces and the waiting notices for the pages. In a large fleet pages share one read of each. */
export class FleetSnapshot {
  readonly #deps: OperatorDeps;
  readonly #namespaces = new LargeRead<NamespaceState>();
  readonly #waiting = new LargeRead<DatedNotice>();

  constructor(deps: OperatorDeps) {
    this.#deps = deps;
  }

  read(): Promise<readonly NamespaceState[]> {
    return this.#namespaces.read(() => readNamespaceStates(this.#deps, sortedConfigurations(this.#deps)));
  }

  readWaiting(): Promise<readonly DatedNotice[]> {
    return this.#waiting.read(() => readWaitingNotices(this.#deps));
  }
}

/** A read whose cost grows with its result: a large one is kept for a while, and never begun twice at a time. */
class LargeRead<T> {
  readonly #reads = new SharedReads<readonly T[]>();
  #kept: { readonly at: number; readonly items: readonly T[] } | undefined;

  async read(begin: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const kept = this.#kept;
    const isLarge = kept !== undefined && kept.items.length > READ_ANEW;
    if (isLarge && performance.now() - kept.at < KEPT_MS) return kept.items;
    const items = await (isLarge ? this.#reads.read('all', begin) : begin());
    this.#kept = { at: performance.now(), items };
    return items;
  }
}
