import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MarkStore } from '../../../src/core/ports/ports.ts';
import { S3DefinitionStore } from '../../../src/handlers/aws/definitions/s3Definitions.ts';
import { approve } from '../../../src/lifecycle/index.ts';
import { DAY, GROUPS, HERE, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { writing } from '../../support/definitions.ts';
import { standIn } from '../../support/standIn.ts';

const world = worldForAll();
beforeEach(() => world.reset());

const ENTRY = '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off';
const BULK = 'tripwires: { markedShare: 100%, dueShare: 100% }';

const NEWEST =
  '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: { count: 1, by: namePrefix } }]';

/** Two images of one family, the newer one first. */
function addVersions(): readonly string[] {
  return world.sandbox.control.addImages(
    HERE,
    ['2026.2', '2026.1'].map((version, index) => ({
      Name: `web-${version}`,
      CreationDate: new Date(world.clock.now() - (100 + index) * DAY).toISOString(),
      tags: { owner: 'ann@example.com' },
    })),
  );
}

/** Images that are marked, noticed and due. */
async function due(count: number, given = {}): Promise<readonly string[]> {
  const images = world.addImages(count, given);
  await world.untilDue();
  return images;
}

describe('due marks', () => {
  test('L52 a mark is due and noticed → Holystone stores the definition, deletes the image once, and audits the request id', async () => {
    const [id = ''] = await due(1);
    const { definitions } = world.wired.parts;
    const deletedBefore: string[][] = [];
    const watched = async (definition: Parameters<typeof definitions.write>[0]) => {
      await definitions.write(definition);
      deletedBefore.push([...world.deregistered()]);
    };
    await world.configure({ swap: (parts) => ({ ...parts, definitions: writing(watched) }) });
    const record = await world.pass('delete');
    await world.pass('delete');
    expect(record).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
    expect(deletedBefore).toEqual([[]]);
    expect(world.deregistered()).toEqual([id]);
    expect(world.events(id)).toEqual(['marked', 'noticed', 'permitted', 'deleted']);
    expect(world.audit.find(({ event }) => event === 'deleted')?.requestId).toMatch(/[0-9a-f-]{36}/);
    expect(await definitionOf(id)).toMatchObject({ id, definition: expect.objectContaining({}) });
    expect(await world.marks()).toEqual([]);
  });

  test('A9 Holystone deregisters an image without its snapshots', async () => {
    await due(1);
    await world.pass('delete');
    const [call] = world.writes().filter(({ operation }) => operation === 'DeregisterImage');
    expect(call?.input).not.toHaveProperty('DeleteAssociatedSnapshots');
    expect(world.writes().map(({ operation }) => operation)).toEqual(['DeregisterImage']);
  });

  test('A9 the notice of an image names the snapshots that stay', async () => {
    const [id = ''] = await due(1);
    const image = world.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === id);
    const snapshots = image?.BlockDeviceMappings?.flatMap(({ Ebs }) => Ebs?.SnapshotId ?? []) ?? [];
    expect(snapshots).toHaveLength(1);
    expect(world.messages()[0]?.text).toContain(`its snapshot stays: ${snapshots[0]}`);
  });

  test('L52 a mark is not due → Holystone does not delete', async () => {
    world.addImages(1);
    await world.pass('mark');
    await world.notify();
    world.clock.advance(10 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });

  test('L53 a mark is due without a notice → Holystone does not delete, counts it, and says what it waits for', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    world.clock.advance(30 * DAY);
    const record = await world.pass('delete');
    expect(record.counts).toMatchObject({ unnoticed: 1, deleted: 0 });
    expect(record.underWay).toBeUndefined();
    expect(await world.markOf(id)).toMatchObject({ problem: 'overdue: its owner has no valid notice yet' });
    expect(world.deregistered()).toEqual([]);
  });

  test('L52 the definition cannot be stored → Holystone sends no request', async () => {
    const [id = ''] = await due(1);
    const definitions = { write: () => Promise.reject(new Error('ENOSPC: no space left on device')) };
    await world.configure({ swap: (parts) => ({ ...parts, definitions: writing(definitions.write) }) });
    const record = await world.pass('delete');
    expect(record).toMatchObject({
      outcome: 'incomplete',
      problem: expect.stringContaining(`the definition of ${id} could not be stored`),
    });
    expect(world.deregistered()).toEqual([]);
  });

  test('L52 AWS denies the bucket of definitions → Holystone deletes nothing; AWS allows it again → the bucket has the definition of the deleted image', async () => {
    const [id = ''] = await due(1);
    world.sandbox.control.addBucket(HERE, 'definitions-of-a-test');
    const settings = { bucket: 'definitions-of-a-test', prefix: '', region: HERE.region };
    const definitions = new S3DefinitionStore(settings);
    await world.configure({ swap: (parts) => ({ ...parts, definitions }) });
    world.deny('s3:PutObject');
    const denied = await world.pass('delete');
    expect(denied).toMatchObject({ outcome: 'incomplete', problem: expect.stringContaining('s3:PutObject is denied') });
    expect(world.deregistered()).toEqual([]);
    world.allow('s3:PutObject');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
    const { generations } = await definitions.read(IMAGES, id);
    expect(generations.map(({ stored }) => stored.definition)).toEqual([
      expect.objectContaining({ image: expect.objectContaining({ ImageId: id }) }),
    ]);
    definitions.destroy();
  });

  test('L52 Holystone deletes an empty group without force, and counts the deletion when a read by id says gone', async () => {
    await world.reset({
      cleanup: '[{ type: autoScalingGroup, accounts: [test], live: true, when: [{ rule: zeroInstances }] }]',
    });
    const CreatedTime = new Date(world.clock.now() - 90 * DAY).toISOString();
    const group = { AutoScalingGroupName: 'Old:{v1}', MinSize: 0, MaxSize: 0, DesiredCapacity: 0, CreatedTime };
    world.sandbox.control.addAutoScalingGroups(HERE, [{ ...group, tags: { owner: 'ann@example.com' } }]);
    await world.pass('mark', GROUPS);
    await world.notify(GROUPS);
    world.clock.advance(11 * DAY);
    await world.pass('delete', GROUPS);
    world.clock.advance(HOUR);
    await world.pass('delete', GROUPS);
    const [call, ...more] = world.writes();
    expect([call?.operation, more]).toEqual(['DeleteAutoScalingGroup', []]);
    expect(call?.input).not.toMatchObject({ ForceDelete: true });
    expect(world.events('Old:{v1}').at(-1)).toBe('deleted');
    expect(world.events('Old:{v1}').filter((event) => event === 'deleted')).toHaveLength(1);
  });
});

