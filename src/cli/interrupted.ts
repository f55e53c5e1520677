import { type CliContext, EXIT, writeError } from './context.ts';

/** A person ended the command early: says what there is, and sets the exit code. @param what `nothing was decided` */
export function sayInterrupted(context: CliContext, what: string): void {
  const { stderr, signal } = context;
  const why = signal.reason instanceof Error ? signal.reason.message : 'stopped';
  writeError(stderr, `holystone: ${why}; ${what}`);
  context.exitCode = EXIT.interrupted;
}

/** Runs a command that only reads. Ended before it has anything to show, it says so. @param nothing `nothing was read` */
export async function orInterrupted(context: CliContext, nothing: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!context.signal.aborted) throw error;
    sayInterrupted(context, nothing);
  }
}
