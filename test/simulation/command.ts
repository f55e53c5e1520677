/**
 * `npm run test:simulation`: takes the mends of known attacks out, one after the other, runs seeds, shrinks what fails, and
 * repeats the first run, which has to be the same step by step. The last line says how much was run and what was found.
 */

import { steadyClock } from '../../src/core/common/clock.ts';
import { changeOf } from '../sabotage/apply.ts';
import { ATTACKS, STEADY } from './attacks.ts';
import { checked, happeningsOf, type Kind, say } from './happening.ts';
import { MISTAKES } from './mistakes.ts';
import { numberIn } from './numberIn.ts';
import { Server } from './redis/server.ts';
import { Search } from './search.ts';
import { PROGRAM } from './world/instance.ts';
import { otherProgram } from './world/otherProgram.ts';
import type { Outcome } from './world/run.ts';
import { SCALE, scaleOf, WARMING } from './world/scale.ts';
import { World } from './world/world.ts';

const { env } = process;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** The SDK reads nothing of this machine, and nothing that is not simulated is reached. */
const NOWHERE = {
  AWS_REGION: 'us-east-1',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
};

/** Seeds until an attack is found. */
const ATTEMPTS = 8;
const seeds = numberIn(env, 'HOLYSTONE_SIMULATION_SEEDS', 6);
const from = numberIn(env, 'HOLYSTONE_SIMULATION_FROM', 1);
const given = env.HOLYSTONE_SIMULATION_HAPPENINGS;
const only = env.HOLYSTONE_SIMULATION_ONLY?.split(',') as readonly Kind[] | undefined;
const happenings = (seed: number) => (given ? checked(JSON.parse(given)) : happeningsOf(seed, scaleOf(seed), only));

Object.assign(env, NOWHERE);
const server = await Server.start();
process.on('exit', () => server.stop());
// Two of the signals end a process without its `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

await World.run({ seed: 0, scale: WARMING, happenings: [], server, isWarming: true });
const search = new Search({ server, change: changeOf(env.HOLYSTONE_SABOTAGE ?? '', 'wrong') });
let passed = 0;
let failed = 0;
const judge = (isRight: boolean, what: string, why: readonly string[] = []) => {
  if (isRight) passed++;
  else failed++;
  for (const line of [`${isRight ? 'passed' : 'FAILED'} ${what}`, ...(isRight ? [] : why)]) print(line);
};

// Who looks for one run wants that one.
const attacks = env.HOLYSTONE_SIMULATION_FROM || given || env.HOLYSTONE_SABOTAGE ? [] : ATTACKS;
for (const { name, without, breaks, isMixed, happenings: needed } of attacks) {
  const programs = isMixed ? [PROGRAM, await otherProgram()] : [PROGRAM];
  const common = { scale: SCALE, happenings: checked(needed), server };
  const clean = await World.run({ ...common, seed: 1, programs });
  judge(clean.violations.length === 0, `${name}: no law is broken`, clean.story);
  const mistaken =
    without === STEADY
      ? { ...common, programs: [{ ...PROGRAM, longestClock: () => steadyClock }] }
      : { ...common, programs, change: changeOf(without, 'wrong') };
  let found: string | undefined;
  let story: readonly string[] = [];
  // Which instance runs a pass is a matter of chance.
  for (let seed = 1; seed <= ATTEMPTS && found === undefined; seed++) {
    const outcome = await World.run({ ...mistaken, seed });
    found = outcome.violations.find(({ law }) => breaks.includes(law))?.law;
    story = outcome.story;
  }
  judge(found !== undefined, `${name}: without its mend (${without}) "${found}" is broken`, story);
}
for (const { sabotage, happenings: needed, breaks } of env.HOLYSTONE_EXHAUSTIVE === 'true' ? MISTAKES : []) {
  const change = changeOf(sabotage, 'all');
  const { violations, story } = await World.run({ seed: 1, scale: SCALE, happenings: checked(needed), server, change });
  const isFound = violations.some(({ law }) => law === breaks);
  judge(isFound, `${sabotage}: "${breaks}" is broken`, story);
}

const began = process.cpuUsage();
let first: Outcome | undefined;
let violations = 0;
const trace: string[] = [];
for (let seed = from; seed < from + seeds; seed++) {
  const list = happenings(seed);
  const outcome = await search.run(seed, list, seed === from ? trace : undefined);
  first ??= outcome;
  const [broken] = outcome.violations;
  if (broken) violations++;
  const said = `seed ${seed} (${outcome.digest.toString(16)}): ${outcome.steps} steps, ${outcome.faults} faults, ${outcome.operations} decisions: ${list.map(say).join('; ')}`;
  if (env.HOLYSTONE_SIMULATION_LOG) print(outcome.story.join('\n'));
  judge(!broken, said, broken ? await search.story(seed, list, broken.law) : []);
}
const { user, system } = process.cpuUsage(began);
if (first) {
  const again: string[] = [];
  const { digest } = await search.run(from, happenings(from), again);
  const at = trace.findIndex((line, step) => line !== again[step]);
  const differs = `at step ${at}: ${trace[at]} and ${again[at]}`;
  judge(digest === first.digest, `seed ${from} is the same run, first and last`, [differs]);
}
print(`Tests: ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${passed + failed} total`);
const { days, steps, faults } = search;
const cost = `${Math.round((user + system) / Math.max(1, steps))} µs of CPU a step`;
print(
  `${seeds} seeds, ${days.toFixed(0)} simulated days, ${steps} steps (${cost}), ${faults} faults, ${violations} violations`,
);
process.exit(failed > 0 ? 1 : 0);
