/**
 * `npm run test:mutation [-- PATH…]`: Stryker's instrumenter changes core/ and lifecycle/ in every place, one at a time, and the
 * unit tests that import the file must notice. Who survives stands in survivors.tsv with a judgement, or fails the run. Without
 * paths it goes on for HOLYSTONE_MUTATION_MINUTES (60) from another file each day.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOf } from './copy.ts';
import { judged } from './judge.ts';
import { keyOf, type Mutant, mutantsIn, reviewed } from './survivors.ts';
import { testsOfFiles } from './tested.ts';

const ROOT = process.cwd();
const DAY_MS = 86_400_000;

const paths = process.argv.slice(2).map((path) => path.replace(/\/$/, ''));
const minutes = Number(process.env.HOLYSTONE_MUTATION_MINUTES ?? 60);
const known = reviewed(readFileSync(join(ROOT, 'test/mutation/survivors.tsv'), 'utf8'));
const all = [...testsOfFiles(ROOT, paths.length > 0 ? paths : ['src/core', 'src/lifecycle'])];
if (all.length === 0) throw new Error(`no unit test imports ${paths.join(', ')}`);
const first = paths.length > 0 ? 0 : (Math.floor(Date.now() / DAY_MS) * 30) % all.length;
const folder = mkdtempSync(join(tmpdir(), 'holystone-mutation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const copy = await copyOf(ROOT, folder);

const sum = { files: 0, mutants: 0, killed: 0, judged: 0, survived: 0, failed: 0 };
const until = performance.now() + (paths.length > 0 ? Number.POSITIVE_INFINITY : minutes * 60_000);
for (let n = 0; n < all.length && performance.now() < until; n++) {
  const [file, tests] = all[(first + n) % all.length] as (typeof all)[number];
  await mutate(file, tests);
}
console.log(
  `${sum.files} of ${all.length} files, ${sum.mutants} mutants, ${sum.killed} killed, ${sum.judged} judged, ${sum.survived} survived, ${sum.failed} failed`,
);
process.exitCode = sum.survived + sum.failed > 0 ? 1 : 0;

/** Fails where the tests of the file are red without a mutant, or do not run at all. */
async function mutate(file: string, tests: readonly string[]): Promise<void> {
  const from = performance.now();
  const mutants = mutantsIn(file, readFileSync(join(ROOT, file), 'utf8'), await copy.mutate(file));
  const found = await judged(
    folder,
    tests,
    mutants.map(({ id }) => id),
  );
  copy.restore(file);
  sum.files++;
  if (typeof found !== 'string') return report(file, mutants, found, Math.round((performance.now() - from) / 1000));
  sum.failed++;
  console.log(`FAILED ${file}: ${found}`);
}

function report(file: string, mutants: readonly Mutant[], living: ReadonlySet<string>, seconds: number): void {
  const alive = mutants.filter(({ id }) => living.has(id));
  const unjudged = alive.filter((mutant) => !known.has(keyOf(mutant)));
  const killed = mutants.length - alive.length;
  sum.mutants += mutants.length;
  sum.killed += killed;
  sum.judged += alive.length - unjudged.length;
  sum.survived += unjudged.length;
  console.log(
    `${file}: ${mutants.length} mutants, ${killed} killed, ${alive.length - unjudged.length} judged, ${seconds} s`,
  );
  for (const mutant of unjudged) console.log(`FAILED ${mutant.line}\t${keyOf(mutant)}`);
  const keys = new Set(alive.map(keyOf));
  for (const key of known.keys()) {
    if (key.startsWith(`${file}\t`) && !keys.has(key)) console.log(`no longer a survivor: ${key}`);
  }
}
