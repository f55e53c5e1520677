import { beforeEach, describe, expect, test } from '@jest/globals';
import { publishFigures } from '../../../src/composition/figures.ts';
import { CallCounts, type InstanceFigures } from '../../../src/core/policy/instanceFigures.ts';
import { pageText } from '../../support/pageWords.ts';
import { stateForAll } from '../state/support.ts';
import { NOW, siteForAll, startOperator } from './fixture.ts';

const LIVE = ['i-1', 'i-2', 'i-3'].map((id, n) => ({
  id,
  name: `holystone-${n}`,
  configuration: 'a'.repeat(64),
  obeys: 0,
}));

const store = stateForAll();
const site = siteForAll(() => startOperator(store, { instances: async () => LIVE, drift: () => new Map() }));
beforeEach(() => store.redis.flush());

const publish = (id: string, given: Partial<InstanceFigures> = {}) =>
  store.figures.publish(id, {
    version: '0.2.0',
    startedAt: NOW - 60_000,
    at: NOW,
    concurrency: 2,
    calls: [],
    ...given,
  });
const get = async () => (await fetch(`${site.url}/api/v1/instances`)).json();
const page = async () => (await fetch(`${site.url}/instances`)).text();

describe('P10 GET instances', () => {
  test('has the figures of each live instance, as far as it published some', async () => {
    const calls = [{ service: 'ec2', sent: 120, throttled: 3 }];
    await publish('i-1', { calls, queue: { waiting: 9, active: 1, delayed: 2 }, at: NOW - 5_000 });
    await publish('i-2', { queue: { waiting: 4, active: 2, delayed: 0 } });
    await publish('gone', { version: '9.9.9' });
    expect(await get()).toMatchObject({
      items: [
        { id: 'i-1', version: '0.2.0', calls, concurrency: 2, lastBeatAt: '2026-06-01T11:59:55.000Z' },
        { id: 'i-2', startedAt: '2026-06-01T11:59:00.000Z' },
        { id: 'i-3', name: 'holystone-2' },
      ],
      queue: { waiting: 4, active: 2, delayed: 0 },
      work: { capacity: 8, isPaused: false, providers: {} },
    });
    expect(JSON.stringify(await get())).not.toContain('9.9.9');
  });

  test.each([
    [{ capacity: 0 }, { capacity: 0, isPaused: true }],
    [{ service: 'out' as const }, { capacity: 8, isPaused: true }],
    [
      { capacity: 3, providers: { aws: 2 } },
      { capacity: 3, isPaused: false, providers: { aws: 2 } },
    ],
  ])('after the change %j the work is %j', async (change, work) => {
    await store.control.write(change, { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' });
    expect(await get()).toMatchObject({ work });
  });
});

test('P13 the page has versions, heartbeats, the queue, calls and throttles; also without any figures', async () => {
  expect(await page()).toContain('No instance published the depth of the queue yet.');
  await publish('i-1', {
    calls: [{ service: 'ec2', sent: 1_200, throttled: 30 }],
    moreServices: 2,
    queue: { waiting: 9, active: 1, delayed: 2 },
  });
  const text = pageText(await page());
  expect(text).toMatch(/holystone-0 i-1 0\.2\.0 .*Waiting 9 .*ec2 1,200 30 2\.5% 2 further services/);
});

test('P10 an instance publishes its figures, which end a minute after it', async () => {
  const calls = new CallCounts();
  calls.count('sent', 'ec2:DescribeImages');
  const queue = { counts: async () => ({ waiting: 1, active: 0, delayed: 0 }) };
  const own = { id: 'i-1', concurrency: 2, calls, queue: () => queue };
  const stop = publishFigures({ store: store.figures, log: store.log, now: () => NOW, ...own });
  await stop();
  expect((await store.figures.read(['i-1'])).get('i-1')).toMatchObject({
    concurrency: 2,
    calls: [{ service: 'ec2', sent: 1 }],
    queue: { waiting: 1 },
  });
  const [key = ''] = await store.connection.client.keys('*:figures:*');
  expect(await store.connection.client.pttl(key)).toBeLessThanOrEqual(60_000);
});

test('P10 a queue that does not answer costs only the figures', async () => {
  const queue = { counts: async () => Promise.reject(new Error('the queue is away')) };
  const own = { id: 'i-1', concurrency: 2, calls: new CallCounts(), queue: () => queue };
  await publishFigures({ store: store.figures, log: store.log, now: () => NOW, ...own })();
  expect((await store.figures.read(['i-1'])).size).toBe(0);
});
