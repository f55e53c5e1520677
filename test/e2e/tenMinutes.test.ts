/** The recorded first ten minutes: the commands still print what the page says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, jest, test } from '@jest/globals';

jest.setTimeout(300_000);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Dates, and the number of calls, are of the day. */
const timeless = (page: string) =>
  page
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'DATE')
    .replaceAll(/-\d{8}\b/g, '-DAY')
    .replaceAll(/\b(ami|snap|vol)-[0-9a-f]{17}/g, '$1-ID')
    .replaceAll(/\d+ calls/g, 'CALLS');

test('L104 a person without anything looks, makes a configuration and a plan: the page is what the commands print', async () => {
  const { record } = await import(join(ROOT, 'scripts/record-ten-minutes.mjs'));
  const page = readFileSync(join(ROOT, 'docs/first-ten-minutes.md'), 'utf8');
  expect(timeless(await record()).split('\n')).toEqual(timeless(page).split('\n'));
});
