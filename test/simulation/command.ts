/**
 * `npm run test:simulation`: takes the mends of known attacks out, one after the other, runs seeds, shrinks what fails, and
 * repeats the first run, which has to be the same step by step. The last line says how much was run and what was found.
 */

import { changeOf } from '../sabotage/apply.ts';
import { SHOWN } from '../sabotage/shown/shown.ts';
import { ATTACKS } from './attacks.ts';
import { checked, happeningsOf, type Kind, say } from './happening.ts';
import { numberIn } from './numberIn.ts';
import { Server } from './redis/server.ts';
import { Scenarios } from './scenarios.ts';
import { Search, STORY_LINES } from './search.ts';
import { distinctTraces, TRACED } from './traces.ts';
import type { Outcome } from './world/run.ts';
import { scaleOf, WARMING } from './world/scale.ts';
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
// What a process loads at the first call to a service takes turns of the real loop, and the first run would take more than the last.
await World.run({ seed: from, scale: scaleOf(from), happenings: happenings(from), server, isWarming: true });
const search = new Search({ server, change: changeOf(env.HOLYSTONE_SABOTAGE ?? '', 'wrong') });
let passed = 0;
let failed = 0;
const judge = (isRight: boolean, what: string, why: readonly string[] = []) => {
  if (isRight) passed++;
  else failed++;
  for (const line of [`${isRight ? 'passed' : 'FAILED'} ${what}`, ...(isRight ? [] : why)]) print(line);
};

// Who looks for one run wants that one.
const isOne = Boolean(
  env.HOLYSTONE_SIMULATION_FROM || env.HOLYSTONE_SIMULATION_TRACE || given || env.HOLYSTONE_SABOTAGE,
);
const isExhaustive = env.HOLYSTONE_EXHAUSTIVE === 'true';
const scenarios = new Scenarios(server);
const shown = Object.entries(SHOWN).flatMap(([name, one]) => ('because' in one ? [] : [{ name, one }]));
const isAttack = (name: string) => ATTACKS.some(({ without }) => without === name);
const names = env.HOLYSTONE_SIMULATION_SABOTAGES?.split(',');
const wanted = isOne
  ? []
  : shown.filter(({ name }) => isExhaustive || (names ? names.includes(name) || names[0] === 'all' : isAttack(name)));
let found = 0;
for (const { name, one } of wanted) {
  const what = ATTACKS.find(({ without }) => without === name)?.name ?? name;
  const clean = await scenarios.clean(one);
  judge(clean.law === undefined, `${what}: no law is broken`, clean.story.slice(-STORY_LINES));
  const { law, story } = await scenarios.sabotaged(name, one);
  if (law !== undefined) found++;
  judge(law !== undefined, `${what}: with the sabotage ${name} "${law}" is broken`, story.slice(-STORY_LINES));
}
const oneTrace = numberIn(env, 'HOLYSTONE_SIMULATION_TRACE', 0);
const traces =
  oneTrace > 0
    ? distinctTraces(1, oneTrace)
    : isOne
      ? []
      : distinctTraces(numberIn(env, 'HOLYSTONE_SIMULATION_TRACES', 0));
for (const { seed, happenings: list } of traces) {
  const { violations: broken, story } = await World.run({ seed, scale: TRACED, happenings: list, server });
  judge(broken.length === 0, `trace ${seed} of the model: ${list.map(say).join('; ')}`, story);
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
  `${found} of ${wanted.length} sabotages found (${Object.keys(SHOWN).length - shown.length} of ${Object.keys(SHOWN).length} cannot show), ${traces.length} traces, ${seeds} seeds, ${days.toFixed(0)} simulated days, ${steps} steps (${cost}), ${faults} faults, ${violations} violations`,
);
process.exit(failed > 0 ? 1 : 0);
