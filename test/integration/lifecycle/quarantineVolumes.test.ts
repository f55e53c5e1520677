/** The step before the deletion of a volume: a last snapshot is made, and is complete by then. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { VolumeSeed } from '../../../sandbox/aws/index.ts';
import { DAY, HERE, HOUR, VOLUMES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

const IN_QUARANTINE = {
  cleanup: '[{ type: volume, accounts: [test], live: true, when: [{ rule: unused }], quarantine: 7d }]',
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
};
beforeEach(async () => {
  await world.reset(IN_QUARANTINE);
  world.sandbox.control.setSnapshotsTakeMs(SNAPSHOT_MS);
});

const mark = () => world.pass('mark', VOLUMES);
const remove = () => world.pass('delete', VOLUMES);
const volumes = () => world.sandbox.control.state(HERE).volumes;
const snapshots = () => world.sandbox.control.state(HERE).snapshots;
const operations = () => world.writes().map(({ operation }) => operation);
const change = (id: string, to: object) => world.sandbox.control.update(HERE, 'volume', id, { ...to });
const ATTACHED = { State: 'in-use', Attachments: [{ InstanceId: 'i-00000000000000001', State: 'attached' }] };

const SNAPSHOT_MS = 1000;

/** AWS's clock is another than ours: it goes on as far as a snapshot takes. */
function later(ms: number): void {
  world.clock.advance(ms);
  world.sandbox.control.advanceClock(SNAPSHOT_MS);
}

/** A volume whose retention is over. */
async function due(given: VolumeSeed = {}): Promise<string> {
  const CreateTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  const seed = { CreateTime, Size: 100, ...given, tags: { Name: 'data', owner: 'ann@example.com', ...given.tags } };
  const [id = ''] = world.sandbox.control.addVolumes(HERE, [seed]);
  await mark();
  await untilDue();
  return id;
}

/** Seen free for 14 days, marked, noticed, and its retention over. */
async function untilDue(): Promise<void> {
  await world.watched(14, VOLUMES);
  await mark();
  await world.notify(VOLUMES);
  await world.watched(10, VOLUMES);
  later(HOUR);
}

/** One with a last snapshot. */
async function saved(given: VolumeSeed = {}): Promise<string> {
  const id = await due(given);
  expect(await remove()).toMatchObject({ outcome: 'complete', counts: { quarantined: 1, deleted: 0, accepted: 0 } });
  return id;
}

async function optOut(id: string): Promise<void> {
  const target = { kind: 'id', value: id } as const;
  const at = world.clock.now();
  await world.wired.deps.optOuts.optOut(VOLUMES, { target, until: 'forever', actor: 'ann@example.com', at });
  await world.protect(VOLUMES);
}

