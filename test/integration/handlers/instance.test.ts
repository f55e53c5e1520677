/** Instances: the way back from the last image. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { InstanceSeed } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { instance } from '../../../src/handlers/aws/types/instance/handler.ts';
import { stoppedInstance } from '../../support/graph/instances.ts';
import { account, awsForEach, HERE, openGate, scopeOf } from './fixture.ts';

const ID = 'i-0123456789abcdef0';
const [SUBNET, GROUP] = ['subnet-0123456789abcdef0', 'sg-0123456789abcdef0'];
const PROFILE = `arn:aws:iam::${HERE.account}:instance-profile/build`;

const aws = awsForEach();
beforeEach(async () => {
  aws.control.setSnapshotsTakeMs(1000);
});

const open = (more: object = {}) => {
  const settings = { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` };
  const restoring = { ...account, settings };
  const scope = scopeOf(instance.parameters.parse({}), { account: restoring });
  return instance.open(scope, aws.io({ permit: openGate(), ...more }));
};
const all = () => aws.control.state(HERE).instances;
const lastImage = () => aws.control.state(HERE).images.find(({ Name = '' }) => Name.startsWith('holystone last of '));
const launches = () => aws.operations().filter((operation) => operation === 'RunInstances');

/** It goes as a pass does it: an image, then its end. @returns its definition, as it is read again */
async function ended(seed: Partial<InstanceSeed> = {}): Promise<StoredDefinition> {
  aws.control.addInstances(HERE, [stoppedInstance({ id: ID, now: Date.now(), ...seed })]);
  const session = open();
  const read = async () => {
    const now = (await session.get([ID])).get(ID);
    if (now?.kind !== 'found') throw new Error(`${ID} is not found`);
    return now.resource;
  };
  expect(await session.quarantine?.begin(await read())).toMatchObject({ kind: 'done' });
  aws.control.advanceClock(1000);
  const saved = await read();
  expect((await session.delete([saved])).get(ID)?.kind).toBe('accepted');
  const { namespace } = scopeOf({});
  const own = { namespace, id: ID, identity: ID, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
  return JSON.parse(JSON.stringify({ ...own, definition: instance.definition(saved) })) as StoredDefinition;
}

async function planned(stored: StoredDefinition, more: object = {}) {
  const plan = await open(more).restore?.(stored, undefined);
  if (!plan) throw new Error('there is no way back');
  return plan;
}

async function restored(stored: StoredDefinition) {
  const plan = await planned(stored, { mayRestore: true });
  return plan.kind === 'ready' ? plan.run() : plan;
}

test('A26 one is started from the last image as it was, without the tag of the quarantine, and the plan only reads', async () => {
  const stored = await ended({
    InstanceType: 'm5.large',
    SubnetId: SUBNET,
    SecurityGroups: [{ GroupId: GROUP }],
    KeyName: 'ann',
    IamInstanceProfile: { Arn: PROFILE, Id: 'AIPA1' },
    MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
    attributes: { userData: 'IyEvYmluL3No' },
    tags: { Name: 'old-build', owner: 'ann@example.com' },
  });
  const image = lastImage()?.ImageId ?? '';
  const plan = await planned(stored);
  expect(plan).toMatchObject({
    kind: 'ready',
    steps: [
      {
        says: `makes an instance like ${ID} from ${image}, its last image, which starts it with ${PROFILE} (this needs iam:PassRole for its role), under another id`,
        command: expect.stringContaining('aws ec2 run-instances'),
      },
    ],
  });
  expect(launches()).toEqual([]);
  const done = await restored(stored);
  const now = all().at(-1);
  expect(now).toMatchObject({
    ImageId: image,
    InstanceType: 'm5.large',
    SubnetId: SUBNET,
    SecurityGroups: [{ GroupId: GROUP }],
    KeyName: 'ann',
    IamInstanceProfile: { Arn: PROFILE },
    MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
  });
  expect(now?.Tags).toEqual([
    { Key: 'Name', Value: 'old-build' },
    { Key: 'owner', Value: 'ann@example.com' },
  ]);
  const id = now?.InstanceId ?? '';
  expect(done).toMatchObject({ kind: 'restored', id, afterwards: [{ command: expect.stringContaining(id) }] });
  expect(done).toMatchObject({ afterwards: [{ command: expect.stringContaining('ec2 stop-instances') }] });
  expect(id).not.toBe(ID);
  const launch = aws.control.calls().find(({ operation }) => operation === 'RunInstances');
  expect(launch).toMatchObject({ role: 'restorer', input: { MinCount: 1, MaxCount: 1, UserData: 'IyEvYmluL3No' } });
});

describe('A203 what nobody can set later is asked for', () => {
  const input = () => aws.control.calls({ operation: 'RunInstances' }).at(-1)?.input;
  const CHOSEN = {
    CpuOptions: { CoreCount: 1, ThreadsPerCore: 1 },
    EnclaveOptions: { Enabled: true },
    PrivateDnsNameOptions: { HostnameType: 'resource-name' as const, EnableResourceNameDnsARecord: true },
    MaintenanceOptions: { AutoRecovery: 'disabled' as const },
    NetworkPerformanceOptions: { BandwidthWeighting: 'ebs-1' as const },
    CapacityReservationSpecification: { CapacityReservationPreference: 'none' as const },
  };

  test('as it was chosen for the old one', async () => {
    const stored = await ended({
      ...CHOSEN,
      InstanceType: 't3.large',
      Placement: { AvailabilityZone: 'us-east-1a', Tenancy: 'default', GroupName: 'shards', PartitionNumber: 3 },
      attributes: { credits: 'standard', shutdown: 'terminate' },
    });
    expect((await restored(stored)).kind).toBe('restored');
    expect(input()).toMatchObject({
      ...CHOSEN,
      Placement: { GroupName: 'shards', PartitionNumber: 3 },
      CreditSpecification: { CpuCredits: 'standard' },
      InstanceInitiatedShutdownBehavior: 'terminate',
    });
  });

  test('what AWS chooses by itself is not, since some types refuse any choice', async () => {
    const stored = await ended({
      InstanceType: 'm5.large',
      CpuOptions: { CoreCount: 1, ThreadsPerCore: 2 },
      EnclaveOptions: { Enabled: false },
      MaintenanceOptions: { AutoRecovery: 'default', RebootMigration: 'default' },
      NetworkPerformanceOptions: { BandwidthWeighting: 'default' },
      CapacityReservationSpecification: { CapacityReservationPreference: 'open' },
    });
    const done = await restored(stored);
    for (const member of [...Object.keys(CHOSEN), 'Placement', 'CreditSpecification'])
      expect(input()).not.toHaveProperty(member);
    expect(done).toMatchObject({ kind: 'restored', afterwards: [{ command: expect.stringContaining('stop') }] });
  });

  test.each([
    ['of a type that AWS does not know any more', 'x9.large', { CoreCount: 1, ThreadsPerCore: 2 }],
    ['with more than cores', 'm5.large', { CoreCount: 1, ThreadsPerCore: 2, AmdSevSnp: 'enabled' as const }],
  ])('cores of one %s are', async (_what, InstanceType, CpuOptions) => {
    await restored(await ended({ InstanceType: InstanceType as never, CpuOptions }));
    expect(input()).toMatchObject({ CpuOptions });
  });

  test('its address of IPv6 is another one, and its migration at a reboot is a command', async () => {
    const MaintenanceOptions = { AutoRecovery: 'default', RebootMigration: 'disabled' } as const;
    const NetworkInterfaces = [
      {
        NetworkInterfaceId: 'eni-0123456789abcdef0',
        SourceDestCheck: true,
        Attachment: { DeviceIndex: 0, DeleteOnTermination: true },
        Ipv6Addresses: [{ Ipv6Address: 'fd00::7', IsPrimaryIpv6: true }],
      },
    ];
    const done = await restored(await ended({ MaintenanceOptions, NetworkInterfaces }));
    expect(input()).toMatchObject({ Ipv6AddressCount: 1, EnablePrimaryIpv6: true });
    expect(JSON.stringify(done)).toContain('modify-instance-maintenance-options');
  });

  test('the tags that each of its volumes has are those of the new ones', async () => {
    const to = { Attachments: [{ InstanceId: ID, State: 'attached' as const }] };
    const tags = { owner: 'ann@example.com', 'holystone:keep': 'always' };
    aws.control.addVolumes(HERE, [
      { ...to, tags: { ...tags, disk: '1' } },
      { ...to, tags: { ...tags, disk: '2' } },
    ]);
    aws.control.addNetworkInterfaces(HERE, [{ Attachment: { InstanceId: ID }, tags: { role: 'first' } }]);
    await restored(await ended({ tags: { Name: 'desk' } }));
    const tagged = (ResourceType: string, all: Record<string, string>) => ({
      ResourceType,
      Tags: Object.entries(all).map(([Key, Value]) => ({ Key, Value })),
    });
    expect(input()).toMatchObject({
      TagSpecifications: [
        tagged('instance', { Name: 'desk' }),
        tagged('volume', tags),
        tagged('network-interface', { role: 'first' }),
      ],
    });
  });
});

test('A26 the answer to the start is lost → the second run finds the same one, and starts nothing', async () => {
  const stored = await ended();
  aws.control.addFault({ kind: 'dropAfter', operation: 'RunInstances', times: 1 });
  expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('again') });
  const id = all().at(-1)?.InstanceId;
  expect(await restored(stored)).toEqual({ kind: 'restored', id, afterwards: [] });
  expect([all().length, launches().length]).toEqual([2, 1]);
});

