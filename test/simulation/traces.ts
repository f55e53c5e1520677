/**
 * Traces of the model of the permit (`test/proof/permit.pml`), as happenings of a run with the program itself: what the
 * model does to an instance after the n-th lock or permit is done to the instance that comes to it there. The model of a
 * trace has one resource; a tick of it is half of the time of a lock.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Happening } from './happening.ts';
import { SCALE, type Scale } from './world/scale.ts';

const MODEL = fileURLToPath(new URL('../proof/permit.pml', import.meta.url));
const DAY = 86_400_000;
const TICK_MS = 15_000;
/** Steps of one trace between two ticks are so far apart, ms. */
const STEP_MS = 40;
const MOST_STEPS = 3_000;
/** Of Redis with one server, as the simulation has it. */
const VARIANTS = ['SLEEP', 'SLEEP KILL', 'FAILOVER TOLD_AGAIN', 'FAILOVER TOLD_AGAIN SLEEP'] as const;

/** One resource, which is due a little before the delete pass of this time. */
export const TRACED: Scale = { ...SCALE, days: 2.3, resources: 1, retentionDays: 1 };
const DUE_MS = 1.74 * DAY;

/** The effects of the program that the model knows. */
const EFFECTS: Readonly<Record<string, string>> = {
  locks: 'redlock',
  permit: 'permit',
  denied: 'permit',
  sends: 'aws:DeregisterImage',
};

/** Where a trace is: the last effect, and the time since. */
interface Anchor {
  readonly after: string;
  readonly nth: number;
  readonly sinceMs: number;
}

/** Lines of a trace as Spin prints it. @throws Error that says what to install where Spin is missing */
export function traceOf(seed: number): readonly string[] {
  const flags = (VARIANTS[seed % VARIANTS.length] ?? '').split(' ').map((name) => `-D${name}`);
  const words = ['-T', ...flags, `-n${seed}`, `-u${MOST_STEPS}`, MODEL];
  try {
    const said = execFileSync('spin', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return said.split('\n').map((line) => line.trim());
  } catch (cause) {
    throw new Error('traces need Spin: install it (apt-get install spin)', { cause });
  }
}

/** @returns the happenings of a trace; empty: nothing happens to anybody in it, or only before the resource is due */
export function happeningsOfTrace(lines: readonly string[]): readonly Happening[] {
  const counts = new Map<string, number>();
  const list: Happening[] = [];
  let anchor: Anchor | undefined;
  let asleep: { readonly at: Anchor; readonly ticks: number } | undefined;
  let ticks = 0;
  const during = (at: Anchor) => ({ after: at.after, nth: at.nth, fromMs: DUE_MS });
  for (const line of lines) {
    const [what = '', who = '0'] = line.split(' ');
    const effect = EFFECTS[what];
    if (effect) {
      const nth = (counts.get(effect) ?? 0) + 1;
      counts.set(effect, nth);
      // The first call of a deletion is a dry run, which asks for the right.
      anchor = { after: effect, nth: what === 'sends' ? 2 * nth : nth, sinceMs: 0 };
      continue;
    }
    if (!anchor) continue;
    anchor = { ...anchor, sinceMs: anchor.sinceMs + (what === 'tick' ? TICK_MS : STEP_MS) };
    const { sinceMs } = anchor;
    if (what === 'tick') ticks++;
    else if (what === 'sleeps') asleep = { at: anchor, ticks };
    else if (what === 'wakes' && asleep) {
      const ms = Math.max(1, ticks - asleep.ticks) * TICK_MS;
      list.push({ kind: 'suspended', ...during(asleep.at), ms });
      asleep = undefined;
    } else if (what === 'dies') list.push({ kind: 'dies', ...during(anchor) });
    else if (what === 'lost') list.push({ kind: 'silent', ...during(anchor) });
    else if (what === 'failover') {
      const kind = line.endsWith('behind') ? 'failover' : 'redisDown';
      list.push({ kind, ...during(anchor), ms: Math.max(STEP_MS, Math.min(sinceMs, 1_900)) });
    } else if (what === 'keep') list.push({ kind: 'keep', ...during(anchor), ms: sinceMs, image: 0, on: Number(who) });
    else if (what === 'kill') list.push({ kind: 'kill', ...during(anchor), ms: sinceMs, on: 1 });
  }
  if (asleep) list.push({ kind: 'suspended', ...during(asleep.at), ms: Math.max(1, ticks - asleep.ticks) * TICK_MS });
  return list;
}

/** The first so many traces that differ, from a seed of Spin on, with the seeds that it took. */
export function distinctTraces(
  count: number,
  from = 1,
): readonly { readonly seed: number; readonly happenings: readonly Happening[] }[] {
  const seen = new Set<string>();
  const found: { seed: number; happenings: readonly Happening[] }[] = [];
  for (let seed = from; found.length < count && seed < from + 1_000 * count; seed++) {
    const happenings = happeningsOfTrace(traceOf(seed));
    const key = JSON.stringify(happenings);
    if (happenings.length === 0 || seen.has(key)) continue;
    seen.add(key);
    found.push({ seed, happenings });
  }
  return found;
}