describe('the re-check', () => {
  test('L54 the check finds a new use → Holystone unmarks and does not delete', async () => {
    const [id = ''] = await due(1);
    world.sandbox.control.addInstances(HERE, [{ ImageId: id }]);
    expect(await world.pass('delete')).toMatchObject({ counts: { unmarked: 1, deleted: 0 } });
    expect(await world.markOf(id)).toBeUndefined();
    expect(world.deregistered()).toEqual([]);
  });

  test('L54 the check cannot read evidence → Holystone does not delete, and the mark stays with a next attempt', async () => {
    const [id = ''] = await due(1);
    world.deny('ec2:DescribeInstances');
    const record = await world.pass('delete');
    expect(record.outcome).toBe('incomplete');
    expect(record.problem).toContain('ec2:DescribeInstances');
    expect((await world.markOf(id))?.nextAttemptAt).toBeGreaterThan(world.clock.now());
    expect(world.deregistered()).toEqual([]);
  });

  test('L54 AWS refuses the 100 oldest → Holystone deletes the next one', async () => {
    await world.reset({ defaults: BULK });
    const protectedOnes = world.addImages(100);
    await world.pass('mark');
    await world.notify();
    world.clock.advance(DAY);
    const [last = ''] = world.addImages(1);
    await world.pass('mark');
    await world.notify();
    world.clock.advance(11 * DAY);
    world.sandbox.control.addFault({
      operation: 'DeregisterImage',
      kind: 'error',
      code: 'InvalidAMIID.InUse',
      status: 400,
      times: 100,
    });
    await world.pass('delete');
    await world.pass('delete');
    expect(world.deregistered()).toContain(last);
    expect(protectedOnes.filter((id) => world.deregistered().includes(id))).toEqual([]);
  }, 900_000);

  test('L55 a resource is used again between two batches of one pass → Holystone does not delete it', async () => {
    await world.reset({ defaults: `${BULK}, pace: { batch: 1 }` });
    await due(2);
    const { definitions } = world.wired.parts;
    const using = {
      write: async (definition: Parameters<typeof definitions.write>[0]) => {
        // As soon as the first is about to go, the other comes back into use.
        const others = (await world.marks()).filter(({ id }) => id !== definition.id);
        world.sandbox.control.addInstances(
          HERE,
          others.map(({ id }) => ({ ImageId: id })),
        );
        await definitions.write(definition);
      },
    };
    await world.configure({
      defaults: `${BULK}, pace: { batch: 1 }`,
      swap: (parts) => ({ ...parts, definitions: writing(using.write) }),
    });
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 1, unmarked: 1 } });
    expect(world.deregistered()).toHaveLength(1);
  });

  test('L55 Holystone reads the resource and its evidence in the delete pass, before the request', async () => {
    await due(1);
    const before = world.sandbox.control.calls().length;
    await world.pass('delete');
    const read = world.sandbox.control
      .calls()
      .slice(before)
      .map(({ operation }) => operation);
    const deletion = read.indexOf('DeregisterImage');
    for (const operation of [
      'DescribeImages',
      'DescribeInstances',
      'DescribeLaunchTemplates',
      'DescribeAutoScalingGroups',
    ]) {
      expect(read.slice(0, deletion)).toContain(operation);
    }
  });

  test('L55 the evidence is older than maxEvidenceAge at the permit → Holystone sends no request', async () => {
    await due(1);
    const { control } = world.wired.parts;
    const slow = {
      write: control.write.bind(control),
      changes: control.changes.bind(control),
      read: async () => {
        world.clock.advance(6 * 60_000);
        return control.read();
      },
    };
    await world.configure({ swap: (parts) => ({ ...parts, control: slow }) });
    const record = await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    expect(record).toMatchObject({ outcome: 'unfinished', problem: expect.stringContaining('too old') });
    expect(world.audit.filter(({ event }) => event === 'permitted')).toEqual([]);
  });

  test('L55 the evidence takes minutes to read → its age counts from the beginning of the check, and Holystone sends no request', async () => {
    await due(1);
    const { definitions, evidence } = world.wired.parts;
    const slowly: Partial<typeof evidence> = {
      readPlaces: (request) => {
        world.clock.advance(3 * 60_000);
        return evidence.readPlaces(request);
      },
    };
    const write = async (definition: Parameters<typeof definitions.write>[0]) => {
      world.clock.advance(3 * 60_000);
      await definitions.write(definition);
    };
    await world.configure({
      swap: (parts) => ({ ...parts, evidence: standIn(evidence, slowly), definitions: writing(write) }),
    });
    const record = await world.pass('delete');
    expect(record).toMatchObject({ outcome: 'unfinished', problem: expect.stringContaining('too old') });
    expect(world.audit.filter(({ event }) => event === 'permitted')).toEqual([]);
  });

  test('Law 3 the owner changed after the notice → Holystone notifies the new owner, and does not delete at the old date', async () => {
    const [id = ''] = await due(1);
    world.sandbox.control.update(HERE, 'image', id, { Tags: [{ Key: 'owner', Value: 'bob@example.com' }] });
    expect(await world.pass('delete')).toMatchObject({ counts: { unnoticed: 1, deleted: 0 } });
    expect(await world.markOf(id)).toMatchObject({ state: 'marked', owner: 'bob@example.com' });
    await world.notify();
    expect(world.messages().at(-1)?.recipients).toEqual(['bob@example.com']);
    world.clock.advance(9 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });

  test('Law 2 AWS answers an empty listing in the check → `keepNewest` still keeps the image', async () => {
    await world.reset({ cleanup: NEWEST });
    const [kept = '', old = ''] = addVersions();
    await world.pass('mark');
    await world.notify();
    world.clock.advance(11 * DAY);
    expect((await world.marks()).map(({ id }) => id)).toEqual([old]);
    world.sandbox.control.remove(HERE, 'image', kept);
    world.sandbox.control.addFault({ operation: 'DescribeImages', kind: 'empty', nth: 2, times: 1 });
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });

  test('L31 the listing of the check is less than half as long → the delete pass is blocked and deletes nothing', async () => {
    await world.reset({ cleanup: NEWEST, defaults: 'tripwires: { sharesFrom: 4, markedShare: 100%, dueShare: 100% }' });
    addVersions();
    const others = world.addImages(4);
    await world.pass('mark');
    await world.notify();
    world.clock.advance(11 * DAY);
    for (const id of others) world.sandbox.control.remove(HERE, 'image', id);
    expect(await world.pass('delete')).toMatchObject({
      outcome: 'blocked',
      problem: expect.stringContaining('the listing'),
    });
    expect(world.deregistered()).toEqual([]);
  });

  test('L54 the check records a new use as the last use', async () => {
    const [id = '', other = ''] = await due(2);
    const [instance = ''] = world.sandbox.control.addInstances(HERE, [{ ImageId: id }, { ImageId: other }]);
    await world.pass('delete');
    world.sandbox.control.remove(HERE, 'instance', instance);
    world.clock.advance(13 * DAY);
    await world.pass('mark');
    expect(await world.markOf(id)).toBeUndefined();
  });

  test('L56 an image vanished before its check → Holystone removes the mark as gone, and counts no deletion', async () => {
    const [vanished = ''] = await due(1);
    world.sandbox.control.remove(HERE, 'image', vanished);
    expect(await world.pass('delete')).toMatchObject({ counts: { gone: 1, deleted: 0 } });
    expect(world.events(vanished).at(-1)).toBe('gone');
  });

  test('L31 evidence of the check is suddenly empty → the delete pass is blocked and deletes nothing', async () => {
    const [used = ''] = world.addImages(1);
    const [instance = ''] = world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    await due(1);
    world.sandbox.control.remove(HERE, 'instance', instance);
    expect((await world.pass('delete')).outcome).toBe('blocked');
    expect(world.deregistered()).toEqual([]);
  });
});

