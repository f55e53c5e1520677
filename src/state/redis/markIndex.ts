import type { MonotonicClock } from '../../core/common/clock.ts';
import { oncePer } from '../../core/common/oncePer.ts';
import type { IndexCount, IndexList, MarkIndex } from '../../core/mark/markIndex.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { MARK_INDEX } from './keys.ts';
import { monthsOf } from './markIndexMonths.ts';
import { figuresOf, ownerNames } from './markIndexOwners.ts';
import { dropFromIndex, forgetNamespaces, type RepairDeps, recheck, repairIndex } from './markIndexRepair.ts';
import { countField, tagAndId, tagOf } from './markIndexRow.ts';
import { MarkIndexWriter, type WriterDeps } from './markIndexWriter.ts';
import { loadScript } from './script.ts';

const PAGE = loadScript('indexPage', ['list', 'records']);
const COUNT = loadScript('indexCount', ['list', 'days']);
const LONGEST_PAGE = 500;
/** How often a process asks which namespaces the index has, ms. */
const LOOK_EVERY_MS = 60_000;
/** For so long other instances may still have another configuration, ms. */
const LEFT_FOR_MS = 600_000;
/** Namespaces repaired at the same time. */
const AT_ONCE = 8;

/** The state in Redis passes these: those of the writer and of the repair, and the switch. */
export interface MarkIndexDeps extends WriterDeps, Pick<RepairDeps, 'histories' | 'seal'> {
  readonly monotonic: MonotonicClock;
  /** False: the configuration switches the index off, and nothing is written. */
  readonly isOn: boolean;
}

/** The index in Redis; see docs/adr/0081-index-of-marks.md. */
export class RedisMarkIndex implements MarkIndex {
  readonly isOn: boolean;
  readonly #deps: MarkIndexDeps;
  readonly #repairs: RepairDeps;
  readonly #writer: MarkIndexWriter;
  /** Namespaces to repair. */
  readonly #waiting = new Set<Namespace>();
  /** Repairs and other work in the background. */
  readonly #running = new Set<Promise<unknown>>();
  #repairing = 0;
  /** Namespaces of the configuration that were not read completely, and when that was asked. */
  #missing: { readonly of: readonly Namespace[]; readonly at: number; readonly left: Set<Namespace> } | undefined;
  /** Namespaces of the index that are not in the configuration, and since when. */
  readonly #left = new Map<Namespace, number>();

  constructor(deps: MarkIndexDeps) {
    this.isOn = deps.isOn;
    this.#deps = deps;
    this.#writer = new MarkIndexWriter(deps);
    const { connection, seal, histories } = deps;
    this.#repairs = { connection, seal, histories, writer: this.#writer };
  }

  /** An audit entry was recorded: the mark of its resource may be another one. Never throws. */
  changed(entry: AuditEntry): void {
    if (this.isOn) this.#writer.changed(entry);
  }