describe('a quarantine of 7 days', () => {
  test('L53 after retention Holystone creates a recognisable snapshot; 7 days later it deletes the volume, and the snapshot stays', async () => {
    const id = await saved({ Encrypted: true });
    expect(operations()).toEqual(['CreateTags', 'CreateSnapshot']);
    const at = new Date(world.clock.now()).toISOString();
    expect(snapshots()).toMatchObject([
      { VolumeId: id, Encrypted: true, Description: `The last of volume ${id} "data", made before its deletion` },
    ]);
    expect(snapshots()[0]?.Tags).toEqual([
      { Key: 'Name', Value: `last of ${id}` },
      { Key: 'holystone:quarantine', Value: at },
      { Key: 'owner', Value: 'ann@example.com' },
    ]);
    expect((await world.markOf(id, VOLUMES))?.quarantine).toMatchObject({ made: snapshots()[0]?.SnapshotId });
    later(6 * DAY);
    await remove();
    expect(volumes()).toHaveLength(1);
    later(DAY + HOUR);
    await remove();
    later(HOUR);
    expect(await remove()).toMatchObject({ counts: { deleted: 1 } });
    expect([volumes(), snapshots().map(({ State }) => State)]).toEqual([[], ['completed']]);
    const said = ['marked', 'noticed', 'permitted', 'quarantined', 'permitted', 'accepted', 'deleted'];
    expect(world.events(id).filter((event) => event !== 'deferred')).toEqual(said);
  });

  test('L47 the notice says that the volume is only saved at first, and another message says that it has been saved', async () => {
    await saved();
    expect(world.messages().at(-1)?.text).toContain('On that day it is only saved in a snapshot.');
    await world.notify(VOLUMES);
    expect(world.messages().at(-1)?.text).toContain('it has been saved in a snapshot');
  });

  describe('what a message says of a use between two surveys', () => {
    const entry = (evidence: string) => ({
      ...IN_QUARANTINE,
      cleanup: `[{ type: volume, accounts: [test], live: true, when: [{ rule: unused }], quarantine: 7d${evidence} }]`,
    });

    test.each([
      ['nothing: CloudWatch has such a use', '', 'nothing uses it'],
      [
        'it leaves no trace where nobody reads CloudWatch',
        ', evidence: { off: [lastAttached] }',
        'nothing uses it, as far as surveys can see: a use between two surveys leaves no trace',
      ],
    ])('%s', async (_what, evidence, reason) => {
      await world.reset(entry(evidence));
      const id = await due();
      expect((await world.markOf(id, VOLUMES))?.reasons).toContain(reason);
    });
  });

  test.each(['vol-0123456789abcdef0', undefined])(
    'L116 the snapshot is of another volume (%s) → Holystone does not delete the volume, and the mark says why',
    async (VolumeId) => {
      const id = await saved();
      const { SnapshotId = '' } = snapshots()[0] ?? {};
      world.sandbox.control.update(HERE, 'snapshot', SnapshotId, { VolumeId });
      later(7 * DAY + HOUR);
      await remove();
      expect(volumes()).toHaveLength(1);
      expect((await world.markOf(id, VOLUMES))?.problem).toBe(`${SnapshotId} is of another volume`);
    },
  );

  test('L53 the snapshot is not complete → Holystone does not delete the volume, and the mark says why', async () => {
    world.sandbox.control.setSnapshotsTakeMs(60_000);
    const id = await saved();
    later(7 * DAY + HOUR);
    await remove();
    expect(volumes()).toHaveLength(1);
    expect((await world.markOf(id, VOLUMES))?.problem).toMatch(/^snap-\w+ is not complete yet: \d%$/);
    world.sandbox.control.advanceClock(60_000);
    later(HOUR);
    expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
    expect(operations().filter((name) => name === 'CreateSnapshot')).toHaveLength(1);
  });

  test('L53 the snapshot fails → Holystone makes another, and 7 days count from then', async () => {
    const message = 'Given key ID is not accessible';
    world.sandbox.control.addFault({ kind: 'failLater', operation: 'CreateSnapshot', times: 1, message });
    const id = await saved();
    later(7 * DAY + HOUR);
    await remove();
    expect((await world.markOf(id, VOLUMES))?.problem).toContain(message);
    later(HOUR);
    expect(await remove()).toMatchObject({ counts: { quarantined: 1 } });
    later(6 * DAY);
    await remove();
    expect([volumes().length, snapshots().map(({ State }) => State)]).toEqual([1, ['error', 'completed']]);
    later(DAY + HOUR);
    expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  });

  test.each(['ec2:DeleteVolume', 'ec2:CreateSnapshot', 'ec2:CreateTags'])(
    'A8 the quarantine does not begin without %s',
    async (action) => {
      await due();
      world.deny(action);
      expect(await remove()).toMatchObject({ outcome: 'incomplete' });
      expect([operations(), snapshots()]).toEqual([[], []]);
    },
  );

  test('L36 in dry run Holystone makes no snapshot', async () => {
    await due();
    await world.configure({ ...IN_QUARANTINE, dryRun: true });
    await remove();
    expect([operations(), snapshots()]).toEqual([[], []]);
  });

  test('L55 the state of the snapshot cannot be read → the volume is not deleted', async () => {
    await saved();
    later(7 * DAY + HOUR);
    world.deny('ec2:DescribeSnapshots');
    await remove();
    expect(volumes()).toHaveLength(1);
  });
});

