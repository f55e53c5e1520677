/**
 * `npm run test:mutation [-- PATH…]`: Stryker changes core/ and lifecycle/ in every place, one at a time, and the unit tests
 * that import the file must notice. Who survives stands in survivors.tsv with a judgement, or fails the run. Without paths it
 * goes on for HOLYSTONE_MUTATION_MINUTES (60) from another file each day.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyOf, type Mutant, mutantsIn, reviewed } from './survivors.ts';
import { testsOfFiles } from './tested.ts';

const ROOT = process.cwd();
/** Of the last line that runs on Node 20. They bring a hundred packages, so they are no dependencies of ours. */
const STRYKER = '9.6.1';
const DAY_MS = 86_400_000;

const paths = process.argv.slice(2).map((path) => path.replace(/\/$/, ''));
const minutes = Number(process.env.HOLYSTONE_MUTATION_MINUTES ?? 60);
const known = reviewed(readFileSync(join(ROOT, 'test/mutation/survivors.tsv'), 'utf8'));
const all = [...testsOfFiles(ROOT, paths.length > 0 ? paths : ['src/core', 'src/lifecycle'])];
if (all.length === 0) throw new Error(`no unit test imports ${paths.join(', ')}`);
const first = paths.length > 0 ? 0 : (Math.floor(Date.now() / DAY_MS) * 30) % all.length;
const folder = mkdtempSync(join(tmpdir(), 'holystone-mutation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const sum = { files: 0, mutants: 0, killed: 0, judged: 0, survived: 0, failed: 0 };
const until = performance.now() + (paths.length > 0 ? Number.POSITIVE_INFINITY : minutes * 60_000);
for (let n = 0; n < all.length && performance.now() < until; n++) {
  const [file, tests] = all[(first + n) % all.length] as (typeof all)[number];
  judge(file, mutate(file, tests));
}
console.log(
  `${sum.files} of ${all.length} files, ${sum.mutants} mutants, ${sum.killed} killed, ${sum.judged} judged, ${sum.survived} survived, ${sum.failed} failed`,
);
process.exitCode = sum.survived + sum.failed > 0 ? 1 : 0;

/** @returns its mutants; `undefined` where Stryker did not come to its end */
function mutate(file: string, tests: readonly string[]): readonly Mutant[] | undefined {
  const report = join(folder, 'report.json');
  const config = join(folder, 'stryker.json');
  const settings = {
    testRunner: 'jest',
    jest: { configFile: 'jest.mutation.config.js', enableFindRelatedTests: false },
    mutate: [file],
    coverageAnalysis: 'off',
    // A mutant that takes too long counts as noticed: on a busy machine every one would.
    timeoutMS: 30_000,
    concurrency: 1,
    reporters: ['json'],
    jsonReporter: { fileName: report },
    // TypeScript 7 has no API for Stryker's look at it; the tests strip the types anyway.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    ignorePatterns: ['/bench', '/deploy', '/dist', '/docs', '/examples', '/pictures', '/site'],
    cleanTempDir: 'always',
    allowConsoleColors: false,
    fileLogLevel: 'off',
    logLevel: 'error',
  };
  writeFileSync(config, JSON.stringify(settings));
  rmSync(report, { force: true });
  const packages = ['core', 'jest-runner'].flatMap((name) => ['-p', `@stryker-mutator/${name}@${STRYKER}`]);
  const { status, stdout, stderr } = spawnSync('npx', ['-y', ...packages, 'stryker', 'run', config], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      HOLYSTONE_MUTATION_TESTS: tests.join(','),
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    },
  });
  if (status === 0) return mutantsIn(JSON.parse(readFileSync(report, 'utf8')));
  console.log(`FAILED ${file}: Stryker ended with ${status}\n${stdout}${stderr}`);
  return undefined;
}

function judge(file: string, mutants: readonly Mutant[] | undefined): void {
  sum.files++;
  if (mutants === undefined) {
    sum.failed++;
    return;
  }
  const counted = mutants.filter(({ isJudged }) => isJudged);
  const alive = counted.filter(({ isAlive }) => isAlive);
  const unjudged = alive.filter((mutant) => !known.has(keyOf(mutant)));
  sum.mutants += counted.length;
  sum.killed += counted.length - alive.length;
  sum.judged += alive.length - unjudged.length;
  sum.survived += unjudged.length;
  console.log(
    `${file}: ${counted.length} mutants, ${counted.length - alive.length} killed, ${alive.length - unjudged.length} judged`,
  );
  for (const mutant of unjudged) console.log(`FAILED ${mutant.line}\t${keyOf(mutant)}`);
  const living = new Set(alive.map(keyOf));
  for (const key of known.keys()) {
    if (key.startsWith(`${file}\t`) && !living.has(key)) console.log(`no longer a survivor: ${key}`);
  }
}
