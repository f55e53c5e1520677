import type { Clock } from '../../core/common/clock.ts';
import { DAY_MS, HOUR_MS } from '../../core/common/duration.ts';
import { CursorError, messageOf } from '../../core/common/errors.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { EventCounts, EventFilter, EventPage, Events, FleetEvent } from '../../core/ports/events.ts';
import type { AuditEntry, AuditEvent } from '../../core/resource/audit.ts';
import type { RedisConnection } from './connection.ts';
import { countDecisions, countsOf, readDecisions } from './eventDecisions.ts';
import { matches } from './eventFilter.ts';
import { EVENTS } from './keys.ts';
import { ReadableRows } from './readableRows.ts';
import { entryOf, repeatHash } from './repeats.ts';

/** Approximate number of events that the feed keeps. */
const MAX_EVENTS = 50_000;
/** Approximate number of events about the control that are kept, however many others there are. */
const MAX_CONTROL_EVENTS = 10_000;
/** Every client can cause them, as often as the rate limit allows, so they are kept only in the feed. */
const CAUSED_BY_ANYBODY: readonly AuditEvent[] = ['changeRefused', 'signInRefused'];
/** How long the counts of an hour are kept, ms. */
const COUNTS_KEPT_MS = 100 * DAY_MS;
/** Entries that wait for Redis at most, and as many about the control beside them; further ones are only in the log. */
const MAX_WAITING = 10_000;
/** Entries of one pipeline. */
const BATCH = 500;
/** Resources whose last repeatable entry is remembered. */
const MAX_REMEMBERED = 20_000;
/** A filter may match few: after this many entries a page ends, and the next request continues there. */
const SCANNED_PER_PAGE = 5_000;
const PAGE = 1_000;
/** How far the clock of an entry may be from that of Redis, which the feed is in the order of, ms. */
const SKEW_MS = HOUR_MS;
/** The cursor of an empty feed. */
const NONE = '0-0';
const CURSOR = /^\d{1,15}-\d{1,15}$/;

/**
 * The feed: a STREAM for the fleet, one more for the control, which outlives a flood of other events, and a HASH of
 * counts for each hour. Writing never delays or fails a change: entries are
 * sent in the background, one batch at a time, and an entry that Redis does not take is missing here and present in the
 * log.
 */
export class RedisEvents implements Events {
  readonly #deps: { readonly connection: RedisConnection; readonly log: Logger; readonly clock: Clock };
  readonly #readable: ReadableRows;
  readonly #waiting: AuditEntry[] = [];
  readonly #repeated = new Map<string, string>();
  /** Entries that the feed never got. */
  #missing = 0;
  /** Of these, the ones that the log reported. */
  #reported = 0;
  #sending: Promise<void> | undefined;

