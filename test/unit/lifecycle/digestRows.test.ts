import { expect, test } from '@jest/globals';
import { newMark } from '../../../src/core/mark.ts';
import { digestOf } from '../../../src/lifecycle/digestRows.ts';
import { workConfiguration } from '../../support/queue.ts';

const NOW = Date.UTC(2026, 0, 6, 18, 0);
const LINKS = {
  mailDomain: 'example.com',
  keepUrl: () => 'https://holystone.example.com/o/token',
  messageUrls: () => ({ keepAllUrl: 'https://holystone.example.com/m/t', preferencesUrl: 'https://h.example.com/p' }),
};

test('P3 a million characters in a name, a reason and a note do not fill the store with the message', () => {
  const long = 'ж'.repeat(1_000_000);
  const wc = workConfiguration();
  const { namespace } = wc;
  const resource = { id: 'ami-1', identity: 'ami-1@1', name: long, note: long, tags: {}, aliases: ['ami-1'] };
  const nomination = { namespace, resource, reasons: [long, 'short'], owner: 'ann@example.com', ownerVia: 'tag owner' };
  const mark = newMark({ ...nomination, projectedDeletionAt: NOW }, 'g', NOW);
  const { rows } = digestOf(LINKS, 'ann@example.com', [{ wc, mark }], NOW);
  expect(rows[0]?.reasons).toHaveLength(3);
  expect(JSON.stringify(rows).length).toBeLessThan(20_000);
});