test('A26 the restored one is stopped, and AWS has forgotten the token → it is found, and nothing is started', async () => {
  const stored = await ended();
  expect(await restored(stored)).toMatchObject({ kind: 'restored' });
  const id = all().at(-1)?.InstanceId ?? '';
  aws.control.update(HERE, 'instance', id, { State: { Code: 80, Name: 'stopped' } });
  expect(await planned(stored)).toEqual({ kind: 'restored', id, afterwards: [] });
});

test('A26 the restored one was terminated since → a person starts another; AWS would refuse the token', async () => {
  const stored = await ended();
  await restored(stored);
  const id = all().at(-1)?.InstanceId ?? '';
  aws.control.update(HERE, 'instance', id, { State: { Code: 48, Name: 'terminated' } });
  const plan = await planned(stored);
  if (plan.kind !== 'byHand') throw new Error(JSON.stringify(plan));
  expect(plan.why).toBe(`it was restored as ${id}, which is terminated by now`);
  expect(plan.steps[0]?.command).toContain(lastImage()?.ImageId);
  expect(plan.steps[0]?.command).not.toContain('ClientToken');
});

test.each<[string, (id: string) => void]>([
  ['was deregistered', (id) => aws.control.remove(HERE, 'image', id)],
  ['failed', (id) => aws.control.update(HERE, 'image', id, { State: 'failed' })],
  ['has lost the tag that says what it is', (id) => aws.control.update(HERE, 'image', id, { Tags: [] })],
  ['is of another instance', (id) => aws.control.update(HERE, 'image', id, { SourceInstanceId: 'i-1' })],
])('A26 its last image %s → nothing is started, and the answer says so', async (_what, lose) => {
  const stored = await ended();
  lose(lastImage()?.ImageId ?? '');
  expect(await restored(stored)).toMatchObject({
    kind: 'refused',
    why: `no last image of ${ID} is there and available`,
  });
  expect(launches()).toEqual([]);
});

test('A26 one that is there is not started a second time', async () => {
  const stored = await ended();
  aws.control.update(HERE, 'instance', ID, { State: { Code: 80, Name: 'stopped' } });
  expect(await restored(stored)).toEqual({ kind: 'restored', id: ID, afterwards: [] });
  expect(launches()).toEqual([]);
});

test('A26 every call of the way back is in the printed policy of the restoring identity', async () => {
  await restored(await ended({ IamInstanceProfile: { Arn: PROFILE, Id: 'AIPA1' } }));
  const asked = aws.control.calls().filter(({ role }) => role === 'restorer');
  const names = new Set(asked.map(({ service, operation }) => `${service}:${operation}`));
  const printed = new Set(['sts:GetCallerIdentity', 'iam:ListAccountAliases', ...(instance.permissions.restore ?? [])]);
  expect([...names].filter((name) => !printed.has(name))).toEqual([]);
  expect(names.size).toBeGreaterThan(3);
});
