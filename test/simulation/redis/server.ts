/** The real redis-server of the simulation: on a unix socket, with its wall clock in our hands. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { real } from '../kernel/real.ts';
import { Backend } from './backend.ts';
import { readValue, type Value, writeCommand } from './resp.ts';

const SOURCE = fileURLToPath(new URL('clock.c', import.meta.url));
const TICKS_PER_S = 100;

/** All keys at a true time, for an older copy. */
export interface Copy {
  readonly at: number;
  readonly keys: readonly { readonly key: string; readonly leftMs: number; readonly value: Buffer }[];
}

export class Server {
  readonly #folder: string;
  readonly #clock: number;
  readonly #process: ChildProcess;
  readonly #path: string;
  readonly admin: Backend;

  private constructor(folder: string, clock: number, child: ChildProcess, path: string, admin: Backend) {
    this.#folder = folder;
    this.#clock = clock;
    this.#process = child;
    this.#path = path;
    this.admin = admin;
  }

  /** @throws Error that says what to install where the C compiler or redis-server is missing */
  static async start(): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'holystone-simulation-'));
    const shim = compiled(folder);
    const clockFile = join(folder, 'clock');
    const clock = openSync(clockFile, 'w+');
    ftruncateSync(clock, 8);
    const path = join(folder, 'redis.sock');
    const settings = { port: 0, unixsocket: path, dir: folder, save: '', appendonly: 'no', hz: 1, loglevel: 'warning' };
    const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const env = { ...process.env, LD_PRELOAD: shim, SIMULATED_CLOCK: clockFile };
    const child = spawn('redis-server', words, { env, stdio: 'ignore' });
    const missing = new Promise<never>((_, reject) => {
      child.once('error', () =>
        reject(new Error('redis-server is missing: install Redis (apt-get install redis-server)')),
      );
    });
    const admin = await Promise.race([opened(path), missing]);
    return new Server(folder, clock, child, path, admin);
  }

  /** @param at true time and error of its clock, ms since the epoch */
  setClock(at: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(Math.round(at * 1_000)));
    writeSync(this.#clock, bytes, 0, 8, 0);
  }

  connect(): Promise<Backend> {
    return Backend.open(this.#path);
  }

  async do(...words: readonly (string | number | Buffer)[]): Promise<Value> {
    return readValue(await this.admin.ask(writeCommand(words), 1));
  }

  /** Empty, but for the program's scripts. */
  async begin(scripts: Iterable<{ readonly source: string }>): Promise<void> {
    await this.do('FLUSHALL');
    await this.do('SCRIPT', 'FLUSH');
    for (const { source } of scripts) await this.do('SCRIPT', 'LOAD', source);
  }

  async copy(at: number): Promise<Copy> {
    const keys = [];
    for (const key of (await this.do('KEYS', '*')) as readonly string[]) {
      const leftMs = Number(await this.do('PTTL', key));
      const dumped = await this.admin.ask(writeCommand(['DUMP', key]), 1);
      keys.push({ key, leftMs, value: Buffer.from(dumped.subarray(dumped.indexOf('\r\n') + 2, -2)) });
    }
    return { at, keys };
  }

  /** In the place of all that it holds; what expired meanwhile is gone. */
  async restore({ at, keys }: Copy, now: number): Promise<void> {
    await this.do('FLUSHALL');
    for (const { key, leftMs, value } of keys) {
      const left = leftMs < 0 ? 0 : Math.round(leftMs - (now - at));
      if (leftMs < 0 || left > 0) await this.do('RESTORE', key, left, value);
    }
  }

  /** CPU so far, s. */
  cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
  }

  stop(): void {
    this.admin.close();
    this.#process.kill('SIGKILL');
    closeSync(this.#clock);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function compiled(folder: string): string {
  const shim = join(folder, 'clock.so');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', shim, SOURCE, '-ldl'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (cause) {
    throw new Error('the simulation needs a C compiler: install one (apt-get install gcc libc6-dev)', { cause });
  }
  return shim;
}

async function opened(path: string): Promise<Backend> {
  for (let tries = 0; ; tries++) {
    try {
      return await Backend.open(path);
    } catch (error) {
      if (tries === 500) throw error;
      await new Promise((resolve) => real.setTimeout(resolve, 20));
    }
  }
}
