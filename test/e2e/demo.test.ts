/** The whole demo as a newcomer runs it: dist/, real processes, real Redis, SMTP and HTTP. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { EXHAUSTIVE } from '../support/sampled.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** Longer than the demo gives itself. */
const LONGEST_MS = 900_000;
/** The program ends by both in one way, and `serve.test.ts` sends it the other. */
const SIGNALS = EXHAUSTIVE ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT'] as const);

interface Run {
  readonly code: number | null;
  readonly lines: readonly string[];
  /** Files and processes that were still there right after its end. */
  readonly left: { readonly files: readonly string[]; readonly processes: readonly string[] };
}

let run: Run;
let stopped: ReadonlyMap<string, Run>;

/** Runs a demo to its end. @param onText gets each part of its output */
async function play(options: readonly string[], onText: (part: string, child: ChildProcess) => void): Promise<Run> {
  // The demo writes only below this folder, and each of its processes has the folder in its environment.
  const folder = mkdtempSync(join(tmpdir(), 'holystone-e2e-'));
  try {
    const { NODE_OPTIONS: _jests, ...inherited } = process.env;
    const env = { ...inherited, TMPDIR: folder };
    const child = spawn(process.execPath, [MAIN, 'demo', ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        onText(part, child);
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    const lines = text.trimEnd().split('\n');
    return { code, lines, left: { files: readdirSync(folder), processes: processesWith(folder, lines) } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends a demo as Ctrl-C does, as soon as its instances work. */
const interrupt = (signal: (typeof SIGNALS)[number]) =>
  play([], (part, child) => {
    if (/ serving /.test(part)) child.kill(signal);
  });

beforeAll(async () => {
  // After its kill the demo mostly waits for a lock to expire: the other runs start meanwhile.
  let isWaiting = () => {};
  const waiting = new Promise<void>((resolve) => {
    isWaiting = resolve;
  });
  const whole = play(['--exit'], (part) => {
    if (/ killed /.test(part)) isWaiting();
  });
  await Promise.race([waiting, whole]);
  const [played, ...interrupted] = await Promise.all([whole, ...SIGNALS.map(interrupt)]);
  run = played;
  stopped = new Map(SIGNALS.map((signal, index) => [signal, interrupted[index] as Run]));
}, LONGEST_MS);

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

  test.each(['marked', 'mailed', 'opted out', 'unmarked', 'killed', 'taken over', 'deleted'])('reports %s', (label) => {
    expect(run.lines.filter((line) => line.includes(`  ${label}  `))).not.toEqual([]);
  });

  test('writes no colour into a pipe', () => {
    expect(run.lines.filter((line) => line.includes('\u001b'))).toEqual([]);
  });

  test('leaves no file behind', () => {
    expect(run.left.files).toEqual([]);
  });

  test('leaves no process behind', () => {
    expect(run.left.processes).toEqual([]);
  });

  test('leaves no port open', async () => {
    const urls = run.lines.flatMap((line) => /^ {2}\w+ +(http:\S+)$/.exec(line)?.[1] ?? []);
    const answers = await Promise.allSettled(urls.map((url) => fetch(url)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

// That no evidence means no mark and no deletion is held by test/e2e/trouble.test.ts and test/integration/lifecycle.
if (EXHAUSTIVE) {
  describe('npm run demo -- --scene trouble --exit', () => {
    test(
      'deletes nothing while AWS denies a permission, breaks no law and leaves nothing',
      async () => {
        const { code, lines, left } = await play(['--scene', 'trouble', '--exit'], () => {});
        const { marked, deleted, violations } = JSON.parse(lines.at(-1) ?? '') as Record<string, number>;
        const expected = { code: 0, marked: 19, deleted: 0, violations: 0, left: { files: [], processes: [] } };
        expect({ code, marked, deleted, violations, left }).toEqual(expected);
      },
      LONGEST_MS,
    );
  });

  // The oracle of this scene is held by test/unit/demo/clusterOracle.test.ts.
  describe('npm run demo -- --scene cluster --exit', () => {
    test(
      'deletes what one gone cluster left behind, keeps the rest, breaks no law and leaves nothing',
      async () => {
        const { code, lines, left } = await play(['--scene', 'cluster', '--exit'], () => {});
        const { optedOut, deleted, violations } = JSON.parse(lines.at(-1) ?? '') as Record<string, number>;
        const expected = { code: 0, optedOut: 3, deleted: 6, violations: 0, left: { files: [], processes: [] } };
        expect({ code, optedOut, deleted, violations, left }).toEqual(expected);
      },
      LONGEST_MS,
    );
  });

  describe('npm run demo -- --scene money --exit', () => {
    test(
      'deletes or stops what is idle, keeps what only looks so and what its owner keeps, brings one back, and leaves nothing',
      async () => {
        const { code, lines, left } = await play(['--scene', 'money', '--exit'], () => {});
        const { notified, optedOut, deleted, violations } = JSON.parse(lines.at(-1) ?? '') as Record<string, number>;
        const found = { code, notified, optedOut, deleted, violations, left };
        const nothing = { files: [], processes: [] };
        expect(found).toEqual({ code: 0, notified: 14, optedOut: 1, deleted: 13, violations: 0, left: nothing });
        for (const label of ['stopped', 'restored', 'still here'])
          expect(lines.filter((line) => line.includes(`  ${label}  `))).not.toEqual([]);
      },
      LONGEST_MS,
    );
  });

  describe('npm run demo -- --scene cdk --exit', () => {
    test(
      'deletes the files that no stack names, keeps those of parameters, rollbacks and functions, and leaves nothing',
      async () => {
        const { code, lines, left } = await play(['--scene', 'cdk', '--exit'], () => {});
        const { notified, deleted, violations } = JSON.parse(lines.at(-1) ?? '') as Record<string, number>;
        const expected = { code: 0, notified: 60, deleted: 60, violations: 0, left: { files: [], processes: [] } };
        expect({ code, notified, deleted, violations, left }).toEqual(expected);
      },
      LONGEST_MS,
    );
  });

  // The oracle of this scene is held by test/unit/demo/kubernetesOracle.test.ts.
  describe('npm run demo -- --scene kubernetes --exit', () => {
    test(
      'deletes what the source no longer declares, in order and with one mail, and leaves nothing',
      async () => {
        const { code, lines, left } = await play(['--scene', 'kubernetes', '--exit'], () => {});
        const { notified, deleted, violations } = JSON.parse(lines.at(-1) ?? '') as Record<string, number>;
        const expected = { code: 0, notified: 26, deleted: 26, violations: 0, left: { files: [], processes: [] } };
        expect({ code, notified, deleted, violations, left }).toEqual(expected);
      },
      LONGEST_MS,
    );
  });

  // The oracle of this scene is held by test/unit/demo/registryOracle.test.ts.
  describe('npm run demo -- --scene registry --exit', () => {
    test(
      'deletes the tags that the policies select, keeps everything that a kept tag needs, and leaves nothing',
      async () => {
        const { code, lines, left } = await play(['--scene', 'registry', '--exit'], () => {});
        const { optedOut, deleted, violations } = JSON.parse(lines.at(-1) ?? '') as Record<string, number>;
        const expected = { code: 0, optedOut: 1, deleted: 12, violations: 0, left: { files: [], processes: [] } };
        expect({ code, optedOut, deleted, violations, left }).toEqual(expected);
      },
      LONGEST_MS,
    );
  });
}

describe('Ctrl-C', () => {
  test.each(SIGNALS)('%s in the middle leaves nothing behind', (signal) => {
    const { code, lines, left } = stopped.get(signal) as Run;
    const isSaid = lines.some((line) => line.includes('No process is left running'));
    expect({ code, left, isSaid }).toEqual({ code: 1, left: { files: [], processes: [] }, isSaid: true });
  });
});

/** Command lines of processes whose environment mentions the text, or, where that cannot be read, those that the demo named. */
function processesWith(text: string, lines: readonly string[]): readonly string[] {
  if (process.platform !== 'linux') {
    const pids = lines.flatMap((line) => [...line.matchAll(/\(pid (\d+)\)/g)].map(([, pid]) => Number(pid)));
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
