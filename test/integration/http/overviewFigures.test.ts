/** The figures of the first page: each of them says the same of the same marks. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { readNamespaceStates } from '../../../src/http/operator/api/namespaceState.ts';
import { readFigures } from '../../../src/http/operator/dashboard/overviewState.ts';
import { ManualClock } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { configurationOf, DAY, IMAGES, mark, NOW, operatorDeps, startOperator } from './fixture.ts';

const IMAGE = configurationOf({ account: 'test', location: 'us-east-1', resourceType: 'image' });
const store = stateForAll();
beforeEach(async () => {
  await store.redis.flush();
});

const depsAt = (now: number) => operatorDeps(store, { clock: new ManualClock(now), workConfigurations: () => [IMAGE] });

async function change(before: Mark, after: Mark | undefined) {
  const audit = { at: NOW, namespace: IMAGES, id: before.id, event: 'deleted', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: before.id, before, after, audit }]);
}

async function pageAt(now: number): Promise<string> {
  const { app, url } = await startOperator(store, depsAt(now));
  try {
    return await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  } finally {
    await app.close();
  }
}

test('P14 what is past its date is one number: in words, as the first day, and by owner, a deletion that has begun included', async () => {
  for (const [id, owner] of Object.entries({ a: 'ann@example.com', b: 'bob@example.com', c: 'ann@example.com' }))
    await mark(store, `ami-${id}`, { owner, projectedDeletionAt: NOW - DAY });
  const begun = await mark(store, 'ami-begun', { owner: 'ann@example.com', projectedDeletionAt: NOW - DAY });
  await change(begun, { ...begun, state: 'deleting' } as Mark);
  await mark(store, 'ami-later', { projectedDeletionAt: NOW + 2 * DAY });
  const html = await pageAt(NOW);
  expect(html).toContain('4 are past it, 1 goes within 7 days');
  expect(html).toContain('4 resources that are past their date stand on the first one.');
  expect(html).toMatch(/<td>1 Jun<\/td><td[^>]*>4</);
  const deps = depsAt(NOW);
  const states = await readNamespaceStates(deps, [IMAGE]);
  expect(await readFigures(deps, states, await store.control.read())).toMatchObject({
    overdue: 4,
    overdueByOwner: [
      { owner: 'ann@example.com', marks: 3 },
      { owner: 'bob@example.com', marks: 1 },
    ],
  });
});

test('P14 a mark that goes while the page is made is in none of its figures', async () => {
  await mark(store, 'ami-1', { projectedDeletionAt: NOW - DAY });
  const gone = await mark(store, 'ami-2', { projectedDeletionAt: NOW - DAY });
  const deps = depsAt(NOW);
  const states = await readNamespaceStates(deps, [IMAGE]);
  await change(gone, undefined);
  const { overdue, days, dueInAWeek } = await readFigures(deps, states, await store.control.read());
  expect({ overdue, first: days[0]?.due, dueInAWeek }).toEqual({ overdue: 1, first: 1, dueInAWeek: 1 });
});

describe('the labels under the days', () => {
  const labels = (html: string) => [...html.matchAll(/<text class="label"[^>]*>([^<]*)</g)].map(([, text]) => text);
  test.each([
    ['2026-06-01', ['1 Jun', '2', '3']],
    ['2026-11-29', ['29 Nov', '30', '1 Dec']],
    // Both with their month stood one over the other.
    ['2026-11-30', ['30', '1 Dec', '2']],
    ['2027-02-28', ['28', '1 Mar', '2']],
  ])('P13 of %s leave each other room', async (day, first) => {
    const html = await pageAt(Date.parse(`${day}T12:00:00Z`));
    expect(labels(html).slice(0, 3)).toEqual(first);
  });
});
