import { batchesOf } from '../../core/common/batches.ts';
import type { Clock } from '../../core/common/clock.ts';
import { messageOf } from '../../core/common/errors.ts';
import { turn } from '../../core/common/steps.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { AuditEntry, AuditEvent } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { MARK_INDEX } from './keys.ts';
import { countFields, generationField, indexedMark, listFields, MONTHS_KEPT, monthOf, tagOf } from './markIndexRow.ts';
import { loadScript } from './script.ts';

const INDEX = loadScript('indexMarks', [
  'versions',
  'date',
  'marked',
  'cost',
  'name',
  'counts',
  'months',
  'namespaces',
  'records',
  'lastNumber',
  'owners',
  'days',
]);

/** Changes that wait at most; a survey of their namespaces finds further ones. */
const MAX_WAITING = 50_000;
/** Changes of one round, and entries per script: Redis serves no other client while one runs. */
const BATCH = 2_000;
const CHUNK = 50;
/** Namespaces written at the same time. */
const AT_ONCE = 16;
/** The events after which a mark may be gone. */
const ENDS: readonly AuditEvent[] = ['unmarked', 'deleted', 'gone', 'optedOut'];

/** The deletion of a mark that is gone; without a generation it belongs to any. */
export interface Deletion {
  /** ms since the epoch. */
  readonly at: number;
  readonly generation?: string;
}

interface Change {
  readonly namespace: Namespace;
  readonly id: string;
  /** Only then an absent mark ends its entry: every other end of a mark writes a change of its own. */
  readonly isEnd: boolean;
  readonly deleted?: Deletion;
  /** Its namespace left the configuration: the entry goes, whatever the state of the mark. */
  readonly isLeft?: true;
}

/** The index passes these; the writer reads each mark anew before it writes the entry. */
export interface WriterDeps extends Pick<StateDeps, 'connection' | 'scripts' | 'log'> {
  readonly clock: Clock;
  /** The marks as they are stored now; an id without a mark is missing from the answer. */
  readonly read: (namespace: Namespace, ids: readonly string[]) => Promise<readonly Mark[]>;
  /** Of the prices of a namespace; `undefined` = it has none. */
  readonly currencyOf: (namespace: Namespace) => string | undefined;
}

/**
 * Follows the marks in the background, one round at a time: each audit entry of a resource makes it read the mark, so
 * that the index always shows the stored mark, and never the intention of a writer. It delays and fails no change; an
 * entry that Redis does not take waits for the next survey.
 */
export class MarkIndexWriter {
  readonly #deps: WriterDeps;
  readonly #waiting = new Map<string, Change>();
  #sending: Promise<void> | undefined;
  #isLagging = false;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /** Never throws. */
  changed({ namespace, id, event, at, generation }: AuditEntry): void {
    if (id === undefined || namespace === 'fleet' || this.#waiting.size >= MAX_WAITING) return;
    const key = `${namespace} ${id}`;
    const before = this.#waiting.get(key);
    const deletion = { at, ...(generation === undefined ? {} : { generation }) };
    const deleted = event === 'deleted' ? deletion : before?.deleted;
    const isEnd = before?.isEnd || ENDS.includes(event);
    this.#waiting.set(key, { namespace, id, isEnd, ...(deleted ? { deleted } : {}) });
    this.#sending ??= this.#send();
  }

  async settled(): Promise<void> {
    while (this.#sending) await this.#sending;
  }

  /**
   * Makes the entries of these ids agree with their marks.
   * @param known the marks of all these ids as they were just read; absent = read here
   */
  async write(
    namespace: Namespace,
    changes: readonly Omit<Change, 'namespace'>[],
    known?: ReadonlyMap<string, Mark>,
  ): Promise<void> {
    const { scripts, clock, read, currencyOf } = this.#deps;
    const now = clock.now();
    const currency = currencyOf(namespace);
    const fields = [countFields(namespace), listFields(namespace)].map((some) => some.join('\n'));
    const head = [namespace, tagOf(namespace), monthOf(now), oldestMonth(now), ...fields];
    for (const some of batchesOf(changes, CHUNK)) {
      const marks = known ?? byId(await read(namespace, idsOf(some)));
      const args = some.flatMap(({ id, isEnd, deleted, isLeft }) => {
        const mark = isLeft ? undefined : marks.get(id);
        if (!mark && !isEnd) return [];
        const { version, record } = mark ? indexedMark(mark, currency) : GONE;
        const start = deleted?.generation === undefined ? '' : generationField(deleted.generation);
        return [id, version, record, deleted ? monthOf(deleted.at) : '', start];
      });
      if (args.length === 0) continue;
      const keys = { ...MARK_INDEX, versions: MARK_INDEX.versions(namespace) };
      const operation = `writing the index of marks of ${namespace}`;
      await scripts.read(INDEX, { operation, keys, args: [...head, ...args] });
    }
  }

  async #send(): Promise<void> {
    try {
      // All changes of one script come in one turn.
      await turn();
      while (this.#waiting.size > 0) await this.#sendRound();
    } finally {
      this.#sending = undefined;
    }
  }

  async #sendRound(): Promise<void> {
    const byNamespace = new Map<Namespace, Change[]>();
    for (const [key, change] of [...this.#waiting].slice(0, BATCH)) {
      this.#waiting.delete(key);
      const { namespace } = change;
      const some = byNamespace.get(namespace);
      if (some) some.push(change);
      else byNamespace.set(namespace, [change]);
    }
    for (const some of batchesOf([...byNamespace], AT_ONCE)) {
      await Promise.all(some.map(([namespace, changes]) => this.attempt(() => this.write(namespace, changes))));
    }
  }

  /** Whether it succeeded. Says once that the index lags. */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.#isLagging = false;
      return true;
    } catch (error) {
      // The connection itself reports when Redis is away.
      if (!this.#isLagging && this.#deps.connection.ready) {
        const todo = 'the next survey of a namespace mends it';
        this.#deps.log.warn({ problem: messageOf(error), todo }, 'the index of marks lags behind');
        this.#isLagging = true;
      }
      return false;
    }
  }
}

function idsOf(changes: readonly { readonly id: string }[]): readonly string[] {
  return changes.map(({ id }) => id);
}

function byId(marks: readonly Mark[]): ReadonlyMap<string, Mark> {
  return new Map(marks.map((mark) => [mark.id, mark]));
}

const GONE = { version: '', record: '' } as const;

function oldestMonth(now: number): string {
  const date = new Date(now);
  return monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS_KEPT + 1));
}
