import type { Writable } from 'node:stream';
import type { MonotonicClock } from '../../core/common/clock.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { partsOf } from '../../core/resource/namespace.ts';
import { typeName } from '../../core/resource/typeName.ts';
import { shorten } from '../../core/text/visible.ts';
import { widthOf } from '../text/wrapped.ts';
import { progressWords, type Reading } from './progressWords.ts';

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** How often a terminal's line is rewritten, and how often a line is printed where there is no terminal. */
const [REWRITE_MS, PRINT_MS] = [200, 15_000];

const LONGEST_NAME = 20;

interface Begun {
  readonly atMs: number;
  readonly done: number;
  readonly total?: number;
}

/**
 * How far a plan or a run is, on stderr: one line that is rewritten on a terminal, else a line every 15 seconds. The
 * timer shows that the program lives, also while no answer comes.
 */
export class Progress {
  readonly #stream: Stream;
  readonly #clock: MonotonicClock;
  readonly #of: number;
  readonly #rateShare: number;
  readonly #timer: NodeJS.Timeout;
  #number = 0;
  #now: WorkConfiguration | undefined;
  #pass: { readonly action: string; readonly atMs: number } | undefined;
  /** The current reads, in the order in which they began. */
  readonly #readings = new Map<string, Begun>();

  constructor(stream: Stream, clock: MonotonicClock, { of, rateShare = 1 }: { of: number; rateShare?: number }) {
    this.#stream = stream;
    this.#clock = clock;
    this.#of = of;
    this.#rateShare = rateShare;
    this.#timer = setInterval(() => this.#show(), stream.isTTY ? REWRITE_MS : PRINT_MS).unref();
  }

  /** The next namespace is read. @param action of the pass, in a run */
  namespace(wc: WorkConfiguration, number: number, action?: string): void {
    this.#number = number;
    this.#now = wc;
    this.#pass = action === undefined ? undefined : { action, atMs: this.#clock.monotonicMs() };
    this.#readings.clear();
    if (this.#stream.isTTY) this.#show();
  }

  listed(count: number): void {
    this.#seen('listing', count);
  }

  reading(source: string, done: number, total: number): void {
    this.#seen(source, done, total);
  }

  /** Makes room for another line on the terminal; the own line comes back by itself. */
  clear(): void {
    if (this.#stream.isTTY && this.#now) this.#stream.write('\r\x1b[2K');
  }

  /** Nothing is read until the next namespace. */
  rest(): void {
    this.clear();
    this.#now = undefined;
  }

  end(): void {
    clearInterval(this.#timer);
    this.rest();
  }

  #seen(what: string, done: number, total?: number): void {
    const atMs = this.#readings.get(what)?.atMs ?? this.#clock.monotonicMs();
    this.#readings.set(what, { atMs, done, ...(total === undefined ? {} : { total }) });
  }

  #show(): void {
    if (!this.#now) return;
    const { account, location } = partsOf(this.#now.namespace);
    // With a longer name the time left would not fit into the terminal's line.
    const place = `${shorten(account, LONGEST_NAME)} ${location} ${typeName(this.#now, 'en')}`;
    const reading = this.#longest();
    const [number, of, rateShare] = [this.#number, this.#of, this.#rateShare];
    const pass = this.#pass && { action: this.#pass.action, forMs: this.#clock.monotonicMs() - this.#pass.atMs };
    const words = progressWords({ number, of, place, reading, rateShare, pass });
    if (!this.#stream.isTTY) this.#stream.write(`${words}\n`);
    else this.#stream.write(`\r\x1b[2K${shorten(words, widthOf(this.#stream) - 1)}`);
  }

  /** Evidence is read while the listing goes on, and from several sources at once: the one with most to do counts. */
  #longest(): Reading | undefined {
    const left = ({ total, done }: Begun) => (total === undefined ? 0 : total - done);
    const [first] = [...this.#readings].toSorted(([, a], [, b]) => left(b) - left(a));
    if (!first) return undefined;
    const [what, { atMs, ...counts }] = first;
    return { what, ...counts, forMs: this.#clock.monotonicMs() - atMs };
  }
}
