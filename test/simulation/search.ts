/** Runs of one search: a seed each; what fails is shrunk to the happenings that it needs. */
import { type Happening, say } from './happening.ts';
import type { Outcome, RunOptions } from './world/run.ts';
import { scaleOf } from './world/scale.ts';
import { World } from './world/world.ts';

/** The story of a failure has no more lines. */
export const STORY_LINES = 30;

/** What all runs of a search have in common. */
export type Given = Omit<RunOptions, 'seed' | 'scale' | 'happenings'>;

export class Search {
  readonly #given: Given;
  runs = 0;
  days = 0;
  steps = 0;
  faults = 0;

  constructor(given: Given) {
    this.#given = given;
  }

  async run(seed: number, happenings: readonly Happening[], trace?: string[]): Promise<Outcome> {
    const outcome = await World.run({
      ...this.#given,
      seed,
      scale: scaleOf(seed),
      happenings,
      ...(trace ? { trace } : {}),
    });
    this.runs++;
    this.days += outcome.days;
    this.steps += outcome.steps;
    this.faults += outcome.faults;
    return outcome;
  }

  /** Leaves out what the failure does not need: the same law is still broken. */
  async shrunk(seed: number, happenings: readonly Happening[], law: string): Promise<readonly Happening[]> {
    for (const one of happenings) {
      const less = happenings.filter((other) => other !== one);
      const { violations } = await World.run({ ...this.#given, seed, scale: scaleOf(seed), happenings: less });
      if (violations.some((violation) => violation.law === law)) return this.shrunk(seed, less, law);
    }
    return happenings;
  }

  /** What happened in the smallest run that breaks the law, and how to see it again. */
  async story(seed: number, happenings: readonly Happening[], law: string): Promise<readonly string[]> {
    const less = await this.shrunk(seed, happenings, law);
    const { story } = await World.run({ ...this.#given, seed, scale: scaleOf(seed), happenings: less });
    const again = `HOLYSTONE_SIMULATION_FROM=${seed} HOLYSTONE_SIMULATION_HAPPENINGS='${JSON.stringify(less)}'`;
    return [
      `seed ${seed} breaks "${law}" with ${less.length} of ${happenings.length} happenings: ${less.map(say).join('; ')}`,
      ...story.slice(-STORY_LINES),
      again,
    ];
  }
}
