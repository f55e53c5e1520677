/** The demo in a process of its own, and the findings of its oracle. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export interface Found {
  readonly violations: readonly { readonly rule: string; readonly what: string }[];
  /** Why it did not go to its end. */
  readonly problem?: string;
  readonly summary: { readonly marked: number; readonly notified: number; readonly deleted: number };
}

const DEMO = fileURLToPath(new URL('./demo.mjs', import.meta.url));
const LAST_WORDS = 30;

/** @throws Error with the demo's last words, when it ended without a result */
export async function runDemo(name: string, part: 'all' | 'despite'): Promise<Found> {
  const { JEST_WORKER_ID: _id, NODE_OPTIONS: _options, ...env } = process.env;
  // Its end of stdin closes with this process, and then it ends too.
  const child = spawn(process.execPath, [DEMO, name, part], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text;
    });
  }
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const answer = texts.stdout.trim().split('\n').at(-1) ?? '';
  if (answer.startsWith('{"violations"')) return JSON.parse(answer) as Found;
  throw new Error(`the demo of ${name} came to nothing:\n${lastOf(texts.stderr)}`);
}

/** `unchecked 36, usedAgain 1`. */
export function countsOf({ violations }: Found): string {
  const counts = new Map<string, number>();
  for (const { rule } of violations) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => `${rule} ${count}`).join(', ') || 'none';
}

function lastOf(text: string): string {
  return stripVTControlCharacters(text).trim().split('\n').slice(-LAST_WORDS).join('\n');
}
