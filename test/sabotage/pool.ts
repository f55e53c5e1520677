/** Runs so many at once, in the order in which they were given. */
export class Pool {
  readonly #waiting: (() => Promise<void>)[] = [];
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = new Promise<T>((resolve, reject) => {
      this.#waiting.push(() => work().then(resolve, reject));
    });
    this.#next();
    return result;
  }

  #next(): void {
    if (this.#free === 0) return;
    const work = this.#waiting.shift();
    if (!work) return;
    this.#free -= 1;
    void work().finally(() => {
      this.#free += 1;
      this.#next();
    });
  }
}
