/** The laws, checked by the world from its own records: when a request leaves, and when the run ends. */
import type { Digest } from '../../../src/core/notice/digest.ts';
import type { ControlChange } from '../../../src/core/policy/fleet.ts';
import type { Settings } from './scale.ts';

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

/** What one run promises beyond the laws of all. */
export interface Promised {
  /** Between the first message about a resource and its deletion. */
  readonly retentionMs: number;
  readonly settings: Settings;
}

const DAY = 86_400_000;
/** A canary deletes so many, and then none for a day (`docs/rollout.md`); clocks differ, ms. */
const CANARY = { most: 5, ms: DAY - 60_000 };
/** A clock of Redis that is wrong for longer than the minute that it may be, and a look at it, ms. */
const WRONG_CLOCK_MS = 3 * 60_000;
/** What was stored before a keep may be told so long after it, ms. */
const UNDER_WAY_MS = 5 * 60_000;
/** The clocks of machines and Redis may differ so much without a fault, ms. */
const CLOCKS_MS = 3_000;
/** `maxEvidenceAge`, and the time that a read may be behind. */
const EVIDENCE_MS = 6 * 60_000;
/** How long after a fault of the store the server cannot say who had the lock, ms. */
export const STORE_FAULT_MS = 45_000;

type Say = (law: string, what: string) => void;

export class Laws {
  readonly #promised: Promised;
  readonly #say: (law: string, what: string) => void;
  /** When a keep was acknowledged; those without an answer may be stored, and count neither for safety nor liveness. */
  readonly kept = new Map<string, number>();
  readonly perhapsKept = new Set<string>();
  /** By a tag that nobody told the program of: it is read, as a use is. */
  readonly keptOnResource = new Map<string, number>();
  readonly used = new Map<string, number>();
  readonly told = new Map<string, number>();
  readonly deleted = new Map<string, number>();
  /** The latest date that its owner was told. */
  readonly #dates = new Map<string, number>();
  /** Who said that it is not theirs: a message to them tells nobody. */
  readonly #notOf = new Map<string, string>();
  readonly #firstToldAt = new Map<string, number>();
  /** Their owners said that they may go early. */
  readonly expedited = new Set<string>();
  /** Keeps that Redis lost, as documented: the owner has to be told anew before anything goes. */
  readonly #lostKeepAt = new Map<string, number>();
  /** In force since an operator's command was acknowledged. */
  fleetPerDay: number | undefined;
  stoppedStageAt: number | undefined;
  wrongClockAt: number | undefined;
  /** Lines `deleted` in the log, by resource. */
  readonly deletions = new Map<string, number>();
  /** When a resource was taken out of use for its quarantine. */
  readonly quarantined = new Map<string, number>();
  /** Lines `permitted` that no request has used up, by instance and id. */
  readonly #permitted = new Set<string>();
  killedAt: number | undefined;
  storeFaultAt = Number.NEGATIVE_INFINITY;

  constructor(promised: Promised, say: (law: string, what: string) => void) {
    this.#promised = promised;
    this.#say = say;
  }

  dateOf(id: string): number | undefined {
    return this.#dates.get(id);
  }

