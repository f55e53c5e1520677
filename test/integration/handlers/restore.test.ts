import { CreateAutoScalingGroupCommand } from '@aws-sdk/client-auto-scaling';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import type { Restoring } from '../../../src/core/resource/restoring.ts';
import { ec2 } from '../../../src/handlers/aws/calls/ec2.ts';
import type { ImageResource } from '../../../src/handlers/aws/resources/image.ts';
import { autoScalingGroup } from '../../../src/handlers/aws/types/autoScalingGroup/handler.ts';
import { elasticIp } from '../../../src/handlers/aws/types/elasticIp/handler.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { launchConfiguration } from '../../../src/handlers/aws/types/launchConfiguration/handler.ts';
import { launchTemplate } from '../../../src/handlers/aws/types/launchTemplate/handler.ts';
import { snapshot } from '../../../src/handlers/aws/types/snapshot/handler.ts';
import { volume } from '../../../src/handlers/aws/types/volume/handler.ts';
import { send } from '../../../src/handlers/aws/wire/client.ts';
import type { CallScope, Identity } from '../../../src/handlers/aws/wire/target.ts';
import type { Handler, Io, Session } from '../../../src/handlers/contract/handler.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { account, failureOf, HERE, openGate, REGION, scopeOf, startAws, type TestAws } from './fixture.ts';

