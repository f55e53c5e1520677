// Compares what AWS's answers can name with test/support/users/users.tsv: `npm run users -- [--write] [BOTOCORE_WHEEL]`.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [wheel, ...more] = positionals;
if (more.length > 0) {
  console.error('usage: npm run users -- [--write] [BOTOCORE_WHEEL], from `pip download botocore --no-deps`');
  process.exit(2);
}
const env = {
  ...process.env,
  ...(values.write && { HOLYSTONE_USERS: 'write' }),
  ...(wheel && { HOLYSTONE_BOTOCORE: resolve(wheel) }),
};
const args = ['run', '--silent', 'jest', '--', 'test/unit/scripts/users.test.ts', 'test/unit/scripts/inputs.test.ts'];
const { status } = spawnSync('npm', args, { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
if (values.write) {
  const written = [
    'test/support/users',
    'src/handlers/aws/evidence/unreadInputs.ts',
    'src/handlers/aws/evidence/unreadUsers.ts',
  ];
  spawnSync('npx', ['biome', 'format', '--write', ...written], { stdio: 'ignore' });
}