describe('the answers of the cloud', () => {
  test('L56 AWS refuses → the mark has the reason and a next attempt, and the next pass sends no request', async () => {
    const [id = ''] = await due(1);
    world.sandbox.control.addFault({
      operation: 'DeregisterImage',
      kind: 'error',
      code: 'OperationNotPermitted',
      message: 'the image is protected',
      status: 400,
    });
    expect(await world.pass('delete')).toMatchObject({ counts: { refused: 1 } });
    const mark = await world.markOf(id);
    expect(mark?.problem).toContain('the image is protected');
    expect(mark?.nextAttemptAt).toBeGreaterThan(world.clock.now());
    await world.pass('delete');
    expect(world.writes().filter(({ operation }) => operation === 'DeregisterImage')).toHaveLength(1);
  });

  test('L56 AWS throttles one request → Holystone deletes the others of the batch, and that one later', async () => {
    await due(3);
    world.sandbox.control.addFault({ operation: 'DeregisterImage', kind: 'throttle', nth: 1, times: 1 });
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 2, retried: 1 } });
    world.clock.advance(HOUR);
    await world.pass('delete');
    expect(new Set(world.deregistered()).size).toBe(3);
  });

  test('L56 the answer of AWS is lost after the deletion → Holystone finds the image gone, and counts one deletion', async () => {
    const [id = ''] = await due(1);
    world.sandbox.control.addFault({ operation: 'DeregisterImage', kind: 'dropAfter', times: 1 });
    await world.pass('delete');
    expect((await world.markOf(id))?.state).toBe('deleting');
    world.clock.advance(HOUR);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 1 } });
    expect(world.audit.filter(({ event }) => event === 'deleted')).toHaveLength(1);
    expect(world.writes().filter(({ operation }) => operation === 'DeregisterImage')).toHaveLength(1);
  });

  test('L56 L18 the worker dies before it records the answer → another pass finds the image gone, and counts one deletion', async () => {
    const [id = ''] = await due(1);
    const marks: { apply: MarkStore['apply'] } = world.wired.deps.marks;
    marks.apply = () => Promise.reject(new Error('the worker died'));
    await world.pass('delete').catch(() => undefined);
    Reflect.deleteProperty(marks, 'apply');
    expect(world.deregistered()).toEqual([id]);
    expect((await world.markOf(id))?.state).toBe('deleting');
    world.clock.advance(HOUR);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 1 } });
    expect(world.audit.filter(({ event }) => event === 'deleted')).toHaveLength(1);
    expect(world.deregistered()).toEqual([id]);
  });

  test('L56 the request is lost before AWS deletes → a later pass checks again and deletes once', async () => {
    const [id = ''] = await due(1);
    world.sandbox.control.addFault({ operation: 'DeregisterImage', kind: 'drop', times: 1 });
    await world.pass('delete');
    world.clock.advance(HOUR);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });
});

