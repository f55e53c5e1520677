import { X509Certificate } from 'node:crypto';

/** A failed read is not repeated for so long; SNS itself retries after 20 s at first, then for hours. */
const FAILURE_MS = 60_000;
/** Addresses read for the first time within a minute; SNS changes its certificate about once a year. */
const READS_PER_WINDOW = 30;
const WINDOW_MS = 60_000;
const MOST_ENTRIES = 1_000;

interface Entry {
  readonly certificate: Promise<X509Certificate>;
  /** Set once the read failed: ms since the epoch until which it is not read again. */
  failedUntil?: number;
}

/**
 * The certificates of SNS by their addresses. Anybody may post an address that looks right, so each is read once
 * however many ask at the same time, a failure is remembered, and new addresses have a limit of their own: a flood
 * makes neither this daemon nor SNS busy. A certificate that was read stays, whatever a flood asks for.
 */
export class Certificates {
  readonly #readUrl: (url: string) => Promise<string>;
  readonly #entries = new Map<string, Entry>();
  #window = { startedAt: Number.NEGATIVE_INFINITY, reads: 0 };

  constructor(readUrl: (url: string) => Promise<string>) {
    this.#readUrl = readUrl;
  }

  /**
   * @param now ms since the epoch
   * @throws Error when it cannot be read, could not be read within the last minute, or too many others are asked for
   */
  async get(url: string, now: number): Promise<X509Certificate> {
    const known = this.#entries.get(url);
    if (known && (known.failedUntil === undefined || now < known.failedUntil)) return known.certificate;
    this.#countRead(now);
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

  #countRead(now: number): void {
    if (Math.abs(now - this.#window.startedAt) >= WINDOW_MS) this.#window = { startedAt: now, reads: 0 };
    if (this.#window.reads >= READS_PER_WINDOW) throw new Error('too many certificates were asked for within a minute');
    this.#window.reads++;
  }

  /** Certificates that were read are few and stay; a flood can only fill the map with failures. */
  #dropFailures(): void {
    if (this.#entries.size < MOST_ENTRIES) return;
    for (const [url, { failedUntil }] of this.#entries) if (failedUntil !== undefined) this.#entries.delete(url);
  }
}
