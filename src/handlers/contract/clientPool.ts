/** Clients that all passes of a process share; closed at its end. */
export interface ClientPool {
  /** The client with this `key`, created at the first use. */
  get<T extends { destroy(): void }>(key: string, make: () => T): T;
}

/** SDK clients by key. Each is created once; all are closed together at the end of the process. */
export class SharedClientPool implements ClientPool {
  readonly #clients = new Map<string, { destroy(): void }>();

  get<T extends { destroy(): void }>(key: string, make: () => T): T {
    const known = this.#clients.get(key);
    if (known) return known as T;
    const client = make();
    this.#clients.set(key, client);
    return client;
  }

  close(): void {
    for (const client of this.#clients.values()) client.destroy();
    this.#clients.clear();
  }
}
