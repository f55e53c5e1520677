/** Whole lives of volumes: AWS reports no time of detachment, so that our own record decides when one is unused. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { VolumeSeed } from '../../../sandbox/aws/index.ts';
import { check } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, VOLUMES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

const CLEANUP = '[{ type: volume, accounts: [test], live: true, when: [{ rule: unused }] }]';
const live = { cleanup: CLEANUP, defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }' };
beforeEach(() => world.reset(live));

const INSTANCE = 'i-00000000000000001';
const ATTACHED = { State: 'in-use', Attachments: [{ InstanceId: INSTANCE, Device: '/dev/sdf', State: 'attached' }] };
const FREE = { State: 'available', Attachments: [] };

/** Made 100 days ago. */
function add(given: VolumeSeed = {}): string {
  const CreateTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  const seed = { CreateTime, Size: 100, ...given, tags: { owner: 'ann@example.com', ...given.tags } };
  const [id = ''] = world.sandbox.control.addVolumes(HERE, [seed]);
  return id;
}
/** Evidence in which nothing at all is attached any more would not be believed (L31). */
const withAnotherAttached = () => add(ATTACHED as VolumeSeed);
const change = (id: string, to: object) => world.sandbox.control.update(HERE, 'volume', id, { ...to });
const mark = () => world.pass('mark', VOLUMES);
const remove = () => world.pass('delete', VOLUMES);
const marked = async () => (await world.marks(VOLUMES)).map(({ id }) => id);
const requests = () => world.writes().map(({ operation }) => operation);

/** Days go by, and a survey that changes nothing every six hours; then one that is looked at. */
async function days(count: number): Promise<void> {
  await world.watched(count, VOLUMES);
  await mark();
}

/** First seen 15 days ago, marked, noticed and due. */
async function due(given: VolumeSeed = {}): Promise<string> {
  const id = add(given);
  await mark();
  await days(15);
  await world.notify(VOLUMES);
  world.clock.advance(10 * DAY + HOUR);
  return id;
}

describe('a volume that was in use within `unusedFor`', () => {
  test('Law 1 Holystone first sees a volume without an attachment → it keeps it for 14 days from then, and says why', async () => {
    const id = add();
    await mark();
    await days(13);
    expect(await marked()).toEqual([]);
    const [wc] = world.configuration.workConfigurations;
    const checked = wc && (await check(world.wired.deps, wc, id, new AbortController().signal));
    expect(checked).toMatchObject({
      verdict: { kind: 'keep', reasons: ['Holystone first saw it, possibly in use, 13 days ago, within 14d'] },
    });
    await days(1);
    expect(await marked()).toEqual([id]);
  });

  test('Law 1 Holystone saw a volume attached → it keeps it for 14 days after the last time', async () => {
    const id = add(ATTACHED as VolumeSeed);
    withAnotherAttached();
    await mark();
    await days(20);
    change(id, FREE);
    await days(13);
    expect(await marked()).toEqual([]);
    await days(1);
    expect(await marked()).toEqual([id]);
  });

  test('Law 1 days without surveys do not count as unused', async () => {
    add();
    await mark();
    world.clock.advance(60 * DAY);
    await mark();
    await days(13);
    expect(await marked()).toEqual([]);
    await days(1);
    expect(await marked()).toHaveLength(1);
  });

  test('L34 Law 5 first-seen times of a dry run count when the type goes live', async () => {
    await world.reset({ ...live, dryRun: true });
    const id = add();
    await mark();
    await days(15);
    expect([await marked(), requests()]).toEqual([[], []]);
    await world.configure(live);
    await mark();
    expect(await marked()).toEqual([id]);
  });

  test('L25 Law 8 Redis is emptied → Holystone keeps each volume for 14 days again', async () => {
    const id = await due();
    await world.redis.flush();
    await world.configure(live);
    await mark();
    await remove();
    expect([await marked(), requests()]).toEqual([[], []]);
    await days(15);
    expect(await marked()).toEqual([id]);
  });

  test('L30 an incomplete survey still records an attachment', async () => {
    withAnotherAttached();
    const id = add();
    await mark();
    await days(13);
    change(id, ATTACHED);
    world.clock.advance(HOUR);
    world.deny('ec2:DescribeInstances');
    expect((await mark()).outcome).toBe('incomplete');
    world.allow('ec2:DescribeInstances');
    change(id, FREE);
    await days(13);
    expect(await marked()).toEqual([]);
    await days(2);
    expect(await marked()).toEqual([id]);
  });
});

