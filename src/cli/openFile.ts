/** Opens a file with the program that the desktop has for it. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { messageOf } from '../core/common/errors.ts';
import { type CliContext, writeError } from './context.ts';

/** The opener of each system, and what stands before the path. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer'],
};

/** Waits until the program has started, not for its end. Without one it says where the file is. */
export async function openFile(file: string, { env, stderr }: Pick<CliContext, 'env' | 'stderr'>): Promise<void> {
  const path = resolve(file);
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const started = spawn(program, [...before, path], { env, stdio: 'ignore', detached: true });
  const failed = await new Promise<Error | undefined>((done) => {
    started.once('error', done);
    started.once('spawn', () => done(undefined));
  });
  started.unref();
  if (failed) writeError(stderr, `note: ${messageOf(failed)}; open it yourself: ${path}`);
}
