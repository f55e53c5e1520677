import { filterInSteps, inTurns, LIGHT_STEP, sorting } from '../common/steps.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { Mark } from './mark.ts';
import { comparing, type MarkRow, type RowsRequest, rowSharing } from './markTable.ts';

/** Orders that are kept: each takes 8 bytes per row. */
const MOST_ORDERS = 8;

/** Rows by namespace and id, and the orders of them that were asked for last. Pure but for its own memory. */
export class SortedRows {
  readonly #byNamespace = new Map<Namespace, Map<string, MarkRow>>();
  readonly #orders = new Map<string, KeptOrder>();
  /** One text for all rows of an owner. */
  readonly #owners = new Map<string, string>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(namespace: Namespace): number {
    return this.#byNamespace.get(namespace)?.size ?? 0;
  }

  *of(namespace: Namespace): Iterable<MarkRow> {
    yield* this.#byNamespace.get(namespace)?.values() ?? [];
  }

  put(mark: Mark): void {
    const row = rowSharing(mark, this.#textOf);
    const rows = this.#byNamespace.get(mark.namespace) ?? new Map<string, MarkRow>();
    const before = rows.get(mark.id);
    if (before && isSame(before, row)) return;
    this.#byNamespace.set(mark.namespace, rows.set(mark.id, row));
    if (!before) this.#size++;
    for (const order of this.#orders.values()) order.changed(before, row);
  }

  remove(namespace: Namespace, id: string): void {
    const rows = this.#byNamespace.get(namespace);
    const before = rows?.get(id);
    if (!before) return;
    rows?.delete(id);
    this.#size--;
    for (const order of this.#orders.values()) order.changed(before, undefined);
  }

  /** Every row of the namespace whose id is not among these. */
  removeOthers(namespace: Namespace, ids: ReadonlySet<string>): void {
    for (const id of [...(this.#byNamespace.get(namespace)?.keys() ?? [])]) {
      if (!ids.has(id)) this.remove(namespace, id);
    }
  }

  drop(namespace: Namespace): void {
    this.removeOthers(namespace, new Set());
    this.#byNamespace.delete(namespace);
  }

  clear(): void {
    this.#byNamespace.clear();
    this.#orders.clear();
    this.#owners.clear();
    this.#size = 0;
  }

  sorted(request: RowsRequest): Promise<readonly MarkRow[]> {
    const name = `${request.sort} ${request.name}`;
    const order = this.#orders.get(name) ?? new KeptOrder(request, this.#all());
    this.#orders.delete(name);
    this.#orders.set(name, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > MOST_ORDERS && oldest !== undefined) this.#orders.delete(oldest);
    return order.rows();
  }

  readonly #textOf = (text: string): string => {
    const known = this.#owners.get(text);
    if (known === undefined) this.#owners.set(text, text);
    return known ?? text;
  };

  #all(): readonly MarkRow[] {
    return [...this.#byNamespace.values()].flatMap((rows) => [...rows.values()]);
  }
}

/** The rows that somebody asked for, in one order: what changed is put in its place when they are asked for again. */
class KeptOrder {
  readonly #request: RowsRequest;
  #rows: readonly MarkRow[] = [];
  #fresh: MarkRow[] = [];
  #gone = new Set<MarkRow>();
  #done: Promise<unknown>;

  constructor(request: RowsRequest, all: readonly MarkRow[]) {
    this.#request = request;
    this.#done = this.#begin(all);
  }

  changed(before: MarkRow | undefined, after: MarkRow | undefined): void {
    const { has } = this.#request;
    if (before && has(before)) this.#gone.add(before);
    if (after && has(after)) this.#fresh.push(after);
  }

  async rows(): Promise<readonly MarkRow[]> {
    this.#done = this.#done.then(() => this.#settle());
    await this.#done;
    return this.#rows;
  }

  async #begin(all: readonly MarkRow[]): Promise<void> {
    this.#rows = await this.#sort(await filterInSteps(all, this.#request.has, LIGHT_STEP));
  }

  async #settle(): Promise<void> {
    if (this.#fresh.length === 0 && this.#gone.size === 0) return;
    const [fresh, gone] = [this.#fresh, this.#gone];
    this.#fresh = [];
    this.#gone = new Set();
    const left = this.#rows.filter((row) => !gone.has(row));
    const added = await this.#sort(fresh.filter((row) => !gone.has(row)));
    this.#rows = merged(left, added, comparing(this.#request.sort));
  }

  #sort(rows: readonly MarkRow[]): Promise<readonly MarkRow[]> {
    return inTurns(sorting(rows, comparing(this.#request.sort)));
  }
}

function merged<T>(long: readonly T[], short: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  if (short.length === 0) return long;
  const all: T[] = [];
  let next = 0;
  for (const one of long) {
    for (let other = short[next]; other !== undefined && compare(other, one) < 0; other = short[next]) {
      all.push(other);
      next++;
    }
    all.push(one);
  }
  for (; next < short.length; next++) all.push(short[next] as T);
  return all;
}

function isSame(a: MarkRow, b: MarkRow): boolean {
  return (
    a.state === b.state &&
    a.owner === b.owner &&
    a.isUnowned === b.isUnowned &&
    a.isNotified === b.isNotified &&
    a.group === b.group &&
    a.entry === b.entry &&
    a.name === b.name &&
    a.projectedDeletionAt === b.projectedDeletionAt &&
    a.markedAt === b.markedAt &&
    a.monthlyCost?.amount === b.monthlyCost?.amount &&
    a.monthlyCost?.upTo === b.monthlyCost?.upTo &&
    a.monthlyCost?.stays === b.monthlyCost?.stays
  );
}
