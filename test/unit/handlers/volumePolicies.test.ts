import { describe, expect, test } from '@jest/globals';
import type { Prices } from '../../../src/core/resource/prices.ts';
import type { VolumeResource } from '../../../src/handlers/aws/resources/volume.ts';
import { volume } from '../../../src/handlers/aws/types/volume/handler.ts';
import { NOW, resource } from '../../support/evaluation.ts';

const plain: Partial<VolumeResource> = {
  state: 'available',
  volumeType: 'gp3',
  size: 100,
  iops: 3000,
  throughput: 125,
};
const aVolume = (given: Partial<VolumeResource>) => resource('vol-1', { ...plain, ...given }) as VolumeResource;
const facts = { now: NOW, findings: [] };
const keptBy = (given: Partial<VolumeResource>, parameters: object = {}) =>
  volume.safeguards.flatMap(({ keeps }) => keeps(aVolume(given), volume.parameters.parse(parameters), facts) ?? []);

describe('safeguards', () => {
  test('no safeguard keeps an available volume without a manager', () => {
    expect(keptBy({})).toEqual([]);
  });

  test.each(['in-use', 'creating', 'deleting', 'deleted', 'error', 'a state of later days', undefined])(
    'A10 state %s → kept',
    (state) => {
      const { state: _state, ...stateless } = plain;
      const given = resource('vol-1', { ...stateless, ...(state === undefined ? {} : { state }) }) as VolumeResource;
      const reasons = volume.safeguards.flatMap(({ keeps }) => keeps(given, volume.parameters.parse({}), facts) ?? []);
      expect(reasons).toEqual([`its state is ${state ?? 'not known'}`]);
    },
  );

  test.each([
    ['ebs.csi.aws.com/cluster', 'ebs-csi'],
    ['kubernetes.io/created-for/pvc/name', 'kubernetes'],
    ['kubernetes.io/cluster/prod', 'kubernetes'],
    ['CSIVolumeName', 'csi'],
    ['aws:cloudformation:stack-name', 'cloudformation'],
    ['AmazonECSManaged', 'ecs'],
  ])('a Kubernetes volume, or another’s, by its tag %s → managed-by:%s', (key, manager) => {
    expect(keptBy({ tags: { [key]: 'x' } })).toEqual([`managed-by:${manager}`]);
    expect(keptBy({ tags: { [key]: 'x' } }, { manageOwned: [manager] })).toEqual([]);
  });

  test('a volume that its operator manages is kept', () => {
    expect(keptBy({ operator: 'ecs.amazonaws.com' })).toEqual(['managed-by:ecs.amazonaws.com']);
  });

  test('Multi-Attach → kept, unless the entry says to judge it', () => {
    expect(keptBy({ multiAttachEnabled: true })).toHaveLength(1);
    expect(keptBy({ multiAttachEnabled: true }, { multiAttach: 'judge' })).toEqual([]);
    expect(keptBy({ multiAttachEnabled: false })).toEqual([]);
  });
});

describe('A13 its monthly cost at list price', () => {
  const table: Readonly<Record<string, number>> = {
    'ebs.gp2.gibibyte': 0.1,
    'ebs.gp3.gibibyte': 0.08,
    'ebs.gp3.iops': 0.005,
    'ebs.gp3.mibps': 0.04,
    'ebs.io1.gibibyte': 0.125,
    'ebs.io1.iops': 0.065,
    'ebs.io2.gibibyte': 0.125,
    'ebs.io2.iops': 0.065,
    'ebs.st1.gibibyte': 0.045,
    'ebs.sc1.gibibyte': 0.015,
    'ebs.standard.gibibyte': 0.05,
  };
  const pricesOf = (items: Readonly<Record<string, number>>): Prices => ({
    currency: 'USD',
    date: '2026-11-20',
    of: (item) => items[item],
  });
  const cost = (given: Partial<VolumeResource>, items = table) => volume.monthlyCost?.(aVolume(given), pricesOf(items));

  test.each([
    ['gp2: 300 IOPS come with it', { volumeType: 'gp2', iops: 300 }, 10],
    ['gp3: 3,000 IOPS and 125 MiB/s come with it', {}, 8],
    ['gp3: what is above costs', { iops: 4000, throughput: 225 }, 8 + 5 + 4],
    ['gp3: less than what comes with it is not credited', { iops: 100, throughput: 1 }, 8],
    ['io1: every IOPS costs', { volumeType: 'io1', iops: 1000 }, 12.5 + 65],
    ['io2: every IOPS costs', { volumeType: 'io2', iops: 32_000 }, 12.5 + 2080],
    ['st1', { volumeType: 'st1' }, 4.5],
    ['sc1', { volumeType: 'sc1' }, 1.5],
    ['magnetic: storage only', { volumeType: 'standard' }, 5],
  ])('%s', (_name, given, amount) => {
    expect(cost(given)).toEqual({ amount: expect.closeTo(amount, 6) });
  });

  test('io2 above 32,000 IOPS costs up to that: the price falls in steps', () => {
    expect(cost({ volumeType: 'io2', iops: 40_000 })).toEqual({ amount: expect.closeTo(2612.5, 6), upTo: true });
  });

  test.each([
    ['a type without a price', { volumeType: 'gp9' }],
    ['a type that AWS did not report', { volumeType: undefined }],
    ['a size that AWS did not report', { size: undefined }],
    ['IOPS that AWS did not report', { iops: undefined }],
    ['throughput that AWS did not report', { throughput: undefined }],
  ])('%s → no figure', (_name, given) => {
    expect(cost(given as Partial<VolumeResource>)).toBeUndefined();
  });

  test('provisioned performance without a price → no figure, rather than half of one', () => {
    const { 'ebs.gp3.iops': _price, ...others } = table;
    expect(cost({ iops: 4000 }, others)).toBeUndefined();
    expect(cost({}, others)).toEqual({ amount: 8 });
  });
});
