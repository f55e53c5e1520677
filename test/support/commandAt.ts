import { runCli } from '../../src/cli/program.ts';
import type { Clock } from '../../src/core/common/clock.ts';
import { captured } from './captured.ts';
import type { CliResult } from './cliRun.ts';

/** Runs one command to its end within this process, at the time of this clock. */
export async function commandAt(clock: Clock, words: readonly string[]): Promise<CliResult> {
  const { output, stdout, stderr } = captured();
  const { signal } = new AbortController();
  const code = await runCli(words, { env: { ...process.env }, stdout, stderr, clock, signal, exitCode: 0 });
  return { code, ...output };
}
