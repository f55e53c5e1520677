/**
 * A private Redis for the demo, the tests and dry runs: a child process on a loopback port and in its own folder.
 *
 * It must not outlive this process. It runs in its own process group, so that Ctrl-C stops us first and we stop it
 * last. Where `setpriv` exists (util-linux, so on practically every Linux) the kernel kills it when we die, by any
 * signal. Elsewhere an exit handler kills it, except when SIGKILL ends this process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findOnPath, findOrInstallRedisServer } from './embeddedBinary.ts';

/** Only a server that hangs takes so long, on any machine. */
const START_MS = 60_000;
const STOP_MS = 5_000;
/** Of one command while Redis starts. */
const PING_MS = 1_000;
const PORT_ATTEMPTS = 5;

/** The demo, the sandbox, `redis.url: embedded` and the tests start a private server with these. */
export interface EmbeddedRedisOptions {
  /** The data folder; it stays at the end. Absent = a temporary folder, removed at the end. */
  readonly dir?: string;
  /** Absent = a free port. */
  readonly port?: number;
  /** Gets a line for people before a slow step. */
  readonly say?: (line: string) => void;
  /** `false`: installs no missing server. Default: true. */
  readonly install?: boolean;
  /** Another user of the machine may not use it: the URL has a new password. Default: false. */
  readonly hasPassword?: boolean;
}

/** A private server on loopback, for one process and for tests. */
export interface EmbeddedRedis {
  /** `redis://127.0.0.1:PORT`, with a password if it has one. Not for logs. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dir: string;
  /** SIGTERM, then SIGKILL; removes a temporary folder. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the server and waits until it replies. It has the durability that deletes need (docs/adr/0011-durability.md).
 * @throws NoRedisServerError when there is none and it cannot be installed
 */
export async function startEmbeddedRedis(options: EmbeddedRedisOptions = {}): Promise<EmbeddedRedis> {
  const server = await findOrInstallRedisServer(options);
  const launch = await launcher(server);
  for (let attempt = 1; ; attempt++) {
    const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'holystone-redis-')));
    const password = options.hasPassword ? randomBytes(32).toString('hex') : undefined;
    const port = options.port ?? (await freePort());
    const running = run(launch, { dir, port, password, temporary: options.dir === undefined });
    try {
      await untilReady(running);
      return running;
    } catch (error) {
      await running.stop();
      // Another process may have taken the free port in between.
      if (options.port !== undefined || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/** @param wanted the part of the reply to return; waits for it */
function ask(port: number, command: string, timeoutMs: number, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    let answer = '';
    socket.setEncoding('utf8').setTimeout(timeoutMs);
    socket.once('connect', () => socket.write(`${command}\r\n`));
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
    socket.on('data', (chunk: string) => {
      answer += chunk;
      const found = wanted.exec(answer)?.[1];
      if (found === undefined) return;
      resolve(found);
      socket.destroy();
    });
  });
}

interface Running extends EmbeddedRedis {
  readonly child: ChildProcess;
  readonly password: string | undefined;
}

interface Start {
  readonly dir: string;
  readonly port: number;
  readonly password: string | undefined;
  readonly temporary: boolean;
}

/** The start of the command line, before the server's own arguments. */
async function launcher(server: string): Promise<readonly string[]> {
  const setpriv = process.platform === 'linux' ? await findOnPath('setpriv') : undefined;
  return setpriv ? [setpriv, '--pdeathsig', 'KILL', '--', server] : [server];
}

function run(launch: readonly string[], { dir, port, password, temporary }: Start): Running {
  // `-`: it also reads settings from its standard input, which no list of processes shows.
  const [command = '', ...args] = [...launch, '-', ...serverArguments(dir, port)];
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: dir, env: {} });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(password === undefined ? '' : `requirepass ${password}\n`);
  child.unref();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const onExit = () => {
    child.kill('SIGKILL');
    if (temporary) rmSync(dir, { recursive: true, force: true });
  };
  process.once('exit', onExit);

  const stop = async () => {
    child.ref();
    child.kill('SIGTERM');
    // A stopped process (SIGSTOP) handles no SIGTERM until it continues.
    child.kill('SIGCONT');
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(forced);
    process.removeListener('exit', onExit);
    if (temporary) await rm(dir, { recursive: true, force: true });
  };
  const user = password === undefined ? '' : `:${password}@`;
  return { url: `redis://${user}127.0.0.1:${port}`, port, pid: child.pid ?? -1, dir, child, password, stop };
}

function serverArguments(dir: string, port: number): readonly string[] {
  const settings: Record<string, string> = {
    bind: '127.0.0.1',
    port: String(port),
    dir,
    logfile: logIn(dir),
    daemonize: 'no',
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    'maxmemory-policy': 'noeviction',
  };
  return Object.entries(settings).flatMap(([key, value]) => [`--${key}`, value]);
}

async function untilReady(running: Running): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    if (running.child.exitCode !== null || running.child.signalCode !== null || running.pid < 0) break;
    if (await isReady(running)) return;
    if (performance.now() > deadline) break;
    await delay(20);
  }
  const log = await readFile(logIn(running.dir), 'utf8').catch(() => '');
  const last = log.trim().split('\n').at(-1) ?? '';
  throw new Error(`the embedded Redis did not start on port ${running.port}: ${last === '' ? 'no log' : last}`);
}

/** Another process's Redis may have the port, and answer: this one then ends a moment later. */
async function isReady({ port, dir, password }: Running): Promise<boolean> {
  const signIn = password === undefined ? '' : `AUTH ${password}\r\n`;
  try {
    const logfile = await ask(port, `${signIn}CONFIG GET logfile`, PING_MS, /\r\nlogfile\r\n\$\d+\r\n(.*?)\r\n/);
    return logfile === logIn(dir) && (await ask(port, `${signIn}PING`, PING_MS, /(\+PONG)\r\n/)) === '+PONG';
  } catch {
    return false;
  }
}

function logIn(dir: string): string {
  return join(dir, 'redis.log');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
