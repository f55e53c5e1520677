/** Changes the decisions of the program, one place at a time. */
import { runStripped } from '../support/stripped.mjs';

await runStripped('mutation/command.ts', ['mutation']);
