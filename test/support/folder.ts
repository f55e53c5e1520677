/** A folder for a test, in memory if the system has room there: a sync to disk for each write then costs nothing. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const MEMORY = '/dev/shm';
/** Containers often have only 64 MB there, which a Redis may fill. */
const ROOM_BYTES = 1024 ** 3;

/** Creates an empty folder for a server's data. The caller removes it. */
export function dataFolder(prefix: string): Promise<string> {
  // leakGuard.mjs knows by the name of which test file it is.
  return mkdtemp(hasRoom(MEMORY) ? join(MEMORY, `${basename(tmpdir())}-${prefix}`) : join(tmpdir(), prefix));
}

function hasRoom(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
