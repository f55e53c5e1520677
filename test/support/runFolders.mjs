/**
 * Jest ends a worker that has grown too large, also when it has just begun with another test file, which a new worker then
 * repeats. The temporary folder of that file (leakGuard.mjs) stays; this reporter removes it after the run.
 */
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The names of the folders of one run begin with it. Jest forks its workers, so only they can send messages to a parent. */
export const PREFIX = `holystone-tests-${process.send ? process.ppid : process.pid}-`;

export default class RunFolders {
  onRunComplete() {
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
    for (const name of left) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