describe('pace and tripwire', () => {
  test('L57 250 marks are due with a pace of 100 → three passes delete them, the oldest first, and none is blocked', async () => {
    await world.reset({ defaults: 'tripwires: { markedShare: 100%, dueShare: 100% }, pace: { batch: 100 }' });
    // In the order of their ids the oldest come last: no order but that of their dates puts them first.
    const ids = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `ami-${(from + index).toString(16).padStart(17, '0')}`);
    const marked = async (ImageIds: readonly string[]) => {
      for (const ImageId of ImageIds) world.addImages(1, { ImageId });
      await world.pass('mark');
      await world.notify();
      world.clock.advance(HOUR);
    };
    const [oldest, newest] = [ids(150, 250), ids(0, 150)];
    await marked(oldest);
    await marked(newest);
    world.clock.advance(10 * DAY);
    const outcomes = [await world.pass('delete')];
    expect(world.deregistered().toSorted()).toEqual(oldest);
    outcomes.push(await world.pass('delete'), await world.pass('delete'));
    expect(outcomes.map(({ outcome, counts }) => [outcome, counts.deleted])).toEqual([
      ['paced', 100],
      ['paced', 100],
      ['complete', 50],
    ]);
    expect(new Set(world.deregistered()).size).toBe(250);
  }, 900_000);

  test('L57 more marks without a notice are newly due than dueShare → the pass is blocked, and an approval of it releases the set', async () => {
    const cleanup = `${ENTRY}, notice: off }]`;
    await world.reset({ defaults: 'tripwires: { markedShare: 100% }', cleanup });
    await due(40);
    const blocked = await world.pass('delete');
    expect(blocked).toMatchObject({ outcome: 'blocked', blocked: { size: 40 } });
    expect(world.deregistered()).toEqual([]);
    await approve(world.wired.deps, { namespace: IMAGES, passId: blocked.passId, actor: 'olga' });
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 40 } });
  });

  test('L57 `deletesPerDay` is reached → the pass deletes no more, and the next day deletes the rest', async () => {
    await world.reset({ defaults: `${BULK}, pace: { deletesPerDay: 2 }` });
    await due(3);
    const nextDueAt = (Math.floor(world.clock.now() / DAY) + 1) * DAY;
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', counts: { deleted: 2 }, nextDueAt });
    world.clock.advance(DAY);
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
  });
});

