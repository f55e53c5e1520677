/** What a command does, in a word: the name of the program's script, `bull`, `redlock`, or the command. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadScript } from '../../../src/state/redis/script.ts';
import type { Command } from './resp.ts';

const FOLDER = fileURLToPath(new URL('../../../src/state/redis/lua', import.meta.url));

/** Source by name. */
export const SCRIPTS: ReadonlyMap<string, { readonly source: string; readonly sha: string }> = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.lua'))
    .map((file) => [file.slice(0, -4), loadScript(file.slice(0, -4), [])]),
);

const names = new Map([...SCRIPTS].map(([name, { sha }]) => [sha, name]));

/** What an idle instance does: its housekeeping of scripts, and every plain command. */
const IDLE = new Set(['bull', 'beat', 'shardBeat', 'announce', 'seeUnits', 'due', 'page', 'readRecord']);

export function nameOf({ words: [command, script, , key] }: Command): string {
  const name = command?.toString('latin1').toUpperCase() ?? '';
  if (name !== 'EVAL' && name !== 'EVALSHA') return name;
  const sha =
    name === 'EVAL'
      ? createHash('sha1')
          .update(script ?? '')
          .digest('hex')
      : script?.toString('latin1');
  return names.get(sha ?? '') ?? (key?.toString('latin1').endsWith(':lock') ? 'redlock' : 'bull');
}

/** Is it more than housekeeping? */
export function isWork(name: string): boolean {
  return name === 'redlock' || (SCRIPTS.has(name) && !IDLE.has(name));
}
