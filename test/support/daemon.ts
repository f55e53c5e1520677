/**
 * `holystone serve`, in its own process or in the test's: its log as data, its addresses, its end. Tests of signals,
 * SIGKILL and SIGSTOP above all, need a process; tests of the daemon's work need none.
 */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { commandHere } from './cliHere.ts';
import { commandLine, type Environment, stackLines, startProgram } from './cliRun.ts';
import { until } from './until.ts';

export interface LogLine {
  readonly level: string;
  readonly time: string;
  readonly instance: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface DaemonOptions {
  readonly config: string;
  readonly name: string;
  readonly env: Environment;
  /** Runs within the test's own process: it starts at once, and SIGKILL ends it like SIGTERM. */
  readonly here?: boolean;
  /** `main.js` of another build. */
  readonly entry?: string;
}

/** The process or the stand-in that runs it. */
interface Runner {
  /** -1 without an own process. */
  readonly pid: number;
  signal(signal: NodeJS.Signals): void;
  /** Resolves after its last line. */
  readonly ended: Promise<Exit>;
}

export interface Health {
  /** 0: no listener is open. */
  readonly status: number;
  readonly reasons: readonly string[];
}

/** A process may share the machine with many others; a successful test never waits this long. */
export const PATIENCE_MS = 420_000;

const running = new Set<Daemon>();

/** SIGKILL for everything that a test left running. */
export async function endAllDaemons(): Promise<void> {
  await Promise.all([...running].map((daemon) => daemon.kill()));
}

export class Daemon {
  readonly name: string;
  /** Its log so far. */
  readonly lines: LogLine[] = [];
  /** Output lines that are no log lines. */
  readonly other: string[] = [];
  readonly ended: Promise<Exit>;
  readonly #runner: Runner;
  #exit: Exit | undefined;
  #listening: LogLine | undefined;

