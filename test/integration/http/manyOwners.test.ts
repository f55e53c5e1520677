/** The owners of more marks than a page reads: their figures come from the table of all marks. */
import { beforeAll, expect, test } from '@jest/globals';
import { pageText } from '../../support/pageWords.ts';
import { stateForAll } from '../state/support.ts';
import { IMAGES, NOW, siteForAll, startOperator } from './fixture.ts';
import { seedMarks } from './seedMarks.ts';

const MARKS = 5_500;

const store = stateForAll();
const site = siteForAll(() => startOperator(store));

beforeAll(async () => {
  await seedMarks(store, 0, MARKS);
  const said = { at: NOW, namespace: IMAGES, actor: 'Owner-1@example.com' } as const;
  store.audit.log({ ...said, id: 'r-1', event: 'optedOut' });
  store.audit.log({ ...said, id: 'r-501', event: 'optedOut' });
  store.audit.log({ ...said, id: 'r-501', event: 'optOutUndone' });
  store.audit.log({ ...said, id: 'r-1001', event: 'expedited', unconfirmed: true });
  const generation = async (id: string) => (await store.marks.get(IMAGES, id))?.generation ?? '';
  await store.outbox.put('owner-7@example.com', [
    { namespace: IMAGES, id: 'r-7', generation: await generation('r-7') },
    // Of a mark before the present one, and of one that is gone.
    { namespace: IMAGES, id: 'r-507', generation: 'g' },
    { namespace: IMAGES, id: 'gone', generation: 'g' },
  ]);
});

async function page(
  path: string,
): Promise<{ readonly rows: readonly string[]; readonly html: string; readonly next?: string }> {
  const answer = await fetch(`${site.url}/${path}`, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const rows = [...html.matchAll(/<tr><td>(.*?)<\/tr>/gs)].map(([, row = '']) => pageText(row));
  const next = /<a rel="next" href="\.\/([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  return { rows, html, ...(next === undefined ? {} : { next }) };
}

const addressIn = (row: string) => /owner-\d+@example\.com/.exec(row)?.[0];

test('P13 the pages of owners show each owner once, with the number of marks, those with a message first', async () => {
  const found: string[] = [];
  const marks: string[] = [];
  for (let next: string | undefined = 'owners'; next !== undefined; ) {
    const { rows, ...rest } = await page(next);
    found.push(...rows.map((row) => addressIn(row) ?? ''));
    marks.push(...rows.map((row) => /example\.com\s+(\d+)/.exec(row)?.[1] ?? ''));
    ({ next } = rest);
  }
  const all = Array.from({ length: 500 }, (_, n) => `owner-${n}@example.com`).toSorted();
  expect(found).toEqual(['owner-7@example.com', ...all.filter((owner) => owner !== 'owner-7@example.com')]);
  expect(new Set(marks)).toEqual(new Set(['11']));
});

test('P13 the message that waits has the number of resources that it would name now', async () => {
  const { rows } = await page('owners?q=owner-7@');
  expect(rows).toEqual([expect.stringMatching(/ 1 resource,/)]);
});

test('P13 a part of the address finds owners among all of them', async () => {
  const { rows, html } = await page('owners?q=OWNER-49');
  expect(rows.map(addressIn)).toEqual(
    ['49', ...Array.from({ length: 10 }, (_, n) => `49${n}`)].map((n) => `owner-${n}@example.com`).toSorted(),
  );
  expect(html).toContain('the figures come from a table of them');
});

test('P13 an owner has the number of decisions that Redis confirmed', async () => {
  const { rows } = await page('owners?q=owner-1@');
  expect(rows).toEqual([expect.stringContaining('2 kept, 1 kept no longer')]);
});

test('a line may break before the @ of an address', async () => {
  const { html } = await page('owners?q=owner-1@');
  expect(html).toContain('>owner-1<wbr/>@example.com</a>');
});
