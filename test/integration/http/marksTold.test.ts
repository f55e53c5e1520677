/** L102: the console shows an image and the snapshots that follow it as one row. */
import { beforeEach, expect, test } from '@jest/globals';
import type { Mark } from '../../../src/core/mark/mark.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import type { PriceList } from '../../../src/core/resource/prices.ts';
import { workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { DAY, IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const SNAPSHOTS = 'aws:test:us-east-1:snapshot' as Namespace;
const prices: PriceList = { currency: 'USD', date: '2026-05-01', source: '', staleAt: NOW + DAY, of: () => undefined };
const images = workConfiguration({ prices });
const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    workConfigurations: () => [images, { ...images, namespace: SNAPSHOTS, resourceType: 'snapshot', follows: IMAGES }],
    tokens: [{ name: 'olga', access: 'operator', secret: 'olga-secret' }],
  }),
);
beforeEach(() => store.redis.flush());

const COST = { amount: 4, upTo: true } as const;
async function change(before: Mark, to: Partial<Mark>) {
  const { namespace, id } = before;
  const audit = { at: NOW, namespace, id, event: 'refreshed', actor: 'holystone' } as const;
  await store.marks.apply(namespace, [
    { id, before, after: { ...before, ...to, revision: before.revision + 1 }, audit },
  ]);
}

/** @param more how many of its snapshots its note does not name */
async function image(id: string, names: readonly string[], more = 0): Promise<void> {
  const before = await mark(store, id, { monthlyCost: { ...COST, stays: true } });
  const note = { code: 'snapshotsMayFollow', values: { names, more } } as const;
  await change(before, { resource: { ...before.resource, note } });
}

async function snapshot(id: string, of: string, given: Parameters<typeof mark>[2] = {}): Promise<void> {
  const before = await mark(store, id, { namespace: SNAPSHOTS, monthlyCost: COST, ...given });
  await change(before, { waitsFor: [{ type: 'image', id: of, by: `image ${of}`, findings: { images: 1 } }] });
}

const headers = { authorization: 'Bearer olga-secret', accept: 'text/html' };
async function rowsOf(path: string) {
  await store.markTable.settled();
  const text = await (await fetch(`${site.url}/marks${path}`, { headers })).text();
  const picks = [...text.matchAll(/name="pick" value="([^"]*)"/g)].map(([, value = '']) => value);
  const next = /rel="next" href="\.\/marks([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  return { text, picks, next };
}
const ONE = `${IMAGES} ami-1 ${SNAPSHOTS} snap-1`;

test('L102 an image and its snapshot are one row with one date and the saving of both', async () => {
  await image('ami-1', ['snap-1']);
  await snapshot('snap-1', 'ami-1');
  const { text, picks } = await rowsOf('');
  expect(picks).toEqual([ONE]);
  expect(text).toContain('2 resources wait for their date');
  expect(text).toMatch(/its snapshot goes with it: snap-1|snap-1/);
  expect(text).toContain('≤ $4.00');
  expect(text).toContain('Deleting it saves up to $4.00 a month');
});

test.each(['?limit=1', '?limit=1&sort=date', '?limit=1&owner=ann'])(
  'L102 on different pages (%s) too: every mark is told once, in the row of its image',
  async (path) => {
    await image('ami-1', ['snap-1']);
    await snapshot('snap-1', 'ami-1');
    await snapshot('snap-9', 'ami-9');
    const seen: string[] = [];
    for (let at: string | undefined = path; at !== undefined; ) {
      const { picks, next } = await rowsOf(at);
      seen.push(...picks);
      at = next;
    }
    expect(seen.toSorted()).toEqual([ONE, `${SNAPSHOTS} snap-9`]);
  },
);

test.each(['?type=snapshot', '?q=snap-1', `?namespace=${SNAPSHOTS}`])(
  'L102 a filter that leaves the image out (%s) → the snapshot has a row of its own',
  async (path) => {
    await image('ami-1', ['snap-1']);
    await snapshot('snap-1', 'ami-1', { name: 'snap-1' });
    expect((await rowsOf(path)).picks).toEqual([`${SNAPSHOTS} snap-1`]);
  },
);

test.each<[string, () => Promise<void>]>([
  ['it has another date', () => snapshot('snap-1', 'ami-1', { projectedDeletionAt: NOW + 30 * DAY })],
  ['it has another owner', () => snapshot('snap-1', 'ami-1', { owner: 'ben@example.com' })],
])('L102 %s → it has a row of its own', async (_why, given) => {
  await image('ami-1', ['snap-1']);
  await given();
  expect((await rowsOf('')).picks.toSorted()).toEqual([`${IMAGES} ami-1`, `${SNAPSHOTS} snap-1`]);
});

test('L102 an image that does not name all of its snapshots → on different pages each has a row, and none is hidden', async () => {
  await image('ami-1', ['snap-1'], 3);
  await snapshot('snap-1', 'ami-1');
  const first = await rowsOf('?limit=1');
  const second = await rowsOf(first.next ?? '');
  expect([...first.picks, ...second.picks].toSorted()).toEqual([`${IMAGES} ami-1`, `${SNAPSHOTS} snap-1`]);
});

test('L102 the selected row keeps both', async () => {
  await image('ami-1', ['snap-1']);
  await snapshot('snap-1', 'ami-1');
  const { picks } = await rowsOf('');
  const body = new URLSearchParams([...picks.map((one): [string, string] => ['pick', one]), ['do', '30d']]);
  const answer = await fetch(`${site.url}/marks`, { method: 'POST', headers, body });
  expect([answer.status, await store.marks.get(IMAGES, 'ami-1'), await store.marks.get(SNAPSHOTS, 'snap-1')]).toEqual([
    ...[200, undefined, undefined],
  ]);
  expect((await answer.text()).match(/: kept until /g)).toHaveLength(2);
});

test.each([`${IMAGES} ami-1 ${SNAPSHOTS}`, 'ami-1', ` ${IMAGES} ami-1`, `${IMAGES} %E0%A4%A`])(
  'L102 the text %j is from no row: nothing is kept',
  async (pick) => {
    await image('ami-1', ['snap-1']);
    const body = new URLSearchParams({ pick, do: '30d' });
    const { status } = await fetch(`${site.url}/marks`, { method: 'POST', headers, body });
    expect([status >= 400, (await store.marks.get(IMAGES, 'ami-1'))?.id]).toEqual([true, 'ami-1']);
  },
);
