/** What an instance belongs to, and what is deleted with it: both keep it. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { InstanceSeed } from '../../../sandbox/aws/index.ts';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { addStopped, stoppedInstance } from '../../support/graph/instances.ts';

const INSTANCES = namespaceOf('instance');
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';
const world = worldForAll();

const settings = (keys = '', others = '', defaults = '') => ({
  cleanup: `[{ type: instance, accounts: [test], live: true, when: [{ rule: unused }]${ACCEPTED}${keys} }${others}]`,
  defaults: `tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }${defaults}`,
});
beforeEach(async () => {
  await world.reset(settings());
});

const mark = () => world.pass('mark', INSTANCES);
const state = () => world.sandbox.control.state(HERE);
const one = () => state().instances[0];

let count = 0;

function add(given: Partial<Omit<Parameters<typeof stoppedInstance>[0], 'id' | 'now'>> & InstanceSeed = {}): string {
  count += 1;
  const id = `i-0${count.toString(16).padStart(16, 'e')}`;
  const tags = { Name: 'old-build', owner: 'ann@example.com', ...given.tags };
  const address = `10.42.0.${count}`;
  addStopped(world.sandbox.control, HERE, [stoppedInstance({ id, address, now: world.clock.now(), ...given, tags })]);
  return id;
}

test('A26 one that waits in the warm pool of a group stays, as a member in any state does', async () => {
  await world.reset(settings(', manageOwned: [autoscaling]'));
  const id = add({ tags: { 'aws:autoscaling:groupName': 'web' } });
  const WarmPoolConfiguration = { MinSize: 1, PoolState: 'Stopped' as const };
  const warmInstances = [{ InstanceId: id, LifecycleState: 'Warmed:Stopped' as const }];
  world.sandbox.control.addAutoScalingGroups(HERE, [
    { AutoScalingGroupName: 'web', WarmPoolConfiguration, WarmPoolSize: 1, warmInstances },
  ]);
  await mark();
  expect(await world.markOf(id, INSTANCES)).toBeUndefined();
});

describe('A111 a volume that goes with it and has an owner of its own, by its tags', () => {
  const volumeOf = (id: string, tags: Record<string, string>) => {
    const { VolumeId = '' } = one()?.BlockDeviceMappings?.[0]?.Ebs ?? {};
    const Attachments = [{ InstanceId: id, VolumeId, State: 'attached' as const, DeleteOnTermination: true }];
    const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
    world.sandbox.control.update(HERE, 'volume', VolumeId, { Attachments, Tags });
  };
  const isMarked = async (id: string) => {
    await mark();
    return (await world.markOf(id, INSTANCES)) !== undefined;
  };

  test.each([
    ['another one', { owner: 'bob@example.com' }, false],
    ['another one, by another key', { Owner: 'bob@example.com', Name: 'ledger' }, false],
    ['one more than the instance has', { owner: 'ann@example.com bob@example.com' }, false],
    ['the same', { owner: 'Ann@example.com' }, true],
    ['none', { Name: 'ledger' }, true],
    ['no address', { owner: 'the ledger team' }, true],
  ])('%s', async (_what, tags, goes) => {
    const id = add();
    volumeOf(id, tags);
    expect(await isMarked(id)).toBe(goes);
  });

  test('one of the two people that the instance has', async () => {
    const id = add({ tags: { owner: 'ann@example.com bob@example.com' } });
    volumeOf(id, { owner: 'bob@example.com' });
    expect(await isMarked(id)).toBe(true);
  });
});

test.each([
  ['target of traffic mirroring', 'AWS::EC2::TrafficMirrorTarget', (eni?: string) => ({ NetworkInterfaceId: eni })],
  ['session of traffic mirroring', 'AWS::EC2::TrafficMirrorSession', (eni?: string) => ({ NetworkInterfaceId: eni })],
  [
    'Verified Access endpoint',
    'AWS::EC2::VerifiedAccessEndpoint',
    (eni?: string) => ({ NetworkInterfaceOptions: { NetworkInterfaceId: eni } }),
  ],
])('Law 13 a %s names the interface that goes with it → it stays', async (_what, TypeName, naming) => {
  const id = add();
  const properties = naming(one()?.NetworkInterfaces?.[0]?.NetworkInterfaceId);
  world.sandbox.control.addCloudResources(HERE, [{ TypeName, Identifier: 'a-1', Properties: properties }]);
  await mark();
  expect(await world.markOf(id, INSTANCES)).toBeUndefined();
});

test('Law 1 a warm pool that cannot be read → nothing is marked', async () => {
  add();
  world.sandbox.control.addAutoScalingGroups(HERE, [
    { AutoScalingGroupName: 'web', WarmPoolConfiguration: { MinSize: 1 }, WarmPoolSize: 1 },
  ]);
  world.deny('autoscaling:DescribeWarmPool');
  expect(await mark()).toMatchObject({ outcome: 'incomplete' });
  expect(await world.marks(INSTANCES)).toEqual([]);
});

test('A26 without any of these it is marked', async () => {
  const id = add();
  await mark();
  expect(await world.markOf(id, INSTANCES)).toBeDefined();
});

describe('the volumes that are deleted with it', () => {
  function withVolume(volume: object = {}, attachments: readonly object[] = []): string {
    const id = add();
    const { VolumeId = '' } = one()?.BlockDeviceMappings?.[0]?.Ebs ?? {};
    const own = { InstanceId: id, VolumeId, State: 'attached' as const, DeleteOnTermination: true };
    world.sandbox.control.update(HERE, 'volume', VolumeId, { Attachments: [own, ...attachments], ...volume });
    return id;
  }

  test.each([
    ['a person keeps it by its tag', { Tags: [{ Key: 'holystone:keep', Value: 'always' }] }, []],
    ['a person keeps it by its tag in another case', { Tags: [{ Key: 'Holystone:Keep', Value: '2099-01-01' }] }, []],
    ['another instance has it attached, too', {}, [{ InstanceId: 'i-0123456789abcdef0', State: 'attached' }]],
    ['an AWS service manages it', { Operator: { Managed: true } }, []],
  ])('Law 7 %s → the instance stays', async (_why, volume, attachments) => {
    const id = withVolume(volume, attachments);
    await mark();
    expect(await world.markOf(id, INSTANCES)).toBeUndefined();
  });

  test.each([
    ['nobody keeps it', {}],
    ['its keep tag has ended', { Tags: [{ Key: 'holystone:keep', Value: '2020-01-01' }] }],
  ])('Law 7 %s → the instance is marked', async (_why, volume) => {
    const id = withVolume(volume);
    await mark();
    expect(await world.markOf(id, INSTANCES)).toBeDefined();
  });

  const DATA: OptOutTarget = { kind: 'pattern', value: 'data-*' };
  const keepData = () =>
    world.wired.deps.optOuts.optOut(namespaceOf('volume'), {
      ...{ target: DATA, until: 'forever', actor: 'ann@example.com', at: world.clock.now() },
    });

  /** The last image of one is the first thing that its deletion asks for. */
  const begun = () =>
    world.writes().flatMap(({ operation }) => (/^(CreateImage|Terminate)/.test(operation) ? [operation] : []));

  test.each([
    ['data-1', false],
    ['cache-1', true],
  ])('L99 a person keeps volumes named data-*, and this one is %s → the instance is marked: %s', async (name, is) => {
    const id = withVolume({ Tags: [{ Key: 'Name', Value: name }] });
    await keepData();
    await mark();
    expect((await world.markOf(id, INSTANCES)) !== undefined).toBe(is);
  });

  test('L99 a person keeps a volume by its name after the check of its instance, just before the permit → nothing is sent', async () => {
    const id = withVolume({ Tags: [{ Key: 'Name', Value: 'data-1' }] });
    await mark();
    await world.notify(INSTANCES);
    await world.watched(11, INSTANCES);
    const { permits } = world.wired.parts;
    const racing: typeof permits = {
      request: async (...asked) => {
        await keepData();
        return permits.request(...asked);
      },
    };
    await world.configure({ ...settings(), swap: (parts) => ({ ...parts, permits: racing }) });
    await world.pass('delete', INSTANCES);
    expect(begun()).toEqual([]);
    await world.configure(settings());
    await mark();
    expect(await world.markOf(id, INSTANCES)).toBeUndefined();
  });

  test('L99 a person keeps volumes by a pattern that this one does not match → the instance goes on its date', async () => {
    withVolume({ Tags: [{ Key: 'Name', Value: 'cache-1' }] });
    await keepData();
    await mark();
    await world.notify(INSTANCES);
    await world.watched(11, INSTANCES);
    await world.pass('delete', INSTANCES);
    expect(begun()).toEqual(['CreateImage']);
  });

  test('Law 1 volumes cannot be read → nothing is marked', async () => {
    withVolume();
    world.deny('ec2:DescribeVolumes');
    expect(await mark()).toMatchObject({ outcome: 'incomplete' });
    expect(await world.marks(INSTANCES)).toEqual([]);
  });

  test('Law 1 AWS answers without the volume → nothing is marked', async () => {
    const id = withVolume();
    world.sandbox.control.update(HERE, 'instance', id, {
      BlockDeviceMappings: [
        ...(one()?.BlockDeviceMappings ?? []),
        { DeviceName: '/dev/sdf', Ebs: { VolumeId: 'vol-0fffffffffffffff1', DeleteOnTermination: true } },
      ],
    });
    await mark();
    expect(await world.markOf(id, INSTANCES)).toBeUndefined();
  });

  test.each(['before', 'after'])(
    'Law 7 a person keeps it by a stored decision, %s the notice → the instance stays',
    async (when) => {
      const id = withVolume();
      const value = id.replace('i-', 'vol-');
      const keep = () =>
        world.wired.deps.optOuts.optOut(namespaceOf('volume'), {
          ...{ target: { kind: 'id', value }, until: 'forever', actor: 'ann@example.com', at: world.clock.now() },
        });
      if (when === 'before') await keep();
      await mark();
      expect((await world.markOf(id, INSTANCES)) !== undefined).toBe(when === 'after');
      await world.notify(INSTANCES);
      if (when === 'after') await keep();
      expect(await world.markOf(id, INSTANCES)).toBeUndefined();
    },
  );

  const VOLUMES = ', { type: volume, accounts: [test], when: [{ rule: unused }]';
  const tagged = (Key: string, Value: string) => ({ Tags: [{ Key, Value }] });

  test.each([
    ['`keep` of an entry for volumes', `${VOLUMES}, keep: [{ tag: { data: ledger } }] }`, '', tagged('data', 'ledger')],
    [
      'its `keep` by an attribute',
      `${VOLUMES}, keep: [{ attribute: { volumeType: io2 } }] }`,
      '',
      { VolumeType: 'io2' },
    ],
    [
      'its `keep` by the owner of the volume',
      `${VOLUMES}, keep: [{ owner: bob@example.com }] }`,
      '',
      tagged('owner', 'bob@example.com'),
    ],
    ['its `only`', `${VOLUMES}, only: [{ tag: { data: scratch } }] }`, '', tagged('data', 'ledger')],
    [
      '`keep` of one of several',
      `${VOLUMES}, match: { tag: { a: b } } }${VOLUMES}, keep: [{ tag: { data: x } }] }`,
      '',
      tagged('data', 'x'),
    ],
    ['none of several', `${VOLUMES}, match: { tag: { data: scratch } } }`, '', tagged('data', 'ledger')],
    [
      '`keep` of the defaults, without an entry for volumes',
      '',
      ', keep: [{ tag: { data: ledger } }]',
      tagged('data', 'ledger'),
    ],
    ['a tag with a date to come', `${VOLUMES} }`, '', tagged('expiration_time', '2099-01-01')],
    ['a tag with a date to come, without an entry for volumes', '', '', tagged('expiration_time', '2099-01-01')],
    ['a tag `never`, without an entry for volumes', '', '', tagged('expiration_time', 'never')],
  ])('Law 7 %s keeps a volume → the instance stays', async (_what, entries, defaults, volume) => {
    await world.reset(settings('', entries, defaults));
    const id = withVolume(volume);
    await mark();
    expect(await world.markOf(id, INSTANCES)).toBeUndefined();
  });

  test('Law 7 an entry for volumes that does not keep this one lets the instance go', async () => {
    await world.reset(settings('', `${VOLUMES}, keep: [{ tag: { data: ledger } }] }`));
    const id = withVolume(tagged('data', 'scratch'));
    await mark();
    expect(await world.markOf(id, INSTANCES)).toBeDefined();
  });

  test('`keep` of the defaults by an attribute that volumes lack says nothing about its volumes', async () => {
    await world.reset(settings('', '', ', keep: [{ attribute: { launchTime: { olderThan: 3650d } } }]'));
    const id = withVolume();
    await mark();
    expect(await world.markOf(id, INSTANCES)).toBeDefined();
  });

  test('Law 7 `keep` of an entry for interfaces keeps the instance that takes one along', async () => {
    const entry =
      ', { type: networkInterface, accounts: [test], when: [{ rule: unused }], keep: [{ tag: { dns: fixed } }] }';
    await world.reset(settings('', entry));
    const id = withVolume();
    const { NetworkInterfaceId: eni = '' } = one()?.NetworkInterfaces?.[0] ?? {};
    world.sandbox.control.addNetworkInterfaces(HERE, [{ NetworkInterfaceId: eni, tags: { dns: 'fixed' } }]);
    await mark();
    expect(await world.markOf(id, INSTANCES)).toBeUndefined();
  });

  test('Law 1 its interface cannot be read → nothing is marked', async () => {
    withVolume();
    world.deny('ec2:DescribeNetworkInterfaces');
    expect(await mark()).toMatchObject({ outcome: 'incomplete' });
    expect(await world.marks(INSTANCES)).toEqual([]);
  });

  test('Law 3 a tag that an entry for volumes keeps, put on after the notice, ends the mark before the deletion', async () => {
    await world.reset(settings('', `${VOLUMES}, keep: [{ tag: { data: ledger } }] }`));
    const id = withVolume();
    await mark();
    await world.notify(INSTANCES);
    await world.watched(11, INSTANCES);
    world.sandbox.control.update(HERE, 'volume', id.replace('i-', 'vol-'), tagged('data', 'ledger'));
    await world.pass('delete', INSTANCES);
    expect(await world.markOf(id, INSTANCES)).toBeUndefined();
    expect(world.writes().filter(({ operation }) => operation !== 'CreateTags')).toEqual([]);
  });
});
