import { expect, test } from '@jest/globals';
import { CallCounts } from '../../../src/core/policy/instanceFigures.ts';

test('P10 calls are counted by service, throttled ones first', () => {
  const counts = new CallCounts();
  for (const api of [
    'ec2:DescribeImages',
    'ec2:DescribeSnapshots',
    's3:ListObjectsV2',
    's3:HeadObject',
    's3:HeadObject',
  ]) {
    counts.count('sent', api);
  }
  counts.count('throttled', 'ec2:DescribeImages');
  expect(counts.figures()).toEqual({
    calls: [
      { service: 'ec2', sent: 2, throttled: 1 },
      { service: 's3', sent: 3, throttled: 0 },
    ],
  });
});

test('P10 the figures stay small, however many services there are and however long their names are', () => {
  const counts = new CallCounts();
  for (let n = 0; n < 10_000; n++) counts.count('sent', `${n}${'x'.repeat(1_000)}:Call`);
  const figures = counts.figures();
  expect(JSON.stringify(figures).length).toBeLessThan(3_000);
  expect(figures).toMatchObject({ calls: expect.any(Array), moreServices: 181 });
  expect(figures.calls).toHaveLength(20);
});
