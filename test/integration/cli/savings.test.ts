/** `holystone savings` as a person runs it: a process of its own, on a real Redis. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addPart } from '../../../src/state/redis/savedParts.ts';
import { cliRun, plainEnvironment } from '../../support/cliRun.ts';
import { NOW, openState, type StateFixture } from '../state/support.ts';

let state: StateFixture;
let dir: string;
beforeAll(async () => {
  [state, dir] = await Promise.all([openState(), mkdtemp(join(tmpdir(), 'holystone-savings-'))]);
  await writeFile(
    join(dir, 'holystone.yaml'),
    `
redis: { url: "${state.redis.url}" }
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }]
cleanup: [{ type: image, when: [{ rule: unused }] }]
`,
  );
});
afterAll(async () => {
  await state?.close();
  await rm(dir, { recursive: true, force: true });
});

const savings = (...args: string[]) =>
  cliRun(['savings', '-c', join(dir, 'holystone.yaml'), ...args], { env: plainEnvironment(), cwd: dir });

test('P13 before the first deletion it says that nothing has been counted', async () => {
  expect(await savings()).toMatchObject({ code: 0, stdout: 'No deletion has been counted here.\n' });
});

test('P13 it prints each month by team and type, one month alone, and all of it as CSV', async () => {
  const { client } = state.connection;
  const rows = [
    ['2026-05', 'ann@example.com', 'image', 12_500_000],
    ['2026-06', '=cmd@example.com', 'volume', 30_000_000],
  ] as const;
  for (const [month, team, type, amount] of rows)
    await addPart(client, { month, team, type, currency: 'USD' }, amount, NOW);
  const { stdout } = await savings();
  expect(stdout.indexOf('June 2026: $30.00 a month saved')).toBeGreaterThanOrEqual(0);
  expect(stdout.indexOf('May 2026: $12.50 a month saved')).toBeGreaterThan(stdout.indexOf('June 2026'));
  expect(stdout).toContain('    ann@example.com: $12.50');
  const { savings: parts } = JSON.parse((await savings('--month', '2026-05', '--output', 'json')).stdout);
  expect(parts).toMatchObject([{ month: '2026-05', team: 'ann@example.com', type: 'image', saved: 12.5 }]);
  const csv = (await savings('--output', 'csv')).stdout.trim().split('\r\n');
  expect(csv).toHaveLength(3);
  expect(csv.join('\n')).toContain(`'=cmd@example.com`);
});

test('P13 a month that is none is refused with what a month is', async () => {
  const { code, stderr, stdout } = await savings('--month', '2026-13');
  expect([code === 0, stdout]).toEqual([false, '']);
  expect(stderr).toContain('a month such as 2026-11');
});
