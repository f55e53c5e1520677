/** One test of the suite in a Jest of its own, with or without a sabotage in it. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

export interface JestResult {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Of the first that failed, for people. */
  readonly why: string;
}

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Runs exactly the named tests of one file. @param sabotage '' = none */
export async function runTests(file: string, tests: readonly string[], sabotage: string): Promise<JestResult> {
  const dir = await mkdtemp(join(tmpdir(), 'holystone-jest-'));
  try {
    const output = join(dir, 'report.json');
    const pattern = `^(${[...new Set(tests)].map(escaped).join('|')})$`;
    const args = [
      ...JEST,
      '--runTestsByPath',
      `test/integration/${file}`,
      '-t',
      pattern,
      '--json',
      `--outputFile=${output}`,
    ];
    await ended(args, sabotage);
    return resultOf(JSON.parse(await readFile(output, 'utf8')) as Report);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function ended(args: readonly string[], sabotage: string): Promise<void> {
  const { JEST_WORKER_ID: _id, NODE_OPTIONS: _options, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...env, HOLYSTONE_SABOTAGE: sabotage },
      stdio: 'ignore',
    });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}

function resultOf({ testResults }: Report): JestResult {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string) => all.filter((one) => one.status === status).map(({ fullName }) => fullName);
  const why = all.flatMap(({ failureMessages = [] }) => failureMessages)[0] ?? testResults[0]?.message ?? '';
  return { passed: named('passed'), failed: named('failed'), why: firstLines(why) };
}

function firstLines(text: string): string {
  return stripVTControlCharacters(text).split('\n').slice(0, 12).join('\n');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
