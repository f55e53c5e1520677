// Looks for runs and accounts that break a law, with new random values: `npm run test:explore [-- RUNS]`.
import { spawnSync } from 'node:child_process';

const runs = Number(process.argv[2] ?? 2000);
if (!Number.isSafeInteger(runs) || runs < 1) {
  console.error('usage: npm run test:explore [-- RUNS]');
  process.exit(2);
}
const env = {
  ...process.env,
  HOLYSTONE_SEED: process.env.HOLYSTONE_SEED ?? 'random',
  HOLYSTONE_MODEL_RUNS: String(runs),
  HOLYSTONE_PROPERTY_RUNS: String(Math.ceil(runs / 10)),
};
const files = ['model', 'holdsModel', 'properties'].map((name) => `test/integration/lifecycle/${name}.test.ts`);
const { status } = spawnSync('npm', ['run', '--silent', 'jest', '--', ...files], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
