/** `holystone marks` on a real Redis, in this process. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { runCli } from '../../../src/cli/program.ts';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { type Namespace, parseNamespace } from '../../../src/core/resource/namespace.ts';
import { captured } from '../../support/captured.ts';
import { DAY, markOf, NOW, openState, type StateFixture } from '../state/support.ts';

const IMAGES = parseNamespace('aws:test:us-east-1:image') as Namespace;
const GROUPS = parseNamespace('aws:test:us-east-1:autoscalinggroup') as Namespace;
const TEAM_A = 'team-a@example.com';

let state: StateFixture;
let dir: string;
beforeAll(async () => {
  [state, dir] = await Promise.all([openState(), mkdtemp(join(tmpdir(), 'holystone-marks-'))]);
  await writeFile(
    join(dir, 'holystone.yaml'),
    `
redis: { url: "${state.redis.url}" }
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }]
cleanup:
  - { type: image, when: [{ rule: unused }] }
  - { type: autoScalingGroup, rollout: notify, when: [{ rule: unused }] }
`,
  );
});
beforeEach(() => state.redis.flush());
afterAll(async () => {
  await state.close();
  await rm(dir, { recursive: true, force: true });
});

/** With `columns` on a terminal, as text; else as JSON. */
const marks = (args: readonly string[], columns?: number) =>
  holystone('marks', columns === undefined ? ['-o', 'json', ...args] : args, columns);

async function holystone(command: string, args: readonly string[], columns?: number) {
  const { output, stdout, stderr } = captured();
  if (columns !== undefined) Object.assign(stdout, { isTTY: true, columns });
  const { signal } = new AbortController();
  const context = { env: { NO_COLOR: '1' }, stdout, stderr, clock: { now: () => NOW }, signal, exitCode: 0 };
  const code = await runCli([command, '-c', join(dir, 'holystone.yaml'), ...args], context);
  return { code, ...output };
}

/** @param days until its date */
async function mark(namespace: Namespace, id: string, days: number, change: Partial<Mark> = {}): Promise<void> {
  const after = { ...markOf(id, { at: NOW + days * DAY, owner: TEAM_A, ...change }), namespace };
  const audit = { at: NOW, namespace, id, event: 'marked', actor: 'holystone' } as const;
  await state.marks.apply(namespace, [{ id, before: undefined, after, audit }]);
}

const notice = (id: string) => ({
  ...{ messageId: '<1@example.com>', recipient: TEAM_A, acceptedAt: NOW - DAY, shownAt: NOW + 2 * DAY },
  ...{ generation: `generation of ${id}`, validUntil: NOW + 30 * DAY },
});

const idsOf = (json: string) => JSON.parse(json).marks.map(({ id }: { id: string }) => id);

test.each(['marks', 'status', 'history'])(
  'P17 %s prints text in a pipe too, unless JSON is asked for',
  async (command) => {
    const texts = await holystone(command, []);
    expect(texts.code).toBe(0);
    expect(() => JSON.parse(texts.stdout)).toThrow(SyntaxError);
    expect(JSON.parse((await holystone(command, ['-o', 'json'])).stdout)).toEqual(expect.any(Object));
  },
);

