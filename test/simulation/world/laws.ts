/** The laws, checked by the world from its own records: when a request leaves, and when the run ends. */
import type { Digest } from '../../../src/core/notice/digest.ts';

export interface Violation {
  readonly law: string;
  readonly what: string;
  readonly step: number;
}

/** The state of the world when a request leaves. */
export interface Leaving {
  readonly instance: string;
  readonly id: string;
  readonly now: number;
  /** Has the lock of the namespace, as the server sees it. */
  readonly hasLock: boolean;
  /** A live instance of another program that keeps it. */
  readonly keptBy: string | undefined;
  /** Its definition is in the store. */
  readonly isDefined: boolean;
  /** The request also takes away what uses or belongs to it. */
  readonly isForced: boolean;
}

/** The clocks of machines and Redis may differ so much without a fault, ms. */
const CLOCKS_MS = 3_000;
/** `maxEvidenceAge`, and the time that a read may be behind. */
const EVIDENCE_MS = 6 * 60_000;
/** How long after a fault of the store the server cannot say who had the lock, ms. */
export const STORE_FAULT_MS = 45_000;

export class Laws {
  readonly #say: (law: string, what: string) => void;
  /** When a keep was acknowledged; those without an answer may be stored, and count neither for safety nor liveness. */
  readonly kept = new Map<string, number>();
  readonly perhapsKept = new Set<string>();
  readonly used = new Map<string, number>();
  readonly told = new Map<string, number>();
  readonly deleted = new Map<string, number>();
  /** The latest date that its owner was told. */
  readonly #dates = new Map<string, number>();
  /** Lines `permitted` that no request has used up, by instance and id. */
  readonly #permitted = new Set<string>();
  killedAt: number | undefined;
  storeFaultAt = Number.NEGATIVE_INFINITY;

  constructor(say: (law: string, what: string) => void) {
    this.#say = say;
  }

  dateOf(id: string): number | undefined {
    return this.#dates.get(id);
  }

  tell(digest: Digest, now: number): void {
    for (const { id, deletionAt } of digest.rows) {
      this.told.set(id, now);
      this.#dates.set(id, Math.max(this.#dates.get(id) ?? 0, deletionAt));
    }
  }

  permitted(instance: string, id: string): void {
    this.#permitted.add(`${instance} ${id}`);
  }

  check({ instance, id, now, hasLock, keptBy, isDefined, isForced }: Leaving): void {
    const broken = (law: string, what: string) => this.#say(law, `${instance} sends a deletion of ${id} ${what}`);
    const keptAt = this.kept.get(id);
    if (keptAt !== undefined && now > keptAt)
      broken('kept', `${seconds(now - keptAt)} after its keep was acknowledged`);
    const date = this.#dates.get(id);
    if (date === undefined) broken('told', 'of which nobody was told');
    else if (now < date - CLOCKS_MS) broken('date', `${seconds(date - now)} before the date that its owner was told`);
    if (!this.#permitted.has(`${instance} ${id}`)) broken('record', 'without a line in the log');
    const usedAt = this.used.get(id);
    if (usedAt !== undefined && now > usedAt + EVIDENCE_MS)
      broken('used', `${seconds(now - usedAt)} after it was taken into use`);
    if (this.killedAt !== undefined)
      broken('killed', `${seconds(now - this.killedAt)} after the kill switch was acknowledged`);
    if (!hasLock && now > this.storeFaultAt + STORE_FAULT_MS) broken('lock', 'without the lock of the namespace');
    if (!isDefined) broken('definition', 'whose definition is nowhere');
    if (isForced) broken('alone', 'that takes others with it');
    if (keptBy !== undefined) broken('rules', `that ${keptBy}, live and of another program, keeps`);
  }

  /** Redis forgot what it acknowledged since then, as documented for `replicas: 0`. */
  forgetSince(at: number): void {
    for (const [id, keptAt] of this.kept) if (keptAt >= at) this.kept.delete(id);
  }

  /** Unused, nobody wants it, its date is over for so long. */
  waits(id: string, now: number, boundMs: number): boolean {
    const date = this.#dates.get(id);
    const isWanted = this.perhapsKept.has(id) || this.used.has(id);
    return !isWanted && !this.deleted.has(id) && (date === undefined || date + boundMs < now);
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
