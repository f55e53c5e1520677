import { afterEach, describe, expect, test } from '@jest/globals';
import type { PassRecord } from '../../../src/core/policy/pass.ts';
import type { BlockedChange } from '../../../src/core/policy/pastPass.ts';
import { passRecord } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { IMAGES, NOW, siteForAll, startOperator } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startOperator(store));

afterEach(() => store.connection.client.flushall());

const at = (minute: number) => NOW + minute * 60_000;
const path = encodeURIComponent(IMAGES);
async function get(address: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const reply = await fetch(`${site.url}/api/v1${address}`);
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

async function ran(minute: number, given: Partial<PassRecord> = {}, changes?: readonly BlockedChange[]): Promise<void> {
  const times = { startedAt: at(minute) - 1000, endedAt: at(minute) };
  await store.passes.record(
    passRecord({ namespace: IMAGES, passId: `pass-${minute}`, ...times, ...given }),
    undefined,
    changes,
  );
}

/** A blocked pass with one change for each id. */
const blocked = (minute: number, ...ids: string[]) =>
  ran(
    minute,
    { outcome: 'blocked', blocked: { digest: ids.join(), size: ids.length }, problem: 'newMarks: too many' },
    ids.map((id) => ({ change: 'mark', id, name: `<b>${id}`, reason: 'unused', deletionAt: NOW })),
  );

describe('P10 GET passes', () => {
  test('has the passes newest first; those that said the same are one, with their number and since when', async () => {
    await ran(1, { counts: { listed: 5, cacheHits: 1 } });
    await ran(2, { counts: { listed: 5 } });
    await ran(3, { counts: { listed: 5, cacheHits: 9 } });
    await ran(4, { counts: { listed: 6 } });
    const { body } = await get(`/passes?namespace=${path}`);
    expect(body.items).toMatchObject([
      { passId: 'pass-4', times: 1, counts: { listed: 6 } },
      { passId: 'pass-3', times: 3, since: new Date(at(1)).toISOString(), endedAt: new Date(at(3)).toISOString() },
    ]);
  });

  test('a pass that is recorded again is counted once, and has its last text', async () => {
    await ran(1);
    await ran(1, { counts: { listed: 7 } });
    const { body } = await get(`/passes?namespace=${path}&action=mark`);
    expect(body.items).toMatchObject([{ passId: 'pass-1', times: 1, counts: { listed: 7 } }]);
  });

  test('keeps twenty of each action', async () => {
    for (let i = 1; i <= 25; i++) await ran(i, { counts: { listed: i } });
    await ran(26, { action: 'delete' });
    const { body } = await get(`/passes?namespace=${path}`);
    expect((body.items as { passId: string }[]).map(({ passId }) => passId)).toEqual(
      Array.from({ length: 21 }, (_, i) => `pass-${26 - i}`),
    );
  });

  test('a namespace that is not configured, and none, are refused', async () => {
    expect((await get('/passes?namespace=aws:no:where:image')).status).toBe(404);
    expect((await get('/passes')).status).toBe(400);
  });
});

describe('P10 GET blocked', () => {
  test('has the changes that an approval would allow, and how they differ from the survey before', async () => {
    await blocked(1, 'a', 'b');
    await blocked(2, 'b', 'c', 'd');
    const { status, body } = await get(`/blocked/${path}/pass-2`);
    expect([status, body]).toMatchObject([
      200,
      {
        action: 'mark',
        size: 3,
        problem: 'newMarks: too many',
        changes: [{ change: 'mark', id: 'b', name: '<b>b', reason: 'unused' }, { id: 'c' }, { id: 'd' }],
        difference: { added: ['c', 'd'], removed: ['a'] },
        tripwires: { newMarks: expect.any(Number) },
      },
    ]);
  });

  test('the same set again is compared with the set before it, not with itself', async () => {
    await blocked(1, 'a');
    await blocked(2, 'b');
    await blocked(3, 'b');
    expect((await get(`/blocked/${path}/pass-3`)).body.difference).toEqual({ added: ['b'], removed: ['a'] });
  });

  test('the first blocked pass has nothing to differ from', async () => {
    await blocked(1, 'a');
    expect((await get(`/blocked/${path}/pass-1`)).body.difference).toBeUndefined();
  });

  test('a pass that failed meanwhile keeps them, and one that stored its findings removes them', async () => {
    await blocked(1, 'a');
    await ran(2, { outcome: 'failed' });
    expect(await store.passes.blockedChanges(IMAGES, 'mark')).toHaveLength(1);
    await ran(3, { outcome: 'complete' });
    expect(await store.passes.blockedChanges(IMAGES, 'mark')).toEqual([]);
    expect((await get(`/blocked/${path}/pass-1`)).status).toBe(404);
  });

  test('the changes of another set are not shown for this pass', async () => {
    await blocked(1, 'a');
    await ran(2, { outcome: 'blocked', blocked: { digest: 'x', size: 9 }, problem: 'shrunkBy: less' });
    const { body } = await get(`/blocked/${path}/pass-2`);
    expect([body.size, body.changes]).toEqual([9, undefined]);
  });
});
