/** Runs Stryker on the decisions of the program. */
import { runStripped } from '../support/stripped.mjs';

await runStripped('mutation/command.ts', ['mutation']);
