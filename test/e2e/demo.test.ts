/** The whole demo as a newcomer runs it: dist/, real processes, real Redis, SMTP and HTTP. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const LONGEST_MS = 200_000;

interface Run {
  readonly code: number | null;
  readonly lines: readonly string[];
}

/** All that the demo writes goes below it, and every process it starts has it in its environment. */
const folder = mkdtempSync(join(tmpdir(), 'holystone-e2e-'));
let run: Run;

function start(options: readonly string[]) {
  const { NODE_OPTIONS: _jests, ...inherited } = process.env;
  const env = { ...inherited, TMPDIR: folder };
  return spawn(process.execPath, [MAIN, 'demo', ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(async () => {
  const child = start(['--exit']);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const [code] = (await once(child, 'close')) as [number | null];
  run = { code, lines: text.trimEnd().split('\n') };
}, LONGEST_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run demo -- --exit', () => {
  test('goes through the whole cycle, breaks no law, and says so in its last line', () => {
    const summary = JSON.parse(run.lines.at(-1) ?? '') as Record<string, number>;
    expect({ code: run.code, keys: Object.keys(summary), violations: summary.violations }).toEqual({
      code: 0,
      keys: ['marked', 'notified', 'optedOut', 'unmarked', 'deleted', 'violations'],
      violations: 0,
    });
  });

  test('had something of everything in it', () => {
    const { violations: _none, ...counts } = JSON.parse(run.lines.at(-1) ?? '') as Record<string, number>;
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  });

  test.each(['marked', 'mailed', 'opted out', 'unmarked', 'killed', 'taken over', 'deleted'])(
    'tells of %s',
    (label) => {
      expect(run.lines.filter((line) => line.includes(`  ${label}  `))).not.toEqual([]);
    },
  );

  test('writes no colour into a pipe', () => {
    expect(run.lines.filter((line) => line.includes('\u001b'))).toEqual([]);
  });

  test('leaves no file behind', () => {
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves no process behind', () => {
    expect(processesWith(folder)).toEqual([]);
  });

  test('leaves no port open', async () => {
    const urls = run.lines.flatMap((line) => /^ {2}\w+ +(http:\S+)$/.exec(line)?.[1] ?? []);
    const answers = await Promise.allSettled(urls.map((url) => fetch(url)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('Ctrl-C', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s in the middle leaves nothing behind',
    async (signal) => {
      const child = start([]);
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (part) => {
        text += part;
        if (/ serving /.test(part)) child.kill(signal);
      });
      const [code] = (await once(child, 'close')) as [number | null];
      const left = { files: readdirSync(folder), processes: processesWith(folder) };
      expect({ code, left, said: text.includes('No process is left running') }).toEqual({
        code: 1,
        left: { files: [], processes: [] },
        said: true,
      });
    },
    60_000,
  );
});

/** Command lines of processes whose environment mentions the text, or, where that cannot be read, of those told of. */
function processesWith(text: string): readonly string[] {
  if (process.platform !== 'linux') {
    const pids = run.lines.flatMap((line) => [...line.matchAll(/\(pid (\d+)\)/g)].map(([, pid]) => Number(pid)));
    return pids.filter(isAlive).map(String);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(text))
    .map((name) => read(`/proc/${name}/cmdline`).replaceAll('\0', ' '));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A process may end while it is looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
