import { findOrInstallRedisServer } from '../../src/state/embedded/embeddedBinary.ts';

/** Runs before the workers: two workers that install Redis at once would compete for the package manager's lock. */
export default async function setUp(): Promise<void> {
  // The workers inherit it; main.ts sets it for the program.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  await findOrInstallRedisServer({ say: (line) => process.stderr.write(`${line}\n`) });
}
