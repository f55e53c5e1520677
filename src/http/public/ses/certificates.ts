import { X509Certificate } from 'node:crypto';

/** A failed read is not repeated for so long; SNS itself retries after 20 s at first, then for hours. */
const FAILURE_MS = 60_000;
/**
 * Certificates that one client may have read for the first time within a minute. SNS changes its certificate about once
 * a year, and posts from addresses of its own.
 */
const READS_PER_CLIENT = 10;
/** The same for all clients together. */
const READS_PER_WINDOW = 300;
const WINDOW_MS = 60_000;
const MOST_ENTRIES = 1_000;

interface Entry {
  readonly certificate: Promise<X509Certificate>;
  /** Set once the read failed: ms since the epoch until which it is not read again. */
  failedUntil?: number;
}

/** Who asks, and when. */
export interface Asker {
  /** ms since the epoch */
  readonly now: number;
  /** By which limits count it, see `clientKey`. */
  readonly client: string;
}

function windowFrom(startedAt: number) {
  return { startedAt, reads: 0, byClient: new Map<string, number>() };
}

/**
 * The certificates of SNS by their addresses. Anybody may post an address that looks right, so each is read once
 * however many ask at the same time, a failure is remembered, and the reads are limited: a client that invents addresses
 * uses up its own allowance, and leaves SNS the rest. A certificate that was read stays, and is served without limit.
 */
export class Certificates {
  readonly #readUrl: (url: string) => Promise<string>;
  readonly #entries = new Map<string, Entry>();
  #window = windowFrom(Number.NEGATIVE_INFINITY);

  constructor(readUrl: (url: string) => Promise<string>) {
    this.#readUrl = readUrl;
  }

  /**
   * @throws Error when it cannot be read, could not be read within the last minute, or too many others are asked for
   */
  async get(url: string, { now, client }: Asker): Promise<X509Certificate> {
    const known = this.#entries.get(url);
    if (known && (known.failedUntil === undefined || now < known.failedUntil)) return known.certificate;
    this.#countRead(now, client);
    this.#dropFailures();
    const entry: Entry = { certificate: this.#read(url) };
    this.#entries.set(url, entry);
    try {
      return await entry.certificate;
    } catch (error) {
      entry.failedUntil = now + FAILURE_MS;
      throw error;
    }
  }

  async #read(url: string): Promise<X509Certificate> {
    return new X509Certificate(await this.#readUrl(url));
  }

  /** What is refused to one client does not count for all. */
  #countRead(now: number, client: string): void {
    if (Math.abs(now - this.#window.startedAt) >= WINDOW_MS) this.#window = windowFrom(now);
    const window = this.#window;
    const own = window.byClient.get(client) ?? 0;
    if (own >= READS_PER_CLIENT) throw new Error('this client asked for too many certificates within a minute');
    if (window.reads >= READS_PER_WINDOW) throw new Error('too many certificates were asked for within a minute');
    window.byClient.set(client, own + 1);
    window.reads++;
  }

  /** Certificates that were read are few and stay; a flood can only fill the map with failures. */
  #dropFailures(): void {
    if (this.#entries.size < MOST_ENTRIES) return;
    for (const [url, { failedUntil }] of this.#entries) if (failedUntil !== undefined) this.#entries.delete(url);
  }
}
