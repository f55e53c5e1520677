#!/usr/bin/env node
/** The process: argv, environment, signals, exit code. */
import { setMaxListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runCli } from './cli/program.ts';
import { childEnvironment } from './core/common/childEnvironment.ts';
import { systemClock } from './core/common/clock.ts';
import { forPrograms } from './handlers/programs/environment.ts';
import { readByProviders, variables } from './handlers/variables.ts';

/** Node, its libraries and the providers read these while the process runs. */
const FOR_OURSELVES = [
  ...['NODE_OPTIONS', 'NODE_ENV', 'NODE_DEBUG', 'NODE_NO_WARNINGS', 'NODE_V8_COVERAGE', 'NODE_TLS_*', 'UV_*'],
  ...['NO_COLOR', 'FORCE_COLOR'],
  ...readByProviders,
];

// No way out of here but `process.exit`: whatever leaves it otherwise is a failure.
process.exitCode = 13;
void run();

async function run(): Promise<never> {
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  const env = { ...process.env };
  // Libraries start programs too (`credential_process`): secrets of the configuration do not stay where those inherit them.
  const kept = childEnvironment(env, [...forPrograms, ...FOR_OURSELVES]);
  for (const name of Object.keys(env)) if (kept[name] === undefined) delete process.env[name];

  // Otherwise V8 lets the heap grow to four times its live data before it collects (ADR 28).
  setFlagsFromString('--heap-growing-percent=100');

  // As many calls as are under way wait for one and the same signal; Node would print a warning into the log.
  setMaxListeners(0);

  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second one means now.
      if (stop.signal.aborted) process.exit(1);
      stop.abort(new Error(`stopped by ${signal}`));
    });
  }

  const { stdout, stderr } = process;
  // A reader that has seen enough (`| head`) ends the program, as it does others; nothing else went wrong.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  }
  const exitCode = await runCli(process.argv.slice(2), {
    env,
    // Node opens it at the first use, which takes longer than most help.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    clock: systemClock,
    signal: stop.signal,
    onHangup: (listener) => process.on('SIGHUP', listener),
    exitCode: 0,
  });
  // Into a pipe output may still be under way, and an exit would cut it off.
  await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
  return process.exit(exitCode);
}
