import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { recalculate } from '../../../src/lifecycle/index.ts';
import { ACCOUNT, DAY, IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { commandAt } from '../../support/commandAt.ts';
import { standIn } from '../../support/standIn.ts';

const world = worldForAll();

const SILENT =
  '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, notice: off, retention: 30d }]';
const SHORTER = SILENT.replace('30d', '2d');
const move = (seconds: number, count: number) =>
  recalculate(world.wired.deps, { namespace: IMAGES, seconds, count, actor: 'olga' });
const dates = async () => (await world.marks()).map(({ projectedDeletionAt }) => projectedDeletionAt);

describe('L60 recalculate', () => {
  beforeEach(() => world.reset({ cleanup: SILENT }));

  test('L60 `recalculate` moves the n oldest marks to now + seconds, and no other mark', async () => {
    const [older = ''] = world.addImages(1);
    await world.pass('mark');
    world.clock.advance(DAY);
    const [newer = ''] = world.addImages(1);
    await world.pass('mark');
    const stays = (await world.markOf(newer))?.projectedDeletionAt;
    await world.configure({ cleanup: SHORTER });
    expect(await move(3 * 86_400, 1)).toEqual({ kind: 'recalculated', considered: 1, moved: 1 });
    expect((await world.markOf(older))?.projectedDeletionAt).toBe(world.clock.now() + 3 * DAY);
    expect((await world.markOf(newer))?.projectedDeletionAt).toBe(stays);
    expect(world.audit.at(-1)).toMatchObject({ event: 'recalculated', id: older, actor: 'olga' });
  });

  test('L60 `recalculate` moves no mark before its retention ends where notices are off', async () => {
    world.addImages(1);
    await world.pass('mark');
    const markedAt = world.clock.now();
    await world.configure({ cleanup: SHORTER });
    await move(60, 10);
    expect(await dates()).toEqual([markedAt + 2 * DAY]);
    expect(await move(86_400, 10)).toEqual({ kind: 'recalculated', considered: 1, moved: 0 });
  });

  test('L60 `recalculate` moves no mark without a notice, and none before the end of its notice', async () => {
    await world.reset();
    world.addImages(2);
    await world.pass('mark');
    const before = await dates();
    expect(await move(60, 2)).toMatchObject({ moved: 0 });
    expect(await dates()).toEqual(before);
    await world.notify();
    const notified = await dates();
    await world.configure({ defaults: 'retention: 1d' });
    expect(await move(60, 2)).toMatchObject({ considered: 2, moved: 0 });
    expect(await dates()).toEqual(notified);
    expect((await world.marks()).every(({ notice, projectedDeletionAt: at }) => at >= (notice?.shownAt ?? 0))).toBe(
      true,
    );
  });

  test('L60 somebody opts out during `recalculate` → the mark stays away', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    await world.configure({ cleanup: SHORTER });
    const { marks, optOuts } = world.wired.deps;
    const target = { kind: 'id', value: id } as const;
    const racing: Pick<typeof marks, 'get' | 'apply' | 'all'> = {
      all: (namespace) => marks.all(namespace),
      get: (namespace, wanted) => marks.get(namespace, wanted),
      apply: async (...change) => {
        await optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'ann', at: world.clock.now() });
        return marks.apply(...change);
      },
    };
    const deps = { ...world.wired.deps, marks: standIn(marks, racing) };
    expect(await recalculate(deps, { namespace: IMAGES, seconds: 60, count: 1, actor: 'olga' })).toMatchObject({
      moved: 0,
    });
    expect(await world.marks()).toEqual([]);
  });

  test('L60 L36 in dry run `recalculate` writes nothing', async () => {
    world.addImages(1);
    await world.pass('mark');
    const before = await world.marks();
    await world.configure({ cleanup: SHORTER, dryRun: true });
    expect((await move(60, 1)).kind).toBe('conflict');
    expect(await world.marks()).toEqual(before);
  });

  test.each([
    [0, 1],
    [-1, 1],
    [Number.NaN, 1],
    [1.5, 1],
    [Number.POSITIVE_INFINITY, 1],
    [60, 0],
    [60, -1],
    [60, Number.NaN],
    [60, 1e9],
  ])('L60 %d seconds for %d marks is refused and changes nothing', async (seconds, count) => {
    world.addImages(1);
    await world.pass('mark');
    const before = await world.marks();
    await world.configure({ cleanup: SHORTER });
    expect((await move(seconds, count)).kind).toBe('invalid');
    expect(await world.marks()).toEqual(before);
  });
});

describe('holystone recalculate', () => {
  beforeEach(() => world.reset({ cleanup: SILENT }));

  async function run(...args: readonly string[]) {
    const file = join(world.dir, 'holystone.yaml');
    await writeFile(
      file,
      `
dryRun: false
redis: { url: "${world.redis.url}" }
definitions: { dir: ${JSON.stringify(join(world.dir, 'definitions'))} }
accounts: [{ name: test, provider: aws, id: "${ACCOUNT}", locations: [us-east-1] }]
cleanup: ${SHORTER}
`,
    );
    return commandAt(world.clock, ['recalculate', ...args, '-c', file]);
  }

  test('L60 moves the oldest marks in and says how many', async () => {
    world.addImages(2);
    await world.pass('mark');
    const { code, stdout, stderr } = await run(IMAGES, '--within', '5d', '--count', '2', '--as', 'olga');
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: `${IMAGES}: 2 of the 2 oldest marks moved\n` });
    expect(await dates()).toEqual([world.clock.now() + 5 * DAY, world.clock.now() + 5 * DAY]);
  });

  test.each([
    ['0d', '1'],
    ['-1d', '1'],
    ['soon', '1'],
    ['NaN', '1'],
    ['99999d', '1'],
    ['10d', '0'],
    ['10d', '-1'],
    ['10d', 'all'],
    ['10d', '999999999'],
  ])('L60 --within %s --count %s: exit 2, nothing done', async (within, count) => {
    world.addImages(1);
    await world.pass('mark');
    const before = await world.marks();
    expect((await run(IMAGES, `--within=${within}`, `--count=${count}`)).code).toBe(2);
    expect(await world.marks()).toEqual(before);
  });
});
