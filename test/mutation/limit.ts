/**
 * A thread that ends its process when one piece of work takes too long: by the time that the process computes, which a busy
 * machine does not change, or by looks at a process that waits and computes nothing. The main thread may be in an endless loop.
 */
import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

export interface Limit {
  readonly cpuMs: number;
  /** One look takes a tenth of a second or, on a busy machine, longer. */
  readonly looks: number;
}

const LOOK_MS = 100;
const [WORK, CPU_MS, LOOKS] = [0, 1, 2];

/** @returns what begins a piece of work with a limit, or ends one (`undefined`) */
export async function limited(): Promise<(limit: Limit | undefined) => void> {
  const shared = new Int32Array(new SharedArrayBuffer(12));
  const thread = new Worker(new URL(import.meta.url), { workerData: shared });
  await once(thread, 'online');
  thread.unref();
  let work = 0;
  return (limit) => {
    Atomics.store(shared, WORK, 0);
    if (limit === undefined) return;
    Atomics.store(shared, CPU_MS, limit.cpuMs);
    Atomics.store(shared, LOOKS, limit.looks);
    Atomics.store(shared, WORK, ++work);
  };
}

/** Computed by this process, all its threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
}

function watch(shared: Int32Array): void {
  let [work, from, looks] = [0, 0, 0];
  setInterval(() => {
    const now = Atomics.load(shared, WORK);
    if (now !== work) [work, from, looks] = [now, cpuMs(), 0];
    if (work === 0) return;
    const isOver = cpuMs() - from > Atomics.load(shared, CPU_MS) || ++looks > Atomics.load(shared, LOOKS);
    if (isOver) process.kill(process.pid, 'SIGKILL');
  }, LOOK_MS);
}

if (!isMainThread && workerData instanceof Int32Array) watch(workerData);
