/** `npm run bench -- soak`: two instances serve for a while; each sampled series ends as a chart, and flat or growing. */
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { numberIn } from '../simulation/numberIn.ts';
import type { Daemon } from '../support/daemon.ts';
import { type Sample, sparkline, trendOf } from './trend.ts';
import { World } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
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
/** Of the last sample: what no line of the charts judges. */
let told = '';
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
  const { lasting, streams, lists, ending } = await keysIn(redis);
  const sizes = await each(lasting, 'memory', 'usage');
  add('Redis: keys without an end', lasting.length);
  add('Redis: MB of keys without an end', sum(sizes) / 1_000_000);
  const megabytes = async (keys: readonly string[]) =>
    (sum(await each(keys, 'memory', 'usage')) / 1_000_000).toFixed(1);
  const longest = async (keys: readonly string[], length: string) => Math.max(0, ...(await each(keys, length)));
  told = [
    `${ending.length} keys end by themselves, the last one in ${Math.round(Math.max(0, ...ending) / DAY_MS)} days; ${(await memory()).toFixed(1)} MB in all`,
    `${streams.length} streams, whose writers cut them (at 50,000 entries and less): the longest has ${await longest(streams, 'xlen')}; ${await megabytes(streams)} MB`,
    `${lists.length} lists, whose writers cut them (those of passes at 20): the longest has ${await longest(lists, 'llen')}; ${await megabytes(lists)} MB`,
    ...kindsOf(lasting, sizes),
  ].join('\nRedis: ');
}

/** Times to live are those of Redis, which nothing hastens: what ends after days only piles up in these two hours. */
async function keysIn(
  client: Redis,
): Promise<
  Readonly<Record<'lasting' | 'lists' | 'streams', readonly string[]>> & { readonly ending: readonly number[] }
> {
  const keys: string[] = [];
  for await (const some of client.scanStream({ count: 1_000 })) keys.push(...some);
  const left = await each(keys, 'pttl');
  const types = await Promise.all(keys.map((key) => client.type(key)));
  const endless = (is: (type: string) => boolean) => keys.filter((_, n) => left[n] === -1 && is(types[n] ?? ''));
  return {
    lasting: endless((type) => type !== 'stream' && type !== 'list'),
    streams: endless((type) => type === 'stream'),
    lists: endless((type) => type === 'list'),
    ending: left.filter((ms) => ms > 0),
  };
}

/** The largest kinds of keys: what stands in braces is the place that they are of. */
function kindsOf(keys: readonly string[], sizes: readonly number[]): readonly string[] {
  const kinds = new Map<string, { count: number; bytes: number }>();
  for (const [n, key] of keys.entries()) {
    const kind = kinds.get(key.replace(/\{[^}]*\}/, '{…}')) ?? { count: 0, bytes: 0 };
    kinds.set(key.replace(/\{[^}]*\}/, '{…}'), { count: kind.count + 1, bytes: kind.bytes + (sizes[n] ?? 0) });
  }
  return [...kinds]
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .slice(0, 12)
    .map(([kind, { count, bytes }]) => `${count} × ${kind}: ${(bytes / 1_000).toFixed(0)} kB`);
}

async function each(keys: readonly string[], ...command: readonly string[]): Promise<readonly number[]> {
  const all = redis.pipeline();
  for (const key of keys) all.call(...(command as [string, ...string[]]), key);
  return ((await all.exec()) ?? []).map(([, answer]) => Number(answer));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

async function memory(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]) / 1_000_000;
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
  process.stdout.write(`Redis: ${told}\n`);
  process.stdout.write(`${minutes} minutes, ${counts}, ${growing} of ${series.size} series grow\n`);
  process.exitCode = growing > 0 && minutes >= SHORTEST_MINUTES ? 1 : 0;
}