describe('due volumes', () => {
  test('L52 A13 the notice shows the cost; Holystone stores the definition, deletes the volume once, and counts it when a read by id says gone', async () => {
    const id = await due({ VolumeType: 'io2', Iops: 500, Encrypted: true });
    const [message] = world.messages();
    expect(message?.text).toContain('its data goes with it (100 GiB io2 in us-east-1a); snapshots of it stay');
    // 100 GiB at $0.125 and 500 IOPS at $0.065.
    expect(message?.text).toContain('$45.00 a month');
    expect((await remove()).counts).toMatchObject({ accepted: 1, deleted: 0 });
    world.clock.advance(HOUR);
    expect((await remove()).counts).toMatchObject({ deleted: 1 });
    expect(requests()).toEqual(['DeleteVolume']);
    expect(world.events(id).filter((event) => event !== 'deferred')).toEqual([
      'marked',
      'noticed',
      'permitted',
      'accepted',
      'deleted',
    ]);
    expect(await definitionOf(id)).toMatchObject({
      id,
      definition: {
        VolumeId: id,
        VolumeType: 'io2',
        Iops: 500,
        Size: 100,
        Encrypted: true,
        AvailabilityZone: 'us-east-1a',
      },
    });
    expect(await marked()).toEqual([]);
  });

  test('A8 the DryRun of the first deletion is denied → Holystone sends no delete request, and names the permission', async () => {
    await due();
    world.deny('ec2:DeleteVolume');
    const { problem } = await remove();
    expect(problem).toContain('ec2:DeleteVolume is denied');
    expect(world.sandbox.control.state(HERE).volumes).toHaveLength(1);
    expect(requests()).toEqual([]);
  });

  test.each([
    ['attached', ATTACHED],
    ['in use by what AWS does not name', { State: 'in-use' }],
    ['being deleted by somebody else', { State: 'deleting' }],
    ['being modified', { modification: { ModificationState: 'optimizing', Progress: 1 } }],
    ['being filled', { initialization: { Progress: 1 } }],
    ['Kubernetes’', { Tags: [{ Key: 'kubernetes.io/created-for/pvc/name', Value: 'data' }] }],
  ])('L54 a due volume is %s → Holystone unmarks it, and neither deletes nor detaches it', async (_name, since) => {
    const id = await due();
    change(id, since);
    expect((await remove()).counts).toMatchObject({ unmarked: 1, deleted: 0 });
    expect([requests(), await marked()]).toEqual([[], []]);
  });

  test('L54 an instance names a due volume that does not name the instance yet → Holystone unmarks the volume', async () => {
    const VolumeId = await due();
    world.sandbox.control.addInstances(HERE, [
      { state: 'stopped', BlockDeviceMappings: [{ DeviceName: '/dev/sdf', Ebs: { VolumeId } }] },
    ]);
    await remove();
    expect([requests(), await marked()]).toEqual([[], []]);
  });

  test('A10 somebody attaches the volume after the check → AWS refuses the deletion, and the mark says in use', async () => {
    const id = await due();
    const fault = { kind: 'error', operation: 'DeleteVolume', code: 'VolumeInUse', status: 400 } as const;
    world.sandbox.control.addFault({ ...fault, message: `Volume ${id} is currently attached to ${INSTANCE}` });
    expect((await remove()).counts).toMatchObject({ retried: 1, deleted: 0 });
    expect(world.sandbox.control.state(HERE).volumes.map(({ VolumeId }) => VolumeId)).toEqual([id]);
    expect((await world.markOf(id, VOLUMES))?.problem).toContain('in use');
  });

  test('L54 AWS denies the read of attachments → Holystone does not delete, and the mark stays', async () => {
    const id = await due();
    world.deny('ec2:DescribeInstances');
    await remove();
    expect([requests(), await marked()]).toEqual([[], [id]]);
  });
});

