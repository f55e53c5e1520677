/**
 * Liveness, at the end of each run: faults are over and clocks are correct; only the resources that the cloud refuses
 * for long stay refused. Instances do the due work of their ticks. Then, within a bounded number of rounds, -
 * everything due, unopposed and permitted is deleted, however many others the cloud refuses; - every owner gets the
 * notices, and no notice is pending at the end; - a quarantined resource that is used or kept is released: by the first
 * survey, with the kill switch on or off; - a refused resource is deleted once the cloud stops refusing. The dates of
 * the marks decide how much time a round may skip; never whether anything is left.
 */
import { DAY, type Laws } from './laws.ts';
import { LOCATIONS } from './things.ts';

/** The part of the fleet that the closing uses. */
interface Closable {
  readonly laws: Laws;
  readonly now: number;
  wait(ms: number): void;
  tick(who: number): Promise<boolean>;
  /** Turns the kill switch off. */
  release(): Promise<void>;
  allowAll(): void;
  dates(): Promise<readonly number[]>;
  waiting(): Promise<readonly string[]>;
}

const MINUTE = 60_000;
/** Longer than every cadence. */
const ROUND_MS = DAY + 60 * MINUTE;
/** Longer than the cadence of surveys: one is due. */
const SURVEY_MS = DAY / 3;
/** The chain of work items, each made by the one before: survey, notices, messages, deletions, accepted deletions. */
const TICKS = 8;
/**
 * Four days confirm the marks that strict tripwires block; with one request per day, each of the three resources needs
 * two days, for its quarantine and for its deletion. Plus a reserve.
 */
const ROUNDS = 32;

export class Closing {
  readonly #fleet: Closable;

  constructor(fleet: Closable) {
    this.#fleet = fleet;
  }

  async run(): Promise<void> {
    const { laws } = this.#fleet;
    this.#fleet.wait(SURVEY_MS);
    await this.#round(0);
    for (const key of laws.withheld(LOCATIONS)) laws.breach(`${key}: in use or kept, and a survey left it out of use`);
    await this.#fleet.release();
    const isDone = () => laws.left(LOCATIONS).length + laws.withheld(LOCATIONS).length === 0;
    await this.#until(isDone);
    for (const key of laws.left(LOCATIONS)) laws.breach(`${key}: due, and never deleted`);
    this.#fleet.allowAll();
    await this.#until(async () => isDone() && (await this.#isNotified()));
    for (const key of laws.left(LOCATIONS)) laws.breach(`${key}: refused no more, and never deleted`);
    for (const key of laws.withheld(LOCATIONS)) laws.breach(`${key}: kept, and left out of use`);
    for (const owner of await this.#pendingOwners()) laws.breach(`${owner}: still to be notified`);
  }

  async #until(isOver: () => boolean | Promise<boolean>): Promise<void> {
    for (let round = 1; round <= ROUNDS && !(await isOver()); round++) {
      this.#fleet.wait(await this.#pauseMs());
      await this.#round(round);
    }
  }

  /** Ticks of alternating instances until nothing is due. */
  async #round(round: number): Promise<void> {
    for (let tick = 0; tick < TICKS && (await this.#fleet.tick((round + tick) % 2)); tick++) this.#fleet.wait(MINUTE);
  }

  /** One round; or up to the next date, when all that is left waits only for its date. */
  async #pauseMs(): Promise<number> {
    const { laws, now } = this.#fleet;
    if (!laws.left(LOCATIONS).every((key) => laws.waitsForItsDate(key))) return ROUND_MS;
    const next = (await this.#fleet.dates()).find((date) => date > now);
    const isAnyDue = (await this.#fleet.dates()).some((date) => date <= now);
    return next === undefined || isAnyDue ? ROUND_MS : Math.max(ROUND_MS, next + MINUTE - now);
  }

  /** No mark is left, and no owner waits for a message. */
  async #isNotified(): Promise<boolean> {
    return (await this.#fleet.dates()).length === 0 && (await this.#pendingOwners()).length === 0;
  }

  /** With notices off, pending notices from before do not count. */
  #pendingOwners(): Promise<readonly string[]> {
    return this.#fleet.laws.said.noticesOn ? this.#fleet.waiting() : Promise.resolve([]);
  }
}
