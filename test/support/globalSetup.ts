import { findOrInstallRedisServer } from '../../src/state/embeddedBinary.ts';

/** Before any worker starts: two of them that install Redis at once would fight over the package manager's lock. */
export default async function setUp(): Promise<void> {
  await findOrInstallRedisServer((line) => process.stderr.write(`${line}\n`));
}
