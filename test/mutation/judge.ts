/**
 * Judges the mutants of one file. A process that has loaded the tests tries each mutant that they reach, within milliseconds.
 * Only a kill counts there: modules may remember what they computed. Whatever else happens, a process of its own decides.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Order, Question } from './child.ts';
import type { Limit } from './limit.ts';

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));

/** For tests without a mutant, which nobody has measured yet. */
const FIRST: Limit = { cpuMs: 300_000, looks: 3000 };
/** The child ended itself (its limit), or was ended. */
type Ended = { readonly kind: 'ended' };
type Start = (order: Order) => ChildProcess;
type Ready = Extract<Answer, { kind: 'ready' }>;

/** @param root a copy as copy.ts makes it @returns the mutants that no test notices, of those given, or why the tests are none to judge by */
export async function judged(
  root: string,
  suites: readonly string[],
  mutants: readonly string[],
  program = CHILD,
): Promise<ReadonlySet<string> | string> {
  const start: Start = (order) => started(program, root, order);
  const alive = new Set<string>();
  let open = await opened(start, suites);
  try {
    for (const mutant of mutants) {
      if (typeof open === 'string') return open;
      const { ready, child } = open;
      const limit = { cpuMs: 10_000 + 5 * ready.cpuMs, looks: 150 + Math.round(ready.cpuMs / 20) };
      const isAtLoad = ready.atLoad.includes(mutant);
      const reaching = isAtLoad ? suites : ready.reached[mutant];
      if (reaching === undefined) {
        alive.add(mutant);
        continue;
      }
      if (!isAtLoad) {
        const { kind } = await asked(child, { mutant, limit });
        if (kind === 'killed') continue;
        if (kind !== 'alive') {
          close(child);
          open = await opened(start, suites);
        }
      }
      if (await isAlive(start, { suites: reaching, mutant, limit })) alive.add(mutant);
    }
    return typeof open === 'string' ? open : alive;
  } finally {
    if (typeof open !== 'string') close(open.child);
  }
}

/** In a process of its own. Whoever comes to no end there twice is noticed. */
async function isAlive(start: Start, order: Order, isLast = false): Promise<boolean> {
  const child = start(order);
  const { kind } = await answer(child);
  close(child);
  return kind === 'ended' && !isLast ? isAlive(start, order, true) : kind === 'alive';
}

async function opened(
  start: Start,
  suites: readonly string[],
): Promise<{ ready: Ready; child: ChildProcess } | string> {
  const child = start({ suites, limit: FIRST });
  const ready = await answer(child);
  if (ready.kind === 'ready') return { ready, child };
  close(child);
  return ready.kind === 'failed' ? ready.why : 'without a mutant, its tests come to no end';
}

function started(program: string, root: string, order: Order): ChildProcess {
  return fork(program, [JSON.stringify(order)], {
    cwd: root,
    // A group of its own, so that what its tests started ends with it.
    detached: true,
    env: { ...process.env, NODE_ENV: 'test', TMPDIR: `${root}/tmp` },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function close({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function asked(child: ChildProcess, question: Question): Promise<Answer | Ended> {
  child.send(question, () => {});
  return answer(child);
}

function answer(child: ChildProcess): Promise<Answer | Ended> {
  return new Promise((resolve) => {
    const done = (told: Answer | Ended) => {
      child.off('message', done).off('exit', ended);
      resolve(told);
    };
    const ended = () => done({ kind: 'ended' });
    if (child.exitCode !== null || child.signalCode !== null) ended();
    else child.on('message', done).on('exit', ended);
  });
}