describe('stopping', () => {
  test('L61 the kill switch is on, or the service is out → Holystone sends no request', async () => {
    await due(1);
    const audit = { at: 0, namespace: 'fleet', event: 'control', actor: 'olga' } as const;
    await world.wired.deps.control.write({ killed: true }, audit);
    const killed = await world.pass('delete');
    await world.wired.deps.control.write({ killed: false, service: 'out' }, audit);
    const out = await world.pass('delete');
    expect([killed.outcome, out.outcome, world.deregistered()]).toEqual(['unfinished', 'unfinished', []]);
  });

  test('L13 outside the window the delete pass deletes nothing', async () => {
    await world.reset({
      top: 'window: { days: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], from: "13:00", to: "14:00", timeZone: UTC }',
    });
    world.clock.advance(HOUR);
    await due(1);
    world.clock.advance(2 * DAY);
    expect((await world.pass('delete')).outcome).toBe('paced');
    expect(world.deregistered()).toEqual([]);
  });

  test('L13 the window closes in the middle of a batch → Holystone sends no further request', async () => {
    const top = 'window: { days: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], from: "12:00", to: "14:00", timeZone: UTC }';
    await world.reset({ top });
    await due(3);
    const { definitions } = world.wired.parts;
    let written = 0;
    const closing = {
      write: async (definition: Parameters<typeof definitions.write>[0]) => {
        if (++written === 2) world.clock.advance(HOUR);
        await definitions.write(definition);
      },
    };
    await world.configure({ top, swap: (parts) => ({ ...parts, definitions: writing(closing.write) }) });
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', problem: 'the window closed' });
    expect(world.deregistered()).toHaveLength(1);
  });

  test('L19 a pass fails after a deletion → its record still counts the deletion', async () => {
    await due(2);
    const { permits } = world.wired.parts;
    let asked = 0;
    const failing = {
      request: (...args: Parameters<typeof permits.request>) => {
        if (++asked === 2) throw new Error('Redis went away');
        return permits.request(...args);
      },
    };
    await world.configure({ swap: (parts) => ({ ...parts, permits: failing }) });
    expect(await world.pass('delete')).toMatchObject({ outcome: 'failed', counts: { deleted: 1 } });
  });

  test('L58 with `spread: 1h` five due marks go in three batches, at 0, 20 and 40 minutes', async () => {
    const defaults = `${BULK}, pace: { batch: 2, spread: 1h }`;
    await world.reset({ defaults });
    await due(5);
    const at: [number, number][] = [];
    const startedAt = world.clock.now();
    for (let pass = 0; pass < 3; pass++) {
      const record = await world.pass('delete');
      at.push([world.clock.now() - startedAt, record.counts.deleted ?? 0]);
      world.clock.advance(record.nextDueAt - world.clock.now());
    }
    expect(at).toEqual([
      [0, 2],
      [HOUR / 3, 2],
      [(2 * HOUR) / 3, 1],
    ]);
  });

  test('L20 a pass gets the signal to stop → it ends before the next resource, and a later pass deletes the rest once', async () => {
    await world.reset({ defaults: `${BULK}, pace: { batch: 1 }` });
    await due(2);
    const stop = new AbortController();
    const { definitions } = world.wired.parts;
    const stopping = {
      write: async (definition: Parameters<typeof definitions.write>[0]) => {
        await definitions.write(definition);
        stop.abort(new Error('shutdown'));
      },
    };
    await world.configure({
      defaults: `${BULK}, pace: { batch: 1 }`,
      swap: (parts) => ({ ...parts, definitions: writing(stopping.write) }),
    });
    expect((await world.pass('delete', IMAGES, stop.signal)).outcome).toBe('unfinished');
    await world.configure({ defaults: `${BULK}, pace: { batch: 1 }` });
    world.clock.advance(HOUR);
    await world.pass('delete');
    expect([...world.deregistered()].sort()).toEqual([...new Set(world.deregistered())].sort());
    expect(new Set(world.deregistered()).size).toBe(2);
  });
});

