/**
 * Liveness, at the end of each run: faults are over and clocks are right, only what the cloud refuses for long stays
 * refused. Instances do what their ticks find due. Then, within a bounded number of rounds,
 * - everything due, unopposed and permitted is deleted, however much else is refused;
 * - every owner is told, and nobody is still to be told anything at the end;
 * - what is in quarantine and in use, or kept, is given back: by the first survey, the kill switch on or off;
 * - what the cloud refused is deleted once it refuses no more.
 * How long a round may be skipped is read from the dates of the marks; whether anything is left, never.
 */
import { DAY, type Laws } from './laws.ts';
import { LOCATIONS } from './things.ts';

/** The fleet as its closing needs it. */
interface Closable {
  readonly laws: Laws;
  readonly now: number;
  wait(ms: number): void;
  tick(who: number): Promise<boolean>;
  /** The kill switch is off. */
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
/** What one work item leaves for the next: survey, notices, messages, deletions, what was accepted. */
const TICKS = 8;
/**
 * Four days confirm what strict tripwires block: the marks once, and where one request a day is permitted each of the
 * three resources twice, for its quarantine and for its deletion. And some.
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
    await this.#until(async () => isDone() && (await this.#isTold()));
    for (const key of laws.left(LOCATIONS)) laws.breach(`${key}: refused no more, and never deleted`);
    for (const key of laws.withheld(LOCATIONS)) laws.breach(`${key}: kept, and left out of use`);
    for (const owner of await this.#untold()) laws.breach(`${owner}: still to be told something`);
  }

  async #until(isOver: () => boolean | Promise<boolean>): Promise<void> {
    for (let round = 1; round <= ROUNDS && !(await isOver()); round++) {
      this.#fleet.wait(await this.#pauseMs());
      await this.#round(round);
    }
  }

  /** Ticks until nothing is due, by one instance after the other. */
  async #round(round: number): Promise<void> {
    for (let tick = 0; tick < TICKS && (await this.#fleet.tick((round + tick) % 2)); tick++) this.#fleet.wait(MINUTE);
  }

  /** A round; to the next date, where everything left waits for nothing else. */
  async #pauseMs(): Promise<number> {
    const { laws, now } = this.#fleet;
    if (!laws.left(LOCATIONS).every((key) => laws.waitsForItsDate(key))) return ROUND_MS;
    const next = (await this.#fleet.dates()).find((date) => date > now);
    const isAnyDue = (await this.#fleet.dates()).some((date) => date <= now);
    return next === undefined || isAnyDue ? ROUND_MS : Math.max(ROUND_MS, next + MINUTE - now);
  }

  /** No mark is left, and nobody waits for a message. */
  async #isTold(): Promise<boolean> {
    return (await this.#fleet.dates()).length === 0 && (await this.#untold()).length === 0;
  }

  /** Where notices are off, nobody looks for what was to be told before. */
  #untold(): Promise<readonly string[]> {
    return this.#fleet.laws.said.noticesOn ? this.#fleet.waiting() : Promise.resolve([]);
  }
}
