import type { OperatorDeps } from '../../app/deps.ts';
import { SharedReads } from '../../app/sharedReads.ts';
import { sortedConfigurations } from '../api/known.ts';
import { type NamespaceState, readNamespaceStates } from '../api/namespaceState.ts';

/** Up to so many namespaces each page reads them anew; the states of more of them are shared for {@link KEPT_MS}. */
const READ_ANEW = 500;
const KEPT_MS = 15_000;

interface Kept {
  readonly at: number;
  readonly states: readonly NamespaceState[];
}

/** The states of all namespaces for the pages. In a large fleet pages that open at once share one read. */
export class FleetSnapshot {
  readonly #deps: OperatorDeps;
  readonly #reads = new SharedReads<readonly NamespaceState[]>();
  #kept: Kept | undefined;

  constructor(deps: OperatorDeps) {
    this.#deps = deps;
  }

  async read(): Promise<readonly NamespaceState[]> {
    const configurations = sortedConfigurations(this.#deps);
    if (configurations.length <= READ_ANEW) return readNamespaceStates(this.#deps, configurations);
    const kept = this.#kept;
    if (kept && performance.now() - kept.at < KEPT_MS) return kept.states;
    const states = await this.#reads.read('namespaces', () => readNamespaceStates(this.#deps, configurations));
    this.#kept = { at: performance.now(), states };
    return states;
  }
}
