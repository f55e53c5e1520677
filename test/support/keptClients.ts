import { SharedClientPool } from '../../src/handlers/contract/clientPool.ts';

/** A pool that begins empty, but for some objects that it shares with other pools; closing it leaves those open. */
export class KeptClients extends SharedClientPool {
  readonly #kept: SharedClientPool;
  readonly #isKept: (key: string) => boolean;

  constructor(kept: SharedClientPool, isKept: (key: string) => boolean) {
    super();
    this.#kept = kept;
    this.#isKept = isKept;
  }

  override get<T extends { destroy(): void }>(key: string, make: () => T): T {
    return this.#isKept(key) ? this.#kept.get(key, make) : super.get(key, make);
  }
}
