import { findOrInstallRedisServer } from '../../src/state/embedded/embeddedBinary.ts';

/** Before any worker starts: two of them that install Redis at once would fight over the package manager's lock. */
export default async function setUp(): Promise<void> {
  // Inherited by the workers, as main.ts sets it for the program.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  await findOrInstallRedisServer((line) => process.stderr.write(`${line}\n`));
}
