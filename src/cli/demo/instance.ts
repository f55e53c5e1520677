import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findOnPath } from '../../state/embedded/embeddedBinary.ts';

const STOP_MS = 12_000;

/** `Fleet` passes these for each process of `holystone serve` that it starts. */
export interface InstanceOptions {
  /** Its name in the fleet and in the journal. */
  readonly name: string;
  /** The script that serves. */
  readonly entry: string;
  readonly config: string;
  /** The complete environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Gets each line of its log. */
  readonly onLine: (line: string) => void;
}

/** One daemon as a process of its own. */
export interface Instance {
  readonly name: string;
  readonly pid: number;
  /** How it ended; `undefined` while it runs. */
  readonly ended: string | undefined;
  /** Did the demo end it? */
  readonly stopping: boolean;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM, and SIGKILL when that is not enough. */
  stop(): Promise<void>;
}

/**
 * Starts an instance in a process group of its own, so that Ctrl-C reaches only the demo, which ends the instance;
 * where `setpriv` is available, the kernel ends it when the demo is killed.
 */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { name, entry, config, env, cwd, onLine } = options;
  const setpriv = process.platform === 'linux' ? await findOnPath('setpriv') : undefined;
  const serve = [process.execPath, entry, 'serve', '--config', config, '--instance', name];
  const [command = '', ...args] = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--', ...serve] : serve;
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  createInterface({ input: child.stderr as NonNullable<ChildProcess['stderr']> }).on('line', onLine);
  return new Running(name, child);
}

class Running implements Instance {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  readonly #onExit = () => this.#child.kill('SIGKILL');
  #ended: string | undefined;
  #stopping = false;

  constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#child = child;
    process.once('exit', this.#onExit);
    this.#gone = new Promise((resolve) => {
      const end = (how: string) => {
        this.#ended ??= how;
        process.removeListener('exit', this.#onExit);
        resolve();
      };
      child.once('exit', (code, signal) => end(signal ?? `exit ${code}`));
      child.once('error', (error) => end(error.message));
    });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get ended(): string | undefined {
    return this.#ended;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  async kill(): Promise<void> {
    this.#stopping = true;
    this.#child.kill('SIGKILL');
    await this.#gone;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child.kill('SIGTERM');
    const forced = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    await this.#gone;
    clearTimeout(forced);
  }
}
