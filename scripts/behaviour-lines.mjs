/**
 * Prints the acceptance lines of docs/behaviour with the tests whose names start with their code, and runs those tests.
 *
 *   node scripts/behaviour-lines.mjs [--list] [--root FOLDER] [--code L]
 *
 * `--list` runs nothing; `--root` looks for tests there instead of in `test`; `--code` takes the lines of one page only.
 * Exits with 1 when a line has no test, when a test names a line that does not exist, or when a test fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { codesOf, testFiles, testsOf } from './collectTests.mjs';

/** The page of each letter. */
const PAGES = { L: 'lifecycle', A: 'aws', P: 'people', C: 'clusters', R: 'registry', K: 'cdk', Q: 'kubernetes' };
/** The sabotage tests fail on purpose, and the conformance tests need Python. */
const NOT_HERE = ['sabotage', 'conformance'];
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const WIDTH = 110;

const { values: options } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    root: { type: 'string', default: 'test' },
    code: { type: 'string' },
  },
});
const letters = Object.keys(PAGES).filter((letter) => options.code === undefined || letter === options.code);
const pages = letters.map((letter) => ({ letter, ...readPage(letter) }));
const known = new Set(pages.flatMap(({ lines }) => lines.map(({ code }) => code)));
const tests = testFiles(options.root, NOT_HERE)
  .flatMap((file) => testsOf(file).map((test) => ({ ...test, file })))
  .filter(({ codes }) => codes.some((code) => letters.includes(code[0])));

const missing = [];
for (const { title, lines } of pages) {
  console.log(`\n${title}`);
  for (const line of lines) printLine(line);
}
const unknown = tests.filter(({ codes }) => codes.some((code) => letters.includes(code[0]) && !known.has(code)));
for (const { file, name } of unknown) console.log(`\nno such line: ${name} (${relative('.', file)})`);
const failed = options.list ? [] : run();
const built = [...known].filter((code) => tests.some(({ codes }) => codes.includes(code)));
console.log(`\n${known.size} lines, ${built.length} with tests (${tests.length} in all)`);
if (missing.length > 0) console.log(`without a test: ${missing.join(', ')}`);
if (failed.length > 0) console.log(`with a test that fails: ${failed.join(', ')}`);
if (missing.length + unknown.length + failed.length > 0) process.exitCode = 1;

function readPage(letter) {
  const text = readFileSync(new URL(`../docs/behaviour/${PAGES[letter]}.md`, import.meta.url), 'utf8');
  const lines = [...text.matchAll(/^(\d+)\. (.+)$/gm)].map(([, number, rest]) => {
    const code = `${letter}${number}`;
    const short = rest.length > WIDTH ? `${rest.slice(0, WIDTH - 1)}…` : rest;
    return { code, text: short };
  });
  return { title: /^# (.+)$/m.exec(text)?.[1] ?? PAGES[letter], lines };
}

function printLine({ code, text }) {
  const bearing = tests.filter(({ codes }) => codes.includes(code));
  console.log(`${code.padStart(4)}  ${text}`);
  if (bearing.length === 0) {
    missing.push(code);
    console.log('        MISSING: no test names this line');
  }
  for (const { groups, name, file } of bearing) {
    console.log(`        ${[...groups, name].join(' › ')}  (${relative(options.root, file)})`);
  }
}

/** @returns the codes of the lines whose tests failed, and the files that could not be run */
function run() {
  const folder = mkdtempSync(join(tmpdir(), 'holystone-lines-'));
  try {
    const outputFile = join(folder, 'results.json');
    const files = [...new Set(tests.map(({ file }) => file))];
    const pattern = `(^| )[${letters.join('')}][0-9]+ `;
    const args = ['--runTestsByPath', ...files, '--testNamePattern', pattern, '--json', '--outputFile', outputFile];
    const { status } = spawnSync(process.execPath, [...JEST, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    const codes = failuresIn(JSON.parse(readFileSync(outputFile, 'utf8')));
    return status === 0 || codes.length > 0 ? codes : ['jest itself'];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failuresIn({ testResults }) {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failing = assertionResults.filter((result) => result.status === 'failed');
    const codes = failing.flatMap(({ ancestorTitles, title }) => [...ancestorTitles, title].flatMap(codesOf));
    return status === 'failed' && codes.length === 0 ? [relative('.', name)] : codes;
  });
  return [...new Set(failures)];
}
