/** Plays the runs that show sabotages: with the sabotage a law is broken, and without it none is. */

import { steadyClock } from '../../src/core/common/clock.ts';
import { changeOf } from '../sabotage/apply.ts';
import { both } from '../sabotage/sabotage.ts';
import { SHORT } from '../sabotage/shown/scales.ts';
import type { Shown } from '../sabotage/shown/shown.ts';
import { checked } from './happening.ts';
import type { Server } from './redis/server.ts';
import { PROGRAM, type Program } from './world/instance.ts';
import { otherProgram } from './world/otherProgram.ts';
import type { RunOptions } from './world/run.ts';
import { World } from './world/world.ts';

/** Seeds until it is found: which instance runs a pass is a matter of chance. */
const ATTEMPTS = 10;

/** What was found, and how the last run went. */
export interface Played {
  readonly law: string | undefined;
  readonly story: readonly string[];
}

export class Scenarios {
  readonly #server: Server;
  readonly #clean = new Map<string, Promise<Played>>();
  #mixed: Promise<readonly Program[]> | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  /** With nothing sabotaged; several sabotages may have one run. */
  async clean(shown: Shown): Promise<Played> {
    const key = JSON.stringify([shown.happenings, shown.scale, shown.isMixed]);
    const played = this.#clean.get(key) ?? this.#play({ ...(await this.#common(shown)), seed: 1 });
    this.#clean.set(key, played);
    return played;
  }

  async sabotaged(name: string, shown: Shown): Promise<Played> {
    const { part = 'wrong', beside = [], breaks, isSteady } = shown;
    const change = both(changeOf(name, part), ...beside.map((other) => changeOf(other, 'wrong')));
    const common = await this.#common(shown);
    const steady = { programs: [{ ...PROGRAM, longestClock: () => steadyClock }] };
    let played: Played = { law: undefined, story: [] };
    for (let seed = 1; seed <= ATTEMPTS && played.law === undefined; seed++)
      played = await this.#play({ ...common, ...(isSteady ? steady : {}), change, laws: breaks, seed });
    return played;
  }

  async #common({ scale = SHORT, happenings, isMixed }: Shown): Promise<Omit<RunOptions, 'seed'>> {
    this.#mixed ??= isMixed ? otherProgram().then((other) => [PROGRAM, other]) : undefined;
    const programs = isMixed ? { programs: await this.#mixed } : {};
    return {
      scale,
      happenings: checked(happenings),
      server: this.#server,
      ...(programs as Pick<RunOptions, 'programs'>),
    };
  }

  async #play(options: RunOptions): Promise<Played> {
    const { violations, story } = await World.run(options);
    return { law: violations[0]?.law, story };
  }
}
