import { cp, rm } from 'node:fs/promises';
import { askRedis, startEmbeddedRedis } from '../../src/state/embedded/embedded.ts';
import { dataFolder } from './folder.ts';

/** A real Redis of the test's own. */
export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Of the process running now. */
  readonly pid: number;
  /** Ends it for good and removes its folder. */
  stop(): Promise<void>;
  /** Empties it. */
  flush(): Promise<void>;
  /** Sends a signal to the server; SIGKILL = it is gone, its data is not. */
  kill(signal: NodeJS.Signals): void;
  /** It keeps its connections and answers nothing. */
  pause(): void;
  resume(): void;
  /** A new process on the same port with the same data. */
  restart(): Promise<void>;
  /** A copy of its data; what is answered starts it again on that copy. */
  backUp(): Promise<() => Promise<void>>;
}

/** Starts a Redis with AOF on a free loopback port, in a folder of its own. */
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
      const answer = await askRedis(port, 'FLUSHALL', 5000);
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
      await current.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
