/** `withSnapshots`: an image and the snapshots that were made for it are one decision, and each deletion is still its own. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SnapshotSeed } from '../../../sandbox/aws/index.ts';
import { planEach } from '../../../src/cli/plan/planEach.ts';
import { planText } from '../../../src/cli/plan/planText.ts';
import { colorsFor } from '../../../src/cli/text/colors.ts';
import { planOf } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, IMAGES, SNAPSHOTS, THERE, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => reset());

const EASY = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';

function options(image = 'withSnapshots: true', snapshots = 'live: true', more = ''): WorldOptions {
  return {
    cleanup: `[
      { type: image, accounts: [test], live: true, keepNewest: off, ${image}, when: [{ rule: unused }] },
      { type: snapshot, accounts: [test], ${snapshots}, when: [{ rule: unused }] }]`,
    defaults: `unusedFor: off, unownedRetention: 30d, ${EASY}${more}`,
  };
}

async function reset(...how: Parameters<typeof options>): Promise<void> {
  await world.reset(options(...how));
  world.sandbox.control.setRecycleBin(HERE, {});
}

const control = () => world.sandbox.control;
const there = () =>
  control()
    .state(HERE)
    .snapshots.map(({ SnapshotId }) => SnapshotId);
const imagesThere = () =>
  control()
    .state(HERE)
    .images.map(({ ImageId }) => ImageId);
const marked = async () => [...(await world.marks(IMAGES)), ...(await world.marks(SNAPSHOTS))].map(({ id }) => id);
const devices = (...ids: readonly string[]) =>
  ids.map((SnapshotId, index) => ({ DeviceName: `/dev/xvd${'abcdef'[index]}`, Ebs: { SnapshotId, VolumeSize: 8 } }));

interface Pair {
  readonly image: string;
  readonly snapshot: string;
}

/** An old image of Ann, and the one snapshot that was made for it, which names nobody. */
function pair(): Pair {
  const [image = ''] = world.addImages(1);
  const [device] =
    control()
      .state(HERE)
      .images.find(({ ImageId }) => ImageId === image)?.BlockDeviceMappings ?? [];
  return { image, snapshot: device?.Ebs?.SnapshotId ?? '' };
}

async function survey(): Promise<void> {
  await world.pass('mark', IMAGES);
  await world.pass('mark', SNAPSHOTS);
}

async function told(): Promise<void> {
  await survey();
  await world.notify(IMAGES, SNAPSHOTS);
}

async function due(): Promise<void> {
  await told();
  await world.watched(11, IMAGES, SNAPSHOTS);
}

/** Every quarter of an hour, the snapshots first: the order of passes is nobody's promise. */
async function deletePasses(times = 2): Promise<void> {
  for (let i = 0; i < times; i++) {
    await world.pass('delete', SNAPSHOTS);
    await world.pass('delete', IMAGES);
    world.clock.advance(HOUR / 4);
  }
  await world.pass('delete', SNAPSHOTS);
}

const flat = (text = '') => text.replaceAll(/\s+/g, ' ');
const keepTag = (kind: 'image' | 'snapshot', id: string) =>
  control().update(HERE, kind, id, { Tags: [{ Key: 'holystone:keep', Value: 'always' }] });
const decide = (namespace: typeof IMAGES, value: string) =>
  world.wired.deps.optOuts.optOut(namespace, {
    target: { kind: 'id', value },
    ...{ actor: 'ann@example.com', at: world.clock.now(), until: 'forever' },
  } as never);

