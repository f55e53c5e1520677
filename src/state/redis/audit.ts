import type { Logger } from '../../core/common/logger.ts';
import type { Audit } from '../../core/ports/ports.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { ReadableRows } from './readableRows.ts';
import { entryOf, withOlder } from './repeats.ts';

/** Approximate number of entries that a namespace's stream keeps: the stream is a cache, the log is the record. */
export const AUDIT_MAX_ENTRIES = 10_000;
/** The most entries of one resource that {@link RedisAudit.history} returns. */
const HISTORY_ENTRIES = 200;
const PAGE = 1_000;
const NEWEST = '+';

/** The record of one transition: one log line, its message always the same. */
export function logAudit(log: Logger, entry: AuditEntry): void {
  if (log.record) log.record.write(entry);
  else log.info(entry, 'audit');
}

/** The record of a script call whose outcome is unknown: its entry may be in the stream. */
export function recordUnconfirmed({ recorded }: Pick<StateDeps, 'recorded'>, entries: readonly AuditEntry[]): void {
  for (const entry of entries) recorded({ ...entry, unconfirmed: true });
}

/** Reads the stream backwards, and writes the record. */
export class RedisAudit implements Audit {
  readonly #deps: StateDeps;
  readonly #readable: ReadableRows;

  constructor(deps: StateDeps) {
    this.#deps = deps;
    this.#readable = new ReadableRows(deps.log, 'the histories of resources');
  }

  async history(namespace: Namespace, id: string): Promise<readonly AuditEntry[]> {
    const found: AuditEntry[] = [];
    let from = NEWEST;
    // The cap of the stream is approximate; twice the cap bounds the search.
    for (let seen = 0; seen < 2 * AUDIT_MAX_ENTRIES && found.length < HISTORY_ENTRIES; seen += PAGE) {
      const page = await this.#page(namespace, from);
      for (const [, fields] of page) if (fields[1] === id) this.#add(found, fields);
      const oldest = page.at(-1)?.[0];
      if (oldest === undefined || page.length < PAGE) break;
      from = `(${oldest}`;
    }
    return found.slice(0, HISTORY_ENTRIES).reverse();
  }

  async histories(namespace: Namespace, ids: readonly string[]): Promise<ReadonlyMap<string, readonly AuditEntry[]>> {
    const wanted = new Set(ids);
    const found = new Map<string, AuditEntry[]>();
    let from = NEWEST;
    for (let seen = 0; seen < 2 * AUDIT_MAX_ENTRIES; seen += PAGE) {
      const page = await this.#page(namespace, from);
      for (const [, fields] of page) {
        const [, id = ''] = fields;
        const before = found.get(id) ?? [];
        if (!wanted.has(id) || before.length >= HISTORY_ENTRIES) continue;
        found.set(id, this.#add(before, fields));
      }
      const oldest = page.at(-1)?.[0];
      if (oldest === undefined || page.length < PAGE) break;
      from = `(${oldest}`;
    }
    return new Map([...found].map(([id, newestFirst]) => [id, newestFirst.reverse()]));
  }

  log(entry: AuditEntry): void {
    this.#deps.recorded(entry);
  }

  async record(entry: AuditEntry & { readonly namespace: Namespace }): Promise<void> {
    this.log(entry);
    const { audit } = namespaceKeys(entry.namespace);
    const fields = ['id', entry.id ?? '', 'entry', JSON.stringify(entry)];
    await this.#deps.connection.command(`writing the audit log of ${entry.namespace}`, (client) =>
      client.xadd(audit, 'MAXLEN', '~', AUDIT_MAX_ENTRIES, '*', ...fields),
    );
  }

  #add(newestFirst: AuditEntry[], fields: readonly string[]): AuditEntry[] {
    for (const older of this.#readable.read(() => entryOf(fields))) withOlder(newestFirst, older);
    return newestFirst;
  }

  #page(namespace: Namespace, from: string) {
    const { audit } = namespaceKeys(namespace);
    return this.#deps.connection.command(`reading the audit log of ${namespace}`, (client) =>
      client.xrevrange(audit, from, '-', 'COUNT', PAGE),
    );
  }
}
