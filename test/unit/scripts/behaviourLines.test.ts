import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('../../../scripts/behaviour-lines.mjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The numbers of the lines of the lifecycle, as the page has them; it need not have each number. */
const ALL = [...readFileSync(join(ROOT, 'docs/behaviour/lifecycle.md'), 'utf8').matchAll(/^(\d+)\. /gm)].map(
  ([, number]) => Number(number),
);
/** A line that the page does not have. */
const NONE = Math.max(...ALL) + 1;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holystone-lines-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The list of the script about the files, without running them. */
async function list(files: Record<string, string>, code = 'L'): Promise<{ code: number; text: string }> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, '--list', '--code', code, '--root', folder], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr });
    });
  });
}

const named = (...numbers: number[]) => numbers.map((number) => `test('L${number} does', () => {});`).join('\n');

test('every line with a test: exit 0, each line with its tests below it', async () => {
  const { code, text } = await list({ 'unit/all.test.ts': named(...ALL) });
  expect([code, text.match(/^ *L\d+ {2}\S/gm)?.length]).toEqual([0, ALL.length]);
  expect(text).toMatch(/^ L66 {2}.+\n +L66 does {2}\(unit\/all\.test\.ts\)$/m);
});

test('a line without a test is listed as missing: exit 1', async () => {
  const { code, text } = await list({ 'a.test.ts': named(...ALL.filter((number) => number !== 26)) });
  expect([code, text.match(/MISSING/g)?.length]).toEqual([1, 1]);
  expect(text).toContain('without a test: L26\n');
});

test('a range of lines counts for each of them', async () => {
  const { text } = await list({ 'a.test.ts': "test('L52–L54 L60 a range', () => {});" });
  expect(text).toContain(`${ALL.length} lines, 4 with tests (1 in all)`);
});

test('a test that names a line that does not exist is an error: exit 1', async () => {
  const { code, text } = await list({ 'a.test.ts': `${named(...ALL)} test('L${NONE} is not there', () => {});` });
  expect([code, text.includes(`no such line: L${NONE} is not there`)]).toEqual([1, true]);
});

test.each([
  ["test.each([1, 2])('L26 of %s', () => {});", 'L26 of %s'],
  ["test.each`a`('L26 of $a', () => {});", 'L26 of $a'],
  ['test.each([1] as const)(`L26 in ticks`, async (n: number): Promise<void> => {});', 'L26 in ticks'],
  ["describe('L26 a group', () => { test('its test', () => {}); });", 'L26 a group › its test'],
  ["describe.each([1])('L26 %s', () => { describe('b', () => { it('deep', () => {}); }); });", 'L26 %s › b › deep'],
  ["test('L1 A3 L26 several', () => {}, 60_000);", 'L1 A3 L26 several'],
])('counts %s', async (source, name) => {
  const { text } = await list({ 'a.test.ts': source });
  expect(text).toMatch(new RegExp(`^ L26 {2}.+\\n +${name.replace(/[$%]/g, '\\$&')} {2}\\(a\\.test\\.ts\\)$`, 'm'));
});

test.each([
  ['a comment', "// test('L26 not written yet', () => {});"],
  ['another call', "log('L26 is not a test'); const text = 'L26 neither';"],
  ['a number inside a name', "test('is distinguished from L26 by this', () => {});"],
  ['a describe without tests', "describe('L26 of nothing', () => {});"],
])('does not count %s', async (_what, source) => {
  const { text } = await list({ 'a.test.ts': source });
  expect(text).toContain(`${ALL.length} lines, 0 with tests`);
});

test('does not count the sabotage run, nor files without tests', async () => {
  const { text } = await list({ 'sabotage/a.test.ts': named(26), 'support/b.ts': named(26) });
  expect(text).toContain(`${ALL.length} lines, 0 with tests`);
});

test('each line has a test in this repository, and no test names a line that does not exist', async () => {
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
    const options = { cwd: ROOT, maxBuffer: 8_000_000 };
    execFile(process.execPath, [SCRIPT, '--list'], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, text: stdout + stderr }),
    );
  });
  expect([code, text.match(/^.*(?:MISSING|no such line|without a test:).*$/gm)]).toEqual([0, null]);
});
