import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { onFreePort } from '../support/freePort.ts';
import { until } from '../support/until.ts';
import { pythonProgram } from './python.ts';

/** https://pypi.org/project/moto/ */
export const installMoto = () => pythonProgram('moto', 'moto_server', ['moto[server]==5.2.5']);

export type Moto =
  | { readonly kind: 'running'; readonly url: string; reset(): Promise<void>; stop(): Promise<void> }
  | { readonly kind: 'unavailable'; readonly why: string };

/**
 * Starts moto on a free loopback port.
 * @param patch a program of this folder that starts moto with changes
 */
export async function startMoto(patch = 'motoServer.py'): Promise<Moto> {
  const installed = await installMoto();
  if (installed.kind === 'unavailable') return installed;
  const { path } = installed;
  return onFreePort((port) => startOn(port, path, patch));
}

async function startOn(port: number, path: string, patch: string): Promise<Moto> {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    join(dirname(path), 'python'),
    [join(import.meta.dirname, patch), '-H', '127.0.0.1', '-p', String(port)],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, MOTO_EC2_LOAD_DEFAULT_AMIS: 'false' },
    },
  );
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    // Later it writes a line for each request.
    if (complaints.length < 10_000) complaints += chunk.toString();
  });
  try {
    await until('moto answers', async () => {
      if (child.exitCode !== null) throw new Error(`moto ended with exit code ${child.exitCode}: ${complaints}`);
      return answers(url);
    });
  } catch (error) {
    await stop(child);
    throw error;
  }
  return {
    kind: 'running',
    url,
    async reset() {
      await fetch(`${url}/moto-api/reset`, { method: 'POST' });
    },
    stop: () => stop(child),
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/moto-api/data.json`)).ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
