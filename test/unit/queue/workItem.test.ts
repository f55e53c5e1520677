import { describe, expect, test } from '@jest/globals';
import type { WorkItem } from '../../../src/core/work/work.ts';
import { jobId, jobName, readItem } from '../../../src/queue/workItem.ts';
import { namespace } from '../../support/queue.ts';

const images = namespace('aws:test:us-east-1:image');
const pass = (action: 'mark' | 'delete'): WorkItem => ({ kind: 'pass', namespace: images, action });
const ITEMS: readonly WorkItem[] = [
  pass('mark'),
  pass('delete'),
  { kind: 'protect', namespace: images },
  { kind: 'digest', owner: 'ann@example.com' },
  { kind: 'digest', owner: '42' },
];

describe('the id of a work item', () => {
  test('is the same for the same item, so that it is queued once', () => {
    expect(jobId(pass('mark'))).toBe(jobId({ ...pass('mark') }));
  });

  test('differs between items', () => {
    expect(new Set(ITEMS.map(jobId)).size).toBe(ITEMS.length);
  });

  test('has no colon and is no integer, which BullMQ refuses', () => {
    expect(ITEMS.map(jobId).filter((id) => id.includes(':') || Number.isInteger(Number(id)))).toEqual([]);
  });

  test('L66 knows owners apart that differ in case or hold anything at all', () => {
    const owners = ['Ann@example.com', 'ann@example.com', 'a:b{c}/d', 'ä', ''];
    expect(new Set(owners.map((owner) => jobId({ kind: 'digest', owner }))).size).toBe(owners.length);
  });
});

test('an item survives the way through the queue', () => {
  expect(ITEMS.map((item) => readItem(JSON.parse(JSON.stringify(item))))).toEqual(ITEMS);
});

test('a job of another version is not a work item', () => {
  const foreign = [null, 1, {}, { kind: 'pass', namespace: 'x' }, { kind: 'pass', action: 'mark' }, { kind: 'digest' }];
  expect(foreign.map(readItem)).toEqual(foreign.map(() => undefined));
});

test('a job is called after its action', () => {
  expect(ITEMS.map(jobName)).toEqual(['mark', 'delete', 'protect', 'digest', 'digest']);
});