  constructor({ config, name, env, here = false, entry }: DaemonOptions) {
    this.name = name;
    const args = ['serve', '--config', config, '--instance', name];
    const take = (line: string) => this.#take(line);
    this.#runner = here ? startHere(args, env, take) : startProcess(commandLine(args, entry), env, take);
    this.ended = this.#runner.ended.then((exit) => {
      this.#exit = exit;
      running.delete(this);
      return exit;
    });
    running.add(this);
  }

  get pid(): number {
    return this.#runner.pid;
  }

  /** `undefined` while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  get publicUrl(): string {
    return String(this.#address().public);
  }

  get operatorUrl(): string {
    return String(this.#address().operator);
  }

  /** Waits for the first line with this message that also `fits`. */
  async logged(msg: string, fits: (line: LogLine) => boolean = () => true, deadlineMs = PATIENCE_MS): Promise<LogLine> {
    const find = () => this.lines.find((line) => line.msg === msg && fits(line));
    await this.#until(`"${msg}" is logged`, () => find() !== undefined, deadlineMs);
    return find() as LogLine;
  }

  /** Both listeners are open. */
  async listening(): Promise<void> {
    await this.logged('listening');
  }

  /** It accepts work. */
  async serving(): Promise<void> {
    await this.logged('serving');
  }

  /** Lines of passes, in order. */
  passes(namespace: string, action: string): readonly LogLine[] {
    return this.lines.filter((line) => line.msg === 'pass' && line.namespace === namespace && line.action === action);
  }

  /** The public listener's reply; the reasons, which it omits, come from the operator's. */
  async health(path: 'live' | 'ready'): Promise<Health> {
    try {
      const response = await fetch(`${this.publicUrl}/health/${path}`);
      const whole = await fetch(`${this.operatorUrl}/health/${path}`);
      const { reasons = [] } = (await whole.json()) as { reasons?: readonly string[] };
      await response.arrayBuffer();
      return { status: response.status, reasons };
    } catch {
      return { status: 0, reasons: [] };
    }
  }

  async readiness(status: 200 | 503, deadlineMs = PATIENCE_MS): Promise<Health> {
    let health = await this.health('ready');
    const what = `readiness is ${status}`;
    await this.#until(
      what,
      async () => {
        health = await this.health('ready');
        return health.status === status;
      },
      deadlineMs,
    );
    return health;
  }

  /** A JSON document of the operator's API. */
  async api<T>(path: string): Promise<T> {
    const response = await fetch(`${this.operatorUrl}/api/v1${path}`);
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Waits for a few ticks; each would have let work begin. @param end only ticks that ended like this */
  async ticks(count: number, end?: string): Promise<void> {
    const begun = await this.#ticks(end);
    const what = `it has ticked ${count} times`;
    await this.#until(what, async () => (await this.#ticks(end)) >= begun + count, PATIENCE_MS);
  }

  async #ticks(end = '\\w+'): Promise<number> {
    const text = await (await fetch(`${this.operatorUrl}/metrics`)).text();
    const counters = text.matchAll(new RegExp(`holystone_ticks_total\\{end="${end}"\\} (\\d+)`, 'g'));
    return [...counters].reduce((sum, [, n]) => sum + Number(n), 0);
  }

  signal(signal: NodeJS.Signals): void {
    this.#runner.signal(signal);
  }

  /** Sends SIGTERM, and waits for the end. */
  async stop(): Promise<Exit> {
    this.signal('SIGTERM');
    return this.end();
  }

  /** Waits for the end, which must come in time; the output must contain no stack trace. */
  async end(deadlineMs = PATIENCE_MS): Promise<Exit> {
    try {
      await until(`${this.name} ended`, () => this.#exit !== undefined, deadlineMs);
    } finally {
      await this.kill();
    }
    const stacks = stackLines([...this.lines.map((line) => JSON.stringify(line)), ...this.other].join('\n'));
    if (stacks.length > 0) throw new Error(`${this.name} shows a stack trace: ${stacks.join('\n')}`);
    return this.ended;
  }

  async kill(): Promise<Exit> {
    this.signal('SIGKILL');
    return this.ended;
  }

  /** Fails at once, with the last log lines, when the daemon ends instead. */
  async #until(what: string, holds: () => boolean | Promise<boolean>, deadlineMs: number): Promise<void> {
    const holdsOrEnded = async () => (await holds()) || this.#exit !== undefined;
    try {
      await until(what, holdsOrEnded, deadlineMs);
    } catch (error) {
      throw new Error(`${this.name}: ${(error as Error).message}${this.lastWords()}`);
    }
    if (!(await holds())) throw new Error(`${this.name} ended before ${what}${this.lastWords()}`);
  }

  /** The end of its log, for a test's failure message. */
  lastWords(): string {
    return ['', ...this.lines.slice(-15).map((line) => JSON.stringify(line)), ...this.other.slice(-15)].join('\n');
  }

  #address(): LogLine {
    // Whoever runs for long forgets old lines.
    this.#listening ??= this.lines.find(({ msg }) => msg === 'listening');
    if (!this.#listening) throw new Error(`${this.name} does not listen yet`);
    return this.#listening;
  }

  #take(text: string): void {
    try {
      this.lines.push(JSON.parse(text) as LogLine);
    } catch {
      this.other.push(text);
    }
  }
}

function startProcess(words: readonly string[], env: Environment, take: (line: string) => void): Runner {
  const child = startProgram(words, { env });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', take);
  }
  return {
    pid: child.pid ?? -1,
    signal: (signal) => void child.kill(signal),
    // 'close' comes after the read of the last line.
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal }))),
  };
}

/** The same command within this process. */
function startHere(args: readonly string[], env: Environment, take: (line: string) => void): Runner {
  const stop = new AbortController();
  const hangups: (() => void)[] = [];
  const lines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .forEach(take);
  const stream = () =>
    new Writable({
      write: (chunk, _encoding, done) => {
        lines(String(chunk));
        done();
      },
    });
  const context = {
    env,
    stdout: stream(),
    stderr: stream(),
    log: { write: lines },
    signal: stop.signal,
    onHangup: (listener: () => void) => void hangups.push(listener),
  };
  return {
    pid: -1,
    signal: (signal) => {
      if (signal === 'SIGHUP') for (const listener of hangups) listener();
      else if (signal === 'SIGTERM' || signal === 'SIGKILL') stop.abort(new Error(`stopped by ${signal}`));
      else throw new Error(`${signal} needs a process`);
    },
    ended: commandHere(args, context).then((code) => ({ code, signal: null })),
  };
}
