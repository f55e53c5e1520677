/** A step before the deletion that can be taken back: an image is disabled, and deregistered some days later. */
import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openDefinitions } from '../../../src/composition/definitions.ts';
import type { Parts } from '../../../src/composition/parts.ts';
import { storeResponse } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset({ cleanup: IN_QUARANTINE }));

const entry = (more: string) =>
  `[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off${more} }]`;
const IN_QUARANTINE = entry(', quarantine: 14d');
const SIGNED = 'signing: { keys: [{ id: k1, secret: "k1-56789abcdef0123456789abcdef0123" }] }';

/** An image whose retention is over. */
async function due(given = {}): Promise<string> {
  const [id = ''] = world.addImages(1, given);
  await world.untilDue();
  return id;
}

/** One that was disabled. */
async function disabled(given = {}): Promise<string> {
  const id = await due(given);
  expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { quarantined: 1, deleted: 0 } });
  return id;
}

function imageOf(id: string) {
  return world.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === id);
}

/** As messages write it: `Saturday 16 May 2026`. */
function dayOf(at: number): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', parts).format(at).replace(',', '');
}

function operations(): readonly string[] {
  return world.writes().map(({ operation }) => operation);
}

describe('a quarantine of 14 days', () => {
  test('L53 Holystone disables an image after its retention, checks it again, and deregisters it 14 days later', async () => {
    const id = await disabled();
    expect(operations()).toEqual(['CreateTags', 'DisableImage']);
    expect(imageOf(id)).toMatchObject({ State: 'disabled' });
    world.clock.advance(13 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(DAY + HOUR);
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
    expect(world.deregistered()).toEqual([id]);
    expect(world.events(id)).toEqual(['marked', 'noticed', 'permitted', 'quarantined', 'permitted', 'deleted']);
  });

  test('L47 the notice has the dates of the quarantine and the deletion, and another message says when the quarantine began', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    await world.notify();
    expect(world.messages().at(-1)?.text).toContain(
      'On that day it is only disabled, so that no instance can launch from it.',
    );
    const disabledAt = (await world.markOf(id))?.projectedDeletionAt ?? 0;
    expect(world.messages().at(-1)?.text).toContain(`Deletion: ${dayOf(disabledAt)}`);
    expect(world.messages().at(-1)?.text).toContain(`It is deleted on ${dayOf(disabledAt + 14 * DAY)}`);
    world.clock.advance(10 * DAY + HOUR);
    await world.pass('delete');
    await world.notify();
    expect(world.messages()).toHaveLength(2);
    expect(world.messages().at(-1)?.text).toMatch(
      /Since .* it has been disabled, so that no instance can launch from it\./s,
    );
    await world.notify();
    expect(world.messages()).toHaveLength(2);
    expect(world.events(id).at(-1)).toBe('reminded');
  });

  test('L53 a quarantine takes a place of the day’s budget', async () => {
    await world.reset({ cleanup: IN_QUARANTINE, defaults: 'pace: { deletesPerDay: 1 }' });
    world.addImages(2);
    await world.untilDue();
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', counts: { quarantined: 1 } });
    expect(operations().filter((name) => name === 'DisableImage')).toHaveLength(1);
  });

  test('A8 Holystone disables an image only when AWS allows it to deregister and enable it', async () => {
    for (const action of ['ec2:DeregisterImage', 'ec2:DisableImage', 'ec2:EnableImage']) {
      await world.reset({ cleanup: IN_QUARANTINE });
      const id = await due();
      world.deny(action);
      expect(await world.pass('delete')).toMatchObject({ outcome: 'incomplete' });
      expect(operations()).toEqual([]);
      expect(imageOf(id)).toMatchObject({ State: 'available' });
    }
  });

  test('L36 in dry run Holystone disables no image', async () => {
    const id = await due();
    await world.configure({ cleanup: IN_QUARANTINE, dryRun: true });
    await world.pass('delete');
    expect(operations()).toEqual([]);
    expect(imageOf(id)).toMatchObject({ State: 'available' });
  });
});

