/**
 * A test file that leaves something behind fails: a process, an open port or connection, a temporary folder. With
 * HOLYSTONE_LEAKS=print it is only named. Each file gets a TMPDIR of its own, which its processes inherit and by which
 * they are found.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';
import { disableStorages } from './asyncStorages.mjs';
import { PREFIX } from './runFolders.mjs';
import { WorkerEnvironment } from './workerEnvironment.mjs';

/** For a close that is under way; only a leak takes so long. */
const PATIENCE_MS = 120_000;

/** With Jest's own environment each test file loads all modules anew; see docs/fast-tests.md. */
const Environment = process.env.HOLYSTONE_FRESH_MODULES === 'true' ? TestEnvironment : WorkerEnvironment;

export default class LeakGuard extends Environment {
  #file;
  #folder;
  #outer;
  #handlesBefore = new Set(process._getActiveHandles());
  /** Another file left them, or Jest started them. */
  #childrenBefore = children();

  constructor(config, context) {
    const outer = process.env.TMPDIR;
    const folder = mkdtempSync(join(tmpdir(), PREFIX));
    // Before the environment copies the variables.
    process.env.TMPDIR = folder;
    super(config, context);
    this.#file = context.testPath;
    this.#folder = folder;
    this.#outer = outer;
  }

  async handleTestEvent({ name }, { unhandledErrors }) {
    if (name !== 'run_finish') return;
    const until = performance.now() + PATIENCE_MS;
    let left = this.#left();
    while (left.length > 0 && performance.now() < until) {
      await delay(50);
      left = this.#left();
    }
    if (left.length === 0) return;
    const message = `${this.#file} leaves behind:\n${left.join('\n')}`;
    if (process.env.HOLYSTONE_LEAKS === 'print') process.stderr.write(`${message}\n`);
    else unhandledErrors.push(new Error(message));
  }

  async teardown() {
    await super.teardown();
    disableStorages();
    if (this.#outer === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = this.#outer;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #left() {
    const handles = process._getActiveHandles().filter((handle) => !this.#handlesBefore.has(handle));
    return [
      ...processesWith(`TMPDIR=${this.#folder}`, this.#childrenBefore),
      ...handles.flatMap(portOf),
      ...readdirSync(this.#folder).map((name) => `the temporary folder or file ${name}`),
      ...filesIn('/dev/shm').filter((name) => name.startsWith(`${basename(this.#folder)}-`)),
    ];
  }
}

/** Processes with the variable, and new children of this one; only Linux shows them. */
function processesWith(variable, childrenBefore) {
  const pids = filesIn('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  const here = children().filter((pid) => !childrenBefore.includes(pid));
  return pids
    .filter((pid) => here.includes(pid) || textOf(`/proc/${pid}/environ`).split('\0').includes(variable))
    .map((pid) => `the process ${pid}: ${textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

function children() {
  return textOf(`/proc/self/task/${process.pid}/children`).split(' ');
}

function portOf(handle) {
  if (handle instanceof Server && handle.listening) return [`a server on port ${handle.address()?.port}`];
  if (!(handle instanceof Socket) || handle.destroyed || handle.remotePort === undefined) return [];
  return [`a connection from port ${handle.localPort} to ${handle.remotePort}`];
}

function filesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Of a process that ends, or of another user: nothing. */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
