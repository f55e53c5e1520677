import type { ServerResponse } from 'node:http';
import { messageOf } from '../../../core/common/errors.ts';
import type { EventFilter, Events } from '../../../core/ports/events.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { eventView } from './eventView.ts';

/** Open streams of one instance. */
const MAX_STREAMS = 20;
/** Time between two reads of the feed, ms. */
const POLL_MS = 1_000;
/** A comment shows proxies and clients that the stream lives, ms. */
const COMMENT_MS = 15_000;
/** Then the client connects anew, and its rights are checked anew, ms. */
const LONGEST_MS = 15 * 60_000;
/** A client that reads this slowly is disconnected, bytes; it continues where it was when it comes back. */
const MAX_UNREAD_BYTES = 1_000_000;
const EVENTS_PER_READ = 500;

interface Stream {
  readonly to: ServerResponse;
  readonly filter: EventFilter;
  readonly openedAt: number;
  writtenAt: number;
  cursor: string;
  /** One read at a time, or two of them would send the same events. */
  isReading: boolean;
}

/** Server-sent events: one timer for all streams, each with its own place in the feed. */
export class EventStreams {
  readonly #deps: { readonly events: Events } & Pick<OperatorDeps, 'log'>;
  readonly #streams = new Set<Stream>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: { readonly events: Events } & Pick<OperatorDeps, 'log'>) {
    this.#deps = deps;
  }

  get isFull(): boolean {
    return this.#streams.size >= MAX_STREAMS;
  }

  /**
   * Takes the response over.
   * @param cursor the events after it are sent
   * @param hasGap events after the cursor have left the feed: the client learns it from an event `reset`
   */
  add(
    to: ServerResponse,
    { cursor, filter, hasGap }: { readonly cursor: string; readonly filter: EventFilter; readonly hasGap: boolean },
  ): void {
    const now = performance.now();
    const stream: Stream = { to, filter, cursor, openedAt: now, writtenAt: now, isReading: false };
    this.#streams.add(stream);
    to.once('close', () => this.#streams.delete(stream));
    // The first bytes: a client knows now that the stream is open.
    to.write(`retry: ${POLL_MS}\n\n${hasGap ? 'event: reset\ndata: {}\n\n' : ''}`);
    void this.#follow(stream).then(() => this.#poll());
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { to } of this.#streams) to.end();
    this.#streams.clear();
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
    const { to, filter, isReading } = stream;
    if (isReading) return;
    const now = performance.now();
    if (now - stream.openedAt > LONGEST_MS || to.writableLength > MAX_UNREAD_BYTES) {
      to.end();
      return;
    }
    stream.isReading = true;
    try {
      const { events, reached } = await this.#deps.events.after(stream.cursor, EVENTS_PER_READ, filter);
      if (to.writableEnded || to.destroyed) return;
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
