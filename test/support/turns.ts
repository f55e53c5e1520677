/** The work between two turns of the event loop; counted, so that the speed of the machine does not matter. */
export class TurnCounter {
  #units = 0;
  #most = 0;
  #turns = 0;
  #next: NodeJS.Immediate | undefined;

  /** Counts one unit of work. */
  readonly unit = (): void => {
    this.#units++;
    this.#most = Math.max(this.#most, this.#units);
  };

  start(): this {
    this.#next = setImmediate(() => {
      this.#units = 0;
      this.#turns++;
      this.start();
    });
    return this;
  }

  stop(): { readonly mostBetweenTurns: number; readonly turns: number } {
    clearImmediate(this.#next);
    return { mostBetweenTurns: this.#most, turns: this.#turns };
  }

  /** The same list; each read of `key` in any of its objects counts as a unit; reads of copies do not. */
  counting<T extends object>(all: readonly T[], key: keyof T & string): readonly T[] {
    const { unit } = this;
    return all.map((one) => {
      const value = one[key];
      const get = () => {
        unit();
        return value;
      };
      return Object.defineProperty({ ...one }, key, { get, enumerable: true, configurable: true });
    });
  }
}
