import { getHeapStatistics } from 'node:v8';
import { batchesOf } from '../../core/common/batches.ts';
import type { MonotonicClock } from '../../core/common/clock.ts';
import { turn } from '../../core/common/steps.ts';
import { withTimeout } from '../../core/common/withTimeout.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { MarkRows, MarkTable, RowsRequest, TooManyMarks } from '../../core/mark/markTable.ts';
import { SortedRows } from '../../core/mark/sortedRows.ts';
import type { MarkStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import type { MarkNews } from './markNews.ts';

/** Measured with names and owners of usual length, its places in orders included. */
const BYTES_PER_MARK = 500;
/** The part of the largest heap that the table may have. */
const SHARE_OF_HEAP = 0.1;
/** A request waits so long for a first read. */
const PATIENCE_MS = 2_000;
/** While somebody asks, the table follows the changes so often, ms, and reads each namespace again so often. */
const FOLLOWED_EVERY_MS = 10_000;
const READ_AGAIN_MS = 600_000;
/** The table of a process that nobody asks is dropped. */
const KEPT_MS = 900_000;
/** A count of marks that were not read is right for so long, ms. */
const COUNTED_MS = 60_000;
/** Marks that are read again between two looks at the changes. */
const AGAIN_AT_ONCE = 5_000;
const NAMESPACES_AT_ONCE = 8;
const PER_READ = 500;

/** The state in Redis passes these. */
export interface MarkTableDeps extends Pick<StateDeps, 'connection'> {
  readonly marks: Pick<MarkStore, 'all' | 'getMany'>;
  readonly news: MarkNews;
  readonly monotonic: MonotonicClock;
  /** False: the configuration switches the table off. */
  readonly isOn: boolean;
  /** More marks are in no table at once; default: by the largest heap of the process. */
  readonly most?: number | undefined;
}

/**
 * Reads namespaces when somebody asks for them, then only the marks that changed. Another process may fail to announce a
 * change: so each namespace is read again after ten minutes, and what a page reads corrects its rows at once.
 */
export class RedisMarkTable implements MarkTable {
  readonly isOn: boolean;
  readonly #deps: MarkTableDeps;
  readonly #most: number;
  readonly #rows = new SortedRows();
  /** When each namespace was read, by the monotonic clock; the oldest first. */
  readonly #readAt = new Map<Namespace, number>();
  readonly #wanted = new Set<Namespace>();
  #counts = new Map<Namespace, number>();
  #countedAt = 0;
  /** The last change that the rows have; `undefined`: there are none. */
  #place: string | undefined;
  #askedAt = 0;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** The last namespaces that were asked for, all read. */
  #whole: readonly Namespace[] | undefined;

  constructor(deps: MarkTableDeps) {
    this.#deps = deps;
    this.isOn = deps.isOn;
    const most = (SHARE_OF_HEAP * getHeapStatistics().heap_size_limit) / BYTES_PER_MARK;
    this.#most = deps.most ?? Math.floor(most);
    deps.connection.beforeClose(async () => {
      this.#isClosed = true;
      clearTimeout(this.#timer);
    });
  }

  /** How many rows are in memory. */
  get size(): number {
    return this.#rows.size;
  }

  async read(namespaces: readonly Namespace[]): Promise<MarkRows | TooManyMarks> {
    this.#askedAt = this.#deps.monotonic.monotonicMs();
    const unread = this.#unread(namespaces);
    if (unread.length > 0) {
      await this.#count(unread);
      const marked = namespaces.reduce((sum, one) => sum + this.#sizeOf(one), 0);
      if (marked > this.#most) return { marked, most: this.#most };
      const more = unread.reduce((sum, one) => sum + this.#sizeOf(one), 0);
      if (this.#rows.size + more > this.#most) this.#dropAllBut(new Set(namespaces));
      for (const namespace of unread) this.#wanted.add(namespace);
    }
    const done = this.#catchUp();
    // What fails later than that is asked again by the next request.
    done.catch(() => undefined);
    await withTimeout(done, PATIENCE_MS);
    if (this.#readAgain()) void this.#catchUp().catch(() => undefined);
    this.#followLater();
    return {
      missing: this.#unread(namespaces).length,
      sorted: (request: RowsRequest) => this.#rows.sorted(request),
      of: (namespace: Namespace) => this.#rows.of(namespace),
    };
  }

  saw(namespace: Namespace, ids: readonly string[], marks: readonly Mark[]): void {
    if (!this.#readAt.has(namespace)) return;
    const left = new Set(ids);
    for (const mark of marks) {
      this.#rows.put(mark);
      left.delete(mark.id);
    }
    for (const id of left) this.#rows.remove(namespace, id);
  }

  async settled(): Promise<void> {
    await this.#deps.news.sent();
    await (this.#place === undefined ? this.#running : this.#catchUp());
  }

  /** Everybody who asks during one run shares the next one: no answer is from before its question. */
  #catchUp(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#run();
      });
    this.#running = this.#next;
    return this.#next;
  }

  async #run(): Promise<void> {
    await this.#deps.news.sent();
    await this.#follow();
    if (this.#wanted.size === 0) return;
    for (const some of batchesOf([...this.#wanted], NAMESPACES_AT_ONCE)) {
      await Promise.all(some.map((namespace) => this.#load(namespace)));
    }
    await this.#follow();
  }

  async #follow(): Promise<void> {
    const { news, marks } = this.#deps;
    const found = this.#place === undefined ? undefined : await news.since(this.#place);
    if (!found) {
      // Too many changes, or a Redis that lost them: the rows stay until each namespace was read again.
      this.#place = await news.newest();
      for (const namespace of this.#readAt.keys()) this.#wanted.add(namespace);
      this.#readAt.clear();
      this.#whole = undefined;
      return;
    }
    for (const [namespace, ids] of found.changes) {
      if (!this.#readAt.has(namespace)) continue;
      for (const some of batchesOf([...ids], PER_READ)) {
        this.saw(namespace, some, await marks.getMany(namespace, some));
        await turn();
      }
    }
    this.#place = found.place;
  }

  async #load(namespace: Namespace): Promise<void> {
    const seen = new Set<string>();
    for await (const page of this.#deps.marks.all(namespace)) {
      for (const mark of page) {
        this.#rows.put(mark);
        seen.add(mark.id);
      }
    }
    this.#rows.removeOthers(namespace, seen);
    this.#wanted.delete(namespace);
    this.#readAt.delete(namespace);
    this.#readAt.set(namespace, this.#deps.monotonic.monotonicMs());
  }

  /** Follows the changes while somebody asks now and then, and forgets everything when nobody does; its own timer calls it. */
  async look(): Promise<void> {
    this.#timer = undefined;
    const unasked = this.#deps.monotonic.monotonicMs() - this.#askedAt;
    if (unasked > KEPT_MS || this.#rows.size > this.#most) {
      this.#dropAllBut(new Set());
      return;
    }
    this.#readAgain();
    // A Redis that is away answers the next request, or the one after it.
    await this.#catchUp().catch(() => undefined);
    this.#followLater();
  }

  /** Whether some namespaces were read too long ago; the next run reads them. */
  #readAgain(): boolean {
    const now = this.#deps.monotonic.monotonicMs();
    let marks = 0;
    for (const [namespace, at] of this.#readAt) {
      if (now - at < READ_AGAIN_MS || marks > AGAIN_AT_ONCE) break;
      this.#wanted.add(namespace);
      marks += this.#rows.sizeOf(namespace);
    }
    return this.#wanted.size > 0;
  }

  #followLater(): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.look(), FOLLOWED_EVERY_MS).unref();
  }

  #unread(namespaces: readonly Namespace[]): readonly Namespace[] {
    if (namespaces === this.#whole) return [];
    const unread = namespaces.filter((namespace) => !this.#readAt.has(namespace));
    if (unread.length === 0) this.#whole = namespaces;
    return unread;
  }

  #dropAllBut(kept: ReadonlySet<Namespace>): void {
    this.#whole = undefined;
    if (kept.size === 0) {
      this.#rows.clear();
      this.#place = undefined;
    }
    for (const namespace of [...this.#readAt.keys(), ...this.#wanted]) {
      if (kept.has(namespace)) continue;
      this.#rows.drop(namespace);
      this.#readAt.delete(namespace);
      this.#wanted.delete(namespace);
    }
  }

  #sizeOf(namespace: Namespace): number {
    return this.#readAt.has(namespace) ? this.#rows.sizeOf(namespace) : (this.#counts.get(namespace) ?? 0);
  }

  async #count(namespaces: readonly Namespace[]): Promise<void> {
    const now = this.#deps.monotonic.monotonicMs();
    if (now - this.#countedAt > COUNTED_MS) {
      this.#counts = new Map();
      this.#countedAt = now;
    }
    const uncounted = namespaces.filter((namespace) => !this.#counts.has(namespace));
    for (const some of batchesOf(uncounted, PER_READ)) {
      const sizes = await this.#deps.connection.command('counting marks', (client) =>
        Promise.all(some.map((namespace) => client.hlen(namespaceKeys(namespace).marks))),
      );
      for (const [i, namespace] of some.entries()) this.#counts.set(namespace, sizes[i] ?? 0);
    }
  }
}
