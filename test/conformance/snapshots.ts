import { DeregisterImageCommand } from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { snapshot } from '../../src/handlers/aws/types/snapshot/handler.ts';
import { collect, failureOf, openGate } from '../integration/handlers/fixture.ts';
import { anImage } from './seed.ts';
import { aConfigurationWith, aSnapshot, aTemplateWith, aVolumeFrom, madeForImage, share } from './snapshotCases.ts';
import { subjectOf } from './subject.ts';
import type { World } from './world.ts';

const NOWHERE = 'snap-0123456789abcdef0';
const NO_IMAGE = 'ami-0123456789abcdef0';

/** What the handler of snapshots promises, against whichever AWS `open` opens. */
export function snapshots(openWorld: () => Promise<World>): void {
  describe('snapshots', () => {
    let world: World;
    beforeEach(async () => {
      world = await openWorld();
    });
    afterEach(() => world.close());

    const { open, found, findingsOf, remove } = subjectOf(snapshot, () => world);

    test('are listed with name, tags, state, tier, size, volume and date', async () => {
      const id = await aSnapshot(world, 'data', { Description: 'mine', tags: { team: 'a' } });
      const listed = (await collect(open().list())).find((one) => one.id === id);
      expect(listed).toMatchObject({
        name: 'data',
        tags: { team: 'a' },
        state: 'completed',
        storageTier: 'standard',
        volumeSize: 10,
        description: 'mine',
      });
      expect(listed?.volumeId).toMatch(/^vol-/);
      expect(Math.abs(Date.now() - (listed?.createdAt?.getTime() ?? 0))).toBeLessThan(600_000);
    });

    test('by id: one that is not there does not hide the others', async () => {
      const ids = [await aSnapshot(world, 'a'), NOWHERE, await aSnapshot(world, 'b')];
      const reads = await open().get(ids);
      expect(ids.map((id) => reads.get(id)?.kind)).toEqual(['found', 'gone', 'found']);
    });

    test('are deleted with a permit, and only the one; then it is gone by id, and not deleted twice', async () => {
      const [id, other] = [await aSnapshot(world, 'a'), await aSnapshot(world, 'b')];
      const resource = await found(id);
      expect(await remove(id)).toMatchObject({ kind: 'deleted', requestId: expect.stringMatching(/.+/) });
      const reads = await open().get([id, other]);
      expect([reads.get(id)?.kind, reads.get(other)?.kind]).toEqual(['gone', 'found']);
      expect((await open({ permit: openGate() }).delete([resource])).get(id)).toEqual({ kind: 'gone' });
    });

    test('stay without a permit, and when their deletion is rehearsed', async () => {
      const id = await aSnapshot(world, 'a');
      expect(await failureOf(open().delete([await found(id)]))).toMatchObject({ name: 'PermitError' });
      await open().dryRunDelete?.(await found(id));
      expect((await found(id)).id).toBe(id);
    });

    test('carry the keep tag, and lose it again', async () => {
      const id = await aSnapshot(world, 'a');
      await open().protect?.(await found(id), 'forever');
      const kept = await found(id);
      await open().protect?.(kept, undefined);
      expect([kept.tags, (await found(id)).tags]).toEqual([
        { Name: 'a', 'holystone:keep': 'always', 'holystone:keep-by': 'always' },
        { Name: 'a' },
      ]);
    });

    test('A2 Law 2 its image is there by its id; another is not, and that is said', async () => {
      const image = await anImage(world, 'web');
      const id = await aSnapshot(world, 'a', { Description: madeForImage(image) });
      const other = await aSnapshot(world, 'b', { Description: madeForImage(NO_IMAGE) });
      const says = [await findingsOf('madeForImage', id), await findingsOf('madeForImage', other)].flat();
      expect(says.map((finding) => [finding.says, finding.byId])).toEqual([
        ['used', image],
        ['gone', NO_IMAGE],
      ]);
      await world.ec2.send(new DeregisterImageCommand({ ImageId: image }));
      // "no longer available" is an answer for a while, which is not the one that it does not exist.
      expect(await findingsOf('madeForImage', id)).toEqual([
        expect.objectContaining({ says: expect.stringMatching(/^(gone|unknown)$/) }),
      ]);
    });

    test.each([
      ['templateBlockDevices', aTemplateWith, /^launch template lt-\w+ "with-a-snapshot" version 1$/],
      ['configurationBlockDevices', aConfigurationWith, /^launch configuration with-a-snapshot$/],
      ['volumePermissions', share, /^account \d+ \(it is shared with it\)$/],
      ['volumesMadeFrom', aVolumeFrom, /^volume vol-\w+ \(available\)$/],
    ] as const)('%s: the user is found, and of one that nobody uses none', async (name, use, by) => {
      const [id, other] = [await aSnapshot(world, 'a'), await aSnapshot(world, 'b')];
      await use(world, id);
      expect(await findingsOf(name, id)).toEqual([
        expect.objectContaining({ says: 'used', by: expect.stringMatching(by) }),
      ]);
      expect(await findingsOf(name, other)).toEqual([]);
    });
  });
}