describe('data that is newer than the last snapshot', () => {
  /** The volume was attached that many days after its snapshot, and is free again. */
  function wasAttached(VolumeId: string, days: number, name = 'VolumeIdleTime', value = 0): void {
    const [{ StartTime = 0 } = {}] = snapshots();
    const at = new Date(new Date(StartTime).getTime() + days * DAY).toISOString();
    const points = [{ at, value }];
    world.sandbox.control.addMetrics(HERE, [{ namespace: 'AWS/EBS', name, dimensions: { VolumeId }, points }]);
  }

  test.each([
    ['VolumeIdleTime', 0],
    ['VolumeWriteOps', 12],
  ])(
    'L55 somebody attached it between two surveys (%s %i) → it stays, and that counts as a use',
    async (name, value) => {
      const id = await saved();
      wasAttached(id, 1, name, value);
      later(7 * DAY + HOUR);
      expect(await remove()).toMatchObject({ counts: { accepted: 0, unmarked: 1 } });
      expect([volumes().length, snapshots().length]).toEqual([1, 1]);
      expect(await mark()).toMatchObject({ counts: { marked: 0 } });
      expect(await world.markOf(id, VOLUMES)).toBeUndefined();
    },
  );

  test('A30 it was attached on the day of the snapshot → it is not deleted, and the quarantine begins anew', async () => {
    const id = await saved();
    wasAttached(id, 0);
    later(7 * DAY + HOUR);
    expect(await remove()).toMatchObject({ counts: { accepted: 0, unmarked: 0 } });
    const again = await world.markOf(id, VOLUMES);
    expect(again?.problem).toMatch(/the day of snap-\w+, which may lack/);
    expect(again?.quarantine).toBeUndefined();
    later(HOUR);
    expect(await remove()).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
    expect(volumes()).toHaveLength(1);
  });

  test('A30 it was attached before its snapshot alone → it goes', async () => {
    const id = await saved();
    wasAttached(id, -1);
    later(7 * DAY + HOUR);
    expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  });

  test('A109 it was attached between two surveys, before it has any mark → that counts as a use', async () => {
    const CreateTime = new Date(world.clock.now() - 100 * DAY).toISOString();
    const [id = ''] = world.sandbox.control.addVolumes(HERE, [{ CreateTime, tags: { owner: 'ann@example.com' } }]);
    await mark();
    await world.watched(14, VOLUMES);
    const points = [{ at: new Date(world.clock.now() - 3 * DAY).toISOString(), value: 0 }];
    const dimensions = { VolumeId: id };
    world.sandbox.control.addMetrics(HERE, [{ namespace: 'AWS/EBS', name: 'VolumeIdleTime', dimensions, points }]);
    expect(await mark()).toMatchObject({ counts: { marked: 0 } });
    await world.watched(12, VOLUMES);
    expect(await mark()).toMatchObject({ counts: { marked: 1 } });
  });

  test('Law 1 CloudWatch cannot be read → it is not deleted', async () => {
    const id = await saved();
    world.deny('cloudwatch:GetMetricData');
    later(7 * DAY + HOUR);
    expect(await remove()).toMatchObject({ counts: { accepted: 0 } });
    expect(volumes()).toHaveLength(1);
    expect((await world.markOf(id, VOLUMES))?.problem).toContain('cloudwatch:GetMetricData is denied');
  });
});

