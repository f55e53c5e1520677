import { CreateLaunchConfigurationCommand } from '@aws-sdk/client-auto-scaling';
import {
  CreateLaunchTemplateCommand,
  CreateLaunchTemplateVersionCommand,
  DescribeTagsCommand,
  RunInstancesCommand,
} from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { TemplateDescription } from '../../src/handlers/aws/resources/launchTemplate.ts';
import { nameAlias } from '../../src/handlers/aws/resources/nameAlias.ts';
import { launchConfiguration } from '../../src/handlers/aws/types/launchConfiguration/handler.ts';
import { launchTemplate } from '../../src/handlers/aws/types/launchTemplate/handler.ts';
import type { EvidenceSource, Handler, Io } from '../../src/handlers/contract/handler.ts';
import { collect, openGate, REGION } from '../integration/handlers/fixture.ts';
import { aComputeEnvironment, aNodegroup } from './launchers.ts';
import { aFleet, aGroup, aLaunchConfiguration, anImage, aTemplate } from './seed.ts';
import type { World } from './world.ts';

const HERE = { account: 'test', location: REGION };

/** Launch configurations and templates: their kinds, their users, and their deletion. */
export function launched(open: () => Promise<World>): void {
  let world: World;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(() => world.close());

  const session = (handler: Handler, io?: Partial<Io>) =>
    handler.open(world.scope(handler.parameters.parse({})), world.io(io));
  const found = async (handler: Handler, id: string) => {
    const read = (await session(handler).get([id])).get(id);
    if (read?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(read)}`);
    return read.resource;
  };
  const remove = async (handler: Handler, id: string) => {
    const resource = await found(handler, id);
    return (await session(handler, { permit: openGate() }).delete([resource])).get(id);
  };
  const usersOf = async (handler: Handler, name: string, id: string) => {
    const source = handler.evidence.find((known) => known.name === name) as EvidenceSource;
    const findings = await source.read(HERE, world.scope(handler.parameters.parse({})), [], world.io());
    const { aliases } = await found(handler, id);
    return findings.filter(({ alias }) => aliases.includes(alias)).map(({ by }) => by);
  };

  describe('launch configurations', () => {
    const configurations = launchConfiguration as unknown as Handler;

    test('are listed with a date and an ARN of their own, and defined with all that they are made of', async () => {
      const command = {
        LaunchConfigurationName: 'Web',
        ImageId: await anImage(world, 'a'),
        InstanceType: 't3.micro',
        UserData: 'IyEvYmluL3No',
        BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { VolumeSize: 20, VolumeType: 'gp3' } }],
      };
      await world.autoScaling.send(new CreateLaunchConfigurationCommand(command));
      const [listed] = await collect(session(configurations).list());
      expect(listed).toMatchObject({ id: 'Web', aliases: ['launchConfiguration/Web', nameAlias('Web')] });
      expect(listed?.identity).toMatch(/:launchConfiguration:[0-9a-f-]{36}:launchConfigurationName\/Web@/);
      expect(Math.abs(Date.now() - (listed?.createdAt?.getTime() ?? 0))).toBeLessThan(600_000);
      expect(configurations.definition(await found(configurations, 'Web'))).toMatchObject(command);
    });

    test('are used by a group', async () => {
      await aLaunchConfiguration(world, 'lc', await anImage(world, 'a'));
      await aGroup(world, 'web', { LaunchConfigurationName: 'lc' });
      expect(await usersOf(configurations, 'autoScalingGroups', 'lc')).toEqual(['Auto Scaling group web']);
    });
  });

  describe('launch templates', () => {
    const templates = launchTemplate as unknown as Handler;
    /** The listing of moto shows only those that a template was made with. */
    const tagsOf = async (id: string) => {
      const Filters = [{ Name: 'resource-id', Values: [id] }];
      const { Tags = [] } = await world.ec2.send(new DescribeTagsCommand({ Filters }));
      return Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value]));
    };

    test('are listed with name, tags and date, and defined with every version and its description', async () => {
      const made = { LaunchTemplateName: 'Web', LaunchTemplateData: { InstanceType: 't3.micro' as const } };
      const tags = [{ ResourceType: 'launch-template' as const, Tags: [{ Key: 'team', Value: 'a' }] }];
      const command = new CreateLaunchTemplateCommand({ ...made, TagSpecifications: tags });
      const id = (await world.ec2.send(command)).LaunchTemplate?.LaunchTemplateId ?? '';
      const LaunchTemplateData = { InstanceType: 'm5.large' as const, UserData: 'IyEvYmluL3No' };
      const version = { LaunchTemplateId: id, VersionDescription: 'larger', LaunchTemplateData };
      await world.ec2.send(new CreateLaunchTemplateVersionCommand(version));
      const [listed] = await collect(session(templates).list());
      const aliases = [id, 'launchTemplate/Web', `${id}:*`, 'launchTemplate/Web:*', nameAlias('Web')];
      expect(listed).toMatchObject({ id, name: 'Web', tags: { team: 'a' }, aliases });
      expect(Math.abs(Date.now() - (listed?.createdAt?.getTime() ?? 0))).toBeLessThan(600_000);
      const { versions } = templates.definition(await found(templates, id)) as TemplateDescription;
      expect(versions).toMatchObject([
        { VersionNumber: 1, DefaultVersion: true },
        { VersionNumber: 2, DefaultVersion: false, VersionDescription: 'larger', LaunchTemplateData },
      ]);
    });

    test('A10 are deleted although a group uses them', async () => {
      const id = await aTemplate(world, 'web', await anImage(world, 'a'));
      await aGroup(world, 'web', { LaunchTemplate: { LaunchTemplateId: id } });
      expect(await remove(templates, id)).toMatchObject({ kind: 'deleted' });
    });

    test('L62 carry the keep tag, and lose it again', async () => {
      const id = await aTemplate(world, 'web', await anImage(world, 'a'));
      await session(templates).protect?.(await found(templates, id), 'forever');
      const kept = { 'holystone:keep': 'always', 'holystone:keep-by': 'always' };
      expect(await tagsOf(id)).toEqual(kept);
      await session(templates).protect?.({ ...(await found(templates, id)), tags: kept }, undefined);
      expect(await tagsOf(id)).toEqual({});
    });

    test('A1 are used by a group: by id, by name, in a mixed instances policy and in an override of one', async () => {
      const image = await anImage(world, 'a');
      const [id, base] = [await aTemplate(world, 'web', image), await aTemplate(world, 'base', image)];
      await aGroup(world, 'by-id', { LaunchTemplate: { LaunchTemplateId: id, Version: '$Latest' } });
      await aGroup(world, 'by-name', { LaunchTemplate: { LaunchTemplateName: 'web', Version: '1' } });
      const LaunchTemplateSpecification = { LaunchTemplateId: base, Version: '$Default' };
      const Overrides = [{ LaunchTemplateSpecification: { LaunchTemplateId: id, Version: '1' } }];
      const MixedInstancesPolicy = { LaunchTemplate: { LaunchTemplateSpecification, Overrides } };
      await aGroup(world, 'by-override', { MixedInstancesPolicy });
      const users = await usersOf(templates, 'autoScalingGroups', id);
      expect(users.toSorted()).toEqual([
        'Auto Scaling group by-id (version $Latest)',
        'Auto Scaling group by-name (version 1)',
        'Auto Scaling group by-override (override 1 → version 1)',
      ]);
      expect(await usersOf(templates, 'autoScalingGroups', base)).toEqual([
        'Auto Scaling group by-override (mixed instances policy → version $Default)',
      ]);
    });

    test('A1 are used by a fleet, a Batch environment and an EKS node group', async () => {
      const id = await aTemplate(world, 'web', await anImage(world, 'a'));
      const fleet = await aFleet(world, id, '1');
      await aComputeEnvironment(world, 'nightly', { launchTemplate: { launchTemplateId: id } });
      await aNodegroup(world, 'blue', id);
      expect([
        ...(await usersOf(templates, 'fleets', id)),
        ...(await usersOf(templates, 'batchEnvironments', id)),
        ...(await usersOf(templates, 'eksClusters', id)),
      ]).toEqual([
        expect.stringContaining(`EC2 fleet ${fleet}`),
        'Batch compute environment nightly (VALID)',
        'EKS node group blue/blue (ACTIVE)',
      ]);
    });

    test('A1 are used by the instances that were launched from them', async () => {
      const id = await aTemplate(world, 'web', await anImage(world, 'a'));
      const LaunchTemplate = { LaunchTemplateId: id, Version: '1' };
      const run = new RunInstancesCommand({ LaunchTemplate, MinCount: 1, MaxCount: 1 });
      const instance = (await world.ec2.send(run)).Instances?.[0]?.InstanceId;
      expect(await usersOf(templates, 'instances', id)).toEqual([expect.stringContaining(`instance ${instance}`)]);
    });
  });
}
