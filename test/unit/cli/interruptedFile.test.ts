/** The file that an interrupted plan leaves for `plan --resume`. */
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Interrupted, readInterrupted, writeInterrupted } from '../../../src/cli/plan/interruptedFile.ts';
import type { NamespacePlan } from '../../../src/lifecycle/index.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const binding = { version: '1.2.3', configuration: 'c0ffee' };
const planned = (namespace: string, readAt: number) =>
  ({ namespace, readAt: new Date(readAt).toISOString() }) as unknown as NamespacePlan;
const FINDING = { alias: 'ami-1', says: 'used', by: 'account 222222222222' } as const;
const plan: Interrupted = {
  endedAt: NOW,
  quick: false,
  rows: 'all',
  namespaces: [planned('aws:test:us-east-1:image', NOW - HOUR_MS), planned('aws:test:us-east-1:volume', NOW)],
  answers: [
    {
      source: 'aws.image launchPermissions',
      answers: [
        ['one', NOW - HOUR_MS, [FINDING]],
        ['two', NOW, []],
      ],
    },
  ],
};

let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-interrupted-'));
  path = join(dir, 'below', 'interrupted.jsonl');
});
afterEach(() => rmSync(dir, { recursive: true }));

const read = (at = NOW, bound = binding) => readInterrupted(path, bound, at);
const whyAt = (at = NOW, bound = binding) => {
  const result = read(at, bound);
  return result.kind === 'usable' ? undefined : `${result.kind}: ${result.why}`;
};

test('the file is read unchanged, and only its owner may read it', () => {
  writeInterrupted(path, binding, plan);
  expect(read()).toEqual({ kind: 'usable', plan });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a link at its place is replaced and not followed, and one that is read is no plan', () => {
  const other = join(dir, 'other');
  writeFileSync(other, 'precious');
  mkdirSync(join(dir, 'below'));
  symlinkSync(other, path);
  expect(whyAt()).toMatch(/^foreign: .* cannot be read/);
  writeInterrupted(path, binding, plan);
  expect([readFileSync(other, 'utf8'), lstatSync(path).isSymbolicLink(), readdirSync(join(dir, 'below'))]).toEqual([
    'precious',
    false,
    ['interrupted.jsonl'],
  ]);
});

test('a name that somebody guessed from the process is not written to', () => {
  const other = join(dir, 'other');
  writeFileSync(other, 'precious');
  mkdirSync(join(dir, 'below'));
  symlinkSync(other, `${path}.${process.pid}`);
  writeInterrupted(path, binding, plan);
  expect([readFileSync(other, 'utf8'), read().kind]).toEqual(['precious', 'usable']);
});

test('results older than 24 hours are left out, the others are used', () => {
  writeInterrupted(path, binding, plan);
  const later = read(NOW + 23.5 * HOUR_MS);
  expect(later).toMatchObject({
    kind: 'usable',
    plan: {
      namespaces: [{ namespace: 'aws:test:us-east-1:volume' }],
      answers: [{ source: 'aws.image launchPermissions', answers: [['two', NOW, []]] }],
    },
  });
});

test.each([
  ['too old', NOW + 26 * HOUR_MS, binding, 'The interrupted plan is 26 h old, and 24 h is the limit'],
  [
    'of the future',
    NOW - HOUR_MS,
    binding,
    'The interrupted plan of 2026-11-22 12:00 UTC is from the future by this clock',
  ],
  [
    'of another version',
    NOW,
    { ...binding, version: '2.0.0' },
    'The interrupted plan of 2026-11-22 12:00 UTC is of Holystone 1.2.3, and this is 2.0.0',
  ],
  [
    'of another configuration',
    NOW,
    { ...binding, configuration: 'dead' },
    'The interrupted plan of 2026-11-22 12:00 UTC is of another configuration',
  ],
])('resume does not use a file that is %s, and says so', (_what, at, bound, why) => {
  writeInterrupted(path, binding, plan);
  expect(whyAt(at, bound)).toBe(`unusable: ${why}`);
});

test('without a file there is nothing to resume', () => {
  expect(whyAt()).toBe(`none: There is no interrupted plan at ${path}`);
});

test('a damaged file is not used, wherever it is cut or changed', () => {
  writeInterrupted(path, binding, plan);
  const whole = readFileSync(path, 'utf8');
  const damaged = [whole.slice(0, -1), whole.slice(0, 120), whole.replace('account 222', 'account 333'), `${whole}x`];
  for (const text of damaged) {
    writeFileSync(path, text);
    expect(whyAt()).toBe(`unusable: The interrupted plan at ${path} is damaged`);
  }
});

test('a file of somebody else is distinguished from a damaged one', () => {
  writeInterrupted(path, binding, plan);
  for (const text of ['', 'my notes\n', '{"format":"something else"}\n']) {
    writeFileSync(path, text);
    expect(whyAt()).toBe(`foreign: ${path} is not an interrupted plan`);
  }
});