describe('the end of a quarantine', () => {
  test('L62 somebody opts out of a disabled image → Holystone enables it, then writes the keep tag and removes the quarantine tag', async () => {
    const id = await disabled();
    const { optOuts } = world.wired.deps;
    const target = { kind: 'id', value: id } as const;
    const at = world.clock.now();
    await optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'ann@example.com', at });
    await world.protect();
    expect(imageOf(id)).toMatchObject({ State: 'available' });
    expect(imageOf(id)?.Tags?.map(({ Key }) => Key)).not.toContain('holystone:quarantine');
    expect(world.events(id).slice(-2)).toEqual(['released', 'protected']);
    world.clock.advance(30 * DAY);
    await world.pass('mark');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });

  test('L62 AWS denies enabling the image → Holystone tries until AWS allows it, and writes the keep tag after', async () => {
    const id = await disabled();
    world.deny('ec2:EnableImage');
    const target = { kind: 'id', value: id } as const;
    const at = world.clock.now();
    await world.wired.deps.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'ann@example.com', at });
    await world.protect();
    expect(imageOf(id)).toMatchObject({ State: 'disabled' });
    expect(imageOf(id)?.Tags?.map(({ Key }) => Key)).not.toContain('holystone:keep');
    expect(world.logs.map(({ message }) => message)).toContain(
      'it could not be released from quarantine; Holystone will try again',
    );
    world.allow('ec2:EnableImage');
    world.clock.advance(HOUR);
    await world.protect();
    expect(imageOf(id)).toMatchObject({ State: 'available' });
    expect(imageOf(id)?.Tags).toContainEqual({ Key: 'holystone:keep', Value: 'always' });
  });

  test('L28 a disabled image is used again → the next survey unmarks and enables it', async () => {
    const id = await disabled();
    world.sandbox.control.addInstances(HERE, [{ ImageId: id }]);
    world.clock.advance(HOUR);
    expect(await world.pass('mark')).toMatchObject({ counts: { unmarked: 1, released: 1 } });
    expect(imageOf(id)).toMatchObject({ State: 'available' });
    expect(world.events(id).slice(-2)).toEqual(['unmarked', 'released']);
  });

  test('L28 somebody enables a disabled image → the next survey unmarks it and counts a use', async () => {
    const id = await disabled();
    world.sandbox.control.update(HERE, 'image', id, { State: 'available' });
    expect(await world.pass('mark')).toMatchObject({ counts: { unmarked: 1, released: 1 } });
    expect(await world.markOf(id)).toBeUndefined();
    expect(imageOf(id)?.Tags?.map(({ Key }) => Key)).not.toContain('holystone:quarantine');
    await world.pass('mark');
    expect(await world.markOf(id)).toBeUndefined();
    expect(world.audit.find(({ event }) => event === 'unmarked')?.reason).toBe(
      'it was enabled again after Holystone disabled it',
    );
  });

  test('L55 somebody enables the image just before its deregistration → Holystone does not deregister it, and counts a use', async () => {
    const id = await disabled();
    world.clock.advance(14 * DAY + HOUR);
    world.sandbox.control.update(HERE, 'image', id, { State: 'available' });
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0, unmarked: 1, denied: 0 } });
    expect(world.deregistered()).toEqual([]);
    await world.pass('mark');
    expect(await world.markOf(id)).toBeUndefined();
  });

  test('L35 Holystone never enables an image that somebody else disabled', async () => {
    const [id = ''] = world.addImages(1, { State: 'disabled' });
    await world.untilDue();
    expect(await world.pass('delete')).toMatchObject({ counts: { quarantined: 1 } });
    expect(operations()).toEqual([]);
    world.sandbox.control.addInstances(HERE, [{ ImageId: id }]);
    world.clock.advance(HOUR);
    expect(await world.pass('mark')).toMatchObject({ counts: { unmarked: 1 } });
    expect(imageOf(id)).toMatchObject({ State: 'disabled' });
  });
});

