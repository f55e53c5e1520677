import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

beforeEach(() => world.reset({ defaults: 'retention: 2d' }));

const dryRuns = () => world.sandbox.control.calls({ operation: 'DeregisterImage' }).filter(({ dryRun }) => dryRun);

async function due(): Promise<void> {
  await world.pass('mark');
  await world.notify();
  world.clock.advance(3 * DAY);
}

describe('before the first live delete', () => {
  test('A8 Holystone sends one DryRun for the images of a place, and then deletes them', async () => {
    const before = dryRuns().length;
    const ids = world.addImages(3);
    await due();
    expect((await world.pass('delete')).counts).toMatchObject({ deleted: 3 });
    expect(world.deregistered().toSorted()).toEqual(ids.toSorted());
    expect(dryRuns().slice(before)).toMatchObject([{ status: 412, error: 'DryRunOperation' }]);
  });

  test('A8 EC2 denies the DryRun → Holystone stores no definition and no intent, sends no request, and names the permission', async () => {
    const [id = ''] = world.addImages(2);
    await due();
    const definitions = () => readdir(join(world.dir, 'definitions'), { recursive: true }).catch(() => []);
    const stored = await definitions();
    world.deny('ec2:DeregisterImage');
    const record = await world.pass('delete');
    expect(record).toMatchObject({ outcome: 'incomplete', counts: { deleted: 0, refused: 0 } });
    expect(record.problem).toMatch(/DryRun.*ec2:DeregisterImage is denied; allow it for the role .*deleter/);
    expect(await definitions()).toEqual(stored);
    expect((await world.markOf(id))?.state).toBe('noticed');
    expect(world.writes()).toEqual([]);
    world.allow('ec2:DeregisterImage');
    expect((await world.pass('delete')).counts).toMatchObject({ deleted: 2 });
  });

  test('A8 AWS throttles the DryRun → Holystone sends no request until a DryRun succeeds', async () => {
    world.addImages(1);
    await due();
    const fault = world.sandbox.control.addFault({ kind: 'throttle', operation: 'DeregisterImage', dryRun: true });
    expect((await world.pass('delete')).outcome).toBe('incomplete');
    expect(world.deregistered()).toEqual([]);
    world.sandbox.control.removeFault(fault);
    expect((await world.pass('delete')).counts).toMatchObject({ deleted: 1 });
  });
});
