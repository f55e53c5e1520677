/** `run --once` as cron or CI starts it: a process of its own each time, and nobody watches between two. */
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from '@jest/globals';
import { runToEnd } from '../support/cliRun.ts';
import { HERE, stageForAll } from './stage.ts';

const DAY = 24 * 3_600_000;
const MAIN_AT = fileURLToPath(new URL('../support/mainAt.mjs', import.meta.url));

const stage = stageForAll();
/** How far the clock of AWS is ahead, ms. */
let awsAheadMs = 0;

beforeEach(async () => {
  await stage.redis.flush();
  stage.sandbox.control.empty(HERE);
});

interface PassLine {
  readonly outcome: string;
  readonly problem: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

/** All three actions on a day; answers the delete pass. */
async function runOn(day: number, { awsOn = day } = {}): Promise<PassLine> {
  stage.sandbox.control.advanceClock(awsOn * DAY - awsAheadMs);
  awsAheadMs = awsOn * DAY;
  const config = stage.config({
    every: '{ mark: 1d, notify: 1d, delete: 1d }',
    tripwires: 'sharesFrom: 2, markedShare: 100%, unmarkedShare: 100%',
    cleanup: '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off, retention: 7d }]',
  });
  const command = ['run', '--once', '--config', config, '--format', 'json'];
  const words = [process.execPath, MAIN_AT, String(day * DAY), ...command];
  const { stdout, stderr } = await runToEnd(words, { env: stage.env });
  const last = stdout.trimEnd().split('\n').at(-1);
  if (!last) throw new Error(`no pass ran: ${stderr}`);
  return JSON.parse(last) as PassLine;
}

const deregistered = (ids: readonly string[]) => stage.deregistered().filter((id) => ids.includes(id)).length;

test('L71 run --once on day 0, 8 and 16: what was announced goes, and then what was announced next', async () => {
  const first = stage.addImages(3);
  expect(await runOn(0)).toMatchObject({ outcome: 'complete', counts: { deleted: 0 } });
  const second = stage.addImages(3);
  expect(await runOn(8)).toMatchObject({ outcome: 'complete', problem: null, counts: { deleted: 3 } });
  expect(await runOn(16)).toMatchObject({ outcome: 'complete', problem: null, counts: { deleted: 3 } });
  expect([deregistered(first), deregistered(second)]).toEqual([3, 3]);
});

test('L71 run --once with a clock that only the operator set ahead: blocked, and the reason is said', async () => {
  const ids = stage.addImages(3);
  await runOn(0);
  const { outcome, problem } = await runOn(8, { awsOn: 0 });
  expect([outcome, deregistered(ids)]).toEqual(['blocked', 0]);
  expect(problem).toMatch(
    /no pass ran between .*; the sandbox said \S+ when the clock of the instance said \S+: set it/,
  );
});
