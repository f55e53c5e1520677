import type { BlockDeviceMapping } from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import type { Prices } from '../../../src/core/resource/prices.ts';
import { aws } from '../../../src/handlers/aws/provider.ts';
import { type ImageResource, toImage } from '../../../src/handlers/aws/resources/image.ts';
import { cdkEcrImage } from '../../../src/handlers/aws/types/cdkEcrImage/handler.ts';
import { cdkS3Asset } from '../../../src/handlers/aws/types/cdkS3Asset/handler.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { loadBalancer } from '../../../src/handlers/aws/types/loadBalancer/handler.ts';
import { loadBalancerV2 } from '../../../src/handlers/aws/types/loadBalancerV2/handler.ts';
import { snapshot } from '../../../src/handlers/aws/types/snapshot/handler.ts';
import { volume } from '../../../src/handlers/aws/types/volume/handler.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { costOf as costNow, costsOf } from '../../../src/lifecycle/plan/costs.ts';
import { KITS } from '../../kits/index.ts';
import { workConfiguration } from '../../support/queue.ts';

const prices: Prices = { currency: 'USD', date: '2026-05-01', of: (item) => PRICES[item] };
const PRICES: Readonly<Record<string, number>> = { 'ebs.snapshot.gibibyte': 0.05, 'ebs.gp3.gibibyte': 0.08 };
const costOf = (devices: BlockDeviceMapping[], list = prices) =>
  image.monthlyCost?.(toImage({ ImageId: 'ami-1', BlockDeviceMappings: devices }) as ImageResource, list);
const device = (SnapshotId: string, VolumeSize?: number): BlockDeviceMapping => ({
  Ebs: { SnapshotId, ...(VolumeSize === undefined ? {} : { VolumeSize }) },
});

/** Those of the table that comes along. */
const packaged = loadConfiguration(
  {
    text: `accounts: [{ name: test, provider: aws, locations: [us-east-1] }]
cleanup: [{ type: image, when: [{ rule: unused }] }]`,
  },
  { env: {}, handlers },
).workConfigurations[0]?.prices as Prices;

describe('the cost of volumes and snapshots', () => {
  const base = { id: 'x', identity: 'x', name: '', tags: {}, aliases: [] };
  const volumeOf = (volumeType: string, more = {}) => ({ ...base, volumeType, size: 100, iops: 3000, ...more });

  test.each([
    ['gp2', {}, 10],
    ['gp3', { throughput: 125 }, 8],
    ['gp3', { iops: 5000, throughput: 300 }, 8 + 2000 * 0.005 + 175 * 0.04],
    ['io1', {}, 12.5 + 3000 * 0.065],
    ['io2', {}, 12.5 + 3000 * 0.065],
    ['st1', {}, 4.5],
    ['sc1', {}, 1.5],
    ['standard', {}, 5],
  ])('A13 100 GiB of %s %j in us-east-1', (type, more, amount) => {
    const cost = volume.monthlyCost?.(volumeOf(type, more), packaged);
    expect(cost).toEqual({ amount: expect.closeTo(amount, 6) });
  });

  test('A13 a snapshot costs up to its size, and less in the archive', () => {
    const costIn = (storageTier: string) => snapshot.monthlyCost?.({ ...base, storageTier, volumeSize: 100 }, packaged);
    expect(costIn('standard')).toEqual({ amount: 5, upTo: true });
    expect(costIn('archive')).toEqual({ amount: 1.25, upTo: true });
  });

  test.each([
    ['application', 16.425],
    ['network', 16.425],
    ['gateway', 9.125],
    ['future', undefined],
  ])('A13 a month of a load balancer of the kind %s in us-east-1', (type, amount) => {
    const cost = loadBalancerV2.monthlyCost?.({ ...base, type }, packaged);
    expect(cost).toEqual(amount === undefined ? undefined : { amount: expect.closeTo(amount, 6) });
  });

  test('A13 a month of a classic load balancer in us-east-1', () => {
    expect(loadBalancer.monthlyCost?.(base, packaged)).toEqual({ amount: expect.closeTo(18.25, 6) });
  });

  test('A13 K15 an asset costs up to its bytes in us-east-1; a file of another class has no figure', () => {
    const asset = { ...base, sizeBytes: 10 * 1024 ** 3, etag: '"x"', tagged: [] };
    const file = (storageClass: string) => cdkS3Asset.monthlyCost?.({ ...asset, storageClass }, packaged);
    expect(file('STANDARD')).toEqual({ amount: expect.closeTo(0.23, 6), upTo: true });
    expect(file('GLACIER')).toBeUndefined();
    expect(cdkEcrImage.monthlyCost?.(asset, packaged)).toEqual({ amount: expect.closeTo(1, 6), upTo: true });
    expect(cdkEcrImage.monthlyCost?.({ ...base, tagged: [] }, packaged)).toBeUndefined();
  });

  test('A13 an item that the table does not have gives no figure', () => {
    expect(volume.monthlyCost?.(volumeOf('gp4'), packaged)).toBeUndefined();
    const none = { ...packaged, of: () => undefined };
    expect(volume.monthlyCost?.(volumeOf('gp2'), none)).toBeUndefined();
    expect(snapshot.monthlyCost?.({ ...base, volumeSize: 100 }, none)).toBeUndefined();
    expect(loadBalancer.monthlyCost?.(base, none)).toBeUndefined();
  });
});

describe('the cost of an image', () => {
  test('A13 up to that of its snapshots, which stay when it is deregistered; each of them once', () => {
    const cost = costOf([
      device('snap-1', 8),
      device('snap-2', 100),
      device('snap-1', 8),
      { DeviceName: 'ephemeral0' },
    ]);
    expect(cost).toEqual({ amount: 108 * 0.05, upTo: true, stays: true });
  });

  test('A13 no figure, and never zero, where there is none', () => {
    expect(costOf([device('snap-1', 8), device('snap-2')])).toBeUndefined();
    expect(costOf([])).toBeUndefined();
    expect(costOf([device('snap-1', 8)], { ...prices, of: () => undefined })).toBeUndefined();
  });

  test('A13 a resource without a cost of its own is shown apart from one that nobody can price, also without prices', () => {
    const text = `accounts: [{ name: test, provider: aws, locations: [us-east-9] }]
cleanup: [${aws.handlers.map(({ resourceType }) => `{ type: ${resourceType}, when: [{ rule: unused }]${resourceType === 'ecrTag' ? ', nameRegexDelete: v' : ''} }`).join(', ')}]`;
    const { workConfigurations } = loadConfiguration({ text }, { env: {}, handlers });
    const free = workConfigurations.filter(({ costsNothing }) => costsNothing).map(({ resourceType }) => resourceType);
    expect(free.toSorted()).toEqual(KITS.filter(({ isFree }) => isFree).map(({ type }) => type));
    expect(workConfigurations.map(({ prices: none }) => none)).toEqual(aws.handlers.map(() => undefined));
    const anything = { id: 'x', identity: 'x', name: '', tags: {}, aliases: [] };
    for (const handler of aws.handlers) {
      const isFree = free.includes(handler.resourceType);
      expect(costNow(handler, {}, anything)).toEqual(isFree ? { amount: 0 } : undefined);
      if (isFree) expect(costsOf({ handlerOf: () => handler }, workConfiguration())(anything)).toBeUndefined();
    }
  });
});
