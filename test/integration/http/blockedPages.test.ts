/** The review of a blocked pass with many changes: sums first, then pages of them, and all as CSV. */
import { beforeAll, expect, test } from '@jest/globals';
import type { BlockedChange } from '../../../src/core/policy/pastPass.ts';
import { approve } from '../../../src/lifecycle/index.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { ManualClock, passRecord, workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { IMAGES, NOW, siteForAll, startOperator } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    tokens: [{ name: 'olga', access: 'operator', secret: 'olga-secret' }],
    workConfigurations: () => [workConfiguration({ startStage: 'notify' })],
    approve: ({ families: names, ...request }) =>
      approve(
        { passes: store.passes, control: store.control, clock: new ManualClock(NOW) },
        { ...request, ...(names ? { families: { names, whyWhole: undefined } } : {}) },
      ),
  }),
);
const PATH = `blocked/${encodeURIComponent(IMAGES)}/stopped`;
const headers = { authorization: 'Bearer olga-secret', accept: 'text/html' };

beforeAll(async () => {
  const changes = Array.from({ length: 120 }, (_, n): BlockedChange => {
    const owner = n < 100 ? { owner: 'ann@example.com' } : {};
    const name = n < 70 ? `nightly-${n}` : `=cmd-${n}`;
    return { change: 'mark', id: `ami-${String(n).padStart(3, '0')}`, name, ...owner, monthlyCost: { amount: 0.2 } };
  });
  const blocked = { digest: 'd', size: 120 };
  const record = { passId: 'stopped', outcome: 'blocked', blocked, endedAt: NOW - 60_000 } as const;
  await store.passes.record(passRecord({ ...record, namespace: IMAGES }), undefined, changes);
});
const read = async (path: string) => (await fetch(`${site.url}/${path}`, { headers })).text();

test('P13 an operator sees sums by owner, age, cost and family before the form, and the form before the changes', async () => {
  const page = await read(PATH);
  const at = ['By owner', 'By age', 'By cost', 'By family of names', 'Type the number', 'ami-000'].map((words) =>
    page.indexOf(words),
  );
  expect(at).not.toContain(-1);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
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
  const body = new URLSearchParams({ typed: '121', size: '120' });
  const answer = await fetch(`${site.url}/${PATH}`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(/value="121"[\s\S]*aria-invalid="true"[\s\S]*Nothing was approved/);
});

test('P13 a person ticks families, sees their number, and approves exactly these', async () => {
  const choose = await read(PATH);
  const tokens = [...choose.matchAll(/name="family" value="([0-9a-f]+)"/g)].map(([, token]) => token ?? '');
  expect(tokens).toHaveLength(2);
  const counted = await read(`${PATH}?family=${tokens[0]}`);
  expect(counted).toContain('Approve 70 of 120');
  expect(counted).toContain('1 family is ticked; 50 are held.');
  const post = (fields: string[][]) =>
    fetch(`${site.url}/${PATH}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const family = ['family', tokens[0] ?? ''];
  const wrong = await post([['typed', '120'], ['size', '120'], family]);
  expect([wrong.status, await store.passes.approval(IMAGES, 'mark')]).toEqual([400, undefined]);
  const gone = await post([['typed', '70'], ['size', '70'], ['family', 'ab12'], family]);
  expect([gone.status, await gone.text()]).toEqual([400, expect.stringContaining('The set has changed since')]);
  const answer = await (await post([['typed', '70'], ['size', '70'], family])).text();
  expect(answer).toContain('and holds 50 until somebody approves or keeps them');
  expect((await store.passes.approval(IMAGES, 'mark'))?.families).toMatchObject([{ name: 'nightly-*', size: 70 }]);
});

const many = Array.from({ length: 30_000 }, (_, n): BlockedChange => {
  const id = `ami-${String(n).padStart(5, '0')}`;
  return { change: 'mark', id, name: `nightly-${n}`, owner: `o${n % 900}@example.com`, reason: 'nothing uses it' };
});
const stop = (size: number, digest: string) =>
  store.passes.record(
    passRecord({
      ...{ namespace: IMAGES, passId: digest, outcome: 'blocked', endedAt: NOW - 60_000 },
      blocked: { digest, size },
    }),
    undefined,
    many.slice(0, size),
  );
/** Bytes of the page, and the CPU of this process for it, ms. */
async function costOf(path: string) {
  await read(path);
  const before = process.cpuUsage();
  const page = await read(path);
  const { user, system } = process.cpuUsage(before);
  return { bytes: page.length, cpu: (user + system) / 1000, page };
}

test('P13 a page of 30,000 changes is as large as one of 3,000, sums all of them, and the CSV has each', async () => {
  const path = (digest: string) => `blocked/${encodeURIComponent(IMAGES)}/${digest}`;
  await stop(3_000, 'three');
  const few = await costOf(path('three'));
  await stop(30_000, 'thirty');
  const all = await costOf(path('thirty'));
  expect(few.page).toMatch(/nightly-\*<\/span><span class="num">3,000</);
  expect(all.page).toMatch(/nightly-\*<\/span><span class="num">30,000</);
  expect(all.page).toContain('1 to 50 of 30,000');
  expect(all.bytes / few.bytes).toBeLessThan(1.1);
  expect(all.bytes).toBeLessThan(150_000);
  const last = await read(`${path('thirty')}?from=29975`);
  expect(last).toContain('29,976 to 30,000 of 30,000');
  expect(last).toContain('ami-29999');
  expect((await read(`${path('thirty')}/changes.csv`)).split('\r\n')).toHaveLength(30_002);
});

test('P13 a set whose pages are forgotten still has its first changes for programs and its sums', async () => {
  await stop(3_000, 'lost');
  await store.connection.client.del(namespaceKeys(IMAGES).blockedRows('lost'));
  const page = await read(`blocked/${encodeURIComponent(IMAGES)}/lost`);
  expect(page).toMatch(/nightly-\*<\/span><span class="num">3,000</);
  expect(page).toContain('Type the number 3000');
});

test('P13 after an approval the page says who approved it and which pass did it', async () => {
  await stop(3_000, 'approved');
  const at = `blocked/${encodeURIComponent(IMAGES)}/approved`;
  const body = new URLSearchParams({ typed: '3000', size: '3000' });
  const answer = await (await fetch(`${site.url}/${at}`, { method: 'POST', headers, body })).text();
  expect(answer).toContain('You approved exactly these 3000');
  expect(answer).not.toContain('Type the number');
  await store.passes.record(passRecord({ namespace: IMAGES, endedAt: NOW + 180_000 }));
  expect(await read(at)).toMatch(/Approved by olga [^<]+ UTC, applied by the pass of [^<]+ UTC\./);
});
