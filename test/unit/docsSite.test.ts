import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import MiniSearch from 'minisearch';

const ROOT = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
let out: string;
let built: ReturnType<typeof spawnSync>;

beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'holystone-site-'));
  built = spawnSync(process.execPath, ['scripts/docs-site.mjs', '--out', out], { cwd: ROOT, encoding: 'utf8' });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

test('no link of the documentation is dead, and links from the README reach every page', () => {
  expect([built.stderr, built.status]).toEqual(['', 0]);
});

test('the search of the site finds the section of the glossary about a word', async () => {
  const { searchOptions } = await import(join(ROOT, 'scripts/site/options.mjs'));
  const index = readFileSync(join(out, version, 'search.json'), 'utf8');
  const [first] = MiniSearch.loadJSON(index, searchOptions).search('glossary tripwire');
  expect(first?.id).toBe('docs/glossary.html#tripwire');
});

test('the site of each version has the schema for editors at an address of its own', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const published = read(join(out, version, 'config/holystone.schema.json'));
  expect(published).toEqual(read(join(ROOT, 'config/holystone.schema.json')));
});

test('the first page of the site leads to the newest version', () => {
  expect(JSON.parse(readFileSync(join(out, 'versions.json'), 'utf8'))).toEqual([version]);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain(`url=${version}/index.html`);
});