describe('A36 one decision', () => {
  test('both are marked on one date, for the owner of the image, and one row of one message tells both', async () => {
    const { image, snapshot } = pair();
    await told();
    const [first, second] = [await world.markOf(image), await world.markOf(snapshot, SNAPSHOTS)];
    expect(second).toMatchObject({ owner: 'ann@example.com', state: 'noticed', waitsFor: [{ id: image }] });
    expect(second?.projectedDeletionAt).toBe(first?.projectedDeletionAt);
    expect(second?.reasons[0]).toContain(`the image ${image}, which is deleted first, and nothing else uses it`);
    const [message, ...more] = world.messages();
    expect(more).toEqual([]);
    const text = flat(message?.text);
    expect(message?.subject).toMatch(/app-\w+|1 resource/);
    expect(text.match(/Saves:/g)).toHaveLength(1);
    expect(text).toContain(`its snapshot is deleted after it: ${snapshot}`);
    expect(text).toContain('Saves: up to $0.40 a month');
    expect(text).not.toMatch(/nothing now|stays?\b|may follow/);
  });

  test('a snapshot that was not made for the image stays, and the row says so', async () => {
    const [backup = ''] = control().addSnapshots(HERE, [
      { Description: 'mine', StartTime: new Date(world.clock.now() - 99 * DAY) },
    ]);
    const { image, snapshot: own } = pair();
    const used = pair();
    control().addInstances(HERE, [{ ImageId: used.image }]);
    control().update(HERE, 'image', image, { BlockDeviceMappings: devices(own, backup) });
    await told();
    expect(await marked()).toEqual([image, own]);
    expect(flat(world.messages()[0]?.text)).toContain(
      `its snapshot is deleted after it: ${own}; the others stay, unless they have a notice of their own: ${backup}`,
    );
    await world.watched(11, IMAGES, SNAPSHOTS);
    await deletePasses();
    expect(there().toSorted()).toEqual([backup, used.snapshot].sort());
  });

  test('a snapshot with an owner of its own is told to that owner', async () => {
    const { snapshot } = pair();
    control().update(HERE, 'snapshot', snapshot, { Tags: [{ Key: 'owner', Value: 'bob@example.com' }] });
    await told();
    expect(world.messages()).toHaveLength(2);
    expect(await world.markOf(snapshot, SNAPSHOTS)).toMatchObject({ owner: 'bob@example.com' });
  });

  test('snapshots whose entry deletes nothing get no mark, and the row says that they stay', async () => {
    await reset(undefined, 'live: false');
    const { image, snapshot } = pair();
    await told();
    expect(await marked()).toEqual([image]);
    expect(flat(world.messages()[0]?.text)).toContain(`its snapshot stays: ${snapshot}`);
  });

  test('without the key the snapshot of a marked image is in use, as ever', async () => {
    await reset('withSnapshots: false');
    const { image } = pair();
    await told();
    expect(await marked()).toEqual([image]);
  });

  test('the owner keeps the image → both marks end, and nothing goes', async () => {
    const { image, snapshot } = pair();
    await due();
    await decide(IMAGES, image);
    await deletePasses();
    expect([world.deregistered(), there(), await marked()]).toEqual([[], [snapshot], []]);
  });

  test('an image that lost its mark to a use takes the mark of its snapshot with it', async () => {
    const { image, snapshot } = pair();
    await due();
    control().addInstances(HERE, [{ ImageId: image }]);
    await survey();
    expect([await marked(), there()]).toEqual([[], [snapshot]]);
  });
});

