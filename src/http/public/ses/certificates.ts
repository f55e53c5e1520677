import { X509Certificate } from 'node:crypto';

/** Time after a failed read without another one; SNS itself retries after 20 s at first, then for hours. */
const FAILURE_MS = 60_000;
/**
 * First reads of certificates per client and minute. SNS changes its certificate about once a year, and posts from its
 * own addresses.
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

/** The client of a request, and its time. */
export interface Asker {
  /** ms since the epoch */
  readonly now: number;
  /** The key of the client's limits, see `clientKey`. */
  readonly client: string;
}

function windowFrom(startedAt: number) {
  return { startedAt, reads: 0, byClient: new Map<string, number>() };
}

/**
 * The certificates of SNS by their URLs. Any client may post a URL that looks right, so requests at the same time share
 * one read, a failure is remembered, and the number of reads is limited: a client that invents URLs uses up its own
 * allowance, and leaves the rest to SNS. A certificate that was read stays, and needs no further limit.
 */
export class Certificates {
  readonly #readUrl: (url: string) => Promise<string>;
  readonly #entries = new Map<string, Entry>();
  #window = windowFrom(Number.NEGATIVE_INFINITY);

  constructor(readUrl: (url: string) => Promise<string>) {
    this.#readUrl = readUrl;
  }

  /**
   * @throws Error when the read fails, failed within the last minute, or exceeds a limit
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

  /** A read refused to one client does not count for all. */
  #countRead(now: number, client: string): void {
    if (Math.abs(now - this.#window.startedAt) >= WINDOW_MS) this.#window = windowFrom(now);
    const window = this.#window;
    const own = window.byClient.get(client) ?? 0;
    if (own >= READS_PER_CLIENT) throw new Error('this client asked for too many certificates within a minute');
    if (window.reads >= READS_PER_WINDOW) throw new Error('too many certificates were asked for within a minute');
    window.byClient.set(client, own + 1);
    window.reads++;
  }

  /** Good certificates are few and stay; a flood can only fill the map with failures. */
  #dropFailures(): void {
    if (this.#entries.size < MOST_ENTRIES) return;
    for (const [url, { failedUntil }] of this.#entries) if (failedUntil !== undefined) this.#entries.delete(url);
  }
}
