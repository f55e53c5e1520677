/**
 * Long reads that many clients request at once, as in a flood of requests about one resource: only one read per name
 * runs at a time, and later requests share the next one. No result is from before its request.
 */
export class SharedReads<T> {
  readonly #running = new Map<string, Running<T>>();

  read(name: string, begin: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name);
    if (!running) return this.#begin(name, begin);
    const again = () => this.#begin(name, begin);
    running.next ??= running.done.then(again, again);
    return running.next;
  }

  #begin(name: string, begin: () => Promise<T>): Promise<T> {
    const running: Running<T> = { done: begin() };
    this.#running.set(name, running);
    const settled = () => {
      if (!running.next) this.#running.delete(name);
    };
    void running.done.then(settled, settled);
    return running.done;
  }
}

interface Running<T> {
  readonly done: Promise<T>;
  next?: Promise<T>;
}
