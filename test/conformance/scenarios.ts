import { DisableImageCommand, EnableImageCommand } from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { groupInstances } from '../../src/handlers/aws/evidence/groups/groupInstances.ts';
import { autoScalingGroup } from '../../src/handlers/aws/types/autoScalingGroup/handler.ts';
import { image } from '../../src/handlers/aws/types/image/handler.ts';
import type { EvidenceSource, Io } from '../../src/handlers/contract/handler.ts';
import { collect, failureOf, openGate, REGION } from '../integration/handlers/fixture.ts';
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

/** What the handlers promise, against whichever AWS `open` opens. */
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
  const foundGroup = async (name: string) => {
    const read = (await groups().get([name])).get(name);
    if (read?.kind !== 'found') throw new Error(`${name}: ${JSON.stringify(read)}`);
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

    test('by id: one that is not there does not hide the others', async () => {
      const ids = [await anImage(world, 'a'), 'ami-0123456789abcdef0', await anImage(world, 'b')];
      const reads = await images().get(ids);
      expect(ids.map((id) => reads.get(id)?.kind)).toEqual(['found', 'gone', 'found']);
    });

    test('are deregistered with a permit, and only the one', async () => {
      const [id, other] = [await anImage(world, 'a'), await anImage(world, 'b')];
      const outcome = (await images({ permit: openGate() }).delete([await foundImage(id)])).get(id);
      expect(outcome).toMatchObject({ kind: 'deleted', requestId: expect.stringMatching(/.+/) });
      expect((await collect(images().list())).map((listed) => listed.id)).toEqual([other]);
      expect((await images().get([id])).get(id)?.kind).not.toBe('found');
    });

    test('are not deregistered twice', async () => {
      const id = await anImage(world, 'a');
      const resource = await foundImage(id);
      await images({ permit: openGate() }).delete([resource]);
      const again = (await images({ permit: openGate() }).delete([resource])).get(id);
      expect(again?.kind).not.toBe('deleted');
    });

    test('stay without a permit', async () => {
      const id = await anImage(world, 'a');
      expect(await failureOf(images().delete([await foundImage(id)]))).toMatchObject({ name: 'PermitError' });
      expect((await foundImage(id)).id).toBe(id);
    });

    test('carry the keep tag, and lose it again', async () => {
      const id = await anImage(world, 'a', { team: 'a' });
      await images().protect?.(await foundImage(id), 'forever');
      const kept = await foundImage(id);
      await images().protect?.(kept, undefined);
      expect([kept.tags, (await foundImage(id)).tags]).toEqual([
        { team: 'a', 'holystone:keep': 'always', 'holystone:keep-by': 'always' },
        { team: 'a' },
      ]);
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

    test('are deleted, and gone by name afterwards', async () => {
      await aGroup(world, 'web', { LaunchConfigurationName: 'lc' });
      await aGroup(world, 'api', { LaunchConfigurationName: 'lc' });
      const outcome = (await groups({ permit: openGate() }).delete([await foundGroup('web')])).get('web');
      expect(outcome).toMatchObject({ kind: 'accepted', requestId: expect.stringMatching(/.+/) });
      const reads = await groups().get(['web', 'api']);
      expect([reads.get('web')?.kind, reads.get('api')?.kind]).toEqual(['gone', 'found']);
    });

    test('stay without a permit', async () => {
      await aGroup(world, 'web', { LaunchConfigurationName: 'lc' });
      expect(await failureOf(groups().delete([await foundGroup('web')]))).toMatchObject({ name: 'PermitError' });
      expect((await foundGroup('web')).id).toBe('web');
    });

    test('carry the keep tag, and lose it again', async () => {
      await aGroup(world, 'web', { LaunchConfigurationName: 'lc' });
      await groups().protect?.(await foundGroup('web'), 'forever');
      const kept = await foundGroup('web');
      await groups().protect?.(kept, undefined);
      expect([kept.tags, (await foundGroup('web')).tags]).toEqual([
        { 'holystone:keep': 'always', 'holystone:keep-by': 'always' },
        {},
      ]);
    });
  });
}
