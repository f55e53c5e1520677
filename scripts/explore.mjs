// Looks for runs and accounts that break a law, with new random values: `npm run test:explore [-- MINUTES]`.
import { spawnSync } from 'node:child_process';

const minutes = Number(process.argv[2] ?? 20);
if (!(minutes > 0 && minutes <= 120)) {
  console.error('usage: npm run test:explore [-- MINUTES], more than 0 and up to 120; 20 unless given');
  process.exit(2);
}
const env = {
  ...process.env,
  HOLYSTONE_SEED: process.env.HOLYSTONE_SEED ?? 'random',
  HOLYSTONE_EXPLORE_MINUTES: String(minutes),
};
const files = ['model', 'holdsModel', 'properties'].map((name) => `test/integration/lifecycle/${name}.test.ts`);
const { status } = spawnSync('npm', ['run', '--silent', 'jest', '--', ...files], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
