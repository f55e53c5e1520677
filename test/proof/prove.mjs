/**
 * Searches every variant of `permit.pml` with Spin, and compares what it finds with what is known. The lines are as Jest's:
 * `.ci/nightly` runs it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODEL = fileURLToPath(new URL('permit.pml', import.meta.url));
const DEPTH = 1_000_000;

/** A variant, and what its search has to come to. */
const VARIANTS = [
  ['', 'holds'],
  ['SLEEP', 'holds'],
  ['SLEEP KILL', 'holds'],
  ['FAILOVER REPLICAS', 'holds'],
  ['FAILOVER REPLICAS SLEEP', 'holds'],
  ['FAILOVER TOLD_AGAIN', 'holds'],
  ['SLEEP STEADY', 'is broken'],
  ['SLEEP KILL STEADY', 'is broken'],
  ['FAILOVER', 'is broken'],
  ['FAILOVER TOLD_AGAIN FORGETFUL', 'is broken'],
  ['FAILOVER REPLICAS UNAWAITED', 'is broken'],
  ['UNFENCED', 'is broken'],
  ['UNHEARD', 'is broken'],
  // No program can close it: docs/proof.md.
  ['SLEEP INSTANT', 'is broken'],
];

const folder = mkdtempSync(join(tmpdir(), 'holystone-proof-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const run = (program, words) => execFileSync(program, words, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
const flags = (variant) => variant.split(' ').flatMap((name) => (name === '' ? [] : [`-D${name}`]));

function compiled(variant) {
  writeFileSync(join(folder, 'permit.pml'), readFileSync(MODEL));
  run('spin', [...flags(variant), '-a', 'permit.pml']);
  run('cc', ['-O2', '-DSAFETY', '-DCOLLAPSE', '-w', '-o', 'pan', 'pan.c']);
}

let failed = 0;
for (const [variant, expected] of VARIANTS) {
  compiled(variant);
  const said = run('./pan', ['-E', `-m${DEPTH}`]);
  const [, errors] = /errors: (\d+)/.exec(said) ?? [];
  const [, states] = /(\S+) states, stored/.exec(said) ?? [];
  const isWhole = !/max search depth too small|out of memory/.test(said);
  const found = errors === '0' && isWhole ? 'holds' : errors === '0' ? 'was not searched' : 'is broken';
  const [, why = ''] = /pan:1: (.*) \(at/.exec(said) ?? [];
  if (found !== expected) failed++;
  const name = variant === '' ? 'nothing goes wrong' : variant;
  console.log(
    `${found === expected ? 'passed' : 'FAILED'} ${name}: the law ${found} (${states} states) ${why}`.trimEnd(),
  );
}
console.log(
  `Tests: ${failed > 0 ? `${failed} failed, ` : ''}${VARIANTS.length - failed} passed, ${VARIANTS.length} total`,
);
process.exit(failed > 0 ? 1 : 0);
