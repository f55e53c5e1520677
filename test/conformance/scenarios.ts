import { DisableImageCommand, EnableImageCommand } from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { groupInstances } from '../../src/handlers/aws/evidence/groups/groupInstances.ts';
import { autoScalingGroup } from '../../src/handlers/aws/types/autoScalingGroup/handler.ts';
import { image } from '../../src/handlers/aws/types/image/handler.ts';
import type { EvidenceSource, Io } from '../../src/handlers/contract/handler.ts';
import { collect, openGate, REGION } from '../integration/handlers/fixture.ts';
import {
  aFleet,
  aGroup,
  aLaunchConfiguration,
  anImage,
  anInstance,
  aSpotFleet,
  aSpotRequest,
  aTemplate,
  share,
  terminate,
} from './seed.ts';
import type { World } from './world.ts';

const HERE = { account: 'test', location: REGION };

/** The promises of the handlers, against whichever AWS `open` opens. */
export function scenarios(open: () => Promise<World>): void {
  let world: World;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(() => world.close());

  const images = (io?: Partial<Io>) => image.open(world.scope(image.parameters.parse({})), world.io(io));
  const groups = (io?: Partial<Io>) =>
    autoScalingGroup.open(world.scope(autoScalingGroup.parameters.parse({})), world.io(io));
  const foundImage = async (id: string) => {
    const read = (await images().get([id])).get(id);
    if (read?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(read)}`);
    return read.resource;
  };
  const usersOf = async (name: string, id: string) => {
    const scope = world.scope(image.parameters.parse({}));
    const source = image.evidence.find((known) => known.name === name) as EvidenceSource;
    const candidates = source.per === 'resource' ? await collect(images().list()) : [];
    const findings = await source.read(HERE, scope, candidates, world.io());
    return findings.filter(({ alias, says }) => alias === id && says === 'used').map(({ by }) => by);
  };

  test('the account behind both identities is verified', async () => {
    await expect(images({ permit: openGate() }).verifyAccount()).resolves.toBeUndefined();
  });

  describe('images', () => {
    test('are listed with name, tags, state and creation date', async () => {
      const id = await anImage(world, 'web-1', { team: 'a' });
      const [listed] = await collect(images().list());
      expect(listed).toMatchObject({ id, name: 'web-1', tags: { team: 'a' }, state: 'available' });
      expect(Math.abs(Date.now() - (listed?.createdAt?.getTime() ?? 0))).toBeLessThan(600_000);
    });

    test('are listed while they are disabled, too, and are available again once they are enabled', async () => {
      const ImageId = await anImage(world, 'a');
      const stateOf = async () => (await collect(images().list())).map(({ state }) => state);
      await world.ec2.send(new DisableImageCommand({ ImageId }));
      expect([await stateOf(), (await foundImage(ImageId)).state]).toEqual([['disabled'], 'disabled']);
      await world.ec2.send(new EnableImageCommand({ ImageId }));
      expect(await stateOf()).toEqual(['available']);
    });

    test('an account without any → an empty listing', async () => {
      expect(await collect(images().list())).toEqual([]);
    });
  });

  describe('users of an image', () => {
    test('a running instance; not a terminated one', async () => {
      const id = await anImage(world, 'a');
      const instance = await anInstance(world, id);
      expect(await usersOf('instances', id)).toEqual([
        expect.stringMatching(`^instance ${instance} \\((pending|running)\\)$`),
      ]);
      await terminate(world, instance);
      expect((await usersOf('instances', id)).filter((by) => !by.includes('shutting-down'))).toEqual([]);
    });

    test('an old version of a launch template', async () => {
      const [old, latest] = [await anImage(world, 'a'), await anImage(world, 'b')];
      const template = await aTemplate(world, 'web', old, latest);
      expect(await usersOf('launchTemplateVersions', old)).toEqual([`launch template ${template} "web" version 1`]);
      expect(await usersOf('launchTemplateVersions', latest)).toEqual([`launch template ${template} "web" version 2`]);
    });

    test('one of many launch templates', async () => {
      const id = await anImage(world, 'a');
      for (let n = 0; n < 12; n++) await aTemplate(world, `t${n}`, 'ami-0123456789abcdef0');
      const template = await aTemplate(world, 'web', id, 'ami-0123456789abcdef0', 'ami-0123456789abcdef0');
      expect(await usersOf('launchTemplateVersions', id)).toEqual([`launch template ${template} "web" version 1`]);
    });

    test('a launch configuration that no group uses', async () => {
      const id = await anImage(world, 'a');
      await aLaunchConfiguration(world, 'lc', id);
      expect(await usersOf('launchConfigurations', id)).toEqual(['launch configuration lc']);
    });

    test('a group through launch configuration, launch template, and an override', async () => {
      const id = await anImage(world, 'a');
      const base = await aTemplate(world, 'base', await anImage(world, 'b'));
      const template = await aTemplate(world, 'web', await anImage(world, 'c'), id);
      await aLaunchConfiguration(world, 'lc', id);
      await aGroup(world, 'a', { LaunchConfigurationName: 'lc' });
      await aGroup(world, 'b', { LaunchTemplate: { LaunchTemplateId: template, Version: '2' } });
      const LaunchTemplate = {
        LaunchTemplateSpecification: { LaunchTemplateId: base, Version: '$Default' },
        Overrides: [{ LaunchTemplateSpecification: { LaunchTemplateId: template, Version: '2' } }],
      };
      await aGroup(world, 'c', { MixedInstancesPolicy: { LaunchTemplate } });
      expect((await usersOf('autoScalingGroups', id)).toSorted()).toEqual([
        'Auto Scaling group a (launch configuration lc)',
        `Auto Scaling group b (launch template ${template} version 2)`,
        `Auto Scaling group c (override 1 → launch template ${template} version 2)`,
      ]);
    });

    test('an EC2 fleet', async () => {
      const id = await anImage(world, 'a');
      const template = await aTemplate(world, 'web', await anImage(world, 'b'), id);
      const fleet = await aFleet(world, template, '2');
      expect(await usersOf('fleets', id)).toEqual([
        expect.stringMatching(`^EC2 fleet ${fleet} \\(.+\\) \\(launch template ${template} version 2\\)$`),
      ]);
    });

    test('a spot instance request', async () => {
      const id = await anImage(world, 'a');
      const request = await aSpotRequest(world, id);
      expect(await usersOf('spotRequests', id)).toEqual([
        expect.stringMatching(
          `^spot instance request ${request} \\(persistent, .+\\) \\(launch specification → ${id}\\)$`,
        ),
      ]);
    });

    test('a spot fleet request', async () => {
      const id = await anImage(world, 'a');
      const fleet = await aSpotFleet(world, id);
      expect(await usersOf('spotRequests', id)).toEqual([
        expect.stringMatching(`^spot fleet request ${fleet} \\(.+\\) \\(launch specification → ${id}\\)$`),
      ]);
    });

    test('an account it is shared with', async () => {
      const id = await anImage(world, 'a');
      await anImage(world, 'b');
      await share(world, id, '333333333333');
      expect(await usersOf('launchPermissions', id)).toEqual(['account 333333333333 (launch permission)']);
    });
  });

  describe('Auto Scaling groups', () => {
    beforeEach(async () => {
      await aLaunchConfiguration(world, 'lc', await anImage(world, 'a'));
    });

    test('are listed, empty where they are empty', async () => {
      await aGroup(world, 'web', { LaunchConfigurationName: 'lc' });
      const [listed] = await collect(groups().list());
      expect(listed).toMatchObject({
        id: 'web',
        minSize: 0,
        maxSize: 0,
        desiredCapacity: 0,
        instanceIds: [],
        loadBalancers: [],
      });
      expect(listed?.identity).toMatch(/autoScalingGroupName\/web$/);
      expect(Math.abs(Date.now() - (listed?.createdAt?.getTime() ?? 0))).toBeLessThan(600_000);
    });

    test('are used by their instances', async () => {
      await aGroup(world, 'web', { LaunchConfigurationName: 'lc', MaxSize: 1, DesiredCapacity: 1 });
      await aGroup(world, 'empty', { LaunchConfigurationName: 'lc' });
      const scope = world.scope(autoScalingGroup.parameters.parse({}));
      const findings = await groupInstances.read(HERE, scope, [], world.io());
      expect(findings.map(({ by }) => by)).toEqual([
        expect.stringMatching(/^instance i-\w+ \(InService\)$/),
        'its desired capacity of 1',
      ]);
    });
  });
}
