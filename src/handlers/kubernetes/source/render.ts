/** A source that a program prints: `qbec show prod`. Only programs that the account allows run, and never a shell. */
import { ReadError } from '../../../core/common/errors.ts';
import { forManifests } from '../../programs/environment.ts';
import { ProgramError, runProgram } from '../../programs/runProgram.ts';
import { programOf, settingsOf } from '../wire/account.ts';
import type { CallScope } from '../wire/call.ts';
import { MAX_BYTES, type SourceFile } from './folder.ts';

const LONGEST_MS = 120_000;

/** @throws ReadError unless the program is allowed, ends well and in time */
export async function rendered([command = '', ...args]: readonly string[], target: CallScope): Promise<SourceFile> {
  const { account, io } = target;
  const { render: allowed = [] } = settingsOf(account);
  const program = allowed.find((one) => programOf(one) === command);
  if (program === undefined) {
    throw problem(command, `the account ${account.name} does not allow it; name it in its \`render\``);
  }
  try {
    const env = typeof program === 'string' ? {} : program.env;
    const limits = { longestMs: LONGEST_MS, maxBytes: MAX_BYTES };
    const printed = await runProgram({ command, args, inherits: forManifests, env, ...limits }, io.signal);
    return { name: command, text: printed };
  } catch (error) {
    throw error instanceof ProgramError ? problem(command, error.message, error) : error;
  }
}

function problem(command: string, why: string, cause?: unknown): ReadError {
  return new ReadError(`reading the source that \`${command}\` prints: ${why}`, { problem: 'failed', cause });
}
