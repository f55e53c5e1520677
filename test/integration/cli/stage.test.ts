/** `holystone stage` on a real Redis, in this process. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/core/common/clock.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { commandAt } from '../../support/commandAt.ts';
import { oneType } from '../../support/oneType.ts';
import { ageInstances, startRedis, type TestRedis } from '../../support/redis.ts';
import { LogBook, markOf, NOW } from '../state/support.ts';

let redis: TestRedis;
let dir: string;
beforeAll(async () => {
  [redis, dir] = await Promise.all([startRedis(), mkdtemp(join(tmpdir(), 'holystone-stage-'))]);
  await writeFile(
    join(dir, 'holystone.yaml'),
    `
redis: { url: "${redis.url}" }
accounts:
  - { name: test, provider: aws, id: "111111111111", locations: [us-east-1, eu-west-1] }
  - { name: Other, provider: aws, id: "222222222222", locations: [us-east-1], rollout: plan }
cleanup:
  - { type: image, rollout: canary, when: [{ rule: unused }] }
  - { type: autoScalingGroup, when: [{ rule: unused }] }
`,
  );
});
beforeEach(async () => {
  await redis.flush();
  await ageInstances(redis);
});
afterAll(async () => {
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

async function stage(...args: readonly string[]) {
  return commandAt(systemClock, ['stage', '-c', join(dir, 'holystone.yaml'), ...args]);
}

/** Unit → stage, `*` = set. */
async function stages(...args: readonly string[]): Promise<Record<string, string>> {
  const { stdout } = await stage(...args, '--format', 'json');
  const rows = JSON.parse(stdout) as { unit: string; stage: string; isSet: boolean }[];
  return Object.fromEntries(rows.map((row) => [row.unit, `${row.stage}${row.isSet ? '*' : ''}`]));
}

describe('holystone stage', () => {
  test('shows where each type starts in each account: the lower stage of entry and account', async () => {
    expect(await stages()).toEqual({
      'aws:other:*:autoscalinggroup': 'plan',
      'aws:other:*:image': 'plan',
      'aws:test:*:autoscalinggroup': 'live',
      'aws:test:*:image': 'canary',
    });
  });

  test('live needs a reason, and shows what becomes deletable', async () => {
    const refused = await stage('image', 'test', '--set', 'live');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('needs --reason') });
    expect((await stages('image', 'test'))['aws:test:*:image']).toBe('canary');
    const log = new LogBook();
    const connection = new RedisConnection({ url: redis.url, log });
    await connection.whenReady();
    const state = redisState(connection, { log, typesOf: oneType });
    const namespace = 'aws:test:us-east-1:image' as Namespace;
    const after = { ...markOf('ami-1', { at: Date.parse('2020-01-01T00:00:00Z') }), namespace };
    const audit = { at: NOW, namespace, id: 'ami-1', event: 'marked', actor: 'holystone' } as const;
    await state.marks.apply(namespace, [{ id: 'ami-1', before: undefined, after, audit }]);
    await connection.close();
    const { code, stderr } = await stage('image', 'test', '--set', 'live', '--reason', 'a quiet month');
    expect(code).toBe(0);
    expect(stderr).toContain(
      `${namespace}: 1 marked, 1 past their date, become deletable, but not as long as dryRun is not false; the entry does not set live: true: ami-1 on 2020-01-01 00:00 UTC`,
    );
    const other = await stage('image', 'Other', '--set', 'live', '--reason', 'a quiet month');
    expect(other.stderr).toContain('nothing is marked there');
  });

  test('moves a type in an account, a pattern, and back; the audit log has each change', async () => {
    const moved = await stage('image', 'Other', '--set', 'notify', '--as', 'olga', '--reason', 'seen enough');
    expect(moved).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/aws:other:\*:image\s+notify \(set\)\s+plan/),
    });
    expect(moved.stderr).toContain('"after":"service in');
    expect(moved.stderr).toContain('seen enough');
    expect(await stages('aws:*:*:autoscalinggroup', '--set', 'canary')).toEqual({
      'aws:other:*:autoscalinggroup': 'canary*',
      'aws:test:*:autoscalinggroup': 'canary*',
    });
    await stage('aws.autoScalingGroup', '--set', 'configured');
    expect(await stages()).toMatchObject({ 'aws:other:*:autoscalinggroup': 'plan', 'aws:other:*:image': 'notify*' });
  });

  test.each([
    [['aws:test:us-east-1:image', '--set', 'plan'], /all locations of an account: write "aws:test:\*:image"/],
    [['images', '--set', 'plan'], /no namespace matches/],
    [['aws:*', 'test', '--set', 'plan'], /give either a pattern/],
    [['--set', 'plan'], /give a pattern/],
    [['image', '--set', 'full'], /Allowed choices are plan, notify, canary, live, configured/],
  ])('%j: exit 2, and nothing changes', async (args, why) => {
    expect(await stage(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(why) });
    expect(Object.values(await stages()).some((shown) => shown.endsWith('*'))).toBe(false);
  });
});
