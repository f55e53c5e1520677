/** One run of the demo from start to end: everything started is ended, last-in-first-out, however the run ends. */
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../core/common/errors.ts';
import type { Pace } from './daemonEnv.ts';
import { dryRunOfMain, main } from './mainScene.ts';
import { Narrator } from './narrator.ts';
import type { DemoResult, DemoSummary } from './result.ts';
import type { OwnJudgement, Scene } from './scene.ts';
import { Stage } from './stage.ts';
import { sayJudgement, sayScene } from './summary.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { pause } from './until.ts';
import { inviteToTry, narrateDecisions } from './waiting.ts';
import { buildWorld, type World } from './world.ts';

/** `holystone demo` passes these, and so do the runs that break a law on purpose. */
export interface DemoOptions {
  readonly out: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Ends the demo. */
  readonly signal: AbortSignal;
  /** After the cycle: leave the pages open until the signal. */
  readonly stay?: boolean;
  /** The script of the instances; it is called as `node ENTRY serve --config FILE --instance NAME`. */
  readonly entry?: string;
  /** The environment of this process, for colours. */
  readonly terminalEnv?: Readonly<Record<string, string | undefined>>;
  /** More environment for the instances. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the whole cycle. */
  readonly scene?: Scene;
  /** One line about the scene, for its heading. */
  readonly title?: string;
  /** At a pace that a person can follow, with explanations. */
  readonly slow?: boolean;
  /** `false`: a missing Redis server is not installed. */
  readonly install?: boolean;
  /** The configuration says `dryRun: true`: nothing may be written or mailed. */
  readonly dryRun?: boolean;
  /** From the start of the instances. */
  readonly deadlineMs?: number;
  /** End at the first violation that the oracle finds: for runs that are wrong on purpose. */
  readonly stopAtViolation?: boolean;
  /** One more act while the instances work. */
  readonly act?: (stage: Stage) => Promise<void>;
  /** The instances' maximum age of evidence, where it is not the default. */
  readonly maxEvidenceAgeMs?: number;
}

const ENTRY = fileURLToPath(new URL('../../main.js', import.meta.url));
/** A busy machine may need twice the usual time. */
const DEADLINE_MS = 300_000;

/** Retention in seconds: it takes days in real life. */
const PACE: Pace = { retentionMs: 20_000, unownedRetentionMs: 30_000 };
const SLOW_PACE: Pace = { retentionMs: 60_000, unownedRetentionMs: 75_000 };

/** Ends with the scene, or with the signal where `stay` is set; broken safety rules are in the result. */
export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const {
    out,
    signal,
    title = 'a demo',
    stay = false,
    slow = false,
    dryRun = false,
    install = true,
    entry = ENTRY,
    env = {},
  } = options;
  const scene = dryRun ? dryRunOfMain : (options.scene ?? main);
  const pace = slow ? SLOW_PACE : PACE;
  const terminal = createTerminal(out, { env: options.terminalEnv, ...(slow ? { slow: { signal } } : {}) });
  const releases: (() => Promise<unknown>)[] = [];
  const release = (what: () => Promise<unknown>) => releases.push(what);
  const say = (line: string) => terminal.line(`  ${line}`);
  let result: DemoResult | undefined;
  try {
    terminal.heading('Holystone on this machine. Nothing real is touched.');
    if (title !== undefined) terminal.fact('Scene', title);
    const { seed, prices } = scene;
    const world = await buildWorld({ scene, seed, prices, pace, install, dryRun, entry, env, say, release });
    result = await perform({ scene, pace, world, terminal }, options);
  } finally {
    for (const undo of releases.reverse()) await undo().catch((error) => terminal.line(messageOf(error)));
  }
  if (signal.aborted) terminal.line('Stopped. No process is left running.');
  if (!stay) terminal.line(JSON.stringify(result.summary));
  return result;
}

interface Performance {
  readonly scene: Scene;
  readonly pace: Pace;
  readonly world: World;
  readonly terminal: Terminal;
}

async function perform({ scene, pace, world, terminal }: Performance, options: DemoOptions): Promise<DemoResult> {
  const { signal, stay = false } = options;
  const ending = new AbortController();
  const stage = new Stage(world, terminal.say, AbortSignal.any([signal, ending.signal]), { ...options, pace });
  const cycle = scene.prepare(stage);
  sayScene(terminal, stage);
  const narrator = new Narrator(stage);
  const problem = await raced(stage, cycle, options)
    .then(
      () => undefined,
      (error: unknown) => messageOf(error),
    )
    .finally(() => ending.abort());
  if (!stay || signal.aborted) await world.fleet.stop();
  narrator.catchUp();
  const own = await scene.judge?.(stage);
  const result = resultOf(stage, scene, own, problem);
  await terminal.settled();
  if (!signal.aborted) sayJudgement(terminal, stage, result);
  if (stay && !signal.aborted) await stayOpen(stage, terminal, signal);
  narrator.end();
  return result;
}

/** @throws Error that says why the cycle did not end */
async function raced(stage: Stage, cycle: () => Promise<void>, options: DemoOptions): Promise<void> {
  const { fleet } = stage.world;
  await Promise.all(['one', 'two'].map((name) => fleet.start(name, stage.signal)));
  stage.say('calm', 'serving', `instances ${fleet.alive.map(({ name, pid }) => `${name} (pid ${pid})`).join(' and ')}`);
  await Promise.race([Promise.all([cycle(), options.act?.(stage)]), watch(stage, options)]);
}

const WATCH_MS = 1_000;

/** Never resolves; rejects when the run cannot continue, or need not. */
async function watch(stage: Stage, { deadlineMs = DEADLINE_MS, stopAtViolation = false }: DemoOptions): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    await pause(WATCH_MS, stage.signal);
    const { fallen } = stage.world.fleet;
    if (fallen) {
      const words = stage.world.journal.lastWords(fallen.name);
      throw new Error(`instance ${fallen.name} exited unexpectedly (${fallen.ended}): ${words}`);
    }
    if (stopAtViolation && stage.judge().violations.length > 0) throw new Error('a safety rule was broken');
    if (performance.now() > deadline) throw new Error(`the cycle did not end within ${deadlineMs / 1000} s`);
  }
}

function resultOf(stage: Stage, scene: Scene, own: OwnJudgement | undefined, problem: string | undefined): DemoResult {
  const judgement = { ...stage.judge(), ...own };
  // Of a scene that did not come to its end, most is not due yet: what stopped it is all there is to say.
  const unmet = problem === undefined ? scene.check(stage) : [];
  const { journal } = stage.world;
  const summary: DemoSummary = {
    marked: journal.count('marked'),
    notified: journal.count('noticed'),
    optedOut: stage.optedOut,
    unmarked: journal.count('unmarked', 'holystone'),
    deleted: judgement.deleted,
    violations: judgement.violations.length,
  };
  const ok = problem === undefined && judgement.violations.length === 0 && unmet.length === 0;
  return { ...judgement, unmet, ok, summary, ...(problem === undefined ? {} : { problem }) };
}

/** Leaves the pages open, with resources to try them with, until the signal. */
async function stayOpen(stage: Stage, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const { fleet } = stage.world;
  try {
    if (fleet.alive.length < 2) {
      const { name } = await fleet.start('three', signal);
      terminal.say('good', 'serving', `instance ${name}, replaces the killed instance`);
    }
    await inviteToTry(stage, terminal, signal);
    await narrateDecisions(stage, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
