// The longest turn of the event loop, by the CPU time of its thread, while a survey, a notify pass and one owner's message are under way.
import { availableParallelism, loadavg } from 'node:os';
import { sendDigest } from '../dist/src/lifecycle/index.js';
import { TurnMeter } from './loop/turnMeter.mjs';
import { openWorld } from './loop/world.mjs';
import { table, whole } from './table.mjs';

/** Of the architecture: nothing holds the event loop for longer. */
const LIMIT_MS = 50;
const FULL = { resources: 100_000, notified: [20_000, 40_000] };
const QUICK = { resources: 5_000, notified: [1_000, 2_000] };

export async function loop({ quick }) {
  const { resources, notified } = quick ? QUICK : FULL;
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`Node ${process.version}, ${availableParallelism()} cores, load ${load.join(' ')} at the start`);
  const rows = [];
  for (const count of notified) rows.push(...(await measure(count, 0, `${whole(count)} notified`)));
  rows.push(...(await measure(resources, resources, `${whole(resources)} used`)));
  rows.push(...(await measure(resources, 0, `${whole(resources)} unused`)));
  console.log(`\nLongest turn of the event loop (aim: ${LIMIT_MS} ms of CPU)\n`);
  console.log(table(['step', 'CPU, ms', 'on the clock, ms', `turns over ${LIMIT_MS} ms`], rows));
  console.log(`\nload ${loadavg()[0].toFixed(1)} at the end`);
}

async function measure(resources, usedUpTo, about) {
  const world = await openWorld({ resources, usedUpTo });
  const meter = new TurnMeter(LIMIT_MS);
  const rows = [];
  const step = async (name, work) => {
    const { cpuMs, wallMs, over } = await meter.during(work);
    rows.push([`${about}: ${name}`, cpuMs.toFixed(0), wallMs.toFixed(0), String(over)]);
    console.error(rows.at(-1).join('  '));
  };
  try {
    await step('survey', () => world.pass('mark'));
    await step('survey again', () => world.pass('mark'));
    await step('notify', () => world.pass('notify'));
    if (usedUpTo === 0) await step('message', () => sendDigest(world.wired.deps, 'ann@example.com'));
    const { lines } = await world.arrived();
    if (lines.length > 0) console.error(`arrived: a list of ${lines.join(', ')} lines`);
  } finally {
    await world.close();
  }
  return rows;
}