  tell({ owner, rows, preparedAt }: Pick<Digest, 'owner' | 'rows' | 'preparedAt'>, now: number): void {
    if (this.#promised.settings.isDryRun) this.#say('dry run', `${owner} gets a message`);
    for (const { id, deletionAt } of rows) {
      if (this.#notOf.get(id) === owner) continue;
      this.told.set(id, now);
      if (!this.#firstToldAt.has(id)) this.#firstToldAt.set(id, now);
      this.#dates.set(id, Math.max(this.#dates.get(id) ?? 0, deletionAt));
      const keptAt = this.kept.get(id) ?? now;
      // A copy of Redis from before may have to be told again.
      if (keptAt + UNDER_WAY_MS < preparedAt && this.storeFaultAt < keptAt)
        this.#say(
          'kept',
          `${owner} is told that ${id} will go, ${seconds(now - keptAt)} after its keep was acknowledged`,
        );
    }
  }

  /** What was said about it is over: it is another one, or not this owner's. */
  forgetTold(id: string, owner?: string): void {
    for (const facts of [this.told, this.#firstToldAt, this.#dates]) facts.delete(id);
    if (owner !== undefined) this.#notOf.set(id, owner);
  }

  /** An operator changed this, and all instances obey. */
  obey({ deletesPerDay, stages = {} }: ControlChange, now: number): void {
    if (typeof deletesPerDay === 'number') this.fleetPerDay = deletesPerDay;
    if (Object.values(stages).some((stage) => stage === 'plan' || stage === 'notify')) this.stoppedStageAt = now;
  }

  permitted(instance: string, id: string): void {
    this.#permitted.add(`${instance} ${id}`);
  }

  check({ instance, id, now, hasLock, keptBy, isDefined, isForced }: Leaving): void {
    const broken = (law: string, what: string) => this.#say(law, `${instance} sends a deletion of ${id} ${what}`);
    const keptAt = this.kept.get(id);
    if (keptAt !== undefined && now > keptAt)
      broken('kept', `${seconds(now - keptAt)} after its keep was acknowledged`);
    this.#checkDates(id, now, broken);
    this.#checkAmounts(now, broken);
    if (!this.#permitted.has(`${instance} ${id}`)) broken('record', 'without a line in the log');
    const usedAt = this.used.get(id);
    if (usedAt !== undefined && now > usedAt + EVIDENCE_MS)
      broken('used', `${seconds(now - usedAt)} after it was taken into use`);
    const taggedAt = this.keptOnResource.get(id);
    if (taggedAt !== undefined && now > taggedAt + EVIDENCE_MS) broken('kept', 'which has the keep tag');
    if (this.killedAt !== undefined)
      broken('killed', `${seconds(now - this.killedAt)} after the kill switch was acknowledged`);
    if (!hasLock && now > this.storeFaultAt + STORE_FAULT_MS) broken('lock', 'without the lock of the namespace');
    if (!isDefined) broken('definition', 'whose definition is nowhere');
    if (isForced) broken('alone', 'that takes others with it');
    if (keptBy !== undefined) broken('rules', `that ${keptBy}, live and of another program, keeps`);
  }

  #checkDates(id: string, now: number, broken: Say): void {
    const { retentionMs, settings } = this.#promised;
    const date = this.#dates.get(id);
    if (date === undefined) broken('told', 'of which nobody was told');
    else if (now < date - CLOCKS_MS && !this.expedited.has(id))
      broken('date', `${seconds(date - now)} before the date that its owner was told`);
    const lostAt = this.#lostKeepAt.get(id);
    if (lostAt !== undefined && (this.told.get(id) ?? 0) < lostAt)
      broken('kept', 'whose keep Redis lost, and nobody was told anew');
    const toldAt = this.#firstToldAt.get(id);
    if (toldAt !== undefined && now < toldAt + retentionMs - CLOCKS_MS && !this.expedited.has(id))
      broken('retention', `${seconds(now - toldAt)} after the first message`);
    if (settings.quarantine === undefined) return;
    const since = this.quarantined.get(id);
    if (since === undefined) broken('quarantine', 'which was not taken out of use first');
    else if (now < since + settings.quarantine * DAY - CLOCKS_MS)
      broken('quarantine', `${seconds(now - since)} after it was taken out of use`);
  }

  #checkAmounts(now: number, broken: Say): void {
    const { settings } = this.#promised;
    const goneSince = (since: number) => [...this.deleted.values()].filter((at) => at >= since).length;
    const today = goneSince(Math.floor(now / DAY) * DAY);
    if (settings.isDryRun) broken('dry run', 'in a dry run');
    if (settings.isStoreChecked) broken('durability', 'although Redis may lose what it acknowledged');
    const most = Math.min(
      settings.deletesPerDay ?? Number.POSITIVE_INFINITY,
      this.fleetPerDay ?? Number.POSITIVE_INFINITY,
    );
    if (today >= most) broken('pace', `which is number ${today + 1} of this day; ${most} may go`);
    if (this.stoppedStageAt !== undefined)
      broken('stage', `${seconds(now - this.stoppedStageAt)} after its stage became one that deletes nothing`);
    const canary = goneSince(now - CANARY.ms);
    if (settings.stage === 'canary' && canary >= CANARY.most)
      broken('canary', `which is number ${canary + 1} of its canary`);
    if (this.wrongClockAt !== undefined && now > this.wrongClockAt + WRONG_CLOCK_MS)
      broken('clock', 'although the clock of Redis is wrong');
  }

  /** Redis forgot what it acknowledged since then, as documented for `replicas: 0`. */
  forgetSince(at: number, isLost: (id: string, keptAt: number) => boolean = () => true): void {
    for (const [id, keptAt] of this.kept) {
      if (keptAt < at || !isLost(id, keptAt)) continue;
      this.kept.delete(id);
      this.#lostKeepAt.set(id, at);
    }
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
