/** Which marks changed, for the tables of all processes: a STREAM of short entries, each a namespace and ids. */
import { batchesOf } from '../../core/common/batches.ts';
import { messageOf } from '../../core/common/errors.ts';
import { turn } from '../../core/common/steps.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { list, text } from './jsonShapes.ts';
import { MARK_NEWS } from './keys.ts';
import { ReadableRows } from './readableRows.ts';

type Deps = Pick<StateDeps, 'connection' | 'log'>;

/** Approximate number of entries that are kept. A table that is further behind reads all its marks again. */
const KEPT = 1_000;
const IDS_PER_ENTRY = 500;
/** Ids that wait for Redis at most. */
const MOST_WAITING = 50_000;
const PAGE = 100;

/** The ids that changed, by their namespaces. */
export type ChangedMarks = ReadonlyMap<Namespace, ReadonlySet<string>>;

/**
 * Announces changes in the background, a round at a time, and delays and fails none of them. What Redis does not take, a
 * table finds when it reads the namespace again.
 */
export class MarkNews {
  readonly #deps: Deps;
  readonly #readable: ReadableRows;
  #waiting = new Map<Namespace, Set<string>>();
  #count = 0;
  #sending: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#readable = new ReadableRows(deps.log, 'the changes of marks');
    deps.connection.beforeClose(() => this.sent());
  }

  /** Never throws. */
  changed({ namespace, id }: Pick<AuditEntry, 'namespace' | 'id'>): void {
    if (id === undefined || namespace === 'fleet' || this.#count >= MOST_WAITING) return;
    const ids = this.#waiting.get(namespace) ?? new Set();
    this.#waiting.set(namespace, ids.add(id));
    this.#count++;
    this.#sending ??= this.#send();
  }

  async sent(): Promise<void> {
    while (this.#sending) await this.#sending;
  }

  /** The place of the newest entry. */
  async newest(): Promise<string> {
    return this.#deps.connection.command('reading the changes of marks', async (client) => {
      const [last] = await client.xrevrange(MARK_NEWS, '+', '-', 'COUNT', 1);
      return last?.[0] ?? String(await client.xadd(MARK_NEWS, '*', 'namespace', '', 'ids', '[]'));
    });
  }

  /** The changes behind a place; `undefined`: Redis does not have it any more, and nobody knows them. */
  async since(place: string): Promise<{ readonly changes: ChangedMarks; readonly place: string } | undefined> {
    const changes = new Map<Namespace, Set<string>>();
    for (let at = place; ; ) {
      const entries = await this.#deps.connection.command('reading the changes of marks', (client) =>
        client.xrange(MARK_NEWS, at, '+', 'COUNT', PAGE),
      );
      if (entries[0]?.[0] !== at) return undefined;
      for (const [, [, namespace, , ids = '']] of entries.slice(1)) {
        // The marks of one that is skipped are there once their namespace is read again.
        for (const some of this.#readable.read(() => idsIn(ids))) addTo(changes, namespace as Namespace, some);
      }
      at = entries.at(-1)?.[0] ?? at;
      if (entries.length < PAGE) return { changes, place: at };
    }
  }

  async #send(): Promise<void> {
    try {
      // All changes of one script come in one turn.
      await turn();
      while (this.#waiting.size > 0) {
        const some = this.#waiting;
        this.#waiting = new Map();
        this.#count = 0;
        await this.#sendRound(some);
      }
    } finally {
      this.#sending = undefined;
    }
  }

  async #sendRound(some: ChangedMarks): Promise<void> {
    const { connection, log } = this.#deps;
    const entries = [...some].flatMap(([namespace, ids]) =>
      batchesOf([...ids], IDS_PER_ENTRY).map((part) => [namespace, JSON.stringify(part)] as const),
    );
    try {
      await connection.command('announcing changes of marks', (client) =>
        Promise.all(
          entries.map(([namespace, ids]) =>
            client.xadd(MARK_NEWS, 'MAXLEN', '~', KEPT, '*', 'namespace', namespace, 'ids', ids),
          ),
        ),
      );
    } catch (error) {
      // The connection itself reports when Redis is away.
      if (connection.ready) log.warn({ problem: messageOf(error) }, 'lists of marks follow some changes late');
    }
  }
}

function addTo(changes: Map<Namespace, Set<string>>, namespace: Namespace, ids: readonly string[]): void {
  const all = changes.get(namespace) ?? new Set();
  for (const id of ids) all.add(id);
  changes.set(namespace, all);
}

/** @throws for anything but a list of texts */
function idsIn(json: string): readonly string[] {
  return list(JSON.parse(json)).map(text);
}
