import { DeregisterImageCommand } from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { snapshot } from '../../src/handlers/aws/types/snapshot/handler.ts';
import { collect } from '../integration/handlers/fixture.ts';
import { aConfigurationWith, aSnapshot, aTemplateWith, aVolumeFrom, describedFor, share } from './cases/snapshot.ts';
import { anImage } from './seed.ts';
import { subjectOf } from './subject.ts';
import type { World } from './world.ts';

const NO_IMAGE = 'ami-0123456789abcdef0';

/** The promises of the handler of snapshots, against whichever AWS `open` opens. */
export function snapshots(openWorld: () => Promise<World>): void {
  describe('snapshots', () => {
    let world: World;
    beforeEach(async () => {
      world = await openWorld();
    });
    afterEach(() => world.close());

    const { open, findingsOf } = subjectOf(snapshot, () => world);

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

    test('A2 Law 2 its image is there by its id; another is not, and that is said', async () => {
      const image = await anImage(world, 'web');
      const id = await aSnapshot(world, 'a', { Description: describedFor(image) });
      const other = await aSnapshot(world, 'b', { Description: describedFor(NO_IMAGE) });
      const says = [await findingsOf('backedImage', id), await findingsOf('backedImage', other)].flat();
      expect(says.map((finding) => [finding.says, finding.byId])).toEqual([
        ['used', image],
        ['gone', NO_IMAGE],
      ]);
      await world.ec2.send(new DeregisterImageCommand({ ImageId: image }));
      // "no longer available" is an answer for a while, which is not the one that it does not exist.
      expect(await findingsOf('backedImage', id)).toEqual([
        expect.objectContaining({ says: expect.stringMatching(/^(gone|unknown)$/) }),
      ]);
    });

    test.each([
      ['launchTemplateVersions', aTemplateWith, /^launch template lt-\w+ "with-a-snapshot" version 1$/],
      ['launchConfigurations', aConfigurationWith, /^launch configuration with-a-snapshot$/],
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
