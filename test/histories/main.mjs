/** Runs the histories of real processes against the program as it is built. */
import { runStripped } from '../support/stripped.mjs';

await runStripped('histories/command.ts', ['histories', 'simulation', 'support']);
