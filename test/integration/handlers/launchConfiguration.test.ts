import { describe, expect, test } from '@jest/globals';
import type { AutoScalingGroupSeed, SandboxControl } from '../../../sandbox/aws/index.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';
import { launchConfiguration } from '../../../src/handlers/aws/types/launchConfiguration/handler.ts';
import type { EvidenceSource, Io } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, failureOf, HERE, openGate, REGION, scopeOf, THERE } from './fixture.ts';

const scope = scopeOf(launchConfiguration.parameters.parse({}));
const DEVICE = { DeviceName: '/dev/xvda', Ebs: { VolumeSize: 20, VolumeType: 'gp3', Encrypted: true } };
const aws = awsForEach();

const open = (io?: Partial<Io>) => launchConfiguration.open(scope, aws.io(io));
const seed = (...seeds: Parameters<SandboxControl['addLaunchConfigurations']>[1]) =>
  aws.control.addLaunchConfigurations(HERE, seeds);
const named = (LaunchConfigurationName: string) => ({ LaunchConfigurationName });
const found = async (name: string) => {
  const read = (await open().get([name])).get(name);
  if (read?.kind !== 'found') throw new Error(`${name} was not found`);
  return read.resource;
};

describe('list and get', () => {
  test('A14 one is known by its ARN, which holds a UUID, and when it was made; odd names and capitals stay', async () => {
    const name = 'Web config (old)/2024 "ä" & co';
    seed({ ...named(name), CreatedTime: '2024-01-02T03:04:05.000Z', ImageId: 'ami-1', InstanceType: 'm5.large' });
    const [listed] = await collect(open().list());
    const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
    expect(listed).toMatchObject({
      id: name,
      name,
      identity: expect.stringMatching(new RegExp(`launchConfiguration:${uuid}:.*@2024-01-02T03:04:05.000Z$`)),
      aliases: [`launchConfiguration/${name}`, nameAlias(name)],
      tags: {},
      createdAt: new Date('2024-01-02T03:04:05.000Z'),
      imageId: 'ami-1',
      instanceType: 'm5.large',
    });
    expect(await found(name)).toMatchObject({ id: name, identity: listed?.identity });
  });

  test('A14 a configuration without an ARN is an error, so none is left out', async () => {
    seed(named('web'));
    aws.control.update(HERE, 'launchConfiguration', 'web', { LaunchConfigurationARN: undefined });
    expect(await failureOf(collect(open().list()))).toMatchObject({ name: 'ReadError', problem: 'malformed' });
  });

  test('the definition is complete, and only of one read by name: the listing keeps no user data', async () => {
    const whole = {
      ...named('web'),
      UserData: 'IyEvYmluL3No',
      BlockDeviceMappings: [DEVICE],
      SecurityGroups: ['sg-1'],
      KeyName: 'ops',
      IamInstanceProfile: 'web',
      SpotPrice: '0.05',
      AssociatePublicIpAddress: false,
      MetadataOptions: { HttpTokens: 'required' as const },
    };
    seed(whole);
    expect(launchConfiguration.definition(await found('web'))).toMatchObject(whole);
    const [listed] = await collect(open().list());
    expect(JSON.stringify(listed)).not.toContain('IyEvYmluL3No');
    expect(() => launchConfiguration.definition(listed as never)).toThrow('was not read by id');
  });
});

describe('delete', () => {
  const remove = async (name: string, before?: () => void) => {
    const configuration = await found(name);
    before?.();
    return (await open({ permit: openGate() }).delete([configuration])).get(name);
  };

  test('A10 somebody attached the launch configuration to a group since the check → AWS refuses the deletion, and it lives', async () => {
    seed(named('web'));
    const attach = () => {
      aws.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName: 'g', ...named('web') }]);
    };
    expect(await remove('web', attach)).toEqual({
      kind: 'refused',
      isInUse: true,
      reason: 'in use: Cannot delete launch configuration web because it is attached to AutoScalingGroup g',
    });
    expect((await found('web')).id).toBe('web');
  });
});

describe('users', () => {
  const read = async (place = 'test') => {
    const [source] = launchConfiguration.evidence as readonly EvidenceSource[];
    return (await source?.read({ account: place, location: REGION }, scope, [], aws.io())) ?? [];
  };
  const group = (seedOf: AutoScalingGroupSeed, at = HERE) => aws.control.addAutoScalingGroups(at, [seedOf]);

  test('any group that names it, one in deletion too; the image that it leads to is reported in the same reading', async () => {
    seed({ ...named('web'), ImageId: 'ami-1' });
    group({ AutoScalingGroupName: 'a', ...named('web') });
    group({ AutoScalingGroupName: 'b', ...named('web'), Status: 'Delete in progress' });
    expect((await read()).map(({ alias, by }) => `${alias}: ${by}`)).toEqual([
      'launchConfiguration/web: Auto Scaling group a',
      'ami-1: Auto Scaling group a (launch configuration web)',
      'launchConfiguration/web: Auto Scaling group b',
      'ami-1: Auto Scaling group b (launch configuration web)',
    ]);
  });

  test('are looked for in its own account alone: in another the name is another one’s', async () => {
    group({ AutoScalingGroupName: 'a', ...named('web') }, THERE);
    const [source] = launchConfiguration.evidence;
    expect(source?.places(scope)).toEqual([{ account: 'test', location: REGION }]);
    expect(await read()).toEqual([]);
  });
});
