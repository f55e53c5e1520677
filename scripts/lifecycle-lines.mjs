/**
 * Prints the lines of the lifecycle's behaviour with the tests that bear their number, and runs those tests.
 *
 *   node scripts/lifecycle-lines.mjs [--list] [--root FOLDER]
 *
 * `--list` runs nothing; `--root` looks for tests there instead of in `test`. Exits with 1 when a line has no test or a
 * test fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { linesOf, testFiles, testsOf } from './collectTests.mjs';

/** What has a configuration of its own and is to fail, or needs Python. */
const NOT_HERE = ['sabotage', 'conformance'];
const BEARS_A_LINE = '(^| )L[0-9]+ ';
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

const { values: options } = parseArgs({
  options: { list: { type: 'boolean', default: false }, root: { type: 'string', default: 'test' } },
});
const sections = JSON.parse(readFileSync(new URL('./lifecycle-lines.json', import.meta.url), 'utf8'));
const titles = new Map(Object.values(sections).flatMap((lines) => Object.entries(lines)));
const tests = testFiles(options.root, NOT_HERE).flatMap((file) => testsOf(file).map((test) => ({ ...test, file })));

const missing = [];
for (const [section, lines] of Object.entries(sections)) {
  console.log(`\n${section}`);
  for (const [number, title] of Object.entries(lines)) printLine(Number(number), title);
}
const unknown = tests.filter(({ lines }) => lines.some((line) => !titles.has(String(line))));
for (const { file, name } of unknown) console.log(`\nno such line: ${name} (${relative('.', file)})`);
const failed = options.list ? [] : run();
console.log(`\n${titles.size} lines, ${titles.size - missing.length} with tests (${tests.length} in all)`);
if (missing.length > 0) console.log(`without a test: ${missing.join(', ')}`);
if (failed.length > 0) console.log(`with a test that fails: ${failed.join(', ')}`);
if (missing.length + unknown.length + failed.length > 0) process.exitCode = 1;

function printLine(number, title) {
  const bearing = tests.filter(({ lines }) => lines.includes(number));
  console.log(`${String(number).padStart(3)}  ${title}`);
  if (bearing.length === 0) {
    missing.push(number);
    console.log('       MISSING: no test bears this number');
  }
  for (const { name, file } of bearing) console.log(`       ${name}  (${relative(options.root, file)})`);
}

/** @returns the lines of the tests that failed, and the files that could not be run */
function run() {
  const folder = mkdtempSync(join(tmpdir(), 'holystone-lines-'));
  try {
    const outputFile = join(folder, 'results.json');
    const files = [...new Set(tests.map(({ file }) => file))];
    const args = [
      '--runTestsByPath',
      ...files,
      '--testNamePattern',
      BEARS_A_LINE,
      '--json',
      '--outputFile',
      outputFile,
    ];
    const { status } = spawnSync(process.execPath, [...JEST, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    const lines = failuresIn(JSON.parse(readFileSync(outputFile, 'utf8')));
    return status === 0 || lines.length > 0 ? lines : ['jest itself'];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failuresIn({ testResults }) {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failing = assertionResults.filter((result) => result.status === 'failed');
    const lines = failing.flatMap(({ ancestorTitles, title }) => [...ancestorTitles, title].flatMap(linesOf));
    return status === 'failed' && lines.length === 0 ? [relative('.', name)] : lines;
  });
  return [...new Set(failures)];
}