describe('A37 each deletion is its own', () => {
  test('the snapshot goes after its image, with a permit, a definition and lines of its own, and for the same owner', async () => {
    const { image, snapshot } = pair();
    await due();
    expect(await world.pass('delete', SNAPSHOTS)).toMatchObject({ counts: { waiting: 1, deleted: 0 } });
    await deletePasses();
    expect([world.deregistered(), there(), await marked()]).toEqual([[image], [], []]);
    const events = world.events(snapshot).filter((event) => event !== 'deferred' && event !== 'refreshed');
    expect(events).toEqual(['marked', 'noticed', 'permitted', 'deleted']);
    const { generations } = await world.wired.deps.definitions.read(SNAPSHOTS, snapshot);
    expect(generations).toMatchObject([{ stored: { id: snapshot } }]);
    expect(world.messages()).toHaveLength(1);
  });

  test('a snapshot of two images goes after the second', async () => {
    const { image, snapshot } = pair();
    const [other = ''] = world.addImages(1, { BlockDeviceMappings: devices(snapshot) });
    await due();
    expect((await world.markOf(snapshot, SNAPSHOTS))?.waitsFor?.map(({ id }) => id).sort()).toEqual(
      [image, other].sort(),
    );
    await deletePasses(3);
    expect([world.deregistered().toSorted(), there()]).toEqual([[image, other].sort(), []]);
  });

  test('of two images with one snapshot only one goes → the snapshot stays', async () => {
    const { image, snapshot } = pair();
    const [other = ''] = world.addImages(1, { BlockDeviceMappings: devices(snapshot) });
    control().addInstances(HERE, [{ ImageId: other }]);
    await due();
    await deletePasses(3);
    expect([world.deregistered(), there()]).toEqual([[image], [snapshot]]);
  });

  test('the pace of each type counts its own: one snapshot a pass', async () => {
    await reset(undefined, 'live: true, pace: { deletesPerPass: 1 }');
    const all = [pair(), pair(), pair()];
    await due();
    await world.pass('delete', IMAGES);
    world.clock.advance(HOUR / 4);
    expect(await world.pass('delete', SNAPSHOTS)).toMatchObject({ outcome: 'paced', counts: { deleted: 1 } });
    expect([world.deregistered(), there()]).toEqual([expect.arrayContaining([all[0]?.image]), expect.any(Array)]);
    expect(there()).toHaveLength(2);
  });

  test('Redis loses everything between both deletions → the snapshot stays until its owner is told anew', async () => {
    const { snapshot } = pair();
    await due();
    await world.pass('delete', IMAGES);
    await world.redis.flush();
    await world.configure(options());
    world.clock.advance(HOUR);
    await world.pass('delete', SNAPSHOTS);
    expect(there()).toEqual([snapshot]);
    await survey();
    expect(await world.markOf(snapshot, SNAPSHOTS)).toMatchObject({ state: 'marked' });
    await world.pass('delete', SNAPSHOTS);
    expect(there()).toEqual([snapshot]);
  });

  test('a survey between both deletions keeps the mark, its owner and its notice', async () => {
    const { snapshot } = pair();
    await due();
    const before = await world.markOf(snapshot, SNAPSHOTS);
    await world.pass('delete', IMAGES);
    world.clock.advance(HOUR);
    await survey();
    const after = await world.markOf(snapshot, SNAPSHOTS);
    expect(after).toMatchObject({ owner: 'ann@example.com', state: 'noticed', notice: before?.notice, waitsFor: [] });
    await world.pass('delete', SNAPSHOTS);
    expect(there()).toEqual([]);
  });
});

describe('A36 other settings', () => {
  test('an image that was in use for long: both are marked in the same survey, once nothing used it for `unusedFor`', async () => {
    await world.reset({ cleanup: options().cleanup ?? '', defaults: EASY });
    control().setRecycleBin(HERE, {});
    const { image, snapshot } = pair();
    const [instance = ''] = control().addInstances(HERE, [{ ImageId: image }]);
    const days = async (count: number) => {
      for (let day = 0; day < count; day++) {
        await survey();
        await world.watched(1, IMAGES, SNAPSHOTS);
      }
    };
    await days(3);
    control().remove(HERE, 'instance', instance);
    await days(13);
    expect(await marked()).toEqual([]);
    await days(3);
    expect(await marked()).toEqual([image, snapshot]);
  });

  test('an image that is disabled first: its snapshot waits for the end of the quarantine', async () => {
    await reset('withSnapshots: true, quarantine: 7d');
    const { image, snapshot } = pair();
    await due();
    await deletePasses();
    expect([imagesThere(), there()]).toEqual([[image], [snapshot]]);
    await world.watched(8, IMAGES, SNAPSHOTS);
    await deletePasses(3);
    expect([imagesThere(), there(), world.messages().length]).toEqual([[], [], 1]);
  });

  /** A plan whose saving is that of one snapshot, and its rows. */
  async function planned() {
    const { marks: _marks, audit: _audit, ...stateless } = world.wired.deps;
    const { namespaces } = await planEach(stateless, world.configuration.workConfigurations, {
      ...{ signal: new AbortController().signal, omitKept: true, quick: false, finished: [] },
      onNamespace: () => undefined,
    });
    const plan = planOf(namespaces, world.clock.now());
    expect(plan.monthlyCost.total).toEqual({ amount: 0.4, upTo: true, staying: null, unpriced: 0 });
    return { plan, rows: plan.namespaces.flatMap(({ resources }) => resources) };
  }

  test('the plan of two dates has a row and a saving for each', async () => {
    await reset(undefined, 'live: true, retention: 60d');
    const { image, snapshot } = pair();
    const {
      rows: [first, second],
    } = await planned();
    expect([first?.id, first?.followers, first?.monthlyCost?.amount]).toEqual([image, undefined, 0]);
    expect([second?.id, second?.toldIn, second?.monthlyCost?.amount]).toEqual([snapshot, undefined, 0.4]);
  });

  test('the plan has one row and one saving for both', async () => {
    const { image, snapshot } = pair();
    const {
      plan,
      rows: [first, second],
    } = await planned();
    expect(first).toMatchObject({ id: image, followers: [snapshot], monthlyCost: { amount: 0.4 } });
    expect(second).toMatchObject({ id: snapshot, toldIn: image, owner: 'ann@example.com', monthlyCost: { amount: 0 } });
    const text = planText(plan, {}, { color: colorsFor({ env: {}, stdout: {} } as never), width: 200 });
    expect(text.split(snapshot)).toHaveLength(2);
    expect(text).toContain(`its snapshot is deleted after it: ${snapshot}`);
  });
});

