import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Instance, startInstance } from './instance.ts';
import type { Journal } from './journal.ts';
import { until } from './until.ts';

/** All instances of one demo share these; only the name differs. */
export interface FleetOptions {
  /** It takes each line that an instance logs. */
  readonly journal: Journal;
  /** The script that serves. */
  readonly entry: string;
  /** The path of the configuration. */
  readonly config: string;
  readonly cwd: string;
  /** The complete environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
}

const START_MS = 60_000;

/** The instances of the demo, in the order of their start. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #instances: Instance[] = [];

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  get alive(): readonly Instance[] {
    return this.#instances.filter(({ ended }) => ended === undefined);
  }

  get(name: string): Instance | undefined {
    return this.#instances.find((instance) => instance.name === name);
  }

  /** An instance that ended although the demo did not stop it. */
  get fallen(): Instance | undefined {
    return this.#instances.find(({ ended, stopping }) => ended !== undefined && !stopping);
  }

  /** Resolves when the instance serves. */
  async start(name: string, signal: AbortSignal): Promise<Instance> {
    const { journal, ...options } = this.#options;
    const instance = await startInstance({ ...options, name, onLine: (line) => journal.add(name, line) });
    this.#instances.push(instance);
    const serving = await until(
      () => journal.line(name, 'serving') ?? (instance.ended === undefined ? undefined : false),
      signal,
      START_MS,
    );
    if (serving) return instance;
    throw new Error(`instance ${name} did not start (${instance.ended ?? 'no answer'}): ${journal.lastWords(name)}`);
  }

  /** Runs `holystone` once, in the same place and environment as the instances. */
  async command(args: readonly string[]): Promise<Ended> {
    const { entry, config, cwd, env } = this.#options;
    return runCommand([entry, ...args, '--config', config], { cwd, env });
  }

  /** The ports of the living instances, in the order of their start. */
  ports(side: 'public' | 'operator'): readonly number[] {
    return this.alive.flatMap(({ name }) => {
      const address = this.#options.journal.line(name, 'listening')?.[side];
      return typeof address === 'string' ? [Number(new URL(address).port)] : [];
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.alive.map((instance) => instance.stop()));
  }
}

/** How a command ended. */
interface Ended {
  /** Absent: a signal ended it. */
  readonly code: number | null;
  /** The last line of its whole output. */
  readonly lastLine: string;
}

/** Runs a script of Node to its end. @param args the script and its arguments */
async function runCommand(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Ended> {
  const child = spawn(process.execPath, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  process.removeListener('exit', end);
  return { code, lastLine: output.trim().split('\n').at(-1) ?? '' };
}
