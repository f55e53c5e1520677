/** One run of the demo from start to end: everything started is ended, last-in-first-out, however the run ends. */
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../core/common/errors.ts';
import { Narrator } from './narrator.ts';
import type { DemoResult, DemoSummary } from './result.ts';
import { Stage } from './stage.ts';
import { dryRunCycle, prepareCycle } from './story.ts';
import { sayJudgement, sayScene } from './summary.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { pause } from './until.ts';
import { buildWorld, type World } from './world.ts';

export interface DemoOptions {
  readonly out: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Ends the demo. */
  readonly signal: AbortSignal;
  /** After the cycle: leave the pages open until the signal. */
  readonly stay?: boolean;
  /** The script of the instances; it is called as `node ENTRY serve --config FILE --instance NAME`. */
  readonly entry?: string;
  /** More environment for the instances. */
  readonly env?: Readonly<Record<string, string>>;
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

export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const { out, signal, stay = false, dryRun = false, entry = ENTRY, env = {} } = options;
  const terminal = createTerminal(out);
  const releases: (() => Promise<unknown>)[] = [];
  const release = (what: () => Promise<unknown>) => releases.push(what);
  const say = (line: string) => terminal.line(`  ${line}`);
  let result: DemoResult | undefined;
  try {
    terminal.heading('Holystone: a whole cycle on this machine. Nothing real is touched.');
    const world = await buildWorld({ dryRun, entry, env, say, release });
    result = await perform(world, terminal, options);
  } finally {
    for (const undo of releases.reverse()) await undo().catch((error) => terminal.line(messageOf(error)));
  }
  if (signal.aborted) terminal.line('Stopped. No process is left running.');
  if (!stay) terminal.line(JSON.stringify(result.summary));
  return result;
}

async function perform(world: World, terminal: Terminal, options: DemoOptions): Promise<DemoResult> {
  const { signal, stay = false, dryRun = false } = options;
  const ending = new AbortController();
  const stage = new Stage(world, terminal.say, AbortSignal.any([signal, ending.signal]), options);
  const cycle = dryRun ? () => dryRunCycle(stage) : prepareCycle(stage);
  sayScene(terminal, stage);
  const narrator = new Narrator(stage);
  const problem = await raced(stage, cycle, options)
    .then(
      () => undefined,
      (error: unknown) => messageOf(error),
    )
    .finally(() => ending.abort());
  narrator.end();
  if (!stay || signal.aborted) await world.fleet.stop();
  const result = resultOf(stage, problem);
  if (!signal.aborted) sayJudgement(terminal, stage, result);
  if (stay && !signal.aborted) await stayOpen(world, terminal, signal);
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

function resultOf(stage: Stage, problem: string | undefined): DemoResult {
  const judgement = stage.judge();
  const { journal } = stage.world;
  const summary: DemoSummary = {
    marked: journal.count('marked'),
    notified: journal.count('noticed'),
    optedOut: stage.optedOut,
    unmarked: journal.count('unmarked', 'holystone'),
    deleted: judgement.deleted,
    violations: judgement.violations.length,
  };
  const ok = problem === undefined && judgement.violations.length === 0 && judgement.missing.length === 0;
  return { ...judgement, ok, summary, ...(problem === undefined ? {} : { problem }) };
}

async function stayOpen({ fleet, mail, operatorPages }: World, terminal: Terminal, signal: AbortSignal): Promise<void> {
  try {
    if (fleet.alive.length < 2) {
      const { name } = await fleet.start('three', signal);
      terminal.say('good', 'serving', `instance ${name}, replaces the killed instance`);
    }
    terminal.line();
    terminal.fact('Marks', operatorPages.url);
    terminal.fact('Mailbox', mail.pageUrl);
    terminal.line('The pages stay open. Ctrl-C ends everything.');
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
