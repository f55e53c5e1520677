// Two processes for hours at 60 times the speed, with every family: does memory, Redis or anything else grow?
import { spawnSync } from 'node:child_process';

/** HOLYSTONE_SOAK_MINUTES says for how long; 120 unless given, 60 with `--quick`. */
export async function soak({ quick }) {
  const minutes = process.env.HOLYSTONE_SOAK_MINUTES ?? (quick ? '60' : '120');
  const env = { ...process.env, HOLYSTONE_SOAK_MINUTES: minutes };
  const { status } = spawnSync(process.execPath, ['--no-warnings', 'test/soak/main.mjs'], { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
