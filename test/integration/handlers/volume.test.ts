import { describe, expect, test } from '@jest/globals';
import type { VolumeSeed } from '../../../sandbox/aws/index.ts';
import type { DeleteOutcome } from '../../../src/core/resource/resource.ts';
import { tagAliases } from '../../../src/handlers/aws/resources/tagAliases.ts';
import { volume } from '../../../src/handlers/aws/types/volume/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, HERE, openGate, scopeOf } from './fixture.ts';

const CREATED = '2024-01-02T03:04:05.000Z';
const scope = scopeOf(volume.parameters.parse({}));
const aws = awsForEach();

const open = (io?: Partial<Io>) => volume.open(scope, aws.io(io));
const seed = (...volumes: VolumeSeed[]) => aws.control.addVolumes(HERE, volumes);
const many = (count: number) => seed(...Array.from({ length: count }, () => ({})));
const found = async (id: string) => {
  const read = (await open().get([id])).get(id);
  if (read?.kind !== 'found') throw new Error(`${id} was not found`);
  return read.resource;
};
const attachment = { InstanceId: 'i-00000000000000001', Device: '/dev/sdf' };

describe('list', () => {
  test('gives the fields that rules and safeguards look at', async () => {
    const [id] = seed({
      CreateTime: CREATED,
      Size: 100,
      VolumeType: 'io2',
      Iops: 5000,
      AvailabilityZone: 'us-east-1b',
      Encrypted: true,
      MultiAttachEnabled: true,
      SnapshotId: 'snap-1',
      Operator: { Managed: true, Principal: 'ecs.amazonaws.com' },
      tags: { Name: 'data', team: 'a' },
    });
    const [listed] = await collect(open().list());
    expect(listed).toEqual({
      id,
      identity: `${id}@${CREATED}`,
      name: 'data',
      tags: { Name: 'data', team: 'a' },
      aliases: [id, ...tagAliases('volume', { Name: 'data', team: 'a' })],
      createdAt: new Date(CREATED),
      sizeBytes: 100 * 1024 ** 3,
      note: { code: 'dataGoes', values: { gibibytes: 100, type: 'io2', zone: 'us-east-1b' } },
      state: 'available',
      size: 100,
      volumeType: 'io2',
      iops: 5000,
      availabilityZone: 'us-east-1b',
      encrypted: true,
      multiAttachEnabled: true,
      snapshotId: 'snap-1',
      operator: 'ecs.amazonaws.com',
    });
  });

  test('A14 a field that AWS leaves out is absent, and an operator without a name still counts as one', async () => {
    const nothing = { CreateTime: undefined, Size: undefined, VolumeType: undefined, State: undefined };
    const [id] = seed({});
    aws.control.update(HERE, 'volume', id ?? '', {
      ...nothing,
      Operator: { Managed: true },
      MultiAttachEnabled: undefined,
    });
    const [listed] = await collect(open().list());
    expect(listed).toMatchObject({ id, identity: id, operator: 'an AWS service' });
    for (const key of ['createdAt', 'size', 'sizeBytes', 'volumeType', 'state', 'multiAttachEnabled']) {
      expect(listed).not.toHaveProperty(key);
    }
  });
});

describe('get', () => {
  test('the state deleted is gone; deleting is not', async () => {
    const [deleted = '', deleting = ''] = seed({ State: 'deleted' }, { State: 'deleting' });
    const reads = await open().get([deleted, deleting]);
    expect([reads.get(deleted)?.kind, reads.get(deleting)?.kind]).toEqual(['gone', 'found']);
  });

  test('L56 an id that AWS refuses for a reason of its own is unknown, and the others have their answers', async () => {
    const ids = [...many(3), 'vol-Odd'];
    const reads = await open().get(ids);
    expect(ids.map((id) => reads.get(id)?.kind)).toEqual(['found', 'found', 'found', 'unknown']);
    expect(reads.get('vol-Odd')).toMatchObject({ why: expect.stringContaining('InvalidVolumeID.Malformed') });
  });

  test('the definition is the whole description, tags included; of a listed one there is none', async () => {
    const [id = ''] = seed({
      Size: 10,
      VolumeType: 'gp3',
      Iops: 4000,
      Throughput: 250,
      KmsKeyId: 'k',
      tags: { a: 'b' },
    });
    expect(volume.definition(await found(id))).toMatchObject({
      VolumeId: id,
      Size: 10,
      VolumeType: 'gp3',
      Iops: 4000,
      Throughput: 250,
      KmsKeyId: 'k',
      AvailabilityZone: 'us-east-1a',
      Tags: [{ Key: 'a', Value: 'b' }],
    });
    const [listed] = await collect(open().list());
    expect(() => listed && volume.definition(listed)).toThrow('was not read by id');
  });
});

describe('delete', () => {
  const remove = async (id: string, before?: () => void): Promise<DeleteOutcome | undefined> => {
    const resource = await found(id);
    before?.();
    return (await open({ permit: openGate() }).delete([resource])).get(id);
  };

  test('A10 attached since it was read → refused, and never detached (law 7)', async () => {
    const [id = ''] = many(1);
    const attach = () => aws.control.update(HERE, 'volume', id, { State: 'in-use', Attachments: [attachment] });
    expect(await remove(id, attach)).toEqual({
      kind: 'refused',
      isInUse: true,
      reason: `in use: Volume ${id} is currently attached to i-00000000000000001`,
    });
    expect(aws.operations()).not.toContain('DetachVolume');
  });

  test('A10 the volume changed its state since it was read → the deletion is refused', async () => {
    const [id = ''] = many(1);
    const begin = () => aws.control.update(HERE, 'volume', id, { State: 'deleting' });
    expect(await remove(id, begin)).toEqual({ kind: 'refused', reason: `The volume '${id}' is not 'available'.` });
  });

  test('A10 AWS answers the delete request that the volume is protected → the deletion is refused', async () => {
    const [id = ''] = many(1);
    aws.control.addFault({ kind: 'error', operation: 'DeleteVolume', code: 'OperationNotPermitted', status: 400 });
    expect(await remove(id)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('protected') });
  });

  test('is paced by the bucket that AWS has for it', async () => {
    const [id = ''] = many(1);
    await remove(id);
    expect(aws.pacer.taken).toContainEqual(
      expect.objectContaining({ api: 'ec2:DeleteVolume', capacity: 100, refillPerSecond: 5 }),
    );
  });
});
