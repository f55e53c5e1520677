import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Namespace } from '../../src/core/resource/namespace.ts';

const SCRIPT = fileURLToPath(new URL('./worker.mjs', import.meta.url));

/** A real worker process; see worker.mjs. */
export interface WorkerProcess {
  /** Resolves when it is in the middle of an item, with the lock. */
  readonly half: Promise<void>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

export function startWorker(
  url: string,
  lockTtlMs: number,
  stopAfter: number,
  namespaces: readonly Namespace[],
): WorkerProcess {
  const args = [url, String(lockTtlMs), String(stopAfter), JSON.stringify(namespaces)];
  const child = fork(SCRIPT, args, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const half = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error(`the worker ended: ${complaints}`)));
  });
  half.catch(() => {});
  return { half, kill: () => killed(child) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
