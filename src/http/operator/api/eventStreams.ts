import type { ServerResponse } from 'node:http';
import { type MonotonicClock, systemMonotonicClock } from '../../../core/common/clock.ts';
import { messageOf } from '../../../core/common/errors.ts';
import type { EventFilter, Events } from '../../../core/ports/events.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { eventView } from './eventView.ts';

/** Open streams of one instance. */
const MAX_STREAMS = 20;
/** Of one person or token: a browser opens no more connections to one origin. */
const MAX_PER_ACTOR = 6;
/** Time between two reads of the feed, ms. */
const POLL_MS = 1_000;
/** A comment shows proxies and clients that the stream lives, ms. */
const COMMENT_MS = 15_000;
/** Then the client connects anew, ms. */
const LONGEST_MS = 15 * 60_000;
/** Time between two checks of the right to read, ms; a sign-out here is checked at once. */
const RECHECK_MS = 60_000;
/** A client that takes nothing for so long is disconnected, ms: nobody knows whether it still reads. */
const LONGEST_STALL_MS = 30_000;
/** A client that reads this slowly is disconnected, bytes; it continues where it was when it comes back. */
const MAX_UNREAD_BYTES = 1_000_000;
const EVENTS_PER_READ = 500;

interface Stream {
  readonly to: ServerResponse;
  readonly filter: EventFilter;
  readonly actor: string;
  readonly mayRead: () => Promise<boolean>;
  readonly openedAt: number;
  checkedAt: number;
  writtenAt: number;
  /** The last time at which everything written had left for the client. */
  takenAt: number;
  cursor: string;
  /** One read at a time, or two of them would send the same events. */
  isReading: boolean;
}

/** The effects of the streams. */
export interface StreamDeps extends Pick<OperatorDeps, 'log'> {
  readonly events: Pick<Events, 'after'>;
  readonly monotonic?: MonotonicClock;
}

/** Who reads, what, and from where. */
export interface Reader {
  /** Events after it are sent. */
  readonly cursor: string;
  readonly filter: EventFilter;
  /** Events after the cursor have left the feed: the client learns it from an event `reset`. */
  readonly hasGap: boolean;
  readonly actor: string;
  /** Asked again while the stream lives; a rejection ends it too. */
  readonly mayRead: () => Promise<boolean>;
}

/** Server-sent events: one timer for all streams, each with its own place in the feed. */
export class EventStreams {
  readonly #deps: StreamDeps;
  readonly #streams = new Set<Stream>();
  readonly #monotonic: MonotonicClock;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    this.#monotonic = deps.monotonic ?? systemMonotonicClock;
  }

  /** Why this person or program gets no further stream now. */
  fullFor(actor: string): 'instance' | 'actor' | undefined {
    if (this.#streams.size >= MAX_STREAMS) return 'instance';
    const own = [...this.#streams].filter((stream) => stream.actor === actor);
    return own.length >= MAX_PER_ACTOR ? 'actor' : undefined;
  }

  /** Takes the response over. */
  add(to: ServerResponse, { hasGap, ...reader }: Reader): void {
    const now = this.#monotonic.monotonicMs();
    const stream = { to, ...reader, openedAt: now, checkedAt: now, writtenAt: now, takenAt: now, isReading: false };
    this.#streams.add(stream);
    to.once('close', () => this.#streams.delete(stream));
    // The first bytes: a client knows now that the stream is open.
    to.write(`retry: ${POLL_MS}\n\n${hasGap ? 'event: reset\ndata: {}\n\n' : ''}`);
    void this.#follow(stream).then(() => this.#poll());
  }

  /** Asks each reader's right now: somebody signed out. */
  async recheck(): Promise<void> {
    await Promise.all([...this.#streams].map((stream) => this.#check(stream)));
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const stream of this.#streams) this.#end(stream);
  }

  /** Its place is free at once. A client that does not take the rest does not keep the connection open either. */
  #end(stream: Stream): void {
    this.#streams.delete(stream);
    const { to } = stream;
    if (to.writableLength > 0) to.destroy();
    else to.end();
  }

  async #check(stream: Stream): Promise<void> {
    stream.checkedAt = this.#monotonic.monotonicMs();
    const mayRead = await stream.mayRead().catch(() => false);
    if (!mayRead && this.#streams.has(stream)) this.#end(stream);
  }

  #poll(): void {
    clearTimeout(this.#timer);
    if (this.#streams.size === 0) return;
    this.#timer = setTimeout(async () => {
      await Promise.all([...this.#streams].map((stream) => this.#follow(stream)));
      this.#poll();
    }, POLL_MS).unref();
  }

  /** Sends the events since the last read. A failed read is tried again; a client that was away too long learns it. */
  async #follow(stream: Stream): Promise<void> {
    const { to, filter } = stream;
    const now = this.#monotonic.monotonicMs();
    if (to.writableLength === 0) stream.takenAt = now;
    if (isOver(stream, now)) this.#end(stream);
    else if (now - stream.checkedAt > RECHECK_MS) await this.#check(stream);
    if (stream.isReading || !this.#streams.has(stream)) return;
    stream.isReading = true;
    try {
      const { events, reached } = await this.#deps.events.after(stream.cursor, EVENTS_PER_READ, filter);
      if (!this.#streams.has(stream)) return;
      for (const event of events) to.write(`id: ${event.cursor}\ndata: ${JSON.stringify(eventView(event))}\n\n`);
      stream.cursor = reached ?? stream.cursor;
      if (events.length > 0) stream.writtenAt = now;
      else if (now - stream.writtenAt > COMMENT_MS) {
        to.write(':\n\n');
        stream.writtenAt = now;
      }
    } catch (error) {
      this.#deps.log.debug({ problem: messageOf(error) }, 'a live stream of events could not be read');
    } finally {
      stream.isReading = false;
    }
  }
}

function isOver({ to, openedAt, takenAt }: Stream, now: number): boolean {
  return now - openedAt > LONGEST_MS || to.writableLength > MAX_UNREAD_BYTES || now - takenAt > LONGEST_STALL_MS;
}
