/** `npm run bench -- soak`: two instances serve for a while; each sampled series ends as a chart, and flat or growing. */
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { numberIn } from '../simulation/numberIn.ts';
import type { Daemon } from '../support/daemon.ts';
import { type Sample, sparkline, trendOf } from './trend.ts';
import { World } from './world.ts';

const MINUTE_MS = 60_000;
/** A minute here is an hour of a fleet: something of every type appears. */
const TURN_MS = MINUTE_MS;
const SAMPLE_MS = 5_000;
/** Shared evidence stays for 35 minutes, replies to operations for 10: real ones, so until then all of that grows. */
const REMEMBERED_MS = 36 * MINUTE_MS;
const SHORTEST_MINUTES = 60;

/** What a process says of itself in its metrics, and how it is printed. */
const OF_PROCESS = {
  'resident memory, MB': ['process_resident_memory_bytes', 1_000_000],
  'heap in use, MB': ['nodejs_heap_size_used_bytes', 1_000_000],
  'open descriptors': ['process_open_fds', 1],
  'delay of the event loop (p90), ms': ['nodejs_eventloop_lag_p90_seconds', 0.001],
} as const;

const minutes = numberIn(process.env, 'HOLYSTONE_SOAK_MINUTES', 120);
if (minutes < SHORTEST_MINUTES) process.stdout.write(`in less than ${SHORTEST_MINUTES} minutes nothing is judged\n`);
const series = new Map<string, Sample[]>();
const world = await World.start();
const redis = new Redis(world.redis.url);
const ended = world.daemons.map((daemon) => daemon.ended);
try {
  const began = performance.now();
  let turned = 0;
  for (let at = 0; at < minutes * MINUTE_MS; at = performance.now() - began) {
    if (at >= turned * TURN_MS) {
      turned++;
      await world.turn();
    }
    await sample(at);
    await Promise.race([delay(SAMPLE_MS), ...ended]);
    const gone = world.daemons.find(({ exit }) => exit !== undefined);
    if (gone) throw new Error(`${gone.name} ended${gone.lastWords()}`);
  }
  conclude();
} finally {
  redis.disconnect();
  await world.stop();
}

async function sample(at: number): Promise<void> {
  const add = (name: string, value: number) => series.set(name, [...(series.get(name) ?? []), { at, value }]);
  for (const daemon of world.daemons) {
    const metrics = await metricsOf(daemon);
    for (const [name, [metric, unit]] of Object.entries(OF_PROCESS)) {
      add(`${daemon.name}: ${name}`, (metrics.get(metric) ?? 0) / unit);
    }
  }
  add('Redis: keys', await redis.dbsize());
  add('Redis: MB', Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]) / 1_000_000);
}

async function metricsOf({ operatorUrl }: Daemon): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text();
  return new Map([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]));
}

function conclude(): void {
  const width = Math.max(...[...series.keys()].map(({ length }) => length));
  let growing = 0;
  for (const [name, samples] of series) {
    const { first, last, growth, grows } = trendOf(samples, REMEMBERED_MS);
    if (grows) growing++;
    const sign = growth < 0 ? '−' : '+';
    const said = `${first.toFixed(1).padStart(8)} → ${last.toFixed(1).padStart(8)}  ${sign}${Math.abs(growth * 100).toFixed(0)} %`;
    process.stdout.write(`${name.padEnd(width)}  ${sparkline(samples)}  ${said}  ${grows ? 'GROWS' : 'flat'}\n`);
  }
  const counts = `${world.deleted} deletions, the store did not answer ${world.unanswered} times`;
  process.stdout.write(`${minutes} minutes, ${counts}, ${growing} of ${series.size} series grow\n`);
  process.exitCode = growing > 0 && minutes >= SHORTEST_MINUTES ? 1 : 0;
}