  constructor(deps: { readonly connection: RedisConnection; readonly log: Logger; readonly clock: Clock }) {
    this.#deps = deps;
    this.#readable = new ReadableRows(deps.log, 'the feed of events');
    // A command of the CLI ends right after its change.
    deps.connection.beforeClose(async () => await this.#sending);
  }

  /** Adds an entry in the background. A close of the connection waits for it. */
  add(entry: AuditEntry): void {
    // Every survey refreshes marks: for a person nothing happened.
    if (entry.event === 'refreshed' || this.#isRepetition(entry)) return;
    const most = isAboutControl(entry) ? 2 * MAX_WAITING : MAX_WAITING;
    if (this.#waiting.length >= most) this.#missing += 1;
    else this.#waiting.push(entry);
    this.#sending ??= this.#send();
  }

  async before(cursor: string | undefined, limit: number, filter: EventFilter = {}): Promise<EventPage> {
    const newest = filter.to === undefined ? '+' : `${Math.max(0, filter.to + SKEW_MS)}-0`;
    const oldest = filter.from === undefined ? '-' : `${Math.max(0, filter.from - SKEW_MS)}-0`;
    return this.#page(cursorOf(cursor) ?? newest, limit, filter, async (client, from) => {
      const start = from === newest ? from : `(${from}`;
      const read = (key: string) => client.xrevrange(key, start, oldest, 'COUNT', PAGE);
      return merged(await Promise.all([read(EVENTS.feed), read(EVENTS.control)]), (a, b) => isEarlier(b, a));
    });
  }

  async after(cursor: string, limit: number, filter: EventFilter = {}): Promise<EventPage> {
    return this.#page(cursorOf(cursor) ?? NONE, limit, filter, async (client, from) => {
      const read = (key: string) => client.xrange(key, `(${from}`, '+', 'COUNT', PAGE);
      return merged(await Promise.all([read(EVENTS.feed), read(EVENTS.control)]), isEarlier);
    });
  }

  async isBefore(cursor: string): Promise<boolean> {
    const at = cursorOf(cursor) ?? NONE;
    const [[oldest = NONE] = []] = await this.#deps.connection.command('reading the oldest event', (client) =>
      client.xrange(EVENTS.feed, '-', '+', 'COUNT', 1),
    );
    return at !== NONE && isEarlier(at, oldest);
  }

  async newest(): Promise<string> {
    const [last] = await this.#deps.connection.command('reading the newest event', (client) =>
      client.xrevrange(EVENTS.feed, '+', '-', 'COUNT', 1),
    );
    return last?.[0] ?? NONE;
  }

  async counts(from: number, to: number): Promise<readonly EventCounts[]> {
    const first = Math.floor(from / HOUR_MS);
    const hours = Array.from({ length: Math.floor(to / HOUR_MS) - first + 1 }, (_, i) => first + i);
    const replies = await this.#deps.connection.command('counting the events of the fleet', async (client) => {
      const pipeline = client.pipeline();
      for (const hour of hours) pipeline.hgetall(EVENTS.hour(hour));
      return await pipeline.exec();
    });
    return hours.map((hour, i) => {
      const [error, fields] = replies?.[i] ?? [];
      if (error) throw error;
      return { at: hour * HOUR_MS, counts: countsOf(fields as Record<string, string>) };
    });
  }

  decisions(actors: readonly string[]) {
    return readDecisions(this.#deps.connection, actors);
  }

  async #page(
    from: string,
    limit: number,
    filter: EventFilter,
    read: (client: RedisConnection['client'], from: string) => Promise<readonly Stored[]>,
  ): Promise<EventPage> {
    const events: FleetEvent[] = [];
    let at = from;
    const reached = () => (at === from ? {} : { reached: at });
    for (let scanned = 0; scanned < SCANNED_PER_PAGE; ) {
      const page = await this.#deps.connection.command('reading the events of the fleet', (client) => read(client, at));
      for (const [cursor, fields] of page) {
        at = cursor;
        scanned += 1;
        for (const entry of this.#readable.read(() => entryOf(fields)))
          if (matches(entry, filter)) events.push({ cursor, entry });
        if (events.length >= limit) return { events, next: at, reached: at };
      }
      if (page.length < PAGE) return { events, ...reached() };
    }
    return { events, next: at, ...reached() };
  }

  async #send(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#sendBatch(this.#waiting.splice(0, BATCH));
      this.#reportMissing(`more than ${MAX_WAITING} events waited for Redis`);
    } finally {
      this.#sending = undefined;
    }
  }

  async #sendBatch(entries: readonly AuditEntry[]): Promise<void> {
    const hour = Math.floor(this.#deps.clock.now() / HOUR_MS);
    try {
      const pipeline = this.#deps.connection.client.pipeline();
      for (const entry of entries) {
        pipeline.xadd(EVENTS.feed, 'MAXLEN', '~', MAX_EVENTS, '*', ...fieldsOf(entry));
        pipeline.hincrby(EVENTS.hour(hour), entry.event, 1);
      }
      pipeline.pexpire(EVENTS.hour(hour), COUNTS_KEPT_MS);
      countDecisions(pipeline, entries);
      const replies = await pipeline.exec();
      const problem = replies?.find(([error]) => error)?.[0];
      if (problem) throw problem;
      const stored = (replies ?? [])
        .slice(0, 2 * entries.length)
        .filter((_, i) => i % 2 === 0)
        .map(([, id]) => String(id));
      await this.#keepControl(
        entries.flatMap((entry, i) => (isAboutControl(entry) ? [{ id: stored[i] ?? '', entry }] : [])),
      );
    } catch (error) {
      this.#missing += entries.length;
      this.#reportMissing(messageOf(error));
    }
  }

  /**
   * The same entries again, with the ids that the feed gave them. Where another instance was faster with a later one,
   * Redis refuses the id, and the entry is in the feed only.
   */
  async #keepControl(entries: readonly { readonly id: string; readonly entry: AuditEntry }[]): Promise<void> {
    if (entries.length === 0) return;
    const pipeline = this.#deps.connection.client.pipeline();
    for (const { id, entry } of entries) {
      pipeline.xadd(EVENTS.control, 'MAXLEN', '~', MAX_CONTROL_EVENTS, id, ...fieldsOf(entry));
    }
    await pipeline.exec();
  }

  /** Once for all entries that went missing since it was last said. */
  #reportMissing(problem: string): void {
    if (this.#missing === this.#reported) return;
    this.#reported = this.#missing;
    this.#deps.log.warn({ missing: this.#missing, problem }, 'events are missing in the feed; the log has them');
  }

  #isRepetition(entry: AuditEntry): boolean {
    if (entry.id === undefined) return false;
    const resource = `${entry.namespace} ${entry.id}`;
    const hash = repeatHash(entry);
    if (hash !== '' && this.#repeated.get(resource) === hash) return true;
    this.#repeated.delete(resource);
    if (hash === '') return false;
    this.#repeated.set(resource, hash);
    const [oldest] = this.#repeated.keys();
    if (this.#repeated.size > MAX_REMEMBERED && oldest !== undefined) this.#repeated.delete(oldest);
    return false;
  }
}

type Stored = readonly [id: string, fields: readonly string[]];

/**
 * The first page of two streams together. An entry that both have is in it once.
 * @param lists a page of each stream, from the same place and in the same order
 */
function merged(lists: readonly (readonly Stored[])[], isBefore: (a: string, b: string) => boolean): readonly Stored[] {
  const all = new Map(lists.flat().map((stored) => [stored[0], stored]));
  return [...all.values()].sort(([a], [b]) => (isBefore(a, b) ? -1 : 1)).slice(0, PAGE);
}

function fieldsOf(entry: AuditEntry): string[] {
  return ['id', entry.id ?? '', 'entry', JSON.stringify(entry)];
}

function isAboutControl({ namespace, event }: AuditEntry): boolean {
  return namespace === 'fleet' && !CAUSED_BY_ANYBODY.includes(event);
}

/** Cursors are `ms-number`, see the ids of Redis streams. */
function isEarlier(a: string, b: string): boolean {
  const [[msA = 0, numberA = 0], [msB = 0, numberB = 0]] = [a.split('-').map(Number), b.split('-').map(Number)];
  return msA === msB ? numberA < numberB : msA < msB;
}

/** `undefined` for an absent cursor and for an empty one, which a link to the first page has. */
function cursorOf(cursor: string | undefined): string | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  if (!CURSOR.test(cursor)) throw new CursorError(cursor);
  return cursor;
}