  async page(request: Parameters<MarkIndex['page']>[0]) {
    const { sort, order, after, limit, list } = request;
    const [more, ...flat] = (await this.#deps.scripts.read(PAGE, {
      operation: `paging the index of marks by ${sort}`,
      keys: { list: `${MARK_INDEX[sort]}|${list ? fieldOf(list) : ''}`, records: MARK_INDEX.records },
      args: [Math.min(limit, LONGEST_PAGE), order, after?.score ?? '', after?.member ?? ''],
    })) as [number, ...string[]];
    const namespaceOf = byTag(request.namespaces);
    const entries = Array.from({ length: flat.length / 3 }, (_, i) => {
      const [member = '', score = '', text = ''] = flat.slice(3 * i, 3 * i + 3);
      const { tag, id } = tagAndId(text);
      return { member, score, namespace: namespaceOf.get(tag), id };
    });
    return { entries, isLast: more !== 1 };
  }

  async count(what: IndexCount): Promise<number> {
    const count = await this.#deps.connection.command('counting marks in their index', (client) =>
      client.hget(MARK_INDEX.counts, countOf(what)),
    );
    return Number(count ?? 0);
  }

  async lengths(lists: readonly IndexList[]) {
    if (lists.length === 0) return [];
    const counts = await this.#deps.connection.command('counting marks in their index', (client) =>
      client.hmget(MARK_INDEX.counts, ...lists.map(fieldOf)),
    );
    return counts.map((count) => Number(count ?? 0));
  }

  owners(owners: readonly string[], currencies: readonly string[]) {
    return figuresOf(this.#deps.connection, owners, currencies);
  }

  ownerNames(request: { readonly q: string; readonly after?: string; readonly limit: number }) {
    return ownerNames(this.#deps.connection, request);
  }

  async countBefore(at: number): Promise<number> {
    const keys = { list: `${MARK_INDEX.date}|`, days: MARK_INDEX.days };
    const count = await this.#deps.scripts.read(COUNT, {
      operation: 'counting marks in their index',
      keys,
      args: [at],
    });
    return Number(count);
  }

  async missing(namespaces: readonly Namespace[]): Promise<number> {
    const now = this.#deps.monotonic.monotonicMs();
    const last = this.#missing;
    if (last && last.of === namespaces && now - last.at < LOOK_EVERY_MS) return last.left.size;
    const known = await this.#deps.connection.command('asking which namespaces the index of marks has', (client) =>
      client.hgetall(MARK_INDEX.namespaces),
    );
    const left = new Set(namespaces.filter((namespace) => known[namespace] !== '1'));
    this.#missing = { of: namespaces, at: now, left };
    for (const namespace of left) this.repair(namespace);
    this.#dropLeft(Object.keys(known) as Namespace[], new Set(namespaces), now);
    return left.size;
  }

  async months() {
    if (!this.isOn) return [];
    const fields = await this.#deps.connection.command('reading the money of the months', (client) =>
      client.hgetall(MARK_INDEX.months),
    );
    return monthsOf(fields, this.#deps.clock.now());
  }

  recheck(namespace: Namespace, ids: readonly string[]): void {
    if (this.isOn) this.#begin(this.#writer.attempt(() => recheck(this.#repairs, namespace, ids)));
  }

  repair(namespace: Namespace): void {
    // Marks change meanwhile: when it is switched on again, no namespace counts as read.
    if (!this.isOn) this.#begin(this.#writer.attempt(() => forgetNamespaces(this.#repairs)));
    else this.#waiting.add(namespace);
    if (this.#waiting.size > 0 && this.#repairing < AT_ONCE) this.#begin(this.#repairWaiting());
  }

  async settled(): Promise<void> {
    await this.#writer.settled();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #begin(work: Promise<unknown>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async #repairWaiting(): Promise<void> {
    this.#repairing++;
    try {
      for (const namespace of this.#waiting) {
        this.#waiting.delete(namespace);
        const isDone = await this.#writer.attempt(() => repairIndex(this.#repairs, namespace));
        if (isDone) this.#missing?.left.delete(namespace);
      }
    } finally {
      this.#repairing--;
    }
  }

  /** Not at once: in a rolling update another instance still has the namespace. */
  #dropLeft(known: readonly Namespace[], configured: ReadonlySet<Namespace>, now: number): void {
    const gone = new Set(known.filter((namespace) => !configured.has(namespace)));
    for (const namespace of this.#left.keys()) if (!gone.has(namespace)) this.#left.delete(namespace);
    for (const namespace of gone) {
      const since = this.#left.get(namespace) ?? now;
      this.#left.set(namespace, since);
      if (now - since >= LEFT_FOR_MS) {
        this.#begin(this.#writer.attempt(() => dropFromIndex(this.#repairs, namespace)));
      }
    }
  }
}

function countOf(what: IndexCount): string {
  if (what.of === 'all') return 'all';
  return `${what.of}:${what.of === 'namespace' ? what.value : countField(what.value)}`;
}

/** The name of a list after its order, which is also its count. */
function fieldOf(list: IndexList): string {
  if ('value' in list) return `${list.of}:${countField(list.value)}`;
  return list.of === 'deleting' ? 'state:deleting' : list.of;
}

const byTag = oncePer(
  (namespaces: readonly Namespace[]): ReadonlyMap<string, Namespace> =>
    new Map(namespaces.map((namespace) => [tagOf(namespace), namespace])),
);