describe('opting out', () => {
  const optOut = (id: string) =>
    world.wired.deps.optOuts.optOut(IMAGES, {
      target: { kind: 'id', value: id },
      until: 'forever',
      actor: 'ann@example.com',
      at: world.clock.now(),
    });

  test('L62 somebody opts out before the permit → Holystone does not delete or mark again, and tries the keep tag until AWS takes it', async () => {
    const [id = ''] = await due(1);
    await optOut(id);
    await world.pass('delete');
    world.sandbox.control.addFault({
      operation: 'CreateTags',
      kind: 'error',
      code: 'InternalError',
      status: 500,
      times: 1,
    });
    await world.protect();
    world.clock.advance(HOUR);
    await world.protect();
    await world.pass('mark');
    expect([world.deregistered(), await world.marks()]).toEqual([[], []]);
    const image = world.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === id);
    expect(image?.Tags).toContainEqual({ Key: 'holystone:keep', Value: 'always' });
  });

  test('L62 somebody opts out between the check and the permit → Holystone sends no request', async () => {
    const [id = ''] = await due(1);
    const { definitions } = world.wired.parts;
    const racing = {
      write: async (definition: Parameters<typeof definitions.write>[0]) => {
        await definitions.write(definition);
        await optOut(id);
      },
    };
    await world.configure({ swap: (parts) => ({ ...parts, definitions: writing(racing.write) }) });
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });
});

/** @returns undefined when nothing is stored of it */
async function definitionOf(id: string): Promise<unknown> {
  const folder = join(world.dir, 'definitions', encodeURIComponent(IMAGES));
  const files = await readdir(folder).catch(() => []);
  const name = files.find((file) => file.startsWith(id));
  return name === undefined ? undefined : JSON.parse(await readFile(join(folder, name), 'utf8'));
}