const MINUTE = 60_000;
/** Anybody may ask who he is; the alias is asked for where one is declared. */
const ALLOWED = ['sts:GetCallerIdentity', 'iam:ListAccountAliases'];
let aws: TestAws;
/** How far the clocks were moved. */
let ahead = 0;
beforeEach(async () => {
  aws = await startAws();
  ahead = 0;
  aws.control.setRecycleBin(HERE, { images: 7, snapshots: 7, volumes: 7 });
});
afterEach(async () => {
  const asked = aws.control.calls().filter(({ role }) => role === 'restorer');
  const names = new Set(asked.map(({ service, operation }) => `${service}:${operation}`));
  await aws.close();
  // The policy that `iam-policy` prints for it is enough, whatever a test did.
  const printed = new Set([...ALLOWED, ...handlers.flatMap(({ permissions }) => permissions.restore ?? [])]);
  expect([...names].filter((name) => !printed.has(name))).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: any type's handler
type AnyHandler = Handler<any, any>;

const clock = { now: () => Date.now() + ahead };

function opened(handler: AnyHandler, io: Partial<Io> = {}): Session {
  const settings = { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` };
  const restoring = { ...account, settings };
  return handler.open(scopeOf(handler.parameters.parse({}), { account: restoring }), aws.io({ clock, ...io }));
}

/** Deletes it as a pass does. @returns the definition stored before, as it is read again */
async function deleted(handler: AnyHandler, id: string): Promise<StoredDefinition> {
  const session = opened(handler, { permit: openGate() });
  const read = (await session.get([id])).get(id);
  if (read?.kind !== 'found') throw new Error(`${id} is not there`);
  const { namespace } = scopeOf({});
  const stored = {
    namespace,
    id,
    identity: read.resource.identity,
    at: clock.now(),
    passId: 'pass-1',
    reasons: ['unused'],
    definition: handler.definition(read.resource),
  };
  const outcome = (await session.delete([read.resource])).get(id);
  if (outcome?.kind !== 'deleted' && outcome?.kind !== 'accepted') throw new Error(`${id} was not deleted`);
  return JSON.parse(JSON.stringify(stored)) as StoredDefinition;
}

function plan(handler: AnyHandler, stored: StoredDefinition, recoverableUntil?: Date, io: Partial<Io> = {}) {
  const { restore } = opened(handler, io);
  if (!restore) throw new Error('there is no way back');
  return restore(stored, recoverableUntil);
}

/** As `restore --yes` does it. */
async function restore(handler: AnyHandler, stored: StoredDefinition, recoverableUntil?: Date) {
  const ready = await plan(handler, stored, recoverableUntil, { mayRestore: true });
  return ready.kind === 'ready' ? ready.run() : ready;
}

/** The JSON of a command of the AWS CLI. */
function jsonOf({ command }: { readonly command: string }): Record<string, unknown> {
  const [, json = ''] = /--cli-input-json '(.*?)'(?: --|\)|$)/s.exec(command) ?? [];
  return JSON.parse(json.replaceAll("'\\''", "'"));
}

const changing = () =>
  aws.control
    .calls()
    .filter(({ operation, dryRun }) => /^(Restore|Create|Modify|Register|Delete)/.test(operation) && !dryRun)
    .map(({ operation }) => operation);

describe('an image', () => {
  const [ID, SNAPSHOT] = ['ami-00000000000000001', 'snap-00000000000000001'];
  const IMAGE = {
    ImageId: ID,
    Name: "web's (1)",
    tags: { owner: 'ann@example.com' },
    BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { SnapshotId: SNAPSHOT, VolumeSize: 8, Encrypted: false } }],
  };
  const there = () => aws.control.state(HERE).images.find(({ ImageId }) => ImageId === ID);

  test('A11 an image is in the Recycle Bin → the plan has the steps and the end of retention there, and changes nothing', async () => {
    aws.control.addImages(HERE, [IMAGE]);
    const stored = await deleted(image, ID);
    const before = changing();
    const ready = await plan(image, stored);
    expect(ready).toMatchObject({
      kind: 'ready',
      id: ID,
      until: expect.any(Date),
      steps: [{ command: `aws ec2 restore-image-from-recycle-bin --region ${REGION} --image-id ${ID}` }],
      afterwards: [],
    });
    expect(changing()).toEqual(before);
    expect(there()).toBeUndefined();
  });

  test('A11 Holystone restores an image from the Recycle Bin unchanged; a second run changes nothing', async () => {
    aws.control.addImages(HERE, [IMAGE]);
    const was = there();
    const stored = await deleted(image, ID);
    expect(await restore(image, stored)).toMatchObject({
      kind: 'restored',
      id: ID,
      requestId: expect.stringMatching(/./),
    });
    expect(there()).toEqual(was);
    expect(await restore(image, stored)).toEqual({ kind: 'restored', id: ID, afterwards: [] });
  });

  test('A11 Holystone restores the snapshots of an image from the Recycle Bin before the image', async () => {
    aws.control.addImages(HERE, [IMAGE]);
    const stored = await deleted(image, ID);
    await deleted(snapshot, SNAPSHOT);
    const before = changing().length;
    expect(await restore(image, stored)).toMatchObject({ kind: 'restored' });
    expect(changing().slice(before)).toEqual(['RestoreSnapshotFromRecycleBin', 'RestoreImageFromRecycleBin']);
  });

  test('A11 the snapshot of an image is gone → AWS refuses, and the image stays in the Recycle Bin', async () => {
    aws.control.addImages(HERE, [IMAGE]);
    const stored = await deleted(image, ID);
    aws.control.remove(HERE, 'snapshot', SNAPSHOT);
    expect(await restore(image, stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining(SNAPSHOT) });
    expect(there()).toBeUndefined();
  });

  test('A11 another resource has the name → Holystone refuses to restore', async () => {
    aws.control.addImages(HERE, [IMAGE]);
    const stored = await deleted(image, ID);
    const [other = ''] = aws.control.addImages(HERE, [{ Name: IMAGE.Name }]);
    expect(await restore(image, stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining(other) });
  });

  test('A11 the Recycle Bin no longer has the image → the answer says until when it had it, and how to register the image again', async () => {
    aws.control.setRecycleBin(HERE, { images: 1 / 1440 });
    aws.control.addImages(HERE, [{ ...IMAGE, launchPermissions: [{ UserId: '333333333333' }] }]);
    const stored = await deleted(image, ID);
    const recoverableUntil = new Date(clock.now() + MINUTE);
    aws.control.advanceClock(2 * MINUTE);
    ahead += 2 * MINUTE;
    const over = await restore(image, stored, recoverableUntil);
    expect(over).toMatchObject({
      kind: 'expired',
      why: expect.stringContaining(`had it until ${recoverableUntil.toISOString()}, which is over`),
      steps: [
        { command: expect.stringContaining('register-image') },
        { command: expect.stringContaining('"$IMAGE_ID"') },
      ],
    });
    if (over.kind !== 'expired') throw new Error('not expired');
    const { Encrypted: _, ...Ebs } = IMAGE.BlockDeviceMappings[0]?.Ebs ?? {};
    expect(jsonOf(over.steps[0] ?? { command: '' })).toMatchObject({
      Name: IMAGE.Name,
      BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs }],
      TagSpecifications: [{ ResourceType: 'image', Tags: [{ Key: 'owner', Value: 'ann@example.com' }] }],
    });
    expect(there()).toBeUndefined();
  });

  test('A11 the Recycle Bin never had the image → a person can register it from its snapshots; without snapshots it is lost', async () => {
    aws.control.setRecycleBin(HERE, {});
    aws.control.addImages(HERE, [IMAGE]);
    const stored = await deleted(image, ID);
    expect(await restore(image, stored)).toMatchObject({
      kind: 'byHand',
      why: expect.stringContaining('the Recycle Bin does not have it'),
      steps: [{ command: expect.stringContaining('register-image') }],
    });
    aws.control.remove(HERE, 'snapshot', SNAPSHOT);
    expect(await restore(image, stored)).toMatchObject({ kind: 'expired', steps: [] });
  });

  test.each([
    ['Windows', true],
    ['Red Hat Enterprise Linux', true],
    ['SUSE Linux', true],
    ['Windows with SQL Server Standard', true],
    ['Linux/UNIX', false],
  ])(
    'A150 an image of %s is to be registered again → what may be lost is said: %s',
    async (PlatformDetails, isSaid) => {
      aws.control.setRecycleBin(HERE, {});
      aws.control.addImages(HERE, [{ ...IMAGE, PlatformDetails }]);
      const plan = await restore(image, await deleted(image, ID));
      if (!('why' in plan)) throw new Error(JSON.stringify(plan));
      const commands = plan.steps.map(({ command }) => command.replace(/^IMAGE_ID=\$\(/, '').split(' ')[2]);
      expect(commands).toEqual(['register-image', ...(isSaid ? ['describe-images'] : [])]);
      expect(plan.why.includes('has no licence')).toBe(isSaid);
    },
  );

  test('A11 the deleted image was shared → Holystone restores it unshared, and names the command that shares it again', async () => {
    aws.control.addImages(HERE, [{ ...IMAGE, launchPermissions: [{ UserId: '333333333333' }] }]);
    const done = await restore(image, await deleted(image, ID));
    expect(done).toMatchObject({
      kind: 'restored',
      afterwards: [{ command: expect.stringContaining(`modify-image-attribute --region ${REGION} --image-id ${ID}`) }],
    });
    expect(changing()).not.toContain('ModifyImageAttribute');
  });

  test('A11 the image is in quarantine → the answer says so, names the commands that enable and share it, and changes nothing', async () => {
    aws.control.addImages(HERE, [{ ...IMAGE, launchPermissions: [{ UserId: '333333333333' }] }]);
    const session = opened(image, { permit: openGate() });
    const read = (await session.get([ID])).get(ID);
    if (read?.kind !== 'found') throw new Error(`${ID} is not there`);
    const definition = JSON.parse(JSON.stringify(image.definition(read.resource as ImageResource)));
    const stored = { namespace: scopeOf({}).namespace, id: ID, identity: read.resource.identity, at: clock.now() };
    expect(await session.quarantine?.begin(read.resource)).toMatchObject({ kind: 'done' });
    const before = changing();
    expect(await restore(image, { ...stored, passId: 'pass-1', reasons: ['unused'], definition })).toMatchObject({
      kind: 'byHand',
      why: expect.stringContaining('in quarantine'),
      steps: [
        { command: `aws ec2 enable-image --region ${REGION} --image-id ${ID}` },
        { command: expect.stringContaining(`modify-image-attribute --region ${REGION} --image-id ${ID}`) },
      ],
    });
    expect(changing()).toEqual(before);
  });

  test('A11 AWS denies the restore → the plan fails, and the error names the permission', async () => {
    aws.control.addImages(HERE, [IMAGE]);
    const stored = await deleted(image, ID);
    aws.control.deny({ account: HERE.account, action: 'ec2:RestoreImageFromRecycleBin' });
    expect((await failureOf(plan(image, stored))).message).toContain('ec2:RestoreImageFromRecycleBin is denied');
  });

  test('A11 the answer of AWS is lost → the command asks to run again, and the second run finds the image', async () => {
    aws.control.addImages(HERE, [IMAGE]);
    const stored = await deleted(image, ID);
    aws.control.addFault({ kind: 'dropAfter', operation: 'RestoreImageFromRecycleBin', times: 1 });
    expect(await restore(image, stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('again') });
    expect(await restore(image, stored)).toEqual({ kind: 'restored', id: ID, afterwards: [] });
  });
});

describe('the wire', () => {
  const IMAGE = { ImageId: 'ami-00000000000000002' };
  const target = (identity: Identity, io?: Partial<Io>): CallScope => ({
    account,
    accounts: [account],
    region: REGION,
    identity,
    io: aws.io(io),
  });
  const bringBack = (from: CallScope) => send(from, ec2.restoreImageFromRecycleBin, IMAGE);
  const deregister = (from: CallScope) => send(from, ec2.deregisterImage, IMAGE);
  const everything = { permit: openGate(), mayRestore: true } as const;

  test.each<[string, () => Promise<unknown>]>([
    ['the restoring identity outside of its command', () => bringBack(target('restorer'))],
    ['the deleting identity, permit or not', () => bringBack(target('deleter', everything))],
    ['the reading identity', () => bringBack(target('reader', everything))],
  ])('A11 the wire sends no request to restore by %s', async (_who, send) => {
    const before = changing();
    expect(await failureOf(send())).toMatchObject({ name: 'PermitError' });
    expect(changing()).toEqual(before);
  });

  test('A11 the wire sends no request to delete by the restoring identity, even with a permit', async () => {
    const before = aws.operations().filter((operation) => operation === 'DeregisterImage').length;
    expect(await failureOf(deregister(target('restorer', everything)))).toMatchObject({ name: 'PermitError' });
    expect(aws.operations().filter((operation) => operation === 'DeregisterImage')).toHaveLength(before);
  });
});

describe('a launch configuration', () => {
  const NAME = 'web-1';
  const SEED = {
    LaunchConfigurationName: NAME,
    ImageId: 'ami-00000000000000001',
    InstanceType: 'm5.large',
    KeyName: '',
    SecurityGroups: ['sg-1'],
    UserData: Buffer.from("#!/bin/sh\necho 'ü'").toString('base64'),
    BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { VolumeSize: 8 } }],
    InstanceMonitoring: { Enabled: false },
  };
  const there = () =>
    aws.control
      .state(HERE)
      .launchConfigurations.find(({ LaunchConfigurationName }) => LaunchConfigurationName === NAME);

  test('A11 Holystone makes a launch configuration again with its name and all its fields; a second run changes nothing', async () => {
    aws.control.addLaunchConfigurations(HERE, [SEED]);
    const stored = await deleted(launchConfiguration, NAME);
    expect(await restore(launchConfiguration, stored)).toMatchObject({ kind: 'restored', id: NAME });
    const { KeyName: _, ...filled } = SEED;
    expect(there()).toMatchObject(filled);
    expect(await restore(launchConfiguration, stored)).toEqual({ kind: 'restored', id: NAME, afterwards: [] });
  });

  test('A11 another resource has the name → Holystone refuses to restore', async () => {
    aws.control.addLaunchConfigurations(HERE, [SEED]);
    const stored = await deleted(launchConfiguration, NAME);
    aws.control.addLaunchConfigurations(HERE, [{ ...SEED, InstanceType: 'm5.xlarge' }]);
    expect(await restore(launchConfiguration, stored)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('taken by another'),
    });
    expect(there()).toMatchObject({ InstanceType: 'm5.xlarge' });
  });

  test('A11 another launch configuration takes the name after the plan → Holystone refuses to restore', async () => {
    aws.control.addLaunchConfigurations(HERE, [SEED]);
    const ready = await plan(launchConfiguration, await deleted(launchConfiguration, NAME), undefined, {
      mayRestore: true,
    });
    aws.control.addLaunchConfigurations(HERE, [{ ...SEED, InstanceType: 'm5.xlarge' }]);
    if (ready.kind !== 'ready') throw new Error('not ready');
    expect(await ready.run()).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('another resource has the name'),
    });
  });

  test('A11 the command for a person has the user data in plain text, as the AWS CLI expects it', async () => {
    aws.control.addLaunchConfigurations(HERE, [SEED]);
    const ready = await plan(launchConfiguration, await deleted(launchConfiguration, NAME));
    if (ready.kind !== 'ready') throw new Error('not ready');
    expect(jsonOf(ready.steps[0] ?? { command: '' })).toMatchObject({ UserData: "#!/bin/sh\necho 'ü'" });
  });
});

describe('a launch template', () => {
  const VERSIONS = [1, 2, 3].map((size) => ({
    ImageId: `ami-0000000000000000${size}`,
    InstanceType: 'm5.large' as const,
    UserData: Buffer.from(`version ${size}`).toString('base64'),
  }));
  const added = () =>
    aws.control.addLaunchTemplates(HERE, [
      { LaunchTemplateName: 'web', versions: VERSIONS, DefaultVersionNumber: 2, tags: { owner: 'ann@example.com' } },
    ])[0] ?? '';
  const versionsOf = async (id: string) => {
    const read = (await opened(launchTemplate).get([id])).get(id);
    if (read?.kind !== 'found') throw new Error(`${id} is not there`);
    return launchTemplate.definition(read.resource as never) as {
      template: { DefaultVersionNumber: number; Tags: unknown };
      versions: { LaunchTemplateData: object }[];
    };
  };

  test('A11 Holystone makes a launch template again with all versions, the default and the tags, and tags it with its former id', async () => {
    const id = added();
    const done = await restore(launchTemplate, await deleted(launchTemplate, id));
    if (done.kind !== 'restored') throw new Error(JSON.stringify(done));
    const { template, versions } = await versionsOf(done.id);
    expect(versions.map(({ LaunchTemplateData }) => LaunchTemplateData)).toEqual(VERSIONS);
    expect(template).toMatchObject({
      DefaultVersionNumber: 2,
      Tags: expect.arrayContaining([
        { Key: 'owner', Value: 'ann@example.com' },
        { Key: 'holystone:restored-from', Value: id },
      ]),
    });
    expect(done.id).not.toBe(id);
  });

  test.each([
    ['CreateLaunchTemplate', 'dropAfter'],
    ['CreateLaunchTemplateVersion', 'drop'],
    ['CreateLaunchTemplateVersion', 'dropAfter'],
    ['ModifyLaunchTemplate', 'drop'],
    ['ModifyLaunchTemplate', 'dropAfter'],
  ] as const)(
    'A11 the restore of a launch template breaks off at %s (%s) → the second run completes it, and makes no second template',
    async (operation, kind) => {
      const id = added();
      const stored = await deleted(launchTemplate, id);
      aws.control.addFault({ kind, operation, times: 1 });
      expect(await restore(launchTemplate, stored)).toMatchObject({ kind: 'refused' });
      const done = await restore(launchTemplate, stored);
      if (done.kind !== 'restored') throw new Error(JSON.stringify(done));
      const { template, versions } = await versionsOf(done.id);
      expect(versions.map(({ LaunchTemplateData }) => LaunchTemplateData)).toEqual(VERSIONS);
      expect(template.DefaultVersionNumber).toBe(2);
      expect(aws.control.state(HERE).launchTemplates).toHaveLength(1);
      expect(await restore(launchTemplate, stored)).toMatchObject({ kind: 'restored', id: done.id });
    },
  );

  test('A11 a stored launch template has gaps between its versions → the plan names the new number of each version', async () => {
    const id = added();
    const stored = await deleted(launchTemplate, id);
    const { template, versions } = stored.definition as { template: object; versions: object[] };
    const gap = { ...stored, definition: { template, versions: versions.slice(1) } };
    const ready = await plan(launchTemplate, gap);
    if (ready.kind !== 'ready') throw new Error('not ready');
    expect(ready.steps.map(({ says }) => says)).toEqual([
      'makes the launch template web again, under another id, with the earlier version 2 as version 1',
      'adds the earlier version 3 as version 2',
    ]);
  });

  test('A11 another resource has the name → Holystone refuses to restore', async () => {
    const stored = await deleted(launchTemplate, added());
    const taker = added();
    expect(await restore(launchTemplate, stored)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining(taker),
    });
  });
});

describe('a snapshot', () => {
  const ID = 'snap-00000000000000009';
  const there = () => aws.control.state(HERE).snapshots.find(({ SnapshotId }) => SnapshotId === ID);

  test('A11 Holystone restores a snapshot from the Recycle Bin unchanged; a second run changes nothing', async () => {
    aws.control.addSnapshots(HERE, [{ SnapshotId: ID, tags: { owner: 'ann@example.com' } }]);
    const was = there();
    const stored = await deleted(snapshot, ID);
    expect(await restore(snapshot, stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(there()).toEqual(was);
    expect(await restore(snapshot, stored)).toEqual({ kind: 'restored', id: ID, afterwards: [] });
  });

  test('A11 the Recycle Bin does not have the snapshot → Holystone reports it as lost, without steps', async () => {
    aws.control.setRecycleBin(HERE, {});
    aws.control.addSnapshots(HERE, [{ SnapshotId: ID }]);
    const stored = await deleted(snapshot, ID);
    expect(await restore(snapshot, stored)).toMatchObject({ kind: 'expired', steps: [] });
  });
});

describe('a volume', () => {
  const ID = 'vol-00000000000000009';

  test('A11 Holystone restores a volume from the Recycle Bin', async () => {
    aws.control.addVolumes(HERE, [{ VolumeId: ID }]);
    expect(await restore(volume, await deleted(volume, ID))).toMatchObject({ kind: 'restored', id: ID });
    expect(aws.control.state(HERE).volumes).toEqual([expect.objectContaining({ VolumeId: ID })]);
  });

  test('A11 the Recycle Bin does not have the volume → a person can make an empty one with the same settings', async () => {
    aws.control.setRecycleBin(HERE, {});
    aws.control.addVolumes(HERE, [
      { VolumeId: ID, VolumeType: 'gp2', Size: 10, Iops: 100, AvailabilityZone: 'us-east-1a' },
    ]);
    const byHand = await restore(volume, await deleted(volume, ID));
    expect(byHand).toMatchObject({ kind: 'byHand', why: expect.stringContaining('its data is nowhere else') });
    if (byHand.kind !== 'byHand') throw new Error('not by hand');
    const input = jsonOf(byHand.steps[0] ?? { command: '' });
    expect(input).toMatchObject({ AvailabilityZone: 'us-east-1a', Size: 10, VolumeType: 'gp2' });
    expect(input).not.toHaveProperty('Iops');
  });
});

describe('a volume of which a quarantine made a last snapshot', () => {
  const ID = 'vol-00000000000000009';
  const last = (SnapshotId: string, more: object = {}) => ({
    SnapshotId,
    VolumeId: ID,
    StartTime: '2026-01-02T00:00:00.000Z',
    tags: { 'holystone:quarantine': '2026-01-02T00:00:00.000Z' },
    ...more,
  });
  const NEWEST = 'snap-00000000000000002';
  const gone = async () => {
    aws.control.setRecycleBin(HERE, {});
    aws.control.addVolumes(HERE, [{ VolumeId: ID, SnapshotId: 'snap-00000000000000007', Size: 10 }]);
    return deleted(volume, ID);
  };

  test('A11 a person can make the volume again from the newest complete last snapshot of its quarantine', async () => {
    const stored = await gone();
    aws.control.addSnapshots(HERE, [
      last('snap-00000000000000001', { StartTime: '2025-01-02T00:00:00.000Z' }),
      last(NEWEST),
      last('snap-00000000000000003', { StartTime: '2026-02-02T00:00:00.000Z', State: 'error' }),
      last('snap-00000000000000004', { StartTime: '2026-02-02T00:00:00.000Z', tags: {} }),
      last('snap-00000000000000005', { StartTime: '2026-02-02T00:00:00.000Z', VolumeId: 'vol-00000000000000008' }),
    ]);
    const byHand = await restore(volume, stored);
    const why = expect.stringContaining(`a similar volume can be made with its data from ${NEWEST}, its last snapshot`);
    expect(byHand).toMatchObject({ kind: 'byHand', why });
    if (byHand.kind !== 'byHand') throw new Error('not by hand');
    expect(jsonOf(byHand.steps[0] ?? { command: '' })).toMatchObject({ SnapshotId: NEWEST, Size: 10 });
  });

  test('A11 AWS denies the list of snapshots → Holystone says that a last snapshot is unknown, and still restores a volume from the Recycle Bin', async () => {
    aws.control.deny({ account: HERE.account, action: 'ec2:DescribeSnapshots' });
    const why = expect.stringMatching(/if that snapshot still exists; it is unknown whether it has a last snapshot: /);
    expect(await restore(volume, await gone())).toMatchObject({ kind: 'byHand', why });
    aws.control.setRecycleBin(HERE, { volumes: 7 });
    aws.control.addVolumes(HERE, [{ VolumeId: ID }]);
    expect(await restore(volume, await deleted(volume, ID))).toMatchObject({ kind: 'restored', id: ID });
  });
});

describe('an Auto Scaling group', () => {
  const SEED = {
    AutoScalingGroupName: 'Old:{v1}/x',
    MinSize: 0,
    MaxSize: 0,
    DesiredCapacity: 0,
    LaunchTemplate: { LaunchTemplateId: 'lt-00000000000000001', LaunchTemplateName: 'web', Version: '$Latest' },
    VPCZoneIdentifier: 'subnet-1,subnet-2',
    tags: { owner: 'ann@example.com' },
    SuspendedProcesses: [{ ProcessName: 'Launch', SuspensionReason: 'User suspended' }],
  };

  test('A152 its metrics are collected again, and a group without hooks and policies has no step for them', async () => {
    const EnabledMetrics = [{ Metric: 'GroupDesiredCapacity', Granularity: '1Minute' }];
    aws.control.addAutoScalingGroups(HERE, [{ ...SEED, EnabledMetrics }]);
    const byHand = await restore(autoScalingGroup, await deleted(autoScalingGroup, SEED.AutoScalingGroupName));
    if (byHand.kind !== 'byHand') throw new Error(JSON.stringify(byHand));
    expect(byHand.why).not.toMatch(/lifecycle hooks/);
    const collecting = byHand.steps.at(-1) ?? { command: '' };
    expect(collecting.command).toContain('enable-metrics-collection');
    expect(jsonOf(collecting)).toMatchObject({ Granularity: '1Minute', Metrics: ['GroupDesiredCapacity'] });
  });

  test('A11 a person makes an Auto Scaling group again; the printed command has all its settings', async () => {
    aws.control.addAutoScalingGroups(HERE, [SEED]);
    const stored = await deleted(autoScalingGroup, SEED.AutoScalingGroupName);
    const byHand: Restoring = await restore(autoScalingGroup, stored);
    if (byHand.kind !== 'byHand') throw new Error(JSON.stringify(byHand));
    const [creation, suspension] = byHand.steps;
    const input = jsonOf(creation ?? { command: '' });
    expect(creation?.command).toMatch(/^aws autoscaling create-auto-scaling-group --region us-east-1 /);
    expect(input).toMatchObject({
      AutoScalingGroupName: SEED.AutoScalingGroupName,
      LaunchTemplate: { LaunchTemplateId: 'lt-00000000000000001', Version: '$Latest' },
      VPCZoneIdentifier: SEED.VPCZoneIdentifier,
      Tags: [expect.objectContaining({ Key: 'owner', Value: 'ann@example.com' })],
    });
    expect(input).not.toHaveProperty('AvailabilityZones');
    expect(input).not.toHaveProperty('Instances');
    expect(suspension?.command).toContain('--scaling-processes Launch');
    // Nothing in it that creating does not know.
    expect(() => new CreateAutoScalingGroupCommand(input as never)).not.toThrow();
    expect(changing()).not.toContain('CreateAutoScalingGroup');
  });

  test('A11 another group has the name → Holystone refuses to restore the group', async () => {
    aws.control.addAutoScalingGroups(HERE, [SEED]);
    const stored = await deleted(autoScalingGroup, SEED.AutoScalingGroupName);
    aws.control.remove(HERE, 'autoScalingGroup', SEED.AutoScalingGroupName);
    aws.control.addAutoScalingGroups(HERE, [SEED]);
    expect(await restore(autoScalingGroup, stored)).toMatchObject({ kind: 'refused' });
  });
});

describe('an Elastic IP address', () => {
  const TAGS = { Name: 'office', team: 'a' };

  test('the same address is allocated again with its tags, under another id', async () => {
    const [id = ''] = aws.control.addElasticIps(HERE, [{ PublicIp: '198.51.100.7', tags: TAGS }]);
    const stored = await deleted(elasticIp, id);
    expect(await plan(elasticIp, stored)).toMatchObject({
      kind: 'ready',
      steps: [{ says: expect.stringContaining('allocates 198.51.100.7 again, under another allocation id') }],
    });
    const restored = await restore(elasticIp, stored);
    const now = aws.control.state(HERE).elasticIps[0];
    expect(restored).toMatchObject({ kind: 'restored', id: now?.AllocationId });
    expect(now?.AllocationId).not.toBe(id);
    expect(now).toMatchObject({
      PublicIp: '198.51.100.7',
      Tags: Object.entries(TAGS).map(([Key, Value]) => ({ Key, Value })),
    });
  });

  test('an address that is not free is not restored, and nothing else is allocated', async () => {
    const [id = ''] = aws.control.addElasticIps(HERE, [{ PublicIp: '198.51.100.7' }]);
    const stored = await deleted(elasticIp, id);
    aws.control.addElasticIps(HERE, [{ PublicIp: '198.51.100.7' }]);
    expect(await restore(elasticIp, stored)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('not free'),
    });
    expect(aws.control.state(HERE).elasticIps).toHaveLength(1);
  });
});