describe('a quarantine that fails', () => {
  test('L56 AWS refuses to disable the image → the quarantine tag is removed, so a later disabling by somebody else is respected', async () => {
    const id = await due();
    world.sandbox.control.addFault({ kind: 'deny', operation: 'DisableImage', times: 1 });
    expect(await world.pass('delete')).toMatchObject({ counts: { refused: 1, quarantined: 0 } });
    expect(imageOf(id)?.Tags?.map(({ Key }) => Key)).not.toContain('holystone:quarantine');
    world.sandbox.control.update(HERE, 'image', id, { State: 'disabled' });
    world.sandbox.control.addInstances(HERE, [{ ImageId: id }]);
    world.clock.advance(HOUR);
    expect(await world.pass('mark')).toMatchObject({ counts: { unmarked: 1 } });
    expect(imageOf(id)).toMatchObject({ State: 'disabled' });
  });

  test('L56 the answer of AWS is lost → a later pass finds the image disabled, and 14 days count from then', async () => {
    const id = await due();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'DisableImage', times: 1 });
    await world.pass('delete');
    expect((await world.markOf(id))?.state).toBe('deleting');
    world.clock.advance(HOUR);
    expect(await world.pass('delete')).toMatchObject({ counts: { quarantined: 1 } });
    expect(operations().filter((name) => name === 'DisableImage')).toHaveLength(1);
    world.clock.advance(13 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });

  test('L56 the answer of AWS is lost and no pass runs for a day → Holystone records the quarantine, and no deletion', async () => {
    const id = await due();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'DisableImage', times: 1 });
    await world.pass('delete');
    world.clock.advance(DAY);
    await world.pass('delete');
    expect((await world.markOf(id))?.quarantine).toBeDefined();
    expect(world.events(id)).not.toContain('deleted');
  });

  test('L56 somebody else deregisters the image before the quarantine → Holystone records it as gone, and counts no deletion', async () => {
    const id = await due();
    world.sandbox.control.addFault({ kind: 'drop', operation: 'DisableImage', times: 1 });
    await world.pass('delete');
    world.sandbox.control.remove(HERE, 'image', id);
    world.clock.advance(HOUR);
    expect(await world.pass('delete')).toMatchObject({ counts: { gone: 1, deleted: 0 } });
  });

  test('L57 the launch permissions that AWS takes away are in the definition, also after it is deregistered', async () => {
    await world.reset({ cleanup: entry(', quarantine: 14d, evidence: { sharing: ignore }') });
    const shared = [{ UserId: '333333333333' }];
    const id = await disabled({ launchPermissions: shared });
    world.clock.advance(14 * DAY + HOUR);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 1 } });
    const { generations } = await openDefinitions(world.configuration).store.read(IMAGES, id);
    expect(generations[0]?.stored.definition).toMatchObject({ launchPermissions: shared });
  });

  test('L25 Redis is emptied during the quarantine → a new notice, the image stays disabled, and an opt-out keeps it', async () => {
    const id = await disabled();
    await world.redis.flush();
    await world.configure({ cleanup: IN_QUARANTINE });
    await world.pass('mark');
    expect(await world.markOf(id)).toMatchObject({ state: 'marked' });
    await world.notify();
    world.clock.advance(10 * DAY + HOUR);
    expect(await world.pass('delete')).toMatchObject({ counts: { quarantined: 1, deleted: 0 } });
    expect(imageOf(id)).toMatchObject({ State: 'disabled' });
    const said = { until: 'forever', actor: 'ann@example.com', at: world.clock.now() } as const;
    await world.wired.deps.optOuts.optOut(IMAGES, { target: { kind: 'id', value: id }, ...said });
    await world.protect();
    expect([imageOf(id)?.State, world.deregistered()]).toEqual(['available', []]);
  });
});

