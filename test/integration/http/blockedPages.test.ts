/** The review of a blocked pass with many changes: sums first, then pages of them, and all as CSV. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BlockedChange } from '../../../src/core/policy/pastPass.ts';
import { passRecord } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { IMAGES, type Listening, NOW, startOperator } from './fixture.ts';

let store: StateFixture;
let site: Listening;
const PATH = `blocked/${encodeURIComponent(IMAGES)}/stopped`;
const headers = { authorization: 'Bearer olga-secret', accept: 'text/html' };

beforeAll(async () => {
  store = await openState();
  site = await startOperator(store, { tokens: [{ name: 'olga', access: 'operator', secret: 'olga-secret' }] });
  const changes = Array.from({ length: 120 }, (_, n): BlockedChange => {
    const owner = n < 100 ? { owner: 'ann@example.com' } : {};
    const name = n < 70 ? `nightly-${n}` : `=cmd-${n}`;
    return { change: 'mark', id: `ami-${String(n).padStart(3, '0')}`, name, ...owner, monthlyCost: { amount: 0.2 } };
  });
  const blocked = { digest: 'd', size: 3_000 };
  const record = { passId: 'stopped', outcome: 'blocked', blocked, endedAt: NOW - 60_000 } as const;
  await store.passes.record(passRecord({ ...record, namespace: IMAGES }), undefined, changes);
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});
const read = async (path: string) => (await fetch(`${site.url}/${path}`, { headers })).text();

test('P13 an operator sees sums by owner, age, cost and family before the form, and the form before the changes', async () => {
  const page = await read(PATH);
  const at = ['By owner', 'By age', 'By cost', 'By family of names', 'Type the number', 'ami-000'].map((words) =>
    page.indexOf(words),
  );
  expect(at).not.toContain(-1);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(page).toContain('Of the first 120 by id; 3,000 would change.');
  expect(page).toMatch(/nightly-\*<\/span><span class="num">70</);
});

test('P13 the changes come in pages of 50, and all of them as CSV without a formula', async () => {
  const [first, last] = [await read(PATH), await read(`${PATH}?from=100`)];
  expect(first).toContain('1 to 50 of 120');
  expect(first).not.toContain('ami-050');
  expect(last).toContain('101 to 120 of 120');
  expect(last).not.toContain('Next page');
  const csv = await read(`${PATH}/changes.csv`);
  expect(csv.trim().split('\r\n')).toHaveLength(121);
  expect(csv).toContain(`"'=cmd-70"`);
});

test('P13 a number that is not that of the set comes back at its field', async () => {
  const body = new URLSearchParams({ typed: '120', size: '3000' });
  const answer = await fetch(`${site.url}/${PATH}`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(/value="120"[\s\S]*aria-invalid="true"[\s\S]*Nothing was approved/);
});