describe('the end of a quarantine', () => {
  test('L28 somebody attaches the volume → the next survey unmarks it, and the snapshot stays', async () => {
    const id = await saved();
    change(id, ATTACHED);
    later(HOUR);
    expect(await mark()).toMatchObject({ counts: { unmarked: 1, released: 1 } });
    expect(volumes()[0]?.Tags?.map(({ Key }) => Key)).not.toContain('holystone:quarantine');
    expect(snapshots()).toHaveLength(1);
    const released = world.audit.find(({ event }) => event === 'released');
    expect(released?.reason).toContain('Holystone deletes nothing: its last snapshot stays');
  });

  test('L55 somebody attaches the volume just before its deletion → Holystone does not delete it', async () => {
    const id = await saved();
    later(7 * DAY + HOUR);
    change(id, ATTACHED);
    expect(await remove()).toMatchObject({ counts: { accepted: 0, unmarked: 1 } });
    expect(volumes()).toHaveLength(1);
  });

  test('L28 somebody deletes the last snapshot → the next survey removes the mark and counts a use', async () => {
    const id = await saved();
    world.sandbox.control.remove(HERE, 'snapshot', snapshots()[0]?.SnapshotId ?? '');
    later(HOUR);
    expect(await mark()).toMatchObject({ counts: { unmarked: 1 } });
    expect(world.audit.find(({ event }) => event === 'unmarked')?.reason).toMatch(
      /^snap-\w+, its last snapshot, was deleted/,
    );
    expect(await world.markOf(id, VOLUMES)).toBeUndefined();
  });

  test('L55 the last snapshot is gone just before the deletion → Holystone does not delete the volume', async () => {
    await saved();
    later(7 * DAY + HOUR);
    world.sandbox.control.remove(HERE, 'snapshot', snapshots()[0]?.SnapshotId ?? '');
    expect(await remove()).toMatchObject({ counts: { accepted: 0, unmarked: 1 } });
    expect(volumes()).toHaveLength(1);
  });

  test('L62 an opt-out keeps the volume, and Holystone leaves nothing but the snapshot', async () => {
    const id = await saved();
    await optOut(id);
    const keys = volumes()[0]?.Tags?.map(({ Key }) => Key);
    expect(keys).toEqual(['Name', 'owner', 'holystone:keep', 'holystone:keep-by']);
    expect(world.events(id).slice(-2)).toEqual(['released', 'protected']);
    expect(snapshots()).toHaveLength(1);
    later(30 * DAY);
    await mark();
    await remove();
    expect(volumes()).toHaveLength(1);
  });
});

describe('a quarantine that fails', () => {
  test('L56 the answer of AWS is lost → Holystone finds the snapshot, and makes no second one', async () => {
    const id = await due();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'CreateSnapshot', times: 1 });
    await remove();
    expect((await world.markOf(id, VOLUMES))?.state).toBe('deleting');
    later(HOUR);
    expect(await remove()).toMatchObject({ counts: { quarantined: 1 } });
    expect(snapshots()).toHaveLength(1);
    expect((await world.markOf(id, VOLUMES))?.quarantine).toMatchObject({ made: snapshots()[0]?.SnapshotId });
  });

  test('L56 an earlier snapshot is not used as the last one, because it lacks later writes', async () => {
    const id = await saved();
    await optOut(id);
    const target = { kind: 'id', value: id } as const;
    const at = world.clock.now();
    const entry = { at, namespace: VOLUMES, id, event: 'optOutUndone', actor: 'ann@example.com' } as const;
    await world.wired.deps.optOuts.undo(VOLUMES, target, entry);
    await world.protect(VOLUMES);
    await untilDue();
    expect(await remove()).toMatchObject({ counts: { quarantined: 1 } });
    expect(snapshots()).toHaveLength(2);
    expect((await world.markOf(id, VOLUMES))?.quarantine).toMatchObject({ made: snapshots()[1]?.SnapshotId });
  });

  test('A14 existing snapshots cannot be read → no request is sent, and a later pass tries again', async () => {
    const id = await due();
    world.deny('ec2:DescribeSnapshots');
    expect(await remove()).toMatchObject({ counts: { retried: 1, quarantined: 0 } });
    expect((await world.markOf(id, VOLUMES))?.problem).toContain('ec2:DescribeSnapshots');
    expect(operations()).toEqual([]);
    world.allow('ec2:DescribeSnapshots');
    later(HOUR);
    expect(await remove()).toMatchObject({ counts: { quarantined: 1 } });
  });

  test('A10 other snapshots of the volume are in progress → a later pass tries again', async () => {
    const id = await due();
    const fault = { kind: 'error', operation: 'CreateSnapshot', status: 400, times: 1 } as const;
    world.sandbox.control.addFault({ ...fault, code: 'ConcurrentSnapshotLimitExceeded' });
    expect(await remove()).toMatchObject({ counts: { retried: 1, quarantined: 0 } });
    expect((await world.markOf(id, VOLUMES))?.problem).toBe(`other snapshots of ${id} are being made`);
    later(HOUR);
    expect(await remove()).toMatchObject({ counts: { quarantined: 1 } });
  });
});
