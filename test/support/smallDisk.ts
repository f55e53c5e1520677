import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const BYTES = 4 * 1024 * 1024;

/** A disk of its own of 4 MiB, so that a full one is really full (ENOSPC). */
export interface SmallDisk {
  readonly dir: string;
  /** Until not one byte more fits. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A tmpfs in the mount namespace of a process that waits, seen through `/proc`; it is gone with that process. `undefined`
 * where this machine lets nobody mount one (no Linux, or a container without that right).
 */
export async function openSmallDisk(): Promise<SmallDisk | undefined> {
  const mount = `mount -t tmpfs -o size=${BYTES} none /mnt && echo there && exec cat`;
  const child = spawn('unshare', ['-Urm', 'sh', '-c', mount], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close').catch(() => undefined);
  const isThere = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!isThere) return undefined;
  const dir = `/proc/${child.pid}/root/mnt`;
  const filler = join(dir, 'filler');
  return {
    dir,
    async fill() {
      // What fits stays, though the write fails.
      await writeFile(filler, Buffer.alloc(BYTES + 1)).catch(() => undefined);
    },
    empty: () => rm(filler),
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
