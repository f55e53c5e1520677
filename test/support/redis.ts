import { cp, rm } from 'node:fs/promises';
import { startEmbeddedRedis } from '../../src/state/embedded/embedded.ts';
import { CONTROL } from '../../src/state/redis/keys.ts';
import { askRedis } from './askRedis.ts';
import { dataFolder } from './folder.ts';

/** For one command to Redis, longer than a test may take: the speed of this machine must not matter. */
export const PATIENT_MS = 60_000;

/** A real Redis for one test. */
export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Of the current process. */
  readonly pid: number;
  /** Stops it for good and removes its folder. */
  stop(): Promise<void>;
  /** Empties it. */
  flush(): Promise<void>;
  /** Sends a signal to the server; SIGKILL ends it, but its data stay. */
  kill(signal: NodeJS.Signals): void;
  /** It keeps its connections but does not reply. */
  pause(): void;
  resume(): void;
  /** A new process on the same port with the same data. */
  restart(): Promise<void>;
  /** Copies its data; the returned function starts it again on that copy. */
  backUp(): Promise<() => Promise<void>>;
}

/**
 * Makes its list of instances one of long ago, so that a kill switch waits for no instance that it may have forgotten.
 */
export async function ageInstances({ port }: Pick<TestRedis, 'port'>): Promise<void> {
  const life =
    "redis.call('INFO','server'):match('run_id:(%w+)')..'-'..redis.call('INFO'):match('master_replid:(%w+)')";
  await askRedis(port, `EVAL "return redis.call('HSET',KEYS[1],'',${life}..'|1')" 1 ${CONTROL.instances}`);
}

/** Starts a Redis with AOF on a free loopback port, in its own folder. */
export async function startRedis(): Promise<TestRedis> {
  const dir = await dataFolder('holystone-test-');
  let current = await startEmbeddedRedis({ dir });
  const { url, port } = current;
  const kill = (signal: NodeJS.Signals) => {
    process.kill(current.pid, signal);
  };
  return {
    url,
    port,
    get pid() {
      return current.pid;
    },
    kill,
    pause: () => kill('SIGSTOP'),
    resume: () => kill('SIGCONT'),
    async flush() {
      const answer = await askRedis(port, 'FLUSHALL');
      if (answer !== '+OK') throw new Error(`FLUSHALL: ${answer}`);
    },
    async restart() {
      await current.stop();
      current = await startEmbeddedRedis({ dir, port });
    },
    async backUp() {
      const copy = await dataFolder('holystone-backup-');
      await cp(dir, copy, { recursive: true });
      return async () => {
        await current.stop();
        await rm(dir, { recursive: true });
        await cp(copy, dir, { recursive: true });
        await rm(copy, { recursive: true });
        current = await startEmbeddedRedis({ dir, port });
      };
    },
    async stop() {
      // Its data are removed, so it need not end in order, which it does only at its next tenth of a second.
      kill('SIGKILL');
      await current.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
