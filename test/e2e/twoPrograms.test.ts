/** Two builds of the program in one fleet: real processes, whichever comes first. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Daemon, endAllDaemons, PATIENCE_MS } from '../support/daemon.ts';
import { EXHAUSTIVE } from '../support/sampled.ts';
import { until } from '../support/until.ts';
import { Stage } from './stage.ts';

jest.setTimeout(1_800_000);

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

let dir: string;
let stage: Stage;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-builds-'));
});
beforeEach(async () => {
  stage = await Stage.start();
});
afterEach(async () => {
  await endAllDaemons();
  await stage?.stop();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A build with one edit; answers its entry point. */
function built(name: string, path: string, edit: (text: string) => string): string {
  const folder = join(dir, name);
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'dist/src', path);
  const before = readFileSync(file, 'utf8');
  const after = edit(before);
  if (after === before) throw new Error(`${path} has no place for the edit`);
  writeFileSync(file, after);
  return join(folder, 'dist/src/main.js');
}

const OTHER = {
  'one more safeguard': () =>
    built('safeguard', 'core/evaluation/evaluate.js', (text) =>
      text.replace('return ageStep(policy, facts)', "return keep(['another safeguard'])"),
    ),
  'another form of marks': () =>
    built('form', 'state/redis/markValue.js', (text) => text.replace(/^const FORMAT = (\d+);/m, 'const FORMAT = 9$1;')),
};

const builds = new Map<string, string>();

const CASES = [
  ['one more safeguard', 'second'],
  ['another form of marks', 'first'],
  ['one more safeguard', 'first'],
  ['another form of marks', 'second'],
] as const;

// Each takes a minute of waiting: killed instances count as live for half of one.
const tried = EXHAUSTIVE ? CASES : CASES.slice(0, 2);

test.each(tried)('L68 an instance with %s starts %s → neither deletes while both live', async (what, place) => {
  const entry = builds.get(what) ?? OTHER[what]();
  builds.set(what, entry);
  const images = stage.addImages(3);
  const config = stage.config({ every: '{ mark: 4s, notify: 2s, delete: 1s }' });
  const env = stage.env;
  const start = (isOther: boolean) =>
    new Daemon({ config, env, name: isOther ? 'other' : 'this', ...(isOther ? { entry } : {}) });
  const first = start(place === 'first');
  await first.serving();
  await stage.here(['kill', '-c', config]);
  const second = start(place === 'second');
  await second.serving();
  await stage.here(['kill', '--lift', '-c', config]);
  const differs = /different versions or builds of Holystone: other \([0-9a-f]{8}\) and this \([0-9a-f]{8}\)/;
  const refused = () =>
    [first, second]
      .flatMap(({ lines }) => lines)
      .filter(({ msg, action, problem }) => msg === 'pass' && action === 'delete' && differs.test(String(problem)));
  await until('delete passes were refused', () => refused().length >= 3, PATIENCE_MS);
  expect(stage.deregistered()).toEqual([]);
  const status = await stage.here(['status', '-c', config]);
  expect(status.stdout.replace(/\s+/g, ' ')).toMatch(differs);
  const health = (await (await fetch(`${first.operatorUrl}/health/ready`)).json()) as { checks: readonly object[] };
  expect(health.checks).toContainEqual(
    expect.objectContaining({ name: 'configuration', why: expect.stringMatching(differs) }),
  );

  const [ours, other] = place === 'first' ? [second, first] : [first, second];
  await other.kill();
  if (what !== 'one more safeguard') return;
  await until('the one that is left deletes', () => stage.deregistered().length === images.length, PATIENCE_MS);
  expect(ours.exit).toBeUndefined();
});
