/** What will run, and when: true time, ms. Two of one time run in the order in which they were planned. */
interface Planned {
  at: number;
  readonly order: number;
}

/** The events that are to come, the earliest first. */
export class Heap<T extends Planned> {
  #all: T[] = [];

  get all(): readonly T[] {
    return this.#all;
  }

  push(event: T): void {
    const all = this.#all;
    all.push(event);
    let child = all.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(child, parent)) return;
      this.#swap(child, parent);
      child = parent;
    }
  }

  pop(): T | undefined {
    const all = this.#all;
    const first = all[0];
    const last = all.pop();
    if (all.length === 0 || last === undefined) return first;
    all[0] = last;
    for (let parent = 0; ; ) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) if (this.#isBefore(child, least)) least = child;
      if (least === parent) return first;
      this.#swap(parent, least);
      parent = least;
    }
  }

  /** After their times were changed. */
  replace(events: Iterable<T>): void {
    this.#all = [];
    for (const event of events) this.push(event);
  }

  #isBefore(left: number, right: number): boolean {
    const a = this.#all[left];
    const b = this.#all[right];
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order));
  }

  #swap(left: number, right: number): void {
    const a = this.#all[left] as T;
    this.#all[left] = this.#all[right] as T;
    this.#all[right] = a;
  }
}
