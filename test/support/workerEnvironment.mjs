/**
 * The test files run in the context of the worker itself, as the program runs in its process; Jest's own environment
 * makes a context for each file. What a file changes in the process is put back after it.
 */
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
