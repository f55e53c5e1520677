/**
 * The test files run in the context of the worker itself, as the program runs in its process; Jest's own environment
 * makes a context for each file. What a file changes in the process is put back after it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

// A part of Jest's own; this package does not depend on it directly.
const jest = createRequire(createRequire(import.meta.url).resolve('jest-environment-node'));
const { ModuleMocker } = jest('jest-mock');

/** Where jest-circus keeps a file's tests, handlers and limits: some under a symbol of its own for each file. */
const CIRCUS = [
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES_SETTER',
  'RETRY_TIMES',
  'RETRY_IMMEDIATELY',
  'WAIT_BEFORE_RETRY',
  'LOG_ERRORS_BEFORE_RETRY',
];

const moduleMocker = new ModuleMocker(globalThis);

/**
 * Those that ran since the last test file ended. jest-circus has one of its own for each file, and in Node 20 each that is
 * not disabled costs at every promise of the process: after a hundred files most of the time.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
  storages.add(this);
  return run.apply(this, given);
};

export class WorkerEnvironment {
  global = globalThis;
  moduleMocker = moduleMocker;
  #console = globalThis.console;
  #env = { ...process.env };
  #exit = process.exit;
  #exitCode = process.exitCode;
  #folder = process.cwd();

  async setup() {}

  async teardown() {
    // The next `run` enables a storage that the program keeps.
    for (const storage of storages) storage.disable();
    storages.clear();
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (CIRCUS.includes(symbol.description)) delete globalThis[symbol];
    }
    globalThis.console = this.#console;
    process.exit = this.#exit;
    process.exitCode = this.#exitCode;
    process.chdir(this.#folder);
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    for (const [name, value] of Object.entries(this.#env)) if (process.env[name] !== value) process.env[name] = value;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest demands the method; keptModules.mjs needs no context. */
  getVmContext() {
    return undefined;
  }
}