const linesOf = (words: RegExp) => world.messages().flatMap(({ text = '' }) => text.match(words) ?? []);
const dates = () => linesOf(/Deletion: .*/g);
const savings = () => linesOf(/Saves: +(up to \S+|nothing)/g).map((line) => line.replace(/Saves: +/, ''));
const why = () => flat(linesOf(/Why:.*?(?=Saves:|Deletion:)/gs).join(' '));

/** A person deregisters the image; the survey and the passes after it see that. */
async function goneByHand(image: string): Promise<void> {
  control().remove(HERE, 'image', image);
  await survey();
  for (let i = 0; i < 2; i++) {
    await world.pass('delete', SNAPSHOTS);
    world.clock.advance(HOUR);
  }
}

describe('A36 a row tells one date, and nothing in it goes before', () => {
  const LATER: readonly (readonly [string, string, string])[] = [
    ['a longer retention', 'retention: 60d', '12 July 2026'],
    ['a quarantine', 'quarantine: 7d', '30 May 2026'],
  ];
  test.each(LATER)(
    '%s of the image, which a person deregisters before → the snapshot stays until the told date',
    async (_name, key, day) => {
      await reset(`withSnapshots: true, ${key}`);
      const { image, snapshot } = pair();
      await told();
      expect([world.messages().length, dates().length, savings()]).toEqual([1, 1, ['up to $0.40']]);
      expect(world.messages()[0]?.text).toContain(day);
      await world.watched(11, IMAGES, SNAPSHOTS);
      await goneByHand(image);
      expect([imagesThere(), there()]).toEqual([[], [snapshot]]);
      const { projectedDeletionAt: at = 0 } = (await world.markOf(snapshot, SNAPSHOTS)) ?? {};
      expect(new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' })).toBe(day);
    },
  );

  test('the snapshot has a longer retention: a row of its own, with its date and its saving', async () => {
    await reset(undefined, 'live: true, retention: 60d');
    const { snapshot } = pair();
    await told();
    expect([dates().length, savings()]).toEqual([2, ['nothing', 'up to $0.40']]);
    expect(dates()[1]).toContain('12 July 2026');
    expect(why()).toContain(`its snapshot may follow, and then has a notice and a deletion of its own: ${snapshot}`);
    expect(why()).not.toContain('stays');
  });

  test('both are surveyed some minutes apart → one row all the same, whose date both keep', async () => {
    const { image, snapshot } = pair();
    await world.pass('mark', IMAGES);
    world.clock.advance(HOUR / 10);
    await world.pass('mark', SNAPSHOTS);
    world.clock.advance(HOUR / 10);
    await world.notify(IMAGES, SNAPSHOTS);
    expect(dates()).toHaveLength(1);
    const [first, second] = [await world.markOf(image), await world.markOf(snapshot, SNAPSHOTS)];
    expect(second?.notice?.shownAt).toBe(first?.notice?.shownAt);
    expect(second?.projectedDeletionAt).toBe(first?.projectedDeletionAt);
  });
});

describe('A36 nobody reads that a snapshot stays which then goes', () => {
  test('one snapshot of the images of two owners', async () => {
    const { snapshot } = pair();
    world.addImages(1, {
      Tags: [{ Key: 'owner', Value: 'bob@example.com' }],
      BlockDeviceMappings: devices(snapshot),
    });
    await due();
    await deletePasses(3);
    expect([world.messages().length, there()]).toEqual([2, []]);
    expect(savings()).toEqual(['up to $0.40']);
    expect(why()).toContain('may follow');
    expect(
      world
        .messages()
        .map(({ text }) => flat(text))
        .join(' '),
    ).not.toMatch(/snapshots? stays?|nothing now/);
  });

  test('the snapshots are surveyed after the message of the image', async () => {
    pair();
    await world.pass('mark', IMAGES);
    await world.notify(IMAGES);
    world.clock.advance(6 * HOUR);
    await told();
    expect(savings()).toEqual(['up to $0.40']);
    expect(why()).not.toContain('stays');
  });
});

/** The same snapshot, with something that EC2 keeps beside it. */
function again(id: string, beside: SnapshotSeed): void {
  const [known = {}] = control()
    .state(HERE)
    .snapshots.filter(({ SnapshotId }) => SnapshotId === id);
  control().remove(HERE, 'snapshot', id);
  control().addSnapshots(HERE, [{ ...(known as SnapshotSeed), ...beside }]);
}

/** Each happens to a pair of its own. */
const BEFORE: Readonly<Record<string, (one: Pair) => unknown>> = {
  'the snapshot has the keep tag': ({ snapshot }) => keepTag('snapshot', snapshot),
  'a decision keeps the snapshot': ({ snapshot }) => decide(SNAPSHOTS, snapshot),
  'the image has the keep tag': ({ image }) => keepTag('image', image),
  'a decision keeps the image': ({ image }) => decide(IMAGES, image),
};
const BETWEEN: Readonly<Record<string, (one: Pair) => unknown>> = {
  'the keep tag is on it': ({ snapshot }) => keepTag('snapshot', snapshot),
  'a decision keeps it': ({ snapshot }) => decide(SNAPSHOTS, snapshot),
  'another image was registered from it': ({ snapshot }) =>
    control().addImages(HERE, [{ BlockDeviceMappings: devices(snapshot) }]),
  'the image is back, from the Recycle Bin': ({ image, snapshot }) =>
    control().addImages(HERE, [{ ImageId: image, BlockDeviceMappings: devices(snapshot) }]),
  'the image is in the Recycle Bin': ({ image }) =>
    control().addRecycledImages(HERE, [{ ImageId: image, Name: 'web' }]),
  'a launch template names it': ({ snapshot }) =>
    control().addLaunchTemplates(HERE, [{ versions: [{ BlockDeviceMappings: devices(snapshot) }] }] as never),
  'it is shared with another account': ({ snapshot }) =>
    again(snapshot, { createVolumePermissions: [{ UserId: THERE.account }] }),
  'it is locked': ({ snapshot }) => again(snapshot, { lock: { LockState: 'governance' } }),
  'its fast restore is on': ({ snapshot }) => again(snapshot, { fastRestores: [{ State: 'enabled' }] }),
  'it is being copied': ({ snapshot }) =>
    control().addSnapshots(HERE, [
      {
        State: 'pending',
        VolumeId: 'vol-ffffffff',
        Description: `[Copied ${snapshot} from us-east-1]`,
        StartTime: new Date(world.clock.now()),
      },
    ]),
};

describe('A38 attacks', () => {
  test.each(Object.keys(BEFORE))('before the image: %s → both stay', async (name) => {
    const one = pair();
    await due();
    await BEFORE[name]?.(one);
    await deletePasses();
    expect([imagesThere(), there()]).toEqual([[one.image], [one.snapshot]]);
  });

  test.each(Object.keys(BETWEEN))('between both: %s → the snapshot stays', async (name) => {
    const one = pair();
    await due();
    await world.pass('delete', IMAGES);
    expect(world.deregistered()).toEqual([one.image]);
    await BETWEEN[name]?.(one);
    world.clock.advance(HOUR / 4);
    await deletePasses();
    expect(there()).toContain(one.snapshot);
  });

  test('nothing happens → it goes', async () => {
    const one = pair();
    await due();
    await world.pass('delete', IMAGES);
    world.clock.advance(HOUR / 4);
    await deletePasses();
    expect(there()).not.toContain(one.snapshot);
  });

  test('the snapshots cannot be read → their image stays: whether a person keeps one is not known', async () => {
    const one = pair();
    await due();
    control().addFault({ kind: 'error', operation: 'DescribeSnapshots', code: 'InternalError', status: 500 });
    await world.pass('delete', IMAGES);
    expect(imagesThere()).toEqual([one.image]);
  });

  test('the snapshot was told of, and its image was not: neither goes', async () => {
    const one = pair();
    await survey();
    await world.notify(SNAPSHOTS);
    await world.watched(11, IMAGES, SNAPSHOTS);
    await deletePasses();
    expect([imagesThere(), there()]).toEqual([[one.image], [one.snapshot]]);
  });

  test('the image was told of, and its snapshot was not: the image goes, and the snapshot waits for its notice', async () => {
    const one = pair();
    await survey();
    await world.notify(IMAGES);
    await world.watched(11, IMAGES, SNAPSHOTS);
    await deletePasses();
    expect([imagesThere(), there()]).toEqual([[], [one.snapshot]]);
  });

  test('a dry run marks and deletes nothing', async () => {
    await world.reset({ ...options(), dryRun: true });
    const one = pair();
    await due();
    await deletePasses();
    expect([await marked(), imagesThere(), there()]).toEqual([[], [one.image], [one.snapshot]]);
  });
});

describe('A39 the entry of snapshots', () => {
  const refused = (cleanup: string) =>
    world.configure({ cleanup }).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  const IMAGE = 'type: image, accounts: [test], withSnapshots: true, when: [{ rule: unused }]';

  test('without one, or with one that never selects what was made for an image, the key is refused where it stands', async () => {
    const words = /withSnapshots.*needs an entry of type `snapshot` with the rule `unused` for test\/us-east-1/s;
    expect(await refused(`[{ ${IMAGE} }]`)).toMatch(words);
    const backups = '{ type: snapshot, only: [{ name: nightly }], when: [{ rule: age, moreThan: 90d }] }';
    expect(await refused(`[{ ${IMAGE} }, ${backups}]`)).toMatch(words);
    expect(await refused(`[{ ${IMAGE} }, { type: snapshot, when: [{ rule: unused }] }]`)).toBe('accepted');
  });

  test('an image that is never deleted has no followers: they would wait for ever', async () => {
    const snapshots = '{ type: snapshot, accounts: [test], when: [{ rule: unused }]';
    const words = /`actions` of this entry have no `delete`.* `snapshot` that follow would wait for ever/s;
    expect(await refused(`[{ ${IMAGE}, actions: [mark, notify] }, ${snapshots} }]`)).toMatch(words);
    expect(await refused(`[{ ${IMAGE}, actions: [mark, notify] }, ${snapshots}, actions: [mark, notify] }]`)).toBe(
      'accepted',
    );
  });

  test('its `keep` keeps the image too, and its `only` says nothing about the image', async () => {
    await reset(undefined, 'live: true, keep: [{ tag: { team: data } }], only: [{ tag: { team: web } }]');
    const [first, second] = [pair(), pair()];
    control().update(HERE, 'snapshot', first.snapshot, { Tags: [{ Key: 'team', Value: 'data' }] });
    await survey();
    expect(await marked()).toEqual([second.image]);
  });
});
