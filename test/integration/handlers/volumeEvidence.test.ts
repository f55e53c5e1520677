import { describe, expect, test } from '@jest/globals';
import type { VolumeSeed } from '../../../sandbox/aws/index.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { VolumeResource } from '../../../src/handlers/aws/resources/volume.ts';
import { volume } from '../../../src/handlers/aws/types/volume/handler.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, failureOf, HERE, REGION, scopeOf } from './fixture.ts';

const scope = scopeOf(volume.parameters.parse({}));
const HOME = { account: 'test', location: REGION };
const aws = awsForEach();

const seed = (...volumes: VolumeSeed[]) => aws.control.addVolumes(HERE, volumes);
const many = (count: number, given: VolumeSeed) => seed(...Array.from({ length: count }, () => given));
const listed = () => collect(volume.open(scope, aws.io()).list());
const source = (name: string): EvidenceSource => {
  const known = volume.evidence.find((one) => one.name === name);
  if (!known) throw new Error(`no source ${name}`);
  return known as EvidenceSource;
};
/** The findings of a source about all volumes, or about these. */
const read = async (name: string, candidates?: readonly VolumeResource[]): Promise<readonly Finding[]> => {
  const about = source(name).per === 'resource' ? (candidates ?? (await listed())) : [];
  return source(name).read(HOME, scope, about, aws.io());
};
const calls = (operation: string) => aws.control.calls({ operation });

describe('a volume that nobody uses has no user', () => {
  /** A source that reads only where an entry says so has no place here. */
  const here = volume.evidence.filter(({ places }) => places(scope).length > 0);
  test.each([...here.map(({ name }) => name), 'clusterOptOuts', 'clusters', 'clustersElsewhere', 'livingClusters'])(
    '%s',
    async (name) => {
      seed({});
      expect(await read(name)).toEqual([]);
    },
  );
});

test('the source reads only its own account and region, because no volume is attached across them', () => {
  const whereAnEntrySays = [
    'clusterObjects',
    'clusterOptOuts',
    'clusters',
    'clustersElsewhere',
    'deletedStacks',
    'livingClusters',
    'managementClusters',
  ];
  const asked = volume.evidence.filter(({ places }) => places(scope).length > 0);
  expect(asked.map(({ places }) => places(scope))).toEqual(asked.map(() => [HOME]));
  const without = volume.evidence.filter((one) => !asked.includes(one));
  expect(without.map(({ name }) => name).sort()).toEqual(whereAnEntrySays);
});

describe('volumeAttachments', () => {
  const to = (InstanceId: string, State: 'attached' | 'detaching' | 'detached') => ({ InstanceId, State });

  test('every attachment is a use, also each of a volume with Multi-Attach', async () => {
    const [one = '', both = ''] = seed(
      { Attachments: [to('i-1', 'detaching')] },
      { MultiAttachEnabled: true, Attachments: [to('i-1', 'attached'), to('i-2', 'attached')] },
      { State: 'available', Attachments: [to('i-3', 'detached')] },
    );
    expect((await read('volumeAttachments')).map(({ alias, says, by }) => [alias, says, by])).toEqual([
      [one, 'used', 'instance i-1 (detaching)'],
      [both, 'used', 'instance i-1 (attached)'],
      [both, 'used', 'instance i-2 (attached)'],
    ]);
  });

  test('the reason names a resource of an AWS service by its ARN', async () => {
    seed({ Attachments: [{ AssociatedResource: 'arn:aws:ecs:task/1', InstanceOwningService: 'ecs.amazonaws.com' }] });
    expect((await read('volumeAttachments')).map(({ by }) => by)).toEqual([
      'arn:aws:ecs:task/1 of ecs.amazonaws.com (attached)',
    ]);
  });

  test('a copy uses its source volume until it is full or gone', async () => {
    const [source = ''] = seed({});
    const copy = (Progress: number): VolumeSeed => ({
      SourceVolumeId: source,
      initialization: { InitializationType: 'volume-copy', Progress },
    });
    const [filling] = seed(copy(40), copy(100));
    expect(await read('volumeAttachments')).toEqual([
      { alias: source, says: 'used', by: `its copy ${filling}, which is still being filled (40 %)` },
    ]);
    aws.control.remove(HERE, 'volume', filling ?? '');
    expect(await read('volumeAttachments')).toEqual([]);
  });

  test('Law 1 AWS answers a copy without details → its source is unknown; AWS leaves a copy out → the read fails', async () => {
    const [source = ''] = seed({});
    seed({ SourceVolumeId: source, initialization: { Progress: 40 } });
    aws.control.addFault({ kind: 'empty', operation: 'DescribeVolumeStatus' });
    expect(await read('volumeAttachments')).toMatchObject([{ alias: source, says: 'unknown' }]);
    aws.control.deny({ account: HERE.account, action: 'ec2:DescribeVolumeStatus' });
    aws.control.clearFaults();
    expect(await failureOf(read('volumeAttachments'))).toMatchObject({ permission: 'ec2:DescribeVolumeStatus' });
  });

  test('A14 AWS says that a volume is in use and does not name its instance → the volume is used', async () => {
    seed({ State: 'in-use' });
    expect((await read('volumeAttachments')).map(({ says }) => says)).toEqual(['used']);
  });
});