describe('a change during a quarantine', () => {
  const shown = /It is deleted on/;

  test('L50 quarantine is switched off after the notice → no deregistration before the date in the notice', async () => {
    const id = await due();
    expect(world.messages().at(-1)?.text).toMatch(shown);
    await world.configure({ cleanup: entry('') });
    await world.pass('mark');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(13 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(DAY + HOUR);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });

  test('L50 quarantine is shortened after the notice → no deregistration before the date in the notice', async () => {
    const id = await due();
    await world.configure({ cleanup: entry(', quarantine: 1d') });
    await world.pass('mark');
    expect(await world.pass('delete')).toMatchObject({ counts: { quarantined: 1 } });
    world.clock.advance(13 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(DAY + HOUR);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });

  test('L50 quarantine is switched off while its begin is unknown → no deregistration before the date in the notice', async () => {
    const id = await due();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'DisableImage', times: 1 });
    await world.pass('delete');
    await world.configure({ cleanup: entry('') });
    await world.pass('mark');
    world.clock.advance(HOUR);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(15 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });

  test('L50 the owner asks for an early deletion before the quarantine and withdraws that during it → the date in the notice counts', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    await world.notify();
    const shown = (await world.markOf(id))?.notice;
    const said = { namespace: IMAGES, id, owner: 'ann@example.com', generation: shown?.generation };
    const say = (statement: 'deleteEarly' | 'notEarly') => storeResponse(world.wired.deps, { ...said, statement });
    world.clock.advance(DAY);
    await say('deleteEarly');
    await world.pass('delete');
    expect((await world.markOf(id))?.quarantine).toBeDefined();
    expect(await say('notEarly')).toMatchObject({ kind: 'done' });
    expect((await world.markOf(id))?.projectedDeletionAt).toBeGreaterThanOrEqual(shown?.deletionAt ?? Infinity);
  });

  test('L65 an opt-out while the begin of the quarantine is unknown → the page says that no deletion has begun, and the image is enabled', async () => {
    const id = await due();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'DisableImage', times: 1 });
    await world.pass('delete');
    expect((await world.markOf(id))?.state).toBe('deleting');
    const said = { until: 'forever', actor: 'ann@example.com', at: world.clock.now() } as const;
    const stored = await world.wired.deps.optOuts.optOut(IMAGES, { target: { kind: 'id', value: id }, ...said });
    expect(stored.deletionBegun).toBe(false);
    await world.protect();
    expect(imageOf(id)).toMatchObject({ State: 'available' });
    world.clock.advance(HOUR);
    await world.pass('delete');
    expect(await world.markOf(id)).toBeUndefined();
    expect(imageOf(id)).toMatchObject({ State: 'available' });
  });

  test('A8 the stored definition cannot be read again → the image is not disabled', async () => {
    const id = await due();
    const read = () => Promise.reject(new Error('s3:GetObject is denied'));
    const swap = (parts: Parts): Parts => ({
      ...parts,
      definitions: { write: (one) => parts.definitions.write(one), read },
    });
    await world.configure({ cleanup: IN_QUARANTINE, swap });
    expect(await world.pass('delete')).toMatchObject({ outcome: 'incomplete' });
    expect(operations()).toEqual([]);
    expect(imageOf(id)).toMatchObject({ State: 'available' });
  });

  test('L57 a definition that `restore` would refuse is written again before the image is deregistered', async () => {
    await world.configure({ cleanup: IN_QUARANTINE, top: SIGNED });
    const id = await disabled();
    const { store } = openDefinitions(world.configuration);
    const [first] = (await store.read(IMAGES, id)).generations;
    expect(first?.check).toBe('valid');
    const { mac: _, ...unsigned } = JSON.parse(await readFile(first?.where ?? '', 'utf8'));
    await writeFile(first?.where ?? '', JSON.stringify(unsigned));
    world.clock.advance(14 * DAY + HOUR);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 1 } });
    const { generations } = await store.read(IMAGES, id);
    expect(generations.map(({ check }) => check)).toEqual(['valid', 'unsigned']);
  });

  test('L57 the image was tagged, not disabled, and shared since → its definition has the present launch permissions', async () => {
    await world.reset({ cleanup: entry(', quarantine: 14d, evidence: { sharing: ignore }') });
    const id = await due();
    world.sandbox.control.addFault({ kind: 'drop', operation: 'DisableImage', times: 1 });
    await world.pass('delete');
    const shared = [{ UserId: '333333333333' }];
    world.sandbox.control.update(HERE, 'image', id, { launchPermissions: shared });
    world.clock.advance(DAY);
    expect(await world.pass('delete')).toMatchObject({ counts: { quarantined: 1 } });
    const { generations } = await openDefinitions(world.configuration).store.read(IMAGES, id);
    expect(generations[0]?.stored.definition).toMatchObject({ launchPermissions: shared });
  });

  test('L57 somebody unshares and disables the image after its quarantine → a new definition is written', async () => {
    await world.reset({ cleanup: entry(', quarantine: 14d, unusedFor: off, evidence: { sharing: ignore }') });
    const id = await disabled({ launchPermissions: [{ UserId: '333333333333' }] });
    const Tags = imageOf(id)?.Tags?.filter(({ Key }) => Key !== 'holystone:quarantine') ?? [];
    world.sandbox.control.update(HERE, 'image', id, { State: 'available', launchPermissions: [], Tags });
    expect(await world.pass('mark')).toMatchObject({ counts: { unmarked: 1 } });
    world.sandbox.control.update(HERE, 'image', id, { State: 'disabled' });
    await world.untilDue();
    expect(await world.pass('delete')).toMatchObject({ counts: { quarantined: 1 } });
    const { generations } = await openDefinitions(world.configuration).store.read(IMAGES, id);
    expect(generations[0]?.stored.definition).toMatchObject({ launchPermissions: [] });
  });

  test('L30 AWS denies evidence and a tag keeps the image → Holystone still enables it', async () => {
    const id = await disabled();
    const tags = imageOf(id)?.Tags ?? [];
    world.sandbox.control.update(HERE, 'image', id, { Tags: [...tags, { Key: 'holystone:keep', Value: 'always' }] });
    world.deny('ec2:DescribeInstances');
    world.clock.advance(HOUR);
    expect(await world.pass('mark')).toMatchObject({ outcome: 'incomplete' });
    expect(imageOf(id)).toMatchObject({ State: 'available' });
  });

  test('L28 an image in quarantine becomes one of the newest → Holystone keeps and enables it', async () => {
    const kept =
      '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: { count: 1 }, quarantine: 14d }]';
    await world.reset({ cleanup: kept });
    const [old = ''] = world.addImages(1, {
      Name: 'web-1',
      CreationDate: new Date(world.clock.now() - 200 * DAY).toISOString(),
    });
    const [newer = ''] = world.addImages(1, { Name: 'web-2' });
    await world.untilDue();
    expect(await world.pass('delete')).toMatchObject({ counts: { quarantined: 1 } });
    expect(imageOf(old)).toMatchObject({ State: 'disabled' });
    world.sandbox.control.remove(HERE, 'image', newer);
    world.clock.advance(15 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    await world.pass('mark');
    expect(imageOf(old)).toMatchObject({ State: 'available' });
  });

  test('L53 with `sharing: check` Holystone still deregisters an image after its quarantine', async () => {
    await world.reset({ cleanup: entry(', quarantine: 14d, evidence: { sharing: check }') });
    const id = await disabled();
    world.clock.advance(14 * DAY + HOUR);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 1 } });
    expect(world.deregistered()).toEqual([id]);
  });

  test('L47 with remindBefore the owner gets a reminder before the quarantine, and a message when it begins', async () => {
    await world.reset({ cleanup: IN_QUARANTINE, defaults: 'retention: 10d' });
    await world.configure({ cleanup: entry(', quarantine: 14d, notice: { remindBefore: 2d }') });
    world.addImages(1);
    await world.pass('mark');
    await world.notify();
    world.clock.advance(9 * DAY);
    await world.notify();
    expect(world.messages()).toHaveLength(2);
    world.clock.advance(DAY + HOUR);
    await world.pass('delete');
    await world.notify();
    expect(world.messages()).toHaveLength(3);
    await world.notify();
    expect(world.messages()).toHaveLength(3);
  });

  test('L57 the image is enabled and shared again just before its deregistration → the next definition has the new sharing', async () => {
    const never = ', quarantine: 14d, unusedFor: off, evidence: { sharing: ignore }';
    await world.reset({ cleanup: entry(never) });
    const id = await disabled();
    world.clock.advance(14 * DAY + HOUR);
    world.sandbox.control.update(HERE, 'image', id, { State: 'available' });
    expect(await world.pass('delete')).toMatchObject({ counts: { unmarked: 1 } });
    expect(imageOf(id)?.Tags?.map(({ Key }) => Key)).not.toContain('holystone:quarantine');
  });
});
