import { runCli } from '../../src/cli/program.ts';
import { captured } from './captured.ts';

/** The `--help` of the program, or of one of its commands. */
export async function helpOf(...command: readonly string[]): Promise<string> {
  const { output, stdout, stderr } = captured();
  const { signal } = new AbortController();
  await runCli([...command, '--help'], { env: {}, stdout, stderr, clock: { now: () => 0 }, signal, exitCode: 0 });
  return output.stdout;
}
