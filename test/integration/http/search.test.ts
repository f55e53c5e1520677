/** The search of every page: marks, decisions, deletions, and on demand the providers. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Sightings } from '../../../src/core/resource/sightings.ts';
import { stateForAll } from '../state/support.ts';
import { IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    sightings: async (text) => {
      asked.push(text);
      return seen;
    },
  }),
);
let asked: string[] = [];
let seen: Sightings = { found: [], isPart: false, unread: [] };

beforeAll(async () => {
  await mark(store, 'ami-1', { name: 'Reports-2023' });
  await mark(store, 'ami-2', { name: 'other' });
  const target = { kind: 'id', value: 'ami-kept' } as const;
  await store.optOuts.optOut(IMAGES, {
    target,
    until: 'forever',
    actor: 'li@example.com',
    at: NOW,
    name: 'reports-tax',
  });
  const gone = await mark(store, 'ami-gone', { name: 'reports-batch' });
  const audit = { at: NOW, namespace: IMAGES, id: gone.id, event: 'deleted', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: gone.id, before: gone, after: undefined, audit }]);
});

const read = async (path: string) => (await fetch(`${site.url}/${path}`)).text();

test('P13 an operator finds a mark, a kept and a deleted resource by a part of its name in any case', async () => {
  const page = await read('search?q=REPORTS');
  expect(page).toContain('3 resources match');
  for (const id of ['ami-1', 'ami-kept', 'ami-gone']) expect(page).toContain(`/${id}"`);
  expect(page).not.toContain('ami-2');
});

test('P13 the search finds by id, and asks no provider before a person wants it', async () => {
  asked = [];
  expect(await read('search?q=ami-gone')).toContain('reports-batch');
  expect(asked).toEqual([]);
});

test('P13 a live check shows what the providers have, and where nobody could look', async () => {
  seen = {
    found: [{ namespace: IMAGES, id: 'ami-used', name: '<b>in use</b>' }],
    isPart: false,
    unread: [{ namespace: IMAGES, why: 'ec2:DescribeImages is denied' }],
  };
  const page = await read('search?q=in+use&check=now');
  expect(asked).toEqual(['in use']);
  expect(page).toContain('&lt;b>in use&lt;/b>');
  expect(page).toContain(`resources/${encodeURIComponent(IMAGES)}/ami-used?check=now`);
  expect(page).toContain('ec2:DescribeImages is denied');
  expect(page).not.toContain('No provider shows');
});

test('P13 an empty search asks for a name or an id, and a search without a hit says so', async () => {
  expect(await read('search?q=')).toContain('Find a resource by its name or its id');
  expect(await read('search?q=nothing-like-it')).toContain('0 resources match');
});