describe('between mark and deletion', () => {
  test('L28 L50 somebody attaches and detaches a marked volume → it gets a new mark after 14 days, and no deletion before a new notice', async () => {
    withAnotherAttached();
    const id = await due();
    const before = (await world.markOf(id, VOLUMES))?.generation;
    change(id, ATTACHED);
    await mark();
    expect(await marked()).toEqual([]);
    change(id, FREE);
    await days(13);
    expect(await marked()).toEqual([]);
    await days(2);
    const again = await world.markOf(id, VOLUMES);
    expect([again?.generation === before, again?.state]).toEqual([false, 'marked']);
    await remove();
    expect(requests()).toEqual([]);
    await world.notify(VOLUMES);
    expect(world.messages()).toHaveLength(2);
  });

  test('L56 somebody deletes a marked volume → Holystone records it as gone, and sends no request', async () => {
    const id = await due();
    world.sandbox.control.remove(HERE, 'volume', id);
    expect((await remove()).counts).toMatchObject({ gone: 1, deleted: 0 });
    expect([requests(), world.events(id).at(-1)]).toEqual([[], 'gone']);
  });

  test('L35 another volume gets the id → Holystone removes the mark, and keeps the new volume for 14 days', async () => {
    const id = await due();
    change(id, { CreateTime: new Date(world.clock.now() - 60 * DAY) });
    await remove();
    await mark();
    expect([requests(), await marked()]).toEqual([[], []]);
    await days(15);
    expect(await marked()).toEqual([id]);
  });

  test('L35 somebody restores a deleted volume → Holystone keeps it for 14 days', async () => {
    const id = await due();
    const [before] = world.sandbox.control.state(HERE).volumes;
    await remove();
    world.clock.advance(HOUR);
    await remove();
    add();
    await mark();
    world.sandbox.control.addVolumes(HERE, [{ ...before, VolumeId: id } as VolumeSeed]);
    await mark();
    await days(13);
    expect(await marked()).not.toContain(id);
    await days(2);
    expect(await marked()).toContain(id);
  });

  test.each([
    ['accepted', undefined],
    ['asked for, and the answer was lost', { operation: 'DeleteVolume', kind: 'dropAfter', times: 1 } as const],
  ])(
    'L56 Law 3 the deletion was %s, and somebody restores the volume before the next pass → Holystone unmarks it and deletes no more without a new notice',
    async (_, fault) => {
      const id = await due();
      const [before] = world.sandbox.control.state(HERE).volumes;
      if (fault) world.sandbox.control.addFault(fault);
      await remove();
      world.clock.advance(16 * HOUR);
      expect(world.sandbox.control.state(HERE).volumes).toEqual([]);
      world.sandbox.control.addVolumes(HERE, [{ ...before, ...FREE, VolumeId: id } as VolumeSeed]);
      expect((await remove()).counts).toMatchObject({ unmarked: 1, deleted: 0 });
      world.clock.advance(HOUR);
      await remove();
      expect([await marked(), requests()]).toEqual([[], ['DeleteVolume']]);
      await mark();
      await remove();
      expect([(await world.markOf(id, VOLUMES))?.state, requests()]).toEqual(['marked', ['DeleteVolume']]);
    },
  );

  test('L62 an opt-out keeps a due volume, and Holystone writes the keep tag', async () => {
    const id = await due();
    const target = { kind: 'id', value: id } as const;
    const at = world.clock.now();
    await world.wired.deps.optOuts.optOut(VOLUMES, { target, until: 'forever', actor: 'ann@example.com', at });
    await world.protect(VOLUMES);
    await remove();
    expect(requests()).toEqual(['CreateTags']);
    expect(world.sandbox.control.state(HERE).volumes[0]?.Tags).toContainEqual({
      Key: 'holystone:keep',
      Value: 'always',
    });
  });
});

test('L31 Law 8 a survey removes the records of vanished volumes; a survey that a short listing blocks removes none', async () => {
  await world.reset({ ...live, defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, sharesFrom: 2 }' });
  const record = async () => {
    const { lastUsed } = world.wired.deps;
    return [(await lastUsed.allFirstSeen(VOLUMES)).size, (await lastUsed.all(VOLUMES)).size];
  };
  const [first = '', second = ''] = [add(ATTACHED as VolumeSeed), add(), add(), add(ATTACHED as VolumeSeed)];
  await mark();
  expect(await record()).toEqual([4, 2]);
  world.sandbox.control.remove(HERE, 'volume', second);
  await mark();
  expect(await record()).toEqual([3, 2]);
  world.sandbox.control.addFault({ kind: 'empty', operation: 'DescribeVolumes', times: 1 });
  expect((await mark()).outcome).toBe('blocked');
  expect(await record()).toEqual([3, 2]);
  world.sandbox.control.remove(HERE, 'volume', first);
  world.clock.advance(HOUR);
  await mark();
  expect(await record()).toEqual([2, 1]);
});

async function definitionOf(id: string): Promise<unknown> {
  const dir = join(world.dir, 'definitions');
  const files = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.json'));
  const all = await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(dir, name), 'utf8'))));
  return all.find((stored) => stored.id === id);
}
