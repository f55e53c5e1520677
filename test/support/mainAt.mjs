/**
 * The program in a process whose clock is set ahead: dist/main.js with another clock. Redis's time is shifted with it.
 *
 * argv: how far the clock is ahead, ms; then the command line. Runs dist/.
 */
import { runCli } from '../../dist/src/cli/program.js';

const [aheadMs, ...args] = process.argv.slice(2);
const { env, stdout, stderr } = process;
const clock = { now: () => Date.now() + Number(aheadMs) };
const { signal } = new AbortController();
process.exitCode = await runCli(args, { env: { ...env }, stdout, stderr, clock, signal, exitCode: 0 });
