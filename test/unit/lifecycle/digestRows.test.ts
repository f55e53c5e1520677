import { expect, test } from '@jest/globals';
import { newMark } from '../../../src/core/mark/mark.ts';
import type { Digest } from '../../../src/core/notice/digest.ts';
import type { PriceList } from '../../../src/core/resource/prices.ts';
import { digestOf } from '../../../src/lifecycle/notice/digestRows.ts';
import { type PendingNotice, SoonestPending } from '../../../src/lifecycle/notice/soonestPending.ts';
import { workConfiguration } from '../../support/queue.ts';

const NOW = Date.UTC(2026, 0, 6, 18, 0);
const LINKS = {
  mailDomain: 'example.com',
  worksUntil: (until: number) => until,
  keepUrl: () => 'https://holystone.example.com/o/token',
  messageUrls: () => ({ keepAllUrl: 'https://holystone.example.com/m/t', preferencesUrl: 'https://h.example.com/p' }),
};

async function digested(pending: readonly PendingNotice[]): Promise<Digest> {
  const chosen = new SoonestPending(NOW);
  await chosen.add(pending);
  return digestOf(LINKS, 'ann@example.com', chosen, NOW);
}

test('P3 a million characters in a name, a reason and a note do not fill the store with the message', async () => {
  const long = 'ж'.repeat(1_000_000);
  const wc = workConfiguration();
  const { namespace } = wc;
  const resource = {
    id: 'ami-1',
    identity: 'ami-1@1',
    name: long,
    note: { code: 'words', values: { words: long } } as const,
    tags: {},
    aliases: ['ami-1'],
  };
  const nomination = { namespace, resource, reasons: [long, 'short'], owner: 'ann@example.com', ownerVia: 'tag owner' };
  const mark = newMark({ ...nomination, projectedDeletionAt: NOW }, 'g', NOW);
  const { rows } = await digested([{ wc, mark }]);
  expect(rows[0]?.reasons).toHaveLength(3);
  expect(JSON.stringify(rows).length).toBeLessThan(20_000);
});

test('A13 a type without costs of its own says so; alone it needs no prices', async () => {
  const prices: PriceList = { currency: 'USD', date: '2026-01-01', source: '', staleAt: NOW + 1, of: () => 1 };
  const { namespace } = workConfiguration();
  const pending = (id: string, more: object, monthlyCost?: { amount: number }) => {
    const resource = { id, identity: id, name: id, tags: {}, aliases: [] };
    const digested = { namespace, resource, reasons: [], owner: 'ann@example.com', ownerVia: 'tag owner' };
    const mark = newMark({ ...digested, ...(monthlyCost && { monthlyCost }), projectedDeletionAt: NOW }, 'g', NOW);
    return { wc: workConfiguration({ prices, ...more }), mark };
  };
  const free = pending('a', { costsNothing: true });
  const digest = await digested([free, pending('b', {}, { amount: 2 }), pending('c', {})]);
  expect(digest.rows.map(({ monthlyCost }) => monthlyCost)).toEqual([{ amount: 0 }, { amount: 2 }, undefined]);
  expect(digest.prices).toEqual({ currency: 'USD', date: '2026-01-01' });
  expect((await digested([free])).prices).toBeUndefined();
});
