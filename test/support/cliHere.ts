/** The program within the test's own process: the same commands, without the second that a process takes. */
import type { CliContext } from '../../src/cli/context.ts';
import { systemClock } from '../../src/core/common/clock.ts';
import { captured } from './captured.ts';
import { type CliResult, type Environment, stackLines } from './cliRun.ts';

/**
 * Runs one command to its end. The SDK reads the process's environment, which has the given variables meanwhile;
 * commands that run at the same time must have the same ones.
 * @throws when the output contains a stack trace
 */
export async function cliHere(args: readonly string[], env: Environment): Promise<CliResult> {
  const { output, stdout, stderr } = captured();
  const log = { write: (line: string) => void stderr.write(line) };
  const { signal } = new AbortController();
  const code = await commandHere(args, { env, stdout, stderr, log, signal });
  const said = `${args.join(' ')}\n${output.stdout}\n${output.stderr}`;
  if (stackLines(said).length > 0) throw new Error(`shows a stack trace: ${said}`);
  return { code, ...output };
}

/** Runs one command with these streams and signals; returns its exit code. */
export async function commandHere(
  args: readonly string[],
  context: Omit<CliContext, 'clock' | 'exitCode' | 'env'> & { readonly env: Environment },
): Promise<number> {
  // Imported here, because few suites need all commands.
  const { runCli } = await import('../../src/cli/program.ts');
  const restore = lend(context.env);
  try {
    return await runCli(args, { ...context, clock: systemClock, exitCode: 0 });
  } finally {
    restore();
  }
}

let borrowers = 0;
let giveBack = () => {};

/** Puts the variables into the process's environment; the last caller of the returned function removes them. */
function lend(env: Environment): () => void {
  if (borrowers++ === 0) {
    const before = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
    Object.assign(process.env, env);
    giveBack = () => {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    };
  }
  return () => {
    if (--borrowers === 0) giveBack();
  };
}