describe('holystone marks', () => {
  beforeEach(async () => {
    await mark(IMAGES, 'ami-late', 9);
    await mark(IMAGES, 'ami-soon', 2, { state: 'noticed', notice: notice('ami-soon') });
    await mark(IMAGES, 'ami-other', 1, { owner: 'team-b@example.com' });
    await mark(GROUPS, 'asg-1', 5, { problem: 'AWS throttles', nextAttemptAt: NOW + DAY });
    await mark(GROUPS, 'asg-due', -1);
  });

  test('lists the marks of an owner over all namespaces, the soonest first, as JSON', async () => {
    const { code, stdout } = await marks(['--owner', 'Team-A@example.com']);
    const { marks: rows, total } = JSON.parse(stdout);
    expect({ code, total, ids: idsOf(stdout) }).toEqual({
      ...{ code: 0, total: 4 },
      ids: ['asg-due', 'ami-soon', 'asg-1', 'ami-late'],
    });
    expect(rows[0]).toMatchObject({ namespace: GROUPS, due: true, notifiedAt: null });
    expect(rows[0].noDeletionBecause).toContain('dryRun is not false');
    expect(rows[1]).toMatchObject({ due: false, notifiedAt: new Date(NOW - DAY).toISOString(), owner: TEAM_A });
  });

  test('takes the part of the address before the @, a pattern of namespaces, and a time', async () => {
    expect(idsOf((await marks(['--owner', 'team-b'])).stdout)).toEqual(['ami-other']);
    expect(idsOf((await marks(['--owner', 'team'])).stdout)).toEqual([]);
    expect(idsOf((await marks(['-n', '*:image'])).stdout)).toEqual(['ami-other', 'ami-soon', 'ami-late']);
    expect(idsOf((await marks(['--within', '3d'])).stdout)).toEqual(['asg-due', 'ami-other', 'ami-soon']);
  });

  test('counts the marks beyond the limit', async () => {
    const { stdout } = await marks(['--limit', '2']);
    expect({ ids: idsOf(stdout), total: JSON.parse(stdout).total }).toEqual({
      ids: ['asg-due', 'ami-other'],
      total: 5,
    });
    const table = await marks(['--limit', '2'], 80);
    expect(table.stdout).toContain('… and 3 with later dates; --limit 5 shows all');
  });

  test('reads many pages of a namespace', async () => {
    const many = Array.from({ length: 1203 }, (_, i) => markOf(`ami-${i}`, { at: NOW + (2000 - i) * DAY }));
    const audit = { at: NOW, namespace: IMAGES, event: 'marked', actor: 'holystone' } as const;
    const adding = many.map((one) => ({
      ...{ id: one.id, before: undefined, after: { ...one, namespace: IMAGES } },
      audit: { ...audit, id: one.id },
    }));
    await state.marks.apply(IMAGES, adding);
    const { stdout } = await marks(['-n', IMAGES, '--owner', 'owner+{x}', '--limit', '3']);
    expect({ ids: idsOf(stdout), total: JSON.parse(stdout).total }).toEqual({
      ...{ ids: ['ami-1202', 'ami-1201', 'ami-1200'], total: 1203 },
    });
  });

  test('shows on a terminal when each goes, the notice, the problem, and the resources that the owner keeps, within 80 columns', async () => {
    await state.optOuts.optOut(IMAGES, {
      target: { kind: 'id', value: 'ami-kept' },
      until: 'forever',
      actor: TEAM_A,
      at: NOW,
    });
    await state.optOuts.optOut(IMAGES, {
      target: { kind: 'id', value: 'ami-ended' },
      until: NOW - 1,
      actor: TEAM_A,
      at: NOW,
    });
    const { stdout } = await marks(['--owner', 'team-a'], 80);
    const day = (days: number) => new Date(NOW + days * DAY).toISOString().slice(0, 16).replace('T', ' ');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toContain('4 marks of team-a, the soonest first; times in UTC\n');
    expect(stdout).toContain(`  ${day(2)}       notified ${day(-1).slice(0, 10)}  ami-soon (name of ami-soon)\n`);
    expect(stdout).toContain(`  ${day(9)}       not notified yet     ami-late`);
    expect(stdout).toContain(`  ${day(-1)}  due  not notified yet     asg-due`);
    expect(stdout.match(/Holystone deletes nothing in/g)).toHaveLength(1);
    expect(stdout).toContain(`last attempt: AWS throttles; next attempt ${day(1)}`);
    expect(stdout).toContain(`Kept by team-a: 1\n  ami-kept in ${IMAGES} forever, by ${TEAM_A}\n`);
  });

  test('shows the name of a kept resource, which its mark had', async () => {
    const target = { kind: 'id', value: 'ami-soon' } as const;
    await state.optOuts.optOut(IMAGES, { target, until: 'forever', actor: TEAM_A, at: NOW });
    const { stdout } = await marks(['--owner', 'team-a'], 80);
    expect(stdout).toContain('Kept by team-a: 1\n  ami-soon (name of ami-soon) in ');
    const { optOuts } = JSON.parse((await marks(['--owner', 'team-a'])).stdout);
    expect(optOuts).toMatchObject([{ value: 'ami-soon', name: 'name of ami-soon' }]);
  });

  test('P12 shows a group once, and in every type of its place, whichever type it was kept through', async () => {
    const target = { kind: 'group', value: 'cluster/shop' } as const;
    await state.optOuts.optOut(GROUPS, { target, until: 'forever', actor: TEAM_A, at: NOW });
    for (const asked of [[], ['-n', '*:image'], ['-n', '*:autoscalinggroup']]) {
      const { totalOptOuts, optOuts } = JSON.parse((await marks(asked)).stdout);
      expect({ asked, totalOptOuts, optOuts }).toMatchObject({ totalOptOuts: 1, optOuts: [{ value: 'cluster/shop' }] });
    }
  });

  test('says first that the kill switch stops all deletions', async () => {
    await holystone('kill', []);
    expect((await marks([], 80)).stdout).toMatch(/^STOPPED: the kill switch is on/);
  });

  test('names other owners when the asked one has no marks', async () => {
    const { code, stdout } = await marks(['--owner', 'nobody'], 80);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No marks of nobody\. Some owners/),
    });
    expect(stdout).toContain(TEAM_A);
  });
});

test('P13 marks of one entry, and of the entry without `match`', async () => {
  await mark(IMAGES, 'ami-ci', 1, { entry: 'tag:ci' });
  await mark(IMAGES, 'ami-plain', 2);
  const idsOf = async (...args: string[]) => {
    const { stdout } = await marks(args);
    return (JSON.parse(stdout) as { marks: { id: string }[] }).marks.map(({ id }) => id);
  };
  expect(await idsOf('--entry', 'tag:ci')).toEqual(['ami-ci']);
  expect(await idsOf('--entry', '')).toEqual(['ami-plain']);
  expect(await idsOf('--entry', 'other')).toEqual([]);
  expect(await idsOf()).toHaveLength(2);
});
