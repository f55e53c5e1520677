/**
 * `npm run test:histories`: real processes, Sentinels and partitions; the answers of each run are checked for an order that
 * explains them. The last line says how much was run and what was found.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { randomOf } from '../simulation/kernel/random.ts';
import { numberIn } from '../simulation/numberIn.ts';
import { judge } from './judge.ts';
import { FAILOVERS, type Fault, NAMES, PARTITIONS, run } from './run.ts';
import { World } from './world.ts';

/** After so many runs a fleet ends, and another begins. */
const RUNS_OF_A_FLEET = 14;
/** So long after the last run a fleet may take to delete what nobody kept. */
const PATIENCE_MS = 300_000;

const { env } = process;
const print = (line: string) => process.stdout.write(`${line}\n`);
const runs = numberIn(env, 'HOLYSTONE_HISTORIES', 28);
const fleets = numberIn(env, 'HOLYSTONE_HISTORIES_FLEETS', 2);
const from = numberIn(env, 'HOLYSTONE_HISTORIES_FROM', 1);
/** 2 (the default): every second fleet has 0 and every other one 1. */
const replicas = numberIn(env, 'HOLYSTONE_HISTORIES_REPLICAS', 2);

const sum = {
  runs: 0,
  operations: 0,
  failovers: 0,
  partitions: 0,
  requests: 0,
  lost: 0,
  unsure: 0,
  violations: 0,
};

/** A fleet with an even seed has `replicas: 0`. */
async function fleet(seed: number, count: number): Promise<void> {
  const random = randomOf(seed);
  const world = await World.start(seed % 2);
  const told = (line: string) => print(`fleet ${seed} (replicas: ${world.replicas}): ${line}`);
  try {
    const faults: Fault[] = [];
    const stalled: string[] = [];
    for (let n = 0; n < count && stalled.length === 0; n++) {
      const fault = NAMES[(n + seed) % NAMES.length] as Fault;
      const began = Date.now();
      const stall = (error: Error) => stalled.push(`run ${n + 1}, ${fault}: ${error.message}`);
      await run(world, fault, random).catch(stall);
      faults.push(fault);
      told(`run ${n + 1}, ${fault}: ${Math.round((Date.now() - began) / 1_000)} s`);
    }
    const waiting = stalled.length > 0 ? stalled : await deleted(world);
    const account = world.account();
    const { lost, unsure, violations } = judge(account);
    const broken = [...violations, ...waiting];
    const operations = [...account.histories.values()].flat();
    sum.runs += faults.length;
    sum.operations += operations.length + account.control.length;
    sum.requests += operations.filter(({ name }) => name === 'request').length;
    sum.failovers += faults.filter((fault) => FAILOVERS.has(fault)).length;
    sum.partitions += faults.filter((fault) => PARTITIONS.has(fault)).length;
    sum.lost += lost.length;
    sum.unsure += unsure.length;
    sum.violations += broken.length;
    for (const what of broken) told(`FAILED ${what}`);
    if (broken.length === 0) told(`passed ${faults.length} runs, ${lost.length} lost, ${unsure.length} unsure`);
    if (broken.length > 0 && env.HOLYSTONE_HISTORIES_LOG) {
      const lines = world.daemons.flatMap((daemon) => daemon.lines.map((line) => JSON.stringify(line)));
      const written = JSON.stringify({ ...account, histories: [...account.histories] });
      writeFileSync(`${env.HOLYSTONE_HISTORIES_LOG}-${seed}.jsonl`, [written, ...lines].join('\n'));
    }
  } finally {
    await world.stop();
  }
}

/** Waits until what nobody keeps is gone; what waits too long is named. */
async function deleted(world: World): Promise<readonly string[]> {
  const end = performance.now() + PATIENCE_MS;
  const { histories } = world.account();
  const kept = (id: string) => (histories.get(id) ?? []).some(({ name }) => name === 'keep');
  const nobodys = world.images.map(({ id }) => id).filter((id) => !kept(id));
  for (;;) {
    const left = world.left();
    const waiting = nobodys.filter((id) => left.has(id));
    if (waiting.length === 0) return [];
    if (performance.now() > end) return waiting.map((id) => `${id}: nobody ever kept it, and it waits`);
    await delay(500);
  }
}

const step = replicas === 2 ? 1 : 2;
const first = replicas === 2 || from % 2 === replicas ? from : from + 1;
const seeds = Array.from({ length: Math.ceil(runs / RUNS_OF_A_FLEET) }, (_, n) => first + n * step);
let left = runs;
await Promise.all(
  Array.from({ length: Math.min(fleets, seeds.length) }, async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const count = Math.min(left, RUNS_OF_A_FLEET);
      left -= count;
      await fleet(seed, count);
    }
  }),
);
print(
  `${sum.runs} runs, ${sum.operations} operations, ${sum.requests} requests, ${sum.failovers} failovers, ${sum.partitions} partitions, ${sum.lost} lost as documented, ${sum.unsure} shown and taken back, ${sum.violations} violations`,
);
process.exitCode = sum.violations === 0 ? 0 : 1;
