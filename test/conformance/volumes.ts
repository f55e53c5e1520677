import { ModifyVolumeCommand } from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { volume } from '../../src/handlers/aws/types/volume/handler.ts';
import { collect, openGate } from '../integration/handlers/fixture.ts';
import { attached, aVolume, detach } from './cases/volume.ts';
import { terminate } from './seed.ts';
import { subjectOf } from './subject.ts';
import type { World } from './world.ts';

/** The promises of the handler of volumes, against whichever AWS `open` opens. */
export function volumes(openWorld: () => Promise<World>): void {
  describe('volumes', () => {
    let world: World;
    beforeEach(async () => {
      world = await openWorld();
    });
    afterEach(() => world.close());

    const { open, found, findingsOf, remove } = subjectOf(volume, () => world);

    test('are listed with name, tags, state, size, type and creation date', async () => {
      const id = await aVolume(world, 'data', { tags: { team: 'a' } });
      const [listed] = await collect(open().list());
      const size = { size: 10, sizeBytes: 10 * 1024 ** 3 };
      expect(listed).toMatchObject({ id, name: 'data', tags: { team: 'a' }, state: 'available', ...size });
      expect(listed?.availabilityZone).toBe('us-east-1a');
      expect(Math.abs(Date.now() - (listed?.createdAt?.getTime() ?? 0))).toBeLessThan(600_000);
    });

    test('an account without any → an empty listing', async () => {
      expect(await collect(open().list())).toEqual([]);
    });

    test('A10 one that is attached is refused, and stays attached', async () => {
      const id = await aVolume(world, 'a');
      await attached(world, id);
      expect(await remove(id)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('in use') });
      expect((await found(id)).state).toBe('in-use');
    });

    test('are saved in a last snapshot, by which one like it can be made; asked for again, there is no other', async () => {
      const id = await aVolume(world, 'data');
      const session = open({ permit: openGate() });
      const begun = await session.quarantine?.begin(await found(id));
      if (begun?.kind !== 'done') throw new Error(JSON.stringify(begun));
      expect(await session.quarantine?.begin(await found(id))).toMatchObject({ kind: 'done', made: begun.made });
      const since = { at: Date.now(), until: Date.now(), ...(begun.made ? { made: begun.made } : {}) };
      expect(await session.quarantine?.standing(await found(id), since)).toEqual({ kind: 'inEffect' });
      expect(await session.quarantine?.release(await found(id))).toContain('its last snapshot stays');
      expect((await found(id)).tags).toEqual({ Name: 'data' });
    });

    test('are used by the instance that they are attached to, as both sides report, until they are detached', async () => {
      const id = await aVolume(world, 'a');
      const instance = await attached(world, id);
      const users = async () => [await findingsOf('instances', id), await findingsOf('volumeAttachments', id)];
      expect((await users()).flat().map(({ by }) => by)).toEqual([
        expect.stringMatching(`^instance ${instance} \\((pending|running)\\)$`),
        `instance ${instance} (attached)`,
      ]);
      await detach(world, id, instance);
      expect(await users()).toEqual([[], []]);
    });

    test('are free when their instance is terminated', async () => {
      const id = await aVolume(world, 'a');
      await terminate(world, await attached(world, id));
      expect((await found(id)).state).toBe('available');
      expect(await findingsOf('volumeAttachments', id)).toEqual([]);
    });

    test('a modification is reported, under way or over', async () => {
      const [id, other] = [await aVolume(world, 'a'), await aVolume(world, 'b')];
      await world.ec2.send(new ModifyVolumeCommand({ VolumeId: id, Size: 20 }));
      expect(await findingsOf('volumeModifications', id)).toEqual([
        expect.objectContaining({
          says: expect.stringMatching(/^(used|lastUsed)$/),
          by: expect.stringMatching(/^a modification of it \((modifying, 0 %|completed)\)$/),
        }),
      ]);
      expect(await findingsOf('volumeModifications', other)).toEqual([]);
    });
  });
}
