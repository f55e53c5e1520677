import type { Part } from './kind.ts';

export interface Row<T> {
  /** Grows with each row added to any table: the order of listings and the base of their tokens. */
  readonly seq: number;
  readonly key: string;
  readonly value: T;
}

/** How long describes still show the state before a change through the API. The longer of the two counts. */
export interface Consistency {
  readonly delayMs?: number;
  readonly reads?: number;
}

/** A table for each part. */
export type TablesOf<P> = { readonly [K in keyof P]: P[K] extends Part<infer T> ? Table<T> : never };

interface Late<T> {
  /** The row that describes still show; undefined = none yet. */
  readonly before: Row<T> | undefined;
  readonly until: number;
  reads: number;
}

/** Shared by all tables: the clock, the order, and the delay of describes. */
export interface TableContext {
  now(): number;
  nextSeq(): number;
  consistency: Consistency;
}

/**
 * Rows by key. Values are deep-frozen and replaced on change. `get` and `values` are the current state, for the checks
 * of writes; `view` is the state that a describe may show, which lags ("eventual consistency":
 * https://docs.aws.amazon.com/ec2/latest/devguide/eventual-consistency.html).
 */
export class Table<T extends object> {
  readonly #rows = new Map<string, Row<T>>();
  readonly #late = new Map<string, Late<T>>();
  readonly #context: TableContext;
  /** A cached array of the rows, until one changes. */
  #listed: readonly Row<T>[] | undefined;

  constructor(context: TableContext) {
    this.#context = context;
  }

  get(key: string): T | undefined {
    return this.#rows.get(key)?.value;
  }

  values(): readonly T[] {
    return this.#list().map((row) => row.value);
  }

  /** A change through the API. */
  put(key: string, value: T): void {
    this.#lag(key);
    this.#write(key, value);
  }

  remove(key: string): void {
    this.#lag(key);
    this.#delete(key);
  }

  /** A change that describes show at once. */
  putNow(key: string, value: T): void {
    this.#late.delete(key);
    this.#write(key, value);
  }

  removeNow(key: string): void {
    this.#late.delete(key);
    this.#delete(key);
  }

  /** Counts as one read of every delayed row. */
  view(): readonly Row<T>[] {
    if (this.#late.size === 0) return this.#list();
    const shown = new Map(this.#rows);
    for (const [key, late] of this.#late) {
      if (late.reads <= 0 && late.until <= this.#context.now()) {
        this.#late.delete(key);
        continue;
      }
      late.reads -= 1;
      if (late.before) shown.set(key, late.before);
      else shown.delete(key);
    }
    return [...shown.values()].sort((a, b) => a.seq - b.seq);
  }

  #write(key: string, value: T): void {
    const seq = this.#rows.get(key)?.seq ?? this.#context.nextSeq();
    this.#rows.set(key, { seq, key, value: frozen(value) });
    this.#listed = undefined;
  }

  #delete(key: string): void {
    this.#rows.delete(key);
    this.#listed = undefined;
  }

  #list(): readonly Row<T>[] {
    this.#listed ??= [...this.#rows.values()];
    return this.#listed;
  }

  #lag(key: string): void {
    const { delayMs = 0, reads = 0 } = this.#context.consistency;
    if ((delayMs === 0 && reads === 0) || this.#late.has(key)) return;
    this.#late.set(key, { before: this.#rows.get(key), until: this.#context.now() + delayMs, reads });
  }
}

/** A deep-frozen copy without undefined members; shares dates, bytes and already frozen values. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.isFrozen(value) || value instanceof Date || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) copy[key] = frozen(member);
  }
  return Object.freeze(copy) as T;
}
