/** Runs the soak against the program as it is built. */
import { runStripped } from '../support/stripped.mjs';

await runStripped('soak/command.ts', ['soak', 'kits', 'support', 'simulation']);