describe('instances', () => {
  const mapping = (VolumeId: string | undefined) => ({
    DeviceName: '/dev/sdf',
    ...(VolumeId === undefined ? {} : { Ebs: { VolumeId } }),
  });
  const volumeOf = (n: number) => `vol-0123456789abcde0${n}`;
  const states = ['pending', 'running', 'stopping', 'stopped', 'shutting-down'] as const;

  test('A1 an instance in any state but terminated uses the volumes of its block devices', async () => {
    const ids = aws.control.addInstances(
      HERE,
      [...states, 'terminated' as const].map((state, n) => ({ state, BlockDeviceMappings: [mapping(volumeOf(n))] })),
    );
    expect((await read('instances')).filter(({ alias }) => alias.startsWith('vol-'))).toEqual(
      states.map((state, index) => ({
        alias: volumeOf(index),
        says: 'used',
        by: `instance ${ids[index]} (${state})`,
      })),
    );
  });

  test('A14 law 1 AWS answers an EBS device without its volume → the read fails, and keeps the uses of the others', async () => {
    const nameless = { DeviceName: '/dev/sdg', Ebs: {} };
    aws.control.addInstances(HERE, [
      { BlockDeviceMappings: [nameless] },
      { BlockDeviceMappings: [mapping(volumeOf(1))] },
    ]);
    expect(await failureOf(read('instances'))).toMatchObject({
      name: 'ReadError',
      problem: 'malformed',
      found: expect.arrayContaining([expect.objectContaining({ alias: volumeOf(1) })]),
    });
  });

  test('A14 an instance store uses no volume', async () => {
    aws.control.addInstances(HERE, [{ BlockDeviceMappings: [mapping(undefined)] }, {}]);
    expect((await read('instances')).filter(({ alias }) => alias.startsWith('vol-'))).toEqual([]);
  });
});

describe('volumeModifications', () => {
  test('a modification in progress is a use; the end of a finished one is the last use, or now without a date', async () => {
    const EndTime = new Date('2025-01-02T03:04:05Z');
    const [first, second, third] = seed(
      { modification: { ModificationState: 'optimizing', Progress: 12 } },
      { modification: { ModificationState: 'completed', EndTime } },
      { modification: { ModificationState: 'failed' } },
      {},
    );
    expect(await read('volumeModifications')).toEqual([
      { alias: first, says: 'used', by: 'a modification of it (optimizing, 12 %)' },
      { alias: second, says: 'lastUsed', by: 'a modification of it (completed)', at: EndTime.getTime() },
      { alias: third, says: 'lastUsed', by: 'a modification of it (failed)' },
    ]);
  });

  test('Holystone asks for the modifications of candidates only, 200 in a call, and misses none because others are gone', async () => {
    many(450, { modification: { ModificationState: 'modifying' } });
    const candidates = await listed();
    for (const { id } of candidates.slice(0, 3)) aws.control.remove(HERE, 'volume', id);
    expect(await read('volumeModifications', candidates.slice(0, 401))).toHaveLength(398);
    expect(calls('DescribeVolumesModifications')).toHaveLength(3);
  });
});

describe('volumeInitialization', () => {
  test('an initialization in progress is a use', async () => {
    const [first, second] = seed(
      { initialization: { InitializationType: 'default', Progress: 40 } },
      { initialization: { InitializationType: 'volume-copy' } },
      { initialization: { InitializationType: 'default', Progress: 100 } },
      {},
    );
    expect(await read('volumeInitialization')).toEqual([
      { alias: first, says: 'used', by: 'its initialization (40 %)' },
      { alias: second, says: 'used', by: 'its initialization (progress not known)' },
    ]);
  });

  test('A14 a volume vanishes during the read, or AWS leaves it out → its use is unknown, and Holystone reads the others', async () => {
    const [gone = '', , left = ''] = many(3, { initialization: { Progress: 1 } });
    const candidates = await listed();
    aws.control.remove(HERE, 'volume', gone);
    expect((await read('volumeInitialization', candidates)).map(({ says }) => says)).toEqual([
      'unknown',
      'used',
      'used',
    ]);
    aws.control.addFault({ kind: 'empty', operation: 'DescribeVolumeStatus' });
    const unread = await read('volumeInitialization', candidates.slice(2));
    expect(unread).toMatchObject([{ alias: left, says: 'unknown' }]);
  });

  test('A3 AWS denies the call → the error names the missing permission', async () => {
    seed({});
    aws.control.deny({ account: HERE.account, action: 'ec2:DescribeVolumeStatus' });
    expect(await failureOf(read('volumeInitialization'))).toMatchObject({ permission: 'ec2:DescribeVolumeStatus' });
  });
});
