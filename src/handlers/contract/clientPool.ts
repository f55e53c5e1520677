/** Something that a pass opens and that its process may share: an SDK client, or what was learnt. */
interface Shared {
  destroy(): void;
  /** Of what costs memory and connections while nobody uses it: lets go of both, and a request on its way still ends. */
  afterPasses?(): void;
}

/** Clients that all passes of a process share; closed at its end. */
export interface ClientPool {
  /** The client with this `key`, created at the first use. */
  get<T extends Shared>(key: string, make: () => T): T;
}

/** SDK clients by key. Each is created once, and let go when the last pass ends; the rest is closed at the end of the process. */
export class SharedClientPool implements ClientPool {
  readonly #clients = new Map<string, Shared>();
  #passes = 0;

  get<T extends Shared>(key: string, make: () => T): T {
    const known = this.#clients.get(key);
    if (known) return known as T;
    const client = make();
    this.#clients.set(key, client);
    return client;
  }

  /** Runs a pass, which shares its clients with those that run meanwhile. */
  async during<T>(pass: () => Promise<T>): Promise<T> {
    this.#passes += 1;
    try {
      return await pass();
    } finally {
      this.#passes -= 1;
      if (this.#passes === 0) this.#letGo();
    }
  }

  #letGo(): void {
    for (const [key, client] of this.#clients) {
      if (!client.afterPasses) continue;
      this.#clients.delete(key);
      client.afterPasses();
    }
  }

  close(): void {
    for (const client of this.#clients.values()) client.destroy();
    this.#clients.clear();
  }
}
